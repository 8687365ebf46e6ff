/** A rule of the ledger: its query answers the places where it is broken. */
export interface Rule {
  readonly name: string;
  /** Columns `what` (account, order or entry), `coin`, and `found` and `wanted` in units. */
  readonly sql: string;
  /**
   * Whether it reads balances and what is open, and nothing that grows with the history: it is looked at every moment
   * (`watch.ts`).
   */
  readonly isQuick?: true;
}
