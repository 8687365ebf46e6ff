/** A rule of the ledger. Its query returns violations. */
export interface Rule {
  readonly name: string;
  /** Columns `what` (account, order or entry), `coin`, and `found` and `wanted` in units. */
  readonly sql: string;
  /** Whether it reads balances and open transfers only, so that it can run continuously (`watch.ts`). */
  readonly isQuick?: true;
}
