import type { Pair } from './pairs.ts';

/** Milliseconds for which a trade the other way round is remembered. */
export const ROUND_TRIP_WITHIN = 86_400_000;

/** Who bought of whom; account IDs. */
export interface Parties {
  readonly buyer: string;
  readonly seller: string;
}

/**
 * Finds the trades that cost nothing and move nothing (LEDGER-05): on a pair without fees, those of two accounts that
 * traded the other way round in the 24 hours before. They do not count into volumes.
 */
export class RoundTrips {
  readonly #hasFees: boolean;
  readonly #makers: ReadonlySet<string>;
  /** Epoch milliseconds of the newest trade by buyer and seller. */
  readonly #last = new Map<string, number>();

  /** @param makers the sandbox's own accounts, whose trades with each other are its market. */
  constructor(pair: Pick<Pair, 'makerFeePpm' | 'takerFeePpm'>, makers: ReadonlySet<string>) {
    this.#hasFees = pair.makerFeePpm > 0n || pair.takerFeePpm > 0n;
    this.#makers = makers;
  }

  get isNeeded(): boolean {
    return !this.#hasFees;
  }

  /**
   * Takes a trade. One of a settlement that fails stays: it is matched again, and its own way round changes nothing.
   * @param at epoch milliseconds.
   * @returns whether it counts.
   */
  counts({ buyer, seller }: Parties, at: number): boolean {
    if (this.#hasFees || (this.#makers.has(buyer) && this.#makers.has(seller))) return true;
    const back = this.#last.get(`${seller} ${buyer}`);
    // In the order of the newest trade, so that the oldest come first.
    this.#last.delete(`${buyer} ${seller}`);
    this.#last.set(`${buyer} ${seller}`, at);
    for (const [parties, last] of this.#last) {
      if (at - last <= ROUND_TRIP_WITHIN) break;
      this.#last.delete(parties);
    }
    return back === undefined || at - back > ROUND_TRIP_WITHIN;
  }
}
