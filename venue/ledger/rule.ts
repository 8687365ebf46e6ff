/** A rule of the ledger: its query answers the places where it is broken. */
export interface Rule {
  readonly name: string;
  /** Columns `what` (account, order or entry), `coin`, and `found` and `wanted` in units. */
  readonly sql: string;
}
