import { compare, decimal, type DecimalText } from './decimal.ts';
import { filledOf } from './history/orders.ts';
import type { Order } from './order.ts';

/** What an order is to become (AMEND-01). The quantity is that of the whole order, with what is filled. */
export interface Amendment {
  readonly price: DecimalText;
  readonly quantity: DecimalText;
}

const isEqual = (a: DecimalText | null, b: DecimalText): boolean =>
  a !== null && compare(decimal(a), decimal(b)) === 0;

/** An order of which the server does not say all can be cancelled, not amended. */
export const isAmendable = (order: Order): boolean => order.price !== null && filledOf(order) !== null;

export const isAsAmended = (
  order: Pick<Order, 'price' | 'quantity'>,
  { price, quantity }: Amendment,
): boolean => isEqual(order.price, price) && isEqual(order.quantity, quantity);

/** Something would be left of the order (AMEND-04). */
export const isAboveFilled = (order: Order, { quantity }: Amendment): boolean =>
  compare(decimal(quantity), decimal(filledOf(order) ?? '0')) > 0;

/** Only the quantity falls (AMEND-02). */
export const keepsPlace = (
  order: Pick<Order, 'price' | 'quantity'>,
  { price, quantity }: Amendment,
): boolean => isEqual(order.price, price) && compare(decimal(quantity), decimal(order.quantity ?? '0')) <= 0;
