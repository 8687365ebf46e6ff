import {
  add,
  compare,
  type Decimal,
  type DecimalText,
  decimal,
  divideBy,
  floorToStep,
  isPositive,
  multiply,
  smaller,
  subtract,
  toText,
  ZERO,
} from './decimal.ts';
import type { Side } from './market.ts';
import type { Order } from './order.ts';
import type { BookLevel } from './orderBook.ts';

/** Fractional digits of a percentage. */
const PERCENT_DIGITS = 2;

export interface Taking {
  readonly side: Side;
  readonly amount: DecimalText;
  /** `quote`: what a market buy spends. */
  readonly unit: 'base' | 'quote';
  /** The worst price that it may trade at; null: any. */
  readonly limit: DecimalText | null;
  /** The step of quantities, above 0. */
  readonly step: Decimal;
  /** Fractional digits of the average. */
  readonly digits: number;
}

export interface TakenFill {
  /** Base coin. */
  readonly quantity: DecimalText;
  /** Quote coin, exact. */
  readonly cost: DecimalText;
  /** Quote coin per base coin, never better than it is: that of a buy is rounded up, that of a sell is cut. */
  readonly average: DecimalText;
  /** The last price that it trades at. */
  readonly worst: DecimalText;
  /** Percent from the middle of the book, rounded up; null where a side is empty. */
  readonly slippage: DecimalText | null;
  /** `unknown`: it takes all levels that are known, and a server need not send all (BOOK-03). */
  readonly reach: 'whole' | 'part' | 'unknown';
}

interface Sides {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** A real book is never crossed; one that looks crossed was read mid-update. */
export function isCrossed({ bids: [bid], asks: [ask] }: Sides): boolean {
  return bid !== undefined && ask !== undefined && compare(decimal(bid[0]), decimal(ask[0])) >= 0;
}

/**
 * What an order fills at once with the levels of the book (ORDER-23).
 * @param book of both sides, best price first @returns null where it fills nothing
 */
export function takenFill(
  { side, amount, unit, limit, step, digits }: Taking,
  book: Sides,
): TakenFill | null {
  const levels = side === 'buy' ? book.asks : book.bids;
  let left = decimal(amount);
  let quantity = ZERO;
  let cost = ZERO;
  let worst: DecimalText | null = null;
  let reach: TakenFill['reach'] = 'unknown';
  for (const [price, size] of levels) {
    const at = decimal(price);
    const beyond = limit === null ? -1 : compare(at, decimal(limit)) * (side === 'buy' ? 1 : -1);
    if (beyond >= 0) reach = 'part';
    if (beyond > 0) break;
    const offered = decimal(size);
    const wanted = unit === 'base' ? left : floorToStep(divideBy(left, at, step.scale), step);
    const part = smaller(wanted, offered);
    if (isPositive(part)) {
      quantity = add(quantity, part);
      cost = add(cost, multiply(part, at));
      left = subtract(left, unit === 'base' ? part : multiply(part, at));
      worst = price;
    }
    if (compare(wanted, offered) <= 0) {
      reach = 'whole';
      break;
    }
  }
  if (worst === null) return null;
  return {
    quantity: toText(quantity),
    cost: toText(cost),
    average: toText(divideBy(cost, quantity, digits, side === 'buy' ? 'ceil' : 'floor')),
    worst,
    slippage: slippageOf(cost, quantity, book),
    reach,
  };
}

export interface OwnInReach {
  readonly price: DecimalText;
  /**
   * More is wanted than others show at that price, and none of them can hide more at a better one; otherwise it
   * depends on time priority, and on what is hidden, which no book says.
   */
  readonly isSure: boolean;
}

/**
 * The user's own order that the order meets with something of it left, or null: no liquidity, since nobody trades with
 * themselves (ORDER-24).
 * @param own of the other side, resting in the book
 * @param mayHide whether orders of others may show only a part of themselves (TYPE-11)
 */
export function ownInReach(
  taking: Taking,
  book: Sides,
  own: readonly Pick<Order, 'price' | 'quantityLeft' | 'displayQuantity'>[],
  mayHide: boolean,
): OwnInReach | null {
  const { side, amount, unit, limit, step } = taking;
  const name = side === 'buy' ? 'asks' : 'bids';
  const ownQuantityAt = (at: Decimal): Decimal =>
    own
      // How much of an iceberg the level shows is not known.
      .filter(({ displayQuantity }) => displayQuantity === undefined)
      .filter(({ price }) => price !== null && compare(decimal(price), at) === 0)
      .reduce((sum, { quantityLeft }) => add(sum, decimal(quantityLeft ?? '0')), ZERO);
  const place = book[name].findIndex(([price]) =>
    own.some((order) => order.price !== null && compare(decimal(order.price), decimal(price)) === 0),
  );
  const level = book[name][place];
  if (!level) return null;
  const at = decimal(level[0]);
  if (limit !== null && compare(at, decimal(limit)) * (side === 'buy' ? 1 : -1) > 0) return null;
  const before = takenFill(taking, { bids: [], asks: [], [name]: book[name].slice(0, place) });
  const taken = (unit === 'base' ? before?.quantity : before?.cost) ?? '0';
  const left = subtract(decimal(amount), decimal(taken));
  const wanted = unit === 'base' ? left : floorToStep(divideBy(left, at, step.scale), step);
  if (!isPositive(wanted)) return null;
  const ofOthers = subtract(decimal(level[1]), ownQuantityAt(at));
  const mayFillBefore = mayHide && place > 0;
  return { price: level[0], isSure: !mayFillBefore && compare(wanted, ofOthers) > 0 };
}

function slippageOf(
  cost: Decimal,
  quantity: Decimal,
  { bids: [bid], asks: [ask] }: Sides,
): DecimalText | null {
  if (bid === undefined || ask === undefined) return null;
  // Twice what it costs, and would cost in the middle.
  const [paid, fair] = [add(cost, cost), multiply(add(decimal(bid[0]), decimal(ask[0])), quantity)];
  const distance = compare(paid, fair) < 0 ? subtract(fair, paid) : subtract(paid, fair);
  return toText(divideBy(multiply(distance, { units: 100n, scale: 0 }), fair, PERCENT_DIGITS, 'ceil'));
}
