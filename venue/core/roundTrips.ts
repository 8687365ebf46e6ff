import type { Pair } from './pairs.ts';

/** Milliseconds. */
export const ROUND_TRIP_WITHIN = 86_400_000;

/** Account IDs. */
export interface Parties {
  readonly buyer: string;
  readonly seller: string;
}

/** On a pair without fees, a trade reversed by the same accounts within 24 hours does not count (LEDGER-05). */
export class RoundTrips {
  /** With the present fees. */
  pair: Pick<Pair, 'makerFeePpm' | 'takerFeePpm'>;
  readonly #makers: ReadonlySet<string>;
  /** Epoch milliseconds by buyer and seller. */
  readonly #last = new Map<string, number>();

  /** @param makers the sandbox's own accounts, which may trade with each other. */
  constructor(pair: Pick<Pair, 'makerFeePpm' | 'takerFeePpm'>, makers: ReadonlySet<string>) {
    this.pair = pair;
    this.#makers = makers;
  }

  get isNeeded(): boolean {
    return this.pair.makerFeePpm === 0n && this.pair.takerFeePpm === 0n;
  }

  /** Also records the trade, which stays recorded when its settlement fails. @param at epoch milliseconds. */
  counts({ buyer, seller }: Parties, at: number): boolean {
    if (!this.isNeeded || (this.#makers.has(buyer) && this.#makers.has(seller))) return true;
    const back = this.#last.get(`${seller} ${buyer}`);
    // Ordered by newest trade, so that the oldest come first.
    this.#last.delete(`${buyer} ${seller}`);
    this.#last.set(`${buyer} ${seller}`, at);
    for (const [parties, last] of this.#last) {
      if (at - last <= ROUND_TRIP_WITHIN) break;
      this.#last.delete(parties);
    }
    return back === undefined || at - back > ROUND_TRIP_WITHIN;
  }
}
