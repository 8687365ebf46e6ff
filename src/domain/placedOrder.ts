/** Finds an order whose answer was lost: compares new entries in the lists with what was sent. */
import { add, compare, decimal, type DecimalText, ZERO } from './decimal.ts';
import type { Execution, LimitOrder, NewOrder, Order } from './order.ts';

/** Ids of the pair's open orders and executions. */
export interface BeforeSending {
  readonly orders: readonly string[];
  readonly executions: readonly string[];
}

/** An order on its way. `sentAt` is in epoch milliseconds; `before` is null until it is known. */
export interface SentOrder {
  readonly order: NewOrder;
  /** The same when the order is sent again. */
  readonly idempotencyKey: string;
  readonly sentAt: number;
  readonly before: BeforeSending | null;
  /** Whether the user sends it again after its answer was lost. */
  readonly isAgain: boolean;
}

export interface OwnLists {
  readonly orders: readonly Order[];
  readonly executions: readonly Execution[];
}

/** Milliseconds that the server's clock may be behind. Older entries existed before and only now fit into the list. */
const CLOCK_TOLERANCE = 300_000;

/**
 * The orders before one is sent, from lists on the screen, newest first.
 * @param limit how many entries were requested; a full list may have more behind it.
 * @param now epoch milliseconds, local clock.
 * @returns null where an entry that is left out might later be mistaken for the order.
 */
export function beforeFrom(
  { orders, executions }: OwnLists,
  limit: number,
  now: number,
): BeforeSending | null {
  const isEnough = (list: readonly { readonly createdAt: number | null }[]): boolean =>
    list.length < limit ||
    list.some(({ createdAt }) => createdAt !== null && createdAt < now - CLOCK_TOLERANCE);
  if (!isEnough(orders) || !isEnough(executions)) return null;
  return { orders: orders.map(({ id }) => id), executions: executions.map(({ id }) => id) };
}

/** `partly`: a part was filled, and the rest is cancelled (TYPE-02). */
export type FoundOrder = 'resting' | 'filled' | 'partly';

/** How the order was found in the lists, or null. @param sentAt epoch milliseconds, local clock. */
export function findPlacedOrder(
  sent: NewOrder,
  sentAt: number,
  before: BeforeSending,
  after: OwnLists,
): FoundOrder | null {
  const isRecent = ({ createdAt }: { createdAt: number | null }): boolean =>
    createdAt === null || createdAt >= sentAt - CLOCK_TOLERANCE;
  const rests = after.orders.some(
    (order) => isRecent(order) && !before.orders.includes(order.id) && isTheSame(sent, order),
  );
  if (rests) return 'resting';
  const isOfAnother = ({ orderId = null }: Execution): boolean =>
    orderId !== null && before.orders.includes(orderId);
  const fills = after.executions.filter(
    (execution) =>
      isRecent(execution) &&
      !before.executions.includes(execution.id) &&
      !isOfAnother(execution) &&
      mayComeFrom(sent, execution),
  );
  if (fills.length === 0) return null;
  if (sent.kind === 'market') return 'filled';
  const filled = sum(fills.map(({ quantity }) => quantity ?? '0'));
  if (compare(filled, decimal(sent.quantity)) === 0) return 'filled';
  return sent.timeInForce === 'IOC' ? 'partly' : null;
}

function isTheSame(sent: NewOrder, order: Order): boolean {
  if (order.pair !== sent.pair || order.side !== sent.side) return false;
  if (sent.kind === 'limit' && sent.ocoStopPrice !== undefined) return isTheSameOco(sent, order);
  if (order.kind !== sent.kind) return false;
  const trail = sent.kind === 'market' ? sent.trailPercent : undefined;
  if (!isEqual(trail, order.trailPercent)) return false;
  // The stop of one that trails moves.
  if (trail === undefined && !isEqual(sent.stopPrice, order.stopPrice)) return false;
  if (sent.kind === 'limit')
    return (
      isEqual(sent.displayQuantity, order.displayQuantity) &&
      order.ocoStopPrice === undefined &&
      mayBe(sent.price, order.price) &&
      mayBe(sent.quantity, order.quantity)
    );
  // A market order waits for its stop only, and one to buy names no quantity.
  return (
    (trail ?? sent.stopPrice) !== undefined &&
    order.ocoStopPrice === undefined &&
    (sent.side === 'buy' || mayBe(sent.amount, order.quantity))
  );
}

/** Once its stop was reached it has another kind and price (OCO-02). */
const isTheSameOco = (sent: LimitOrder, order: Order): boolean =>
  isEqual(sent.ocoStopPrice, order.ocoStopPrice) &&
  isEqual(sent.ocoLimitPrice, order.ocoLimitPrice) &&
  mayBe(sent.quantity, order.quantity) &&
  (order.stopPrice !== undefined || mayBe(sent.price, order.price));

/** Absent and null are the same. */
const isEqual = (one: DecimalText | null = null, other: DecimalText | null = null): boolean =>
  one === null || other === null ? one === other : compare(decimal(one), decimal(other)) === 0;

/** A missing value may match: taken for another one, the order would be sent twice. */
const mayBe = (sent: DecimalText, listed: DecimalText | null): boolean =>
  listed === null || isEqual(sent, listed);

/** An order that is not open has filled at once: as taker, at its price or better. */
function mayComeFrom(sent: NewOrder, execution: Execution): boolean {
  if (execution.pair !== sent.pair || execution.side !== sent.side) return false;
  if (sent.kind === 'limit' && sent.ocoStopPrice !== undefined) return mayComeFromOco(sent, execution);
  if (execution.kind !== sent.kind) return false;
  if (execution.isMaker === true) return false;
  const worst = sent.kind === 'market' ? sent.protection : sent.price;
  if (worst === undefined || execution.price === null) return true;
  const order = compare(decimal(execution.price), decimal(worst));
  return sent.side === 'buy' ? order <= 0 : order >= 0;
}

/** It never takes at its price (OCO-05): it fills there as maker, or beyond it, at its stop. */
function mayComeFromOco({ side, price, ocoLimitPrice }: LimitOrder, execution: Execution): boolean {
  const beyond = execution.price === null ? null : compare(decimal(execution.price), decimal(price));
  const isAtPrice = execution.kind === 'limit' && execution.isMaker !== false && (beyond ?? 0) === 0;
  const isBeyond = beyond === null || beyond === (side === 'sell' ? -1 : 1);
  const isAtStop = execution.kind === (ocoLimitPrice === undefined ? 'market' : 'limit') && isBeyond;
  return isAtPrice || isAtStop;
}

const sum = (amounts: readonly DecimalText[]) => amounts.map(decimal).reduce(add, ZERO);
