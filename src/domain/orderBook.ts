import { parseDecimal, powerOfTen, toText, type DecimalText } from './decimal.ts';

/** Plain decimal text, not negative. */
export type BookLevel = readonly [price: DecimalText, quantity: DecimalText];

/** The part of a wire frame that the book needs (BOOK-06, BOOK-07). Null where it is missing. */
export interface BookFrame {
  readonly kind: 'snapshot' | 'update';
  readonly pair: string;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastPrice: DecimalText | null;
  /** Base coin of all bids and of all asks, beyond the depth too. */
  readonly buysVolume: DecimalText | null;
  readonly sellsVolume: DecimalText | null;
  /** The book's sequence number after this frame. */
  readonly sequence: number | null;
  /** The sequence number that this frame starts from. */
  readonly previousSequence: number | null;
  /** Whether only the named levels change (quantity 0 removes one); otherwise the frame replaces the whole book. */
  readonly isDelta: boolean;
}

/**
 * The result of a frame. All but `applied` leave the book unchanged. `foreign`: another pair's. `unreadable`: not plain
 * decimals, or a price of 0. `early`: a delta before the snapshot. `old`: already in the book. `gap`: frames are
 * missing, and a new snapshot is needed.
 */
export type Applied = 'applied' | 'foreign' | 'unreadable' | 'early' | 'old' | 'gap';

/** Fractional digits of all units in the book; the finest coin has 18. */
export const BOOK_SCALE = 18;

/** Levels per side that are subscribed to and stored (BOOK-03). */
export const BOOK_DEPTH = 40;

/** A price and the quantity there. Units are 10^-18. Units and shown texts are computed once, on demand. */
export interface Level {
  readonly price: DecimalText;
  readonly priceUnits: bigint;
  quantity: DecimalText;
  quantityUnits: bigint | null;
  priceShown: string | null;
  quantityShown: string | null;
}

// No needless zeros, at most 18 fractional digits, so that equal values have equal texts.
const CANONICAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{0,17}[1-9])?$/;

/** The canonical text of a value, or null when it is negative or has more than 18 fractional digits. */
function canonical(text: DecimalText): DecimalText | null {
  if (CANONICAL.test(text)) return text;
  const value = parseDecimal(text);
  const plain = value && toText(value);
  return plain !== null && CANONICAL.test(plain) ? plain : null;
}

export function bookUnits(text: DecimalText): bigint {
  const point = text.indexOf('.');
  if (point === -1) return BigInt(text) * powerOfTen(BOOK_SCALE);
  const digits = text.length - point - 1;
  return BigInt(text.slice(0, point) + text.slice(point + 1)) * powerOfTen(BOOK_SCALE - digits);
}

/** Null when a level cannot be read. */
function readLevels(levels: readonly BookLevel[]): BookLevel[] | null {
  const read: BookLevel[] = [];
  for (const [priceText, quantityText] of levels) {
    const price = canonical(priceText);
    const quantity = canonical(quantityText);
    if (price === null || price === '0' || quantity === null) return null;
    read.push([price, quantity]);
  }
  return read;
}

/** Best price first. */
class BookSide {
  readonly levels: Level[] = [];
  private readonly byPrice = new Map<DecimalText, Level>();
  private readonly isBid: boolean;

  constructor(isBid: boolean) {
    this.isBid = isBid;
  }

  clear(): void {
    this.levels.length = 0;
    this.byPrice.clear();
  }

  /** Quantity 0 removes the level, if it is there. */
  set([price, quantity]: BookLevel): void {
    const known = this.byPrice.get(price);
    if (quantity === '0') {
      if (known) this.remove(known);
    } else if (known) {
      if (known.quantity === quantity) return;
      known.quantity = quantity;
      known.quantityUnits = null;
      known.quantityShown = null;
    } else {
      this.insert(price, quantity);
    }
  }

  /** The server does not report changes beyond `depth` (Kraken's rule for books of fixed depth). */
  truncate(depth: number): void {
    for (let last = this.levels.length; last > depth; last -= 1) {
      const level = this.levels.pop();
      if (level) this.byPrice.delete(level.price);
    }
  }

  private insert(price: DecimalText, quantity: DecimalText): void {
    const level: Level = {
      price,
      priceUnits: bookUnits(price),
      quantity,
      quantityUnits: null,
      priceShown: null,
      quantityShown: null,
    };
    this.levels.splice(this.indexOf(level.priceUnits), 0, level);
    this.byPrice.set(price, level);
  }

