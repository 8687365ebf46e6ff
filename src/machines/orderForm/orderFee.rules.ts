/** The fee and what arrives, as they are shown before the press (ORDER-16). */
import {
  decimal,
  type DecimalText,
  larger,
  multiply,
  percentOf,
  rescale,
  subtract,
  toText,
} from '../../domain/decimal.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { NewOrder } from '../../domain/order.ts';
import { quantityForTotal } from '../../domain/orderFigures.ts';
import { crossesBook, type MarketFacts } from './orderWarnings.rules.ts';

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

/** The higher one where a part may trade at once and a part later. */
function rateOf(
  order: NewOrder,
  { makerFeePercent, takerFeePercent }: PairSettings,
  facts: MarketFacts,
): DecimalText | null {
  if (order.kind === 'market' || order.timeInForce !== undefined) return takerFeePercent;
  if (order.isPostOnly === true || !crossesBook(order.side, order.price, facts)) return makerFeePercent;
  if (makerFeePercent === null || takerFeePercent === null) return null;
  return toText(larger(decimal(makerFeePercent), decimal(takerFeePercent)));
}

function receivedBy(order: NewOrder, settings: PairSettings): DecimalText | null {
  if (order.kind === 'limit')
    return order.side === 'buy' ? order.quantity : worth(order.quantity, order.price);
  if (order.protection === undefined) return null;
  return order.side === 'buy'
    ? quantityForTotal(order.amount, order.protection, settings)
    : worth(order.amount, order.protection);
}

const worth = (quantity: DecimalText, price: DecimalText): DecimalText =>
  toText(rescale(multiply(decimal(quantity), decimal(price)), DIGITS));

/** In the quote coin; null where it cannot be said. */
export function valueOfOrder(order: NewOrder, { bestBid }: Pick<MarketFacts, 'bestBid'>): DecimalText | null {
  if (order.kind === 'limit') return worth(order.quantity, order.price);
  if (order.side === ('buy' satisfies Side)) return order.amount;
  return bestBid === null ? null : worth(order.amount, bestBid);
}
