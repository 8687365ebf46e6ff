/** An address that the user may withdraw to. Times are epoch milliseconds. */
export interface BookAddress {
  readonly id: string;
  readonly coin: string;
  readonly address: string;
  readonly label: string;
  /** From when on it can be withdrawn to, while the book is on. */
  readonly usableAt: number;
}

/** Where an account may withdraw to (HELD-01). */
export interface AddressBook {
  readonly isOn: boolean;
  /** When it is off, where it is being switched off. */
  readonly offAt: number | null;
  readonly addresses: readonly BookAddress[];
}

/** Longest label of an address. */
export const LONGEST_LABEL = 60;

export const ofCoin = ({ addresses }: AddressBook, coin: string): readonly BookAddress[] =>
  addresses.filter((entry) => entry.coin === coin);

/** Whether a withdrawal to it would be refused for now. */
export const isWaiting = ({ isOn }: AddressBook, { usableAt }: BookAddress, now: number): boolean =>
  isOn && usableAt > now;
