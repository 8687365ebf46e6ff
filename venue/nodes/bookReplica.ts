import type { Side } from '../../src/domain/market.ts';
import type { BookChange, BookLevel, BookSnapshot, TradeRecord } from '../exchange.ts';
import { textOf, unitsOf } from '../ledger/units.ts';
import { Levels } from '../matching/levels.ts';

export interface WholeBook {
  readonly epoch: number;
  readonly sequence: number;
  readonly lastPrice: string | null;
  readonly lastTrade: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export type FeedEvent =
  | { readonly kind: 'book'; readonly epoch: number; readonly change: BookChange }
  | {
      readonly kind: 'trades';
      readonly epoch: number;
      /** Number of the trade before these. */
      readonly after: number;
      readonly trades: readonly TradeRecord[];
    };

export interface BookReplicaParts {
  readonly pair: string;
  /** Null when the pair has no owner. */
  readonly fetch: () => Promise<WholeBook | null>;
  /** Numbers above `after`, up to `upTo`, oldest first. */
  readonly readTrades: (after: number, upTo: number) => Promise<readonly TradeRecord[]>;
  readonly onBook: (change: BookChange) => void;
  readonly onTrades: (trades: readonly TradeRecord[]) => void;
  readonly onFault: (error: unknown) => void;
}

/** With more events, the whole book is requested again. */
const MAX_WAITING = 10_000;

/** A copy of a pair's book. It is available only while no change is missing. */
export class BookReplica {
  readonly #parts: BookReplicaParts;
  #levels = new Levels();
  #lastPrice: string | null = null;
  #epoch = 0;
  #sequence = 0;
  #lastTrade: number | null = null;
  #isValid = false;
  #unknownSince = performance.now();
  #waiting: FeedEvent[] = [];
  #isFetching = false;
  /** Keeps trades in order while missed ones are read. */
  #notifying: Promise<void> | null = null;

  constructor(parts: BookReplicaParts) {
    this.#parts = parts;
  }

  get isValid(): boolean {
    return this.#isValid;
  }
  get epoch(): number {
    return this.#epoch;
  }
  get sequence(): number {
    return this.#sequence;
  }
  /** Milliseconds; 0 while the book is known. */
  get unknownFor(): number {
    return this.#isValid ? 0 : performance.now() - this.#unknownSince;
  }

  snapshot(depth: number, at: Date): BookSnapshot | undefined {
    if (!this.#isValid) return undefined;
    return {
      pair: this.#parts.pair,
      sequence: this.#sequence,
      bids: this.#levels.top('buy', depth),
      asks: this.#levels.top('sell', depth),
      lastPrice: this.#lastPrice,
      buysVolume: textOf(this.#levels.volume('buy')),
      sellsVolume: textOf(this.#levels.volume('sell')),
      at,
    };
  }

  invalidate(): void {
    if (this.#isValid) this.#unknownSince = performance.now();
    this.#isValid = false;
  }

  resync(): void {
    this.invalidate();
    if (this.#isFetching) return;
    this.#isFetching = true;
    this.#fetch().catch((error: unknown) => {
      // The book may be partly loaded.
      this.invalidate();
      this.#parts.onFault(error);
    });
  }

  receive(event: FeedEvent): void {
    if (event.epoch < this.#epoch) return;
    if (!this.#isValid) {
      if (this.#waiting.push(event) > MAX_WAITING) this.#waiting = [];
      return;
    }
    try {
      this.#apply(event);
    } catch (error) {
      // The event may be partly applied.
      this.#parts.onFault(error);
      this.resync();
    }
  }

  async #fetch(): Promise<void> {
    const whole = await this.#parts.fetch().finally(() => {
      this.#isFetching = false;
    });
    // An older epoch comes from a former owner.
    if (!whole || whole.epoch < this.#epoch) return;
    this.#begin(whole);
    for (const event of this.#waiting.splice(0)) this.receive(event);
  }

  #begin(whole: WholeBook): void {
    const levels = new Levels();
    for (const [side, rows] of [
      ['buy', whole.bids],
      ['sell', whole.asks],
    ] as const) {
      for (const level of rows) setLevel(levels, side, level);
    }
    const previousSequence = this.#sequence;
    this.#levels = levels;
    this.#lastPrice = whole.lastPrice;
    this.#epoch = whole.epoch;
    this.#sequence = whole.sequence;
    this.#isValid = true;
    this.#catchUp(whole.lastTrade);
    this.#parts.onBook({
      pair: this.#parts.pair,
      previousSequence,
      sequence: whole.sequence,
      bids: whole.bids,
      asks: whole.asks,
      lastPrice: whole.lastPrice,
    });
  }

  #apply(event: FeedEvent): void {
    if (event.kind === 'trades') return this.#applyTrades(event);
    const { change, epoch } = event;
    if (epoch < this.#epoch || (epoch === this.#epoch && change.sequence <= this.#sequence)) return;
    if (change.previousSequence !== this.#sequence) return this.resync();
    for (const level of change.bids) setLevel(this.#levels, 'buy', level);
    for (const level of change.asks) setLevel(this.#levels, 'sell', level);
    this.#lastPrice = change.lastPrice;
    this.#epoch = epoch;
    this.#sequence = change.sequence;
    if (this.#levels.isCrossed) return this.resync();
    this.#parts.onBook(change);
  }

  #applyTrades({ trades, after }: FeedEvent & { kind: 'trades' }): void {
    const known = this.#lastTrade ?? 0;
    const fresh = trades.filter(({ number }) => number > known);
    const last = fresh.at(-1);
    if (!last) return;
    if (after > known) return this.#catchUp(last.number);
    this.#lastTrade = last.number;
    this.#notify(() => Promise.resolve(fresh));
  }

  #catchUp(upTo: number): void {
    const known = this.#lastTrade;
    this.#lastTrade = Math.max(known ?? 0, upTo);
    if (known !== null && upTo > known) this.#notify(() => this.#parts.readTrades(known, upTo));
  }

  #notify(read: () => Promise<readonly TradeRecord[]>): void {
    const before = this.#notifying ?? Promise.resolve();
    const mine = before.then(async () => {
      const trades = await read();
      if (trades.length > 0) this.#parts.onTrades(trades);
    });
    this.#notifying = mine.catch((error: unknown) => this.#parts.onFault(error));
  }
}

function setLevel(levels: Levels, side: Side, [price, quantity]: BookLevel): void {
  const [at, units] = [unitsOf(price), unitsOf(quantity)];
  if (at === null || units === null) throw new Error('a level of another node cannot be read');
  levels.set(side, at, units);
}
