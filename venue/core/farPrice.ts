import { valueOf } from '../ledger/units.ts';
import type { Fill } from '../matching/match.ts';

/** Millionths of the median of the last hour: beyond that an order is far from it (LEDGER-08). */
const FAR_PPM = 50_000n;
const MILLION = 1_000_000n;
/** Milliseconds for which what an account lost to the median is added up. */
const DAY = 86_400_000;

/** What an order could trade at, at the worst. */
export interface WorstCase {
  readonly side: 'buy' | 'sell';
  /** Null where nobody can know it. */
  readonly worst: bigint | null;
  /** What it trades at once. */
  readonly fills: readonly Pick<Fill, 'price' | 'quantity'>[];
  /** Base units that wait for others, at `worst`. */
  readonly waiting: bigint;
}

interface Account {
  since: number;
  lostPpm: bigint;
  /** By pair: the largest value of one order, which the account had at that time. */
  readonly largest: Map<string, bigint>;
}

/** An order that was let through; `undo` where it was not carried out. */
export interface LetThrough {
  undo(): void;
}

/**
 * How much worse than the median the orders of an account may trade before its second factor is asked for: none more
 * than 5 percent away, and all of a day together no more than 5 percent of the largest order. So a stolen session
 * cannot trade an account away in many small steps (LEDGER-08). In memory, per node.
 */
export class FarPrices {
  readonly #accounts = new Map<string, Account>();

  /** The owner has confirmed an order. */
  confirm(accountId: string): void {
    this.#accounts.delete(accountId);
  }

  /** @param now epoch milliseconds. @returns null where the order has to be confirmed. */
  letThrough(
    pair: string,
    accountId: string,
    median: bigint,
    order: WorstCase,
    now: number,
  ): LetThrough | null {
    const { side, worst, fills, waiting } = order;
    const away = (price: bigint): bigint => (side === 'buy' ? price - median : median - price);
    if (worst === null || away(worst) * MILLION > median * FAR_PPM) return null;
    const parts = waiting > 0n ? [...fills, { price: worst, quantity: waiting }] : fills;
    let [value, lost] = [0n, 0n];
    for (const { price, quantity } of parts) {
      const distance = away(price);
      value += valueOf(side === 'buy' && price < median ? price : median, quantity);
      if (distance > 0n) lost += valueOf(distance, quantity);
    }
    const account = this.#of(accountId, now);
    const before = account.largest.get(pair) ?? 0n;
    const largest = value > before ? value : before;
    const ppm = largest === 0n ? 0n : (lost * MILLION + largest - 1n) / largest;
    if (account.lostPpm + ppm > FAR_PPM) return null;
    account.largest.set(pair, largest);
    account.lostPpm += ppm;
    return {
      undo: () => {
        account.largest.set(pair, before);
        account.lostPpm -= ppm;
      },
    };
  }

  #of(accountId: string, now: number): Account {
    const known = this.#accounts.get(accountId);
    if (known && known.since + DAY > now) return known;
    for (const [id, { since }] of this.#accounts) if (since + DAY <= now) this.#accounts.delete(id);
    const fresh: Account = { since: now, lostPpm: 0n, largest: new Map() };
    this.#accounts.set(accountId, fresh);
    return fresh;
  }
}
