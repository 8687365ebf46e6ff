/** Who has a coin: a trader's account, or one of the venue's own (`mint`, `fees:<pair>`). */
export type Holder = { readonly account: string } | { readonly house: string };

/** One posting: by how many units a holder's free and held part of a coin change. */
export interface Line {
  readonly account: string | null;
  readonly house: string | null;
  readonly currency: string;
  available: bigint;
  inOrders: bigint;
}

/**
 * The postings of one journal entry, one line for each holder and coin. They are summed up because an UPDATE that
 * meets the same balance twice applies one of the two.
 */
export class Lines {
  readonly #lines = new Map<string, Line>();

  add(holder: Holder, currency: string, change: { available?: bigint; inOrders?: bigint }): void {
    const account = 'account' in holder ? holder.account : null;
    const house = 'house' in holder ? holder.house : null;
    const key = `${account ?? ''} ${house ?? ''} ${currency}`;
    const line = this.#lines.get(key) ?? { account, house, currency, available: 0n, inOrders: 0n };
    line.available += change.available ?? 0n;
    line.inOrders += change.inOrders ?? 0n;
    this.#lines.set(key, line);
  }

  /** Without the lines that change nothing, such as a fee of 0. */
  all(): Line[] {
    return [...this.#lines.values()].filter((line) => line.available !== 0n || line.inOrders !== 0n);
  }
}
