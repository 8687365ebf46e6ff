import { compare, decimal, type DecimalText, isPositive } from './decimal.ts';
import { filledOf } from './history/orders.ts';
import { hasBothLegs, isWaiting, type Order } from './order.ts';

/** The new terms of an order (AMEND-01); missing ones stay the same. The quantity is that of the whole order. */
export interface Amendment {
  readonly price?: DecimalText;
  readonly quantity?: DecimalText;
  /** The stop price of a stop order that waits (STOP-07). */
  readonly stopPrice?: DecimalText;
}

export type AmendmentField = 'stop' | 'price' | 'quantity';

/** What can be changed of an order: a market order has no price, and one that spends a cost no quantity. */
export function amendableFields(order: Order): readonly AmendmentField[] {
  if (!isWaiting(order)) return ['price', 'quantity'];
  return [
    'stop',
    ...(order.price === null ? [] : (['price'] as const)),
    ...(order.quantity !== null && isPositive(decimal(order.quantity)) ? (['quantity'] as const) : []),
  ];
}

/**
 * Whether the server can change it: a waiting one must not be triggered, and one with missing data, with two legs or
 * that trails the last price can only be cancelled.
 */
export function isAmendable(order: Order, { amend }: { readonly amend: boolean }): boolean {
  if (!amend || filledOf(order) === null || hasBothLegs(order) || order.trailPercent !== undefined)
    return false;
  return isWaiting(order) ? order.state === 'WAITING' : order.price !== null;
}

const isEqual = (a: DecimalText | null | undefined, b: DecimalText): boolean =>
  a !== null && a !== undefined && compare(decimal(a), decimal(b)) === 0;

export function isAsAmended(
  order: Pick<Order, 'price' | 'quantity' | 'stopPrice'>,
  { price, quantity, stopPrice }: Amendment,
): boolean {
  const isAs = (is: DecimalText | null | undefined, wanted: DecimalText | undefined): boolean =>
    wanted === undefined || isEqual(is, wanted);
  return isAs(order.price, price) && isAs(order.quantity, quantity) && isAs(order.stopPrice, stopPrice);
}

/** Something would be left of the order (AMEND-04). */
export const isAboveFilled = (order: Order, { quantity }: Amendment): boolean =>
  quantity === undefined || compare(decimal(quantity), decimal(filledOf(order) ?? '0')) > 0;

/** Only the quantity falls (AMEND-02). */
export const keepsPlace = (
  order: Pick<Order, 'price' | 'quantity'>,
  { price, quantity }: Required<Pick<Amendment, 'price' | 'quantity'>>,
): boolean => isEqual(order.price, price) && compare(decimal(quantity), decimal(order.quantity ?? '0')) <= 0;
