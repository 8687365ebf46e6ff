import type { DecimalText } from './decimal.ts';

/** Medium priority (FEES-01), null where unknown: `fee` in the coin, `price` in the entry's unit. */
export interface MediumFee {
  readonly fee: DecimalText | null;
  readonly price: DecimalText | null;
  readonly blocks: number | null;
}

export interface NetworkFee {
  readonly symbol: string;
  /** Such as `sat/vB`. */
  readonly unit: string | null;
  /** The server's own calculation, in the coin. */
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
  /** Epoch milliseconds; null when unknown. */
  readonly updatedAt: number | null;
}

/** By coin symbol. */
export type NetworkFees = Readonly<Record<string, NetworkFee>>;

/** An update (`merge`) changes only the coins that it names. */
export function feesAfter(known: NetworkFees, mode: 'replace' | 'merge', news: NetworkFees): NetworkFees {
  return mode === 'replace' ? news : { ...known, ...news };
}
