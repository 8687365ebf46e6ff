import type { BookChange, BookSnapshot, TradeRecord } from '../exchange.ts';
import { textOf } from '../ledger/units.ts';
import { type LevelChange, Levels } from '../matching/levels.ts';
import type { LoadedBook } from './load-book.ts';
import type { Plan } from './plan.ts';

export interface Listeners {
  onBook(change: BookChange): void;
  onTrades(trades: readonly TradeRecord[]): void;
  onAccounts(ids: readonly string[]): void;
}

/** A pair's book with committed changes only. */
export class Published {
  readonly #pair: string;
  readonly #listeners: Listeners;
  #levels = new Levels();
  #lastPrice: bigint | null = null;
  #lastTrade = 0;
  #sequence: number;

  /** @param since epoch milliseconds; higher than every sequence before a restart. */
  constructor(pair: string, since: number, listeners: Listeners) {
    this.#pair = pair;
    this.#sequence = since;
    this.#listeners = listeners;
  }

  get lastTrade(): number {
    return this.#lastTrade;
  }

  /** Sets the first book. @param since first sequence where another node published this pair before. */
  start(loaded: LoadedBook, since = this.#sequence): void {
    this.#sequence = since;
    this.#levels = loaded.levels;
    this.#lastPrice = loaded.lastPrice;
    this.#lastTrade = loaded.lastTrade;
  }

  /** Publishes the changes since, and the missed trades. */
  catchUp(loaded: LoadedBook): void {
    this.#lastPrice = loaded.lastPrice;
    this.#lastTrade = loaded.lastTrade;
    const changes = this.#levels.changesTo(loaded.levels);
    if (changes.length > 0) this.#change(changes);
    if (loaded.missed.length > 0) this.#listeners.onTrades(loaded.missed);
  }

  apply({ trades, changes }: Pick<Plan, 'trades' | 'changes'>): void {
    const last = trades.at(-1);
    if (last) {
      this.#lastPrice = last.fill.price;
      this.#lastTrade = last.number;
    }
    if (changes.length > 0 || last) this.#change(changes);
    if (trades.length > 0) this.#listeners.onTrades(trades.map(({ record }) => record));
  }

  snapshot(depth: number, at: Date): BookSnapshot {
    return {
      pair: this.#pair,
      sequence: this.#sequence,
      bids: this.#levels.top('buy', depth),
      asks: this.#levels.top('sell', depth),
      lastPrice: this.#lastPriceText(),
      buysVolume: textOf(this.#levels.volume('buy')),
      sellsVolume: textOf(this.#levels.volume('sell')),
      at,
    };
  }

  #change(changes: readonly LevelChange[]): void {
    const { bids, asks } = this.#levels.apply(changes);
    const previousSequence = this.#sequence;
    this.#sequence += 1;
    this.#listeners.onBook({
      pair: this.#pair,
      previousSequence,
      sequence: this.#sequence,
      bids,
      asks,
      lastPrice: this.#lastPriceText(),
    });
  }

  #lastPriceText(): string | null {
    return this.#lastPrice === null ? null : textOf(this.#lastPrice);
  }
}
