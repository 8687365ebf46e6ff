import { randomUUID } from 'node:crypto';
import type { OrderRecord, Refusal } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { textOf } from '../ledger/units.ts';
import { heldByStop, type StopOrder, type Stops } from '../matching/stops.ts';
import type { FarOrder } from './farPrice.ts';
import { answeredWith, type IdempotencyKey } from './idempotency.ts';
import type { Pair } from './pairs.ts';
import { type Plan, planRefusal } from './plan.ts';
import { LARGEST_OPEN, planIncoming } from './planOrder.ts';
import { refuse } from './refusals.ts';
import type { IncomingOrder } from './terms.ts';
import type { Matching } from './unsettled.ts';

const recordOf = (
  pair: Pair,
  { id, stop, incoming, createdAt }: StopOrder,
  state: 'WAITING' | 'CANCELED',
  updatedAt: Date,
): OrderRecord => ({
  id,
  pair: pair.rules.symbol,
  side: incoming.side,
  kind: incoming.kind,
  price: incoming.limit === null ? null : textOf(incoming.limit),
  quantity: textOf(incoming.quantity ?? 0n),
  quantityLeft: textOf(incoming.quantity ?? 0n),
  cost: incoming.cost === null ? null : textOf(incoming.cost),
  value: '0',
  fee: '0',
  timeInForce: incoming.timeInForce,
  isPostOnly: incoming.isPostOnly,
  stopPrice: textOf(stop),
  state,
  createdAt,
  updatedAt,
  executedAt: null,
});

const paidIn = (pair: Pair, side: 'buy' | 'sell'): string =>
  side === 'buy' ? pair.rules.quote : pair.rules.base;

/** Lets an order wait for its stop price, with all that it may need reserved (STOP-02). */
export function planStop(
  { pair, book, stops, stopsPerPair, numbers }: Matching,
  { stop, ...asked }: IncomingOrder & { readonly stop: bigint },
  far: FarOrder | undefined,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const { accountId, side, kind, limit, quantity, cost, timeInForce, isPostOnly } = asked;
  const incoming = { accountId, side, kind, limit, quantity, cost, timeInForce, isPostOnly };
  const order: StopOrder = { id: randomUUID(), number: numbers.nextOrder(), stop, incoming, createdAt: now };
  const refusal = refusalOf(pair, stops, stopsPerPair, order, book.openOf(incoming.accountId));
  if (refusal) return planRefusal(incoming.accountId, refusal, idempotencyKey, now);
  stops.add(order);
  const record = recordOf(pair, order, 'WAITING', now);
  const held = String(heldByStop(order));
  return {
    operation: {
      type: 'order',
      at: now,
      account: incoming.accountId,
      ...answeredWith(idempotencyKey, { order: record }),
      id: order.id,
      entry: randomUUID(),
      number: order.number,
      side: incoming.side,
      kind: incoming.kind,
      price: incoming.limit === null ? null : String(incoming.limit),
      time_in_force: incoming.timeInForce,
      post_only: incoming.isPostOnly,
      stop_price: String(stop),
      quantity: String(incoming.quantity ?? 0n),
      quantity_left: String(incoming.quantity ?? 0n),
      cost: incoming.cost === null ? null : String(incoming.cost),
      value: '0',
      state: record.state,
      executed_at: null,
      far,
      pay: paidIn(pair, incoming.side),
      need: held,
      rest: held,
    },
    outcome: { ok: true, value: record },
    changes: [],
    trades: [],
    isCut: false,
    undo: () => void stops.remove(order.id),
  };
}

function refusalOf(
  { rules }: Pair,
  stops: Stops,
  stopsPerPair: number,
  stop: StopOrder,
  inBook: number,
): Refusal | undefined {
  const { accountId, side } = stop.incoming;
  if (stops.isReached(stop)) return refuse.stopReached(side, textOf(stops.lastPrice ?? 0n), rules.quote);
  const open = stops.openOf(accountId);
  if (inBook + open >= LARGEST_OPEN) return refuse.tooManyOpen(LARGEST_OPEN);
  return open >= stopsPerPair ? refuse.tooManyStops(stopsPerPair) : undefined;
}

/** Also of one that was triggered and is not matched yet. */
export function planStopCancel(
  { pair, stops }: Pick<Matching, 'pair' | 'stops'>,
  order: StopOrder,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const { accountId, side, quantity } = order.incoming;
  const putBack = stops.remove(order.id);
  const record = recordOf(pair, order, 'CANCELED', now);
  const [lines, held] = [new Lines(), heldByStop(order)];
  lines.add({ account: accountId }, paidIn(pair, side), { available: held, inOrders: -held });
  return {
    operation: {
      type: 'cancel',
      at: now,
      account: accountId,
      ...answeredWith(idempotencyKey, { order: record }),
      id: order.id,
      entry: randomUUID(),
      quantity_left: String(quantity ?? 0n),
      lines: lines.all(),
    },
    outcome: { ok: true, value: record },
    changes: [],
    trades: [],
    isCut: false,
    undo: putBack,
  };
}

/**
 * A triggered order is matched like a new one; what a new one would be refused for cancels it (STOP-04).
 * @returns null where it would trade outside the price band: it is tried again later.
 */
export function planTrigger(matching: Matching, order: StopOrder, most: number, now: Date): Plan | null {
  const { pair, stops } = matching;
  const putBack = stops.remove(order.id);
  const { id, incoming, createdAt } = order;
  const plan = planIncoming(
    matching,
    { ...incoming, increment: pair.increment },
    {
      id,
      held: heldByStop(order),
      filled: 0n,
      left: incoming.quantity ?? 0n,
      value: 0n,
      stop: order.stop,
      isTriggered: true,
      createdAt,
      executedAt: null,
    },
    undefined,
    most,
    now,
  );
  if (plan.operation.type === 'refusal') {
    putBack();
    if (!plan.outcome.ok && plan.outcome.code === 'PRICE_OUTSIDE_BAND') return null;
    return planStopCancel(matching, order, undefined, now);
  }
  return {
    ...plan,
    undo() {
      plan.undo();
      putBack();
    },
  };
}
