import type { DepositRef } from '../../machines/deposit/index.ts';

/** One visit of one coin's deposit page. */
export interface DepositVisit {
  readonly ref: DepositRef;
  /**
   * Says that somebody shows it; the visit ends with the last one.
   * @returns a function that says that they left.
   */
  readonly watch: () => () => void;
}

export interface Deposits {
  /**
   * Calling it starts nothing.
   * @param userId who is signed in; visits are kept apart by user.
   */
  readonly of: (symbol: string, userId: string | null) => DepositVisit;
}
