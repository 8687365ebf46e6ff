/** Holder of coins: a user's account, or one of the venue's own (`mint`, `fees:<pair>`). */
export type Holder = { readonly account: string } | { readonly house: string };

/** Changes of free and reserved units. */
export interface Line {
  readonly account: string | null;
  readonly house: string | null;
  readonly currency: string;
  available: bigint;
  inOrders: bigint;
}

/** Summed up by holder and coin, because SQL changes each balance once. */
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

  all(): Line[] {
    return [...this.#lines.values()].filter((line) => line.available !== 0n || line.inOrders !== 0n);
  }
}
