/** What the order form shows beside its fields, and when it asks once more, without ever stopping a sound order. */
import {
  compare,
  decimal,
  type Decimal,
  type DecimalText,
  isPositive,
  larger,
  multiply,
  percentOf,
  rescale,
  subtract,
  toText,
  ZERO,
} from '../../domain/decimal.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import { isByCost, type NewOrder } from '../../domain/order.ts';
import { quantityForTotal } from '../../domain/orderFigures.ts';

const FAR_PERCENT: Decimal = { units: 5n, scale: 0 };
const MAX_PERCENT: Decimal = { units: 90n, scale: 0 };

/** Notes beside the fields that do not stop the user. */
export type OrderWarning =
  | 'crossesBook'
  | 'farFromBest'
  | 'exceedsBalance'
  | 'mostOfBalance'
  | 'belowMinimum';

export interface MarketFacts {
  /** Best prices of the book; null when unknown or empty. */
  readonly bestBid: DecimalText | null;
  readonly bestAsk: DecimalText | null;
  /** They may be old: a market order is not bound by them (TYPE-05). */
  readonly isStale?: boolean;
  /** Available balance of the coin that the order spends; null when unknown. */
  readonly available: DecimalText | null;
}

/** A buy at or above the best ask, a sell at or below the best bid: it trades at once. */
export function crossesBook(side: Side, price: DecimalText, facts: MarketFacts): boolean {
  const opposite = side === 'buy' ? facts.bestAsk : facts.bestBid;
  if (opposite === null) return false;
  const order = compare(decimal(price), decimal(opposite));
  return side === 'buy' ? order >= 0 : order <= 0;
}

/** More than 5 % away from the price it would trade at (or from its own best price where the other side is empty). */
export function isFarFromBest(side: Side, price: DecimalText, facts: MarketFacts): boolean {
  const [opposite, own] = side === 'buy' ? [facts.bestAsk, facts.bestBid] : [facts.bestBid, facts.bestAsk];
  const best = opposite ?? own;
  if (best === null) return false;
  const difference = subtract(decimal(price), decimal(best));
  const distance = difference.units < 0n ? subtract(ZERO, difference) : difference;
  return compare(distance, percentOf(decimal(best), FAR_PERCENT)) > 0;
}

/** Warnings for the current figures of the form; none for unreadable ones. @param dearest price of the dearer leg. */
export function warningsOf(
  side: Side,
  price: DecimalText | null,
  quantity: DecimalText | null,
  facts: MarketFacts,
  settings: PairSettings | null,
  dearest = price,
): OrderWarning[] {
  const warnings: OrderWarning[] = [];
  const isPriced = price !== null && isPositive(decimal(price));
  if (isPriced && crossesBook(side, price, facts)) warnings.push('crossesBook');
  if (isPriced && isFarFromBest(side, price, facts)) warnings.push('farFromBest');
  if (quantity === null) return warnings;
  const spent =
    side === 'sell'
      ? decimal(quantity)
      : isPriced && dearest !== null
        ? multiply(decimal(dearest), decimal(quantity))
        : null;
  if (spent && isPositive(spent) && facts.available !== null) {
    const available = decimal(facts.available);
    if (compare(spent, available) > 0) warnings.push('exceedsBalance');
    else if (compare(spent, percentOf(available, MAX_PERCENT)) > 0) warnings.push('mostOfBalance');
  }
  // Also of a quantity of which the steps leave nothing.
  const minimum = settings?.minOrderSize ?? null;
  if (minimum !== null && compare(decimal(quantity), decimal(minimum)) < 0) warnings.push('belowMinimum');
  return warnings;
}

/** An order that both trades at once and lies far from the best price is asked about once. */
export function needsConfirmation(order: NewOrder, facts: MarketFacts): boolean {
  return (
    order.kind === 'limit' &&
    // It does not trade at once.
    order.stopPrice === undefined &&
    // It is refused where it would trade at once.
    order.isPostOnly !== true &&
    order.ocoStopPrice === undefined &&
    crossesBook(order.side, order.price, facts) &&
    isFarFromBest(order.side, order.price, facts)
  );
}