  private remove(level: Level): void {
    this.levels.splice(this.indexOf(level.priceUnits), 1);
    this.byPrice.delete(level.price);
  }

  private indexOf(priceUnits: bigint): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const units = this.levels[middle]?.priceUnits ?? 0n;
      const isBetter = this.isBid ? units > priceUnits : units < priceUnits;
      if (isBetter) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Base coin of all orders of a side; null where the server does not send it. */
export interface BookVolumes {
  readonly bids: DecimalText | null;
  readonly asks: DecimalText | null;
}

interface State {
  readonly isSynced: boolean;
  readonly sequence: number | null;
  readonly lastPrice: DecimalText | null;
  readonly volumes: BookVolumes;
}

const NOTHING: State = {
  isSynced: false,
  sequence: null,
  lastPrice: null,
  volumes: { bids: null, asks: null },
};

/**
 * Changed in place by frames. It never throws; the owner asks for a new snapshot when a frame does not fit (BOOK-07).
 */
export class OrderBook {
  readonly pair: string;
  private readonly depth: number;
  private readonly bidSide = new BookSide(true);
  private readonly askSide = new BookSide(false);
  private state = NOTHING;

  constructor(pair: string, depth: number = BOOK_DEPTH) {
    this.pair = pair;
    this.depth = depth;
  }

  get bids(): readonly Level[] {
    return this.bidSide.levels;
  }

  get asks(): readonly Level[] {
    return this.askSide.levels;
  }

  get lastPrice(): DecimalText | null {
    return this.state.lastPrice;
  }

  get volumes(): BookVolumes {
    return this.state.volumes;
  }

  get sequence(): number | null {
    return this.state.sequence;
  }

  /** Whether a snapshot came and no frame was missed since. */
  get isSynced(): boolean {
    return this.state.isSynced;
  }

  get isEmpty(): boolean {
    return this.bids.length === 0 && this.asks.length === 0;
  }

  /** Whether the best bid reaches the best ask, which cannot be in a correct book. */
  get isCrossed(): boolean {
    const [bid] = this.bids;
    const [ask] = this.asks;
    return bid !== undefined && ask !== undefined && bid.priceUnits >= ask.priceUnits;
  }

  /** After a lost connection or a gap: keeps the levels, but takes no delta before the next snapshot. */
  expectSnapshot(): void {
    this.state = { ...this.state, isSynced: false };
  }

  clear(): void {
    this.bidSide.clear();
    this.askSide.clear();
    this.state = NOTHING;
  }

  /** Applies a frame whole or not at all. */
  apply(frame: BookFrame): Applied {
    if (frame.pair !== this.pair) return 'foreign';
    const place = this.placeOf(frame);
    if (place !== 'applied') return place;
    const bids = readLevels(frame.bids);
    const asks = readLevels(frame.asks);
    if (!bids || !asks) return 'unreadable';
    const tradePrice = frame.lastPrice === null ? null : canonical(frame.lastPrice);
    if (!frame.isDelta) {
      this.bidSide.clear();
      this.askSide.clear();
    }
    for (const level of bids) this.bidSide.set(level);
    for (const level of asks) this.askSide.set(level);
    this.bidSide.truncate(this.depth);
    this.askSide.truncate(this.depth);
    this.state = {
      isSynced: true,
      sequence: frame.sequence,
      // Some servers send 0 for "no trade yet".
      lastPrice: tradePrice === null || tradePrice === '0' ? this.state.lastPrice : tradePrice,
      // Without a figure in the frame, the older one would be wrong.
      volumes: { bids: frame.buysVolume, asks: frame.sellsVolume },
    };
    return 'applied';
  }

  private placeOf(frame: BookFrame): Applied {
    const { isSynced, sequence } = this.state;
    if (frame.kind === 'snapshot') return 'applied';
    if (!isSynced) return frame.isDelta ? 'early' : 'applied';
    if (sequence !== null && frame.sequence !== null && frame.sequence <= sequence) return 'old';
    if (!frame.isDelta) return 'applied';
    const from = frame.previousSequence ?? (frame.sequence === null ? null : frame.sequence - 1);
    return from === sequence ? 'applied' : 'gap';
  }
}
