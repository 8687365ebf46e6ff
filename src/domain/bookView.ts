import {
  fromUnits,
  type Decimal,
  type DecimalText,
  decimal,
  powerOfTen,
  toFixedText,
  toText,
} from './decimal.ts';
import type { PairSettings } from './market.ts';
import { priceStep, quantityStep } from './orderFigures.ts';
import { BOOK_SCALE, bookUnits, type BookVolumes, type Level, type OrderBook } from './orderBook.ts';

/** How many ticks one row may group; 1 shows every price. 2.5 would be no whole number of ticks. */
export const GROUPINGS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

export type Grouping = (typeof GROUPINGS)[number];

export function readGrouping(text: string | null): Grouping {
  return GROUPINGS.find((one) => String(one) === text) ?? 1;
}

/** The most fractional digits that are shown (BOOK-09). */
const PRICE_DIGITS = 8;
const QUANTITY_DIGITS = 5;

/** Fractional digits of the rows. */
export interface BookDigits {
  readonly priceDigits: number;
  readonly quantityDigits: number;
}

const MAX_DIGITS: BookDigits = { priceDigits: PRICE_DIGITS, quantityDigits: QUANTITY_DIGITS };

function digitsWithin(step: Decimal, most: number): number {
  const { scale } = decimal(toText(step));
  return scale < most ? scale : most;
}

/** Those of the pair's tick and step, once its rules are known (BOOK-09). */
export const bookDigits = (settings: PairSettings | null): BookDigits =>
  settings === null
    ? MAX_DIGITS
    : {
        priceDigits: digitsWithin(priceStep(settings), PRICE_DIGITS),
        quantityDigits: digitsWithin(quantityStep(settings), QUANTITY_DIGITS),
      };

/** Which sides are shown (BOOK-01). */
export type BookFilter = 'all' | 'buy' | 'sell';

export interface BookViewOptions {
  readonly rows: number;
  readonly filter: BookFilter;
  /** Prices are grouped to multiples of this: bids down, asks up. Null shows every price. */
  readonly grouping: DecimalText | null;
  /** By default as many as possible; finer values are shown whole. */
  readonly digits?: BookDigits;
  /** Prices of the user's own open orders; their rows are marked. */
  readonly own?: OwnPrices;
}

export interface OwnPrices {
  readonly bids: readonly DecimalText[];
  readonly asks: readonly DecimalText[];
}

const NO_OWN_PRICES: OwnPrices = { bids: [], asks: [] };

/** One row: exact values to fill a form with, and texts as shown. */
export interface BookRow {
  readonly price: DecimalText;
  readonly quantity: DecimalText;
  readonly priceShown: string;
  readonly quantityShown: string;
  /** Base coin from the best price down to this row. */
  readonly totalShown: string;
  /** The length of the depth bar: thousandths of the larger side's visible total, 0 to 1000. */
  readonly share: number;
  readonly isOwn: boolean;
}

export interface BookView {
  /** Both sides best first; a side that the filter hides is empty. */
  readonly asks: readonly BookRow[];
  readonly bids: readonly BookRow[];
  readonly top: BookPrices;
  readonly spread: Spread | null;
  readonly volumes: BookVolumes;
  /** True when the book has no orders at all, whatever the filter shows. */
  readonly isEmpty: boolean;
}

export interface BookPrices {
  readonly bid: DecimalText | null;
  readonly ask: DecimalText | null;
  readonly last: DecimalText | null;
}

export interface Spread {
  /** Quote coin. */
  readonly amount: DecimalText;
  /** Percentage of the mid price, three digits. */
  readonly percent: string;
}

export function bookPrices(book: OrderBook): BookPrices {
  return { bid: book.bids[0]?.price ?? null, ask: book.asks[0]?.price ?? null, last: book.lastPrice };
}

/** The book as the screen shows it. Meant for 10 calls a second, not for every frame. */
export function bookView(book: OrderBook, options: BookViewOptions): BookView {
  const { rows, filter, grouping, own = NO_OWN_PRICES, digits = MAX_DIGITS } = options;
  const step = grouping === null ? 0n : bookUnits(grouping);
  const [up, down] = [
    { step, isBid: false },
    { step, isBid: true },
  ];
  const asks = filter === 'buy' ? [] : linesOf(book.asks, rows, up);
  const bids = filter === 'sell' ? [] : linesOf(book.bids, rows, down);
  const deepest = larger(asks.at(-1)?.total ?? 0n, bids.at(-1)?.total ?? 0n);
  const [ownAsks, ownBids] = [ownRows(own.asks, up), ownRows(own.bids, down)];
  return {
    asks: asks.map((line) => rowOf(line, deepest, ownAsks, digits)),
    bids: bids.map((line) => rowOf(line, deepest, ownBids, digits)),
    top: bookPrices(book),
    spread: spreadOf(book),
    volumes: book.volumes,
    isEmpty: book.isEmpty,
  };
}

/** Units are 10^-18. */
interface Line {
  readonly price: DecimalText;
  readonly priceShown: string;
  readonly quantity: DecimalText;
  readonly quantityShown: string;
  readonly total: bigint;
  readonly group: bigint;
}

