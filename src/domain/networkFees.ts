import type { DecimalText } from './decimal.ts';

/** What a network asks for a transaction of medium priority (FEES-01). Unknown figures are null. */
export interface MediumFee {
  /** In the coin. */
  readonly fee: DecimalText | null;
  /** In the entry's unit, as the network prices space. */
  readonly price: DecimalText | null;
  /** Until a transaction of this priority is usually in one. */
  readonly blocks: number | null;
}

/** The fees of one coin as the feed tells them, with the coin's own limits. */
export interface NetworkFee {
  readonly symbol: string;
  /** `sat/vB`; printed as it was sent. */
  readonly unit: string | null;
  /** In the coin, as the server worked it out. */
  readonly calculated: DecimalText | null;
  readonly medium: MediumFee;
  readonly name: string;
  readonly network: string | null;
  readonly minDeposit: DecimalText | null;
  readonly minWithdrawal: DecimalText | null;
  readonly depositFee: DecimalText | null;
  readonly withdrawalFee: DecimalText | null;
  readonly lastBlockHeight: number | null;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly isTradingEnabled: boolean;
  readonly decimalPlaces: number;
  /** Epoch milliseconds; null when the server did not say. */
  readonly updatedAt: number | null;
}

/** Fees by coin symbol. */
export type NetworkFees = Readonly<Record<string, NetworkFee>>;

/** The fees after news: a whole set replaces what was known, an update changes the coins that it names. */
export function feesAfter(known: NetworkFees, mode: 'replace' | 'merge', news: NetworkFees): NetworkFees {
  return mode === 'replace' ? news : { ...known, ...news };
}
