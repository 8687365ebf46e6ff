import { parseDecimal, powerOfTen, toText, type DecimalText } from './decimal.ts';

/** `[price, quantity]`, both in plain decimal text, not negative. */
export type BookLevel = readonly [price: DecimalText, quantity: DecimalText];

/** What the book must know of a frame (BOOK-06, BOOK-07); the frames of the wire have this shape. */
export interface BookFrame {
  readonly kind: 'snapshot' | 'update';
  readonly pair: string;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** Price of the last trade; null when the frame does not say. */
  readonly lastPrice: DecimalText | null;
  /** Base coin of all bids and of all asks, whatever the depth; null when the frame does not say. */
  readonly buysVolume: DecimalText | null;
  readonly sellsVolume: DecimalText | null;
  /** Number of the book's state after this frame; null where the server does not number them. */
  readonly sequence: number | null;
  /** Number of the state that this frame starts from. */
  readonly previousSequence: number | null;
  /** Only the named levels change; quantity 0 removes one. Otherwise the frame replaces the whole book. */
  readonly isDelta: boolean;
}

/**
 * What became of a frame. All but `applied` leave the book as it was.
 * - `foreign`: another pair's.
 * - `unreadable`: a level is not a pair of plain decimals, or a price is 0.
 * - `early`: a delta although no snapshot came since the book was cleared or began to wait for one.
 * - `old`: its changes are in the book already.
 * - `gap`: it starts from a state that the book never had; the book needs a new snapshot.
 */
export type Applied = 'applied' | 'foreign' | 'unreadable' | 'early' | 'old' | 'gap';

/** Fractional digits of every unit in the book: enough for any coin (the finest known has 18). */
export const BOOK_SCALE = 18;

/** Levels per side that are subscribed to and kept (BOOK-03). */
export const BOOK_DEPTH = 40;

/** A price and all that is offered there. Texts for the screen are kept, because most levels outlive many paints. */
export interface Level {
  readonly price: DecimalText;
  /** `price` in units of 10^-18. */
  readonly priceUnits: bigint;
  quantity: DecimalText;
  /** `quantity` in units of 10^-18, once somebody asked. */
  quantityUnits: bigint | null;
  /** `price` and `quantity` as the screen writes them, once somebody asked. */
  priceShown: string | null;
  quantityShown: string | null;
}

// No leading zeros, no trailing zeros, at most 18 fractional digits: two equal values have one such text.
const CANONICAL = /^(?:0|[1-9]\d{0,29})(?:\.\d{0,17}[1-9])?$/;

/** The one text of a value that is not negative and has at most 18 fractional digits, else null. */
function canonical(text: DecimalText): DecimalText | null {
  if (CANONICAL.test(text)) return text;
  const value = parseDecimal(text);
  const plain = value && toText(value);
  return plain !== null && CANONICAL.test(plain) ? plain : null;
}

/** Units of 10^-18 of a canonical text. */
export function bookUnits(text: DecimalText): bigint {
  const point = text.indexOf('.');
  if (point === -1) return BigInt(text) * powerOfTen(BOOK_SCALE);
  const digits = text.length - point - 1;
  return BigInt(text.slice(0, point) + text.slice(point + 1)) * powerOfTen(BOOK_SCALE - digits);
}

/** @returns the levels with canonical texts, or null when one of them cannot be read. */
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

/** One side of a book, best price first. */
class BookSide {
  readonly levels: Level[] = [];
  private readonly byPrice = new Map<DecimalText, Level>();
  /** Whether the higher price is the better one. */
  private readonly isBid: boolean;

  constructor(isBid: boolean) {
    this.isBid = isBid;
  }

  clear(): void {
    this.levels.length = 0;
    this.byPrice.clear();
  }

  /** Sets the quantity at a price; 0 removes the level, and removing an unknown one changes nothing. */
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

  /** Forgets levels beyond `depth`: nobody tells of changes there (Kraken's rule for a book of fixed depth). */
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

  /** Where the price is, or belongs. */
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

/** Base coin of all orders of a side; null where the server does not tell. */
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
 * The order book of one pair, changed in place by frames. It never throws and never mends itself: a frame that does not
 * fit is reported, and the owner asks for a new snapshot (BOOK-07).
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

  /** Best first. */
  get bids(): readonly Level[] {
    return this.bidSide.levels;
  }

  /** Best first. */
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

  /** Whether a whole book came and nothing was missed since. */
  get isSynced(): boolean {
    return this.state.isSynced;
  }

  get isEmpty(): boolean {
    return this.bids.length === 0 && this.asks.length === 0;
  }

  /** Whether the best bid reaches the best ask, which cannot be while a market rests. */
  get isCrossed(): boolean {
    const [bid] = this.bids;
    const [ask] = this.asks;
    return bid !== undefined && ask !== undefined && bid.priceUnits >= ask.priceUnits;
  }

  /** Keeps the levels, but takes no delta before the next whole book: the link was lost, or a gap was seen. */
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
      // A price of 0 is how some servers say that nothing was traded yet.
      lastPrice: tradePrice === null || tradePrice === '0' ? this.state.lastPrice : tradePrice,
      // A frame that does not tell leaves none: an older figure would be wrong.
      volumes: { bids: frame.buysVolume, asks: frame.sellsVolume },
    };
    return 'applied';
  }

  /** Whether the frame follows the state that the book has. */
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