interface RowWidth {
  /** Units of 10^-18; 0 for no grouping. */
  readonly step: bigint;
  readonly isBid: boolean;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

function linesOf(levels: readonly Level[], rows: number, grouping: RowWidth): Line[] {
  return grouping.step > 0n ? groupedLines(levels, rows, grouping) : plainLines(levels, rows);
}

function plainLines(levels: readonly Level[], rows: number): Line[] {
  const lines: Line[] = [];
  let total = 0n;
  for (let index = 0; index < rows && index < levels.length; index += 1) {
    const level = levels[index];
    if (!level) break;
    total += quantityUnits(level);
    level.priceShown ??= shownPrice(level.priceUnits);
    level.quantityShown ??= shownQuantity(quantityUnits(level));
    const { price, priceShown, quantity, quantityShown } = level;
    lines.push({ price, priceShown, quantity, quantityShown, total, group: level.priceUnits });
  }
  return lines;
}

/**
 * Bids are grouped downwards and asks upwards, so that no group looks better than its prices. Bids below the first
 * step would round to 0, which is no price: they are shown at the lowest price among them.
 */
function groupedLines(levels: readonly Level[], rows: number, { step, isBid }: RowWidth): Line[] {
  const groups: { group: bigint; price: bigint; quantity: bigint }[] = [];
  for (const level of levels) {
    const group = groupOf(level.priceUnits, { step, isBid });
    const price = group === 0n ? level.priceUnits : group;
    const last = groups.at(-1);
    if (last?.group === group) {
      last.quantity += quantityUnits(level);
      last.price = price;
    } else if (groups.length === rows) break;
    else groups.push({ group, price, quantity: quantityUnits(level) });
  }
  let total = 0n;
  return groups.map(({ group, price, quantity }) => {
    total += quantity;
    return {
      price: fromUnits(price, BOOK_SCALE),
      priceShown: shownPrice(price),
      quantity: fromUnits(quantity, BOOK_SCALE),
      quantityShown: shownQuantity(quantity),
      total,
      group,
    };
  });
}

function groupOf(price: bigint, { step, isBid }: RowWidth): bigint {
  const rest = price % step;
  return rest === 0n ? price : price - rest + (isBid ? 0n : step);
}

const NO_ROWS: ReadonlySet<bigint> = new Set();

function ownRows(prices: readonly DecimalText[], grouping: RowWidth): ReadonlySet<bigint> {
  if (prices.length === 0) return NO_ROWS;
  const units = prices.map((price) => bookUnits(toText(decimal(price))));
  return new Set(grouping.step > 0n ? units.map((price) => groupOf(price, grouping)) : units);
}

function rowOf(
  { total, group, ...line }: Line,
  deepest: bigint,
  own: ReadonlySet<bigint>,
  { priceDigits, quantityDigits }: BookDigits,
): BookRow {
  const thousandths = deepest === 0n ? 0n : (total * 1000n) / deepest;
  const quantityZeros = QUANTITY_DIGITS - quantityDigits;
  return {
    ...line,
    priceShown: withoutZeros(line.priceShown, PRICE_DIGITS - priceDigits),
    quantityShown: withoutZeros(line.quantityShown, quantityZeros),
    totalShown: withoutZeros(shownQuantity(total), quantityZeros),
    // A length in pixels, not an amount, so a number is fine.
    share: Number(thousandths),
    isOwn: own.has(group),
  };
}

function quantityUnits(level: Level): bigint {
  level.quantityUnits ??= bookUnits(level.quantity);
  return level.quantityUnits;
}

const shownPrice = (units: bigint): string => shown(units, PRICE_DIGITS);
const shownQuantity = (units: bigint): string => shown(units, QUANTITY_DIGITS);

/** Cut to fixed digits. What is too small for them is shown as "less than", not as 0. */
function shown(units: bigint, digits: number): string {
  const text = toFixedText({ units, scale: BOOK_SCALE }, digits);
  const isTooSmall = units > 0n && units < powerOfTen(BOOK_SCALE - digits);
  return isTooSmall ? `<${toFixedText({ units: 1n, scale: digits }, digits)}` : text;
}

/** Without this many trailing zeros, and without a point left by them; unchanged where other digits are there. */
function withoutZeros(text: string, count: number): string {
  const end = text.length - count;
  for (let at = end; at < text.length; at += 1) if (text[at] !== '0') return text;
  return text[end - 1] === '.' ? text.slice(0, end - 1) : text.slice(0, end);
}

const PERCENT_DIGITS = 3;

function spreadOf(book: OrderBook): Spread | null {
  const bid = book.bids[0]?.priceUnits;
  const ask = book.asks[0]?.priceUnits;
  if (bid === undefined || ask === undefined || ask <= bid) return null;
  const percent = (200n * (ask - bid) * powerOfTen(PERCENT_DIGITS)) / (ask + bid);
  return {
    amount: fromUnits(ask - bid, BOOK_SCALE),
    percent: toFixedText({ units: percent, scale: PERCENT_DIGITS }, PERCENT_DIGITS),
  };
}

/** The spread in ticks (BOOK-21); null where it is no whole number of them. */
export function ticksOf({ amount }: Spread, tick: DecimalText): number | null {
  const [wide, step] = [bookUnits(amount), bookUnits(tick)];
  return step > 0n && wide % step === 0n ? Number(wide / step) : null;
}

/** Rows per side by window width in CSS pixels (BOOK-02). */
const ROWS_BELOW_WIDTH: readonly (readonly [width: number, rows: number])[] = [
  [640, 5],
  [768, 6],
  [1024, 8],
  [1280, 10],
  [1440, 12],
];
const ROWS_WHEN_WIDE = 14;
const EXTRA_ROWS_WHEN_TALL = 4;

/** Rows per side: 5 to 14 by width, 4 more in a tall window. */
export function bookRows(width: number, height: number): number {
  const rows = ROWS_BELOW_WIDTH.find(([below]) => width < below)?.[1] ?? ROWS_WHEN_WIDE;
  return width >= 1024 && height > 900 ? rows + EXTRA_ROWS_WHEN_TALL : rows;
}
