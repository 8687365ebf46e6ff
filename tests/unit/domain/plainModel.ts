import { decimal, rescale } from '../../../src/domain/decimal.ts';
import type { BookFrame, OrderBook } from '../../../src/domain/orderBook.ts';

const SCALE = 18;

const known = new Map<string, bigint | null>();

function units(text: string): bigint | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size > 100_000) known.clear();
  const read = unitsOf(text);
  known.set(text, read);
  return read;
}

function unitsOf(text: string): bigint | null {
  const value = decimal(text);
  const { units: whole } = rescale(value, SCALE);
  const isExact = value.scale <= SCALE || whole * 10n ** BigInt(value.scale - SCALE) === value.units;
  return isExact && whole < 10n ** 48n ? whole : null;
}

/** Slow but obviously right: a list per side, sorted by every frame. */
export class PlainModel {
  isSynced = false;
  private readonly sides: Record<'bids' | 'asks', [bigint, bigint][]> = { bids: [], asks: [] };
  private sequence: number | null = null;
  private readonly pair: string;
  private readonly depth: number;

  constructor(pair: string, depth: number) {
    this.pair = pair;
    this.depth = depth;
  }

  apply(frame: BookFrame): void {
    if (frame.pair !== this.pair || !this.follows(frame)) return;
    const levels = { bids: frame.bids.map(read), asks: frame.asks.map(read) };
    if ([...levels.bids, ...levels.asks].some((level) => level === null)) return;
    for (const side of ['bids', 'asks'] as const) {
      const held = new Map(frame.isDelta ? this.sides[side] : []);
      for (const level of levels[side]) if (level) put(held, level);
      this.sides[side] = sorted([...held], side).slice(0, this.depth);
    }
    this.sequence = frame.sequence;
    this.isSynced = true;
  }

  /** @throws Error when the books differ */
  mustEqual(book: Pick<OrderBook, 'bids' | 'asks' | 'sequence' | 'isSynced'>, after: string): void {
    for (const side of ['bids', 'asks'] as const) {
      const mine = this.sides[side];
      const isSame =
        mine.length === book[side].length &&
        book[side].every(
          (level, index) =>
            units(level.price) === mine[index]?.[0] && units(level.quantity) === mine[index]?.[1],
        );
      if (!isSame) throw new Error(`${side} differ after ${after}`);
    }
    if (book.sequence !== this.sequence) throw new Error(`sequence differs after ${after}`);
  }

  private follows({ kind, isDelta, sequence, previousSequence }: BookFrame): boolean {
    if (kind === 'snapshot') return true;
    if (!this.isSynced) return !isDelta;
    if (this.sequence !== null && sequence !== null && sequence <= this.sequence) return false;
    const from = previousSequence ?? (sequence === null ? null : sequence - 1);
    const isNext = !isDelta || from === this.sequence;
    // After a gap only a snapshot counts.
    if (!isNext) this.isSynced = false;
    return isNext;
  }
}

function sorted(levels: [bigint, bigint][], side: 'bids' | 'asks'): [bigint, bigint][] {
  const direction = side === 'bids' ? -1 : 1;
  return levels.sort(([a], [b]) => direction * (a < b ? -1 : a > b ? 1 : 0));
}

function read([price, quantity]: readonly [string, string]): [bigint, bigint] | null {
  const [at, much] = [units(price), units(quantity)];
  return at === null || at === 0n || much === null ? null : [at, much];
}

function put(side: Map<bigint, bigint>, [price, quantity]: [bigint, bigint]): void {
  if (quantity === 0n) side.delete(price);
  else side.set(price, quantity);
}