/** Decimals of the shown fee and proceeds (ORDER-16). */
const DIGITS = 8;

export interface ExpectedFill {
  readonly percent: DecimalText;
  /** Of the coin that arrives, rounded up; the least that arrives when the order is filled whole. */
  readonly fee: DecimalText;
  readonly arrives: DecimalText;
}

/** @returns null where the rates or the price are not known. */
export function expectedFill(
  order: NewOrder,
  settings: PairSettings,
  facts: MarketFacts,
): ExpectedFill | null {
  const percent = rateOf(order, settings, facts);
  const received = receivedBy(order, settings);
  if (percent === null || received === null) return null;
  const fee = rescale(percentOf(decimal(received), decimal(percent)), DIGITS, 'ceil');
  return { percent, fee: toText(fee), arrives: toText(subtract(decimal(received), fee)) };
}

/** The higher one where a part may trade at once and a part later, or where an old book does not tell. */
function rateOf(
  order: NewOrder,
  { makerFeePercent, takerFeePercent }: PairSettings,
  facts: MarketFacts,
): DecimalText | null {
  if (order.kind === 'market' || order.timeInForce !== undefined) return takerFeePercent;
  const mayTrade =
    (order.stopPrice ?? order.ocoStopPrice) !== undefined ||
    facts.isStale === true ||
    crossesBook(order.side, order.price, facts);
  if (order.isPostOnly === true || !mayTrade) return makerFeePercent;
  if (makerFeePercent === null || takerFeePercent === null) return null;
  return toText(larger(decimal(makerFeePercent), decimal(takerFeePercent)));
}

function receivedBy(order: NewOrder, settings: PairSettings): DecimalText | null {
  if (order.kind === 'limit' && order.side === 'buy') return order.quantity;
  if (order.kind === 'limit' && order.ocoStopPrice !== undefined)
    return order.ocoLimitPrice === undefined
      ? null
      : worth(order.quantity, lower(order.price, order.ocoLimitPrice));
  if (order.kind === 'limit') return worth(order.quantity, order.price);
  if (order.isByQuantity === true) return order.amount;
  if (order.protection === undefined) return null;
  return order.side === 'buy'
    ? quantityForTotal(order.amount, order.protection, settings)
    : worth(order.amount, order.protection);
}

const lower = (one: DecimalText, other: DecimalText): DecimalText =>
  compare(decimal(one), decimal(other)) < 0 ? one : other;

const worth = (quantity: DecimalText, price: DecimalText): DecimalText =>
  toText(rescale(multiply(decimal(quantity), decimal(price)), DIGITS));

export interface LegValues {
  readonly take: DecimalText;
  /** Of a sale at any price: at its stop price, which it may get more or less than. Else the least, or most of a buy. */
  readonly stop: DecimalText;
  readonly isAtAnyPrice: boolean;
}

/** What each leg brings or costs in the quote coin, without fees (OCO-06); null for any other order. */
export function legValues(order: NewOrder): LegValues | null {
  if (order.kind !== 'limit' || order.ocoStopPrice === undefined) return null;
  const { quantity, price, ocoStopPrice, ocoLimitPrice } = order;
  return {
    take: worth(quantity, price),
    stop: worth(quantity, ocoLimitPrice ?? ocoStopPrice),
    isAtAnyPrice: ocoLimitPrice === undefined,
  };
}

/** In the quote coin, for a buy the maximum; null where it is unknown. */
export function valueOfOrder(order: NewOrder, { bestBid }: Pick<MarketFacts, 'bestBid'>): DecimalText | null {
  if (order.kind === 'limit')
    return worth(
      order.quantity,
      toText(larger(decimal(order.price), decimal(order.ocoLimitPrice ?? order.price))),
    );
  if (isByCost(order)) return order.amount;
  const price = order.side === 'buy' ? (order.protection ?? null) : bestBid;
  return price === null ? null : worth(order.amount, price);
}
