import type { Pool } from 'pg';
import type { Refusal } from '../exchange.ts';
import type { Log } from '../log.ts';
import { tradesSince } from '../market/tradesSince.ts';
import type { LoadedBook } from './load-book.ts';
import type { Pair } from './pairs.ts';
import type { Plan } from './plan.ts';
import {
  type Band,
  bandAround,
  MEDIAN_WINDOW,
  REFERENCE_WINDOW,
  ReferencePrice,
  tradedOf,
} from './priceBand.ts';
import { refuse } from './refusals.ts';
import { type Parties, ROUND_TRIP_WITHIN, RoundTrips } from './roundTrips.ts';

/** Milliseconds. */
export const PAUSE = 60_000;

/** Keeps the trades of a pair near its reference price, and pauses it when they reach the edge (LEDGER-03). */
export class PriceGuard {
  #pair: Pair;
  readonly #log: Log;
  readonly #reference = new ReferencePrice();
  readonly #hour = new ReferencePrice(MEDIAN_WINDOW);
  readonly roundTrips: RoundTrips;
  #pausedUntil = 0;

  constructor(pair: Pair, makers: ReadonlySet<string>, log: Log) {
    this.roundTrips = new RoundTrips(pair, makers);
    this.#pair = pair;
    this.#log = log;
  }

  /** From now on. */
  take(pair: Pair): void {
    this.#pair = pair;
    this.roundTrips.pair = pair;
  }

  /** @param now epoch milliseconds. */
  async load(pool: Pool, loaded: LoadedBook, isFirst: boolean, now: number): Promise<void> {
    if (isFirst) {
      const since = (now - MEDIAN_WINDOW) / 1000;
      const { ticks } = await tradesSince(pool, this.#pair.rules.symbol, since);
      this.#reference.start(
        loaded.lastPrice,
        ticks.filter(({ at }) => at > now - REFERENCE_WINDOW),
      );
      this.#hour.start(loaded.lastPrice, ticks);
      if (this.roundTrips.isNeeded) await this.#remember(pool, now);
    }
    for (const trade of loaded.missed) this.#add(tradedOf(trade));
  }

  #add(trade: ReturnType<typeof tradedOf>): void {
    this.#reference.add(trade);
    this.#hour.add(trade);
  }

  async #remember(pool: Pool, now: number): Promise<void> {
    const { rows } = await pool.query<Parties & { at: Date }>(
      `select buyer, seller, max(at) as at from (
         select case taker_side when 'buy' then taker_account else maker_account end as buyer,
           case taker_side when 'buy' then maker_account else taker_account end as seller, at
         from trades where pair = $1 and at > $2 and taker_fee = 0 and maker_fee = 0) sides
       group by buyer, seller order by max(at)`,
      [this.#pair.rules.symbol, new Date(now - ROUND_TRIP_WITHIN)],
    );
    for (const { at, ...parties } of rows) this.roundTrips.counts(parties, at.getTime());
  }

  /** @param now epoch milliseconds. */
  follow({ trades, isCut }: Pick<Plan, 'trades' | 'isCut'>, now: number): void {
    for (const { record } of trades) this.#add(tradedOf(record));
    if (!isCut) return;
    this.#pausedUntil = now + PAUSE;
    this.#log.warn('a pair is paused', { pair: this.#pair.rules.symbol });
  }

  /** Epoch milliseconds. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Of the last hour (LEDGER-08). @param now epoch milliseconds. @returns null where no price is known. */
  medianAt(now: number): bigint | null {
    return this.#hour.at(now) ?? this.#pair.namedPrice;
  }

  /** @param now epoch milliseconds. @returns null where no price is known. */
  bandAt(now: number): Band | null {
    const reference = this.#reference.at(now) ?? this.#pair.namedPrice;
    return reference === null ? null : bandAround(reference, this.#pair.deviationPpm);
  }

  /** @param now epoch milliseconds. */
  whyPaused(now: number): Refusal | undefined {
    const left = Math.ceil((this.#pausedUntil - now) / 1000);
    return left > 0 ? refuse.paused(this.#pair.rules.symbol, left) : undefined;
  }
}
