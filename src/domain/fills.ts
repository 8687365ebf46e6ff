/** What became of the user's orders between two reads: nothing but reads tells (there is no private feed). */
import { add, decimal, type DecimalText, toText, ZERO } from './decimal.ts';
import type { Execution, Order } from './order.ts';

/** Executions that an earlier read did not show, oldest first. */
export function newExecutions(seen: ReadonlySet<string>, executions: readonly Execution[]): Execution[] {
  return executions.filter(({ id }) => !seen.has(id)).sort((a, b) => a.createdAt - b.createdAt);
}

/** Whether an order filled, went or came: trades and balances are then out of date. */
export function haveOrdersMoved(before: readonly Order[], after: readonly Order[]): boolean {
  if (before.length !== after.length) return true;
  const left = new Map(before.map((order) => [order.id, order.quantityLeft]));
  return after.some((order) => left.get(order.id) !== order.quantityLeft);
}

/** Base coin of all of them. */
export const sumOfFills = (fills: readonly Pick<Execution, 'quantity'>[]): DecimalText =>
  toText(fills.map(({ quantity }) => decimal(quantity)).reduce(add, ZERO));
