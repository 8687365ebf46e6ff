import { randomUUID } from 'node:crypto';
import type { OrderRecord, Refusal } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { affordable, LARGEST_UNITS, textOf } from '../ledger/units.ts';
import { heldByStop, type StopOrder, type Stops } from '../matching/stops.ts';
import { trailStop } from '../matching/trails.ts';
import type { FarOrder, WorstCase } from './farPrice.ts';
import { answeredWith, type IdempotencyKey } from './idempotency.ts';
import { checkFar } from './matchInBand.ts';
import type { Pair } from './pairs.ts';
import { type Plan, planAsItIs, planRefusal } from './plan.ts';
import { LARGEST_OPEN, marksFor, openOf, planIncoming, stopsOf } from './planOrder.ts';
import { trailText } from './orderAfter.ts';
import { heldBy, ocoRecord, restingRecord } from './planResting.ts';
import { refuse } from './refusals.ts';
import type { Amendment, IncomingOrder } from './terms.ts';
import type { Matching } from './unsettled.ts';
import { valueRefusal } from './validation.ts';

/** @param stop its price as of now; null for one that ended before it was triggered. */
const recordOf = (
  pair: Pair,
  order: StopOrder,
  stop: bigint | null,
  state: 'WAITING' | 'CANCELED',
  updatedAt: Date,
): OrderRecord =>
  order.rested
    ? { ...restingRecord(pair, order.rested, updatedAt), state }
    : waitingRecord(pair, order, stop, state, updatedAt);

const waitingRecord = (
  pair: Pair,
  { id, trail, incoming, createdAt }: StopOrder,
  stop: bigint | null,
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
  stopPrice: stop === null ? null : textOf(stop),
  trailPercent: trailText(trail),
  displayQuantity: null,
  ...ocoRecord(null),
  state,
  createdAt,
  updatedAt,
  executedAt: null,
});

/** Units that it reserves until it is matched. */
const heldUntilMatched = (order: StopOrder): bigint =>
  order.rested ? heldBy(order.rested) : heldByStop(order);

/** Once triggered it may trade at its limit; without one, at an unknown price. */
export function waitingCase(
  { limit, quantity, cost }: StopOrder['incoming'],
  increment: bigint,
): Omit<WorstCase, 'side'> {
  const most = limit === null || cost === null ? 0n : affordable(cost, limit, increment);
  return { worst: limit, fills: [], waiting: quantity ?? most };
}

const textOrNull = (units: bigint | null): string | null => (units === null ? null : String(units));

const paidIn = (pair: Pair, side: 'buy' | 'sell'): string =>
  side === 'buy' ? pair.rules.quote : pair.rules.base;

/** Stores an order that waits for its stop price, or trails the last price (TRAIL-01), with everything that it may need reserved (STOP-02). */
export function planStop(
  { pair, book, stops, stopsPerPair, numbers }: Matching,
  asked: IncomingOrder,
  far: FarOrder | undefined,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const { accountId, side, kind, limit, quantity, cost, timeInForce, isPostOnly } = asked;
  const [stop, trail] = [asked.stop ?? null, asked.trail ?? null];
  const incoming = { accountId, side, kind, limit, quantity, cost, timeInForce, isPostOnly };
  const [id, number] = [randomUUID(), numbers.nextOrder()];
  const order: StopOrder = { id, number, stop, trail, incoming, createdAt: now };
  const refusal =
    reachedRefusal(pair, stops, order) ??
    trailRefusal(pair, stops, order) ??
    openRefusal(stopsOf(book, stops, accountId), stopsPerPair, openOf(book, stops, accountId));
  if (refusal) return planRefusal(incoming.accountId, refusal, idempotencyKey, now);
  const begun = trail === null ? undefined : stops.begin(order);
  stops.add(order);
  const record = recordOf(pair, order, stops.priceOf(order), 'WAITING', now);
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
      price: textOrNull(incoming.limit),
      time_in_force: incoming.timeInForce,
      post_only: incoming.isPostOnly,
      ...(stop !== null && { stop_price: String(stop) }),
      ...(trail !== null && { trail: String(trail) }),
      ...(begun?.mark && { marks: marksFor([begun.mark]) }),
      quantity: String(incoming.quantity ?? 0n),
      quantity_left: String(incoming.quantity ?? 0n),
      cost: textOrNull(incoming.cost),
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
    undo() {
      stops.remove(order.id);
      begun?.undo();
    },
  };
}

const reachedRefusal = ({ rules }: Pair, stops: Stops, stop: StopOrder): Refusal | undefined =>
  stop.stop !== null && stops.isReached(stop.incoming.side, stop.stop)
    ? refuse.stopReached(stop.incoming.side, textOf(stops.lastPrice ?? 0n), rules.quote)
    : undefined;

function trailRefusal({ rules, tick }: Pair, { lastPrice }: Stops, order: StopOrder): Refusal | undefined {
  if (order.trail === null) return undefined;
  if (lastPrice === null) return refuse.trailNeedsPrice(rules.symbol);
  const stop = trailStop(order.incoming.side, lastPrice, order.trail, tick);
  return stop <= 0n || stop > LARGEST_UNITS ? refuse.trailTooFar() : undefined;
}

/** @param waiting those that wait for a price. */
function openRefusal(waiting: number, stopsPerPair: number, open: number): Refusal | undefined {
  if (open >= LARGEST_OPEN) return refuse.tooManyOpen(LARGEST_OPEN);
  return waiting >= stopsPerPair ? refuse.tooManyStops(stopsPerPair) : undefined;
}

/**
 * Changes a waiting order and its reservation (STOP-07). It goes behind the others at its stop price, unless only its
 * quantity falls.
 */
export function planStopAmendment(
  matching: Matching,
  order: StopOrder,
  { limit, quantity, stop, priceCheck }: Amendment,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const { pair, stops, numbers } = matching;
  const { incoming: before } = order;
  const { accountId, side } = before;
  if (order.trail !== null) return planRefusal(accountId, refuse.trailNotAmendable(), idempotencyKey, now);
  if (quantity !== undefined && before.cost !== null)
    return planRefusal(accountId, refuse.stopHasCost(), idempotencyKey, now);
  const incoming = { ...before, limit: limit ?? before.limit, quantity: quantity ?? before.quantity };
  const wanted: StopOrder = { ...order, stop: stop ?? order.stop, incoming };
  const isSamePrice = wanted.stop === order.stop && incoming.limit === before.limit;
  if (isSamePrice && incoming.quantity === before.quantity)
    return planAsItIs(accountId, recordOf(pair, order, order.stop, 'WAITING', now), idempotencyKey, now);
  const refusal = amendedRefusal(pair, stops, wanted);
  if (refusal) return planRefusal(accountId, refusal, idempotencyKey, now);
  const keepsPlace = isSamePrice && (incoming.quantity ?? 0n) < (before.quantity ?? 0n);
  const checked = keepsPlace
    ? ({ ok: true } as const)
    : checkFar(matching, { side, priceCheck }, () => waitingCase(incoming, pair.increment));
  if (!checked.ok) return planRefusal(accountId, checked, undefined, now);

  const amended: StopOrder = keepsPlace ? wanted : { ...wanted, number: numbers.nextOrder() };
  const putBack = stops.remove(order.id);
  stops.add(amended);
  const record = recordOf(pair, amended, amended.stop, 'WAITING', now);
  const more = heldByStop(amended) - heldByStop(order);
  const [lines, taken] = [new Lines(), String(more > 0n ? more : 0n)];
  if (more < 0n) lines.add({ account: accountId }, paidIn(pair, side), { available: -more, inOrders: more });
  return {
    operation: {
      type: 'amend',
      at: now,
      account: accountId,
      ...answeredWith(idempotencyKey, { order: record }),
      id: order.id,
      ...(more !== 0n && { entry: randomUUID() }),
      ...(!keepsPlace && { number: amended.number }),
      amendment: numbers.nextTrade(),
      price: textOrNull(incoming.limit),
      stop_price: String(amended.stop),
      quantity: String(incoming.quantity ?? 0n),
      quantity_before: String(before.quantity ?? 0n),
      quantity_left: String(incoming.quantity ?? 0n),
      value: '0',
      state: record.state,
      ...('far' in checked && { far: checked.far }),
      // With 0 it is still refused where the account owes for an undone deposit (LEDGER-02).
      ...(!keepsPlace && { pay: paidIn(pair, side), need: taken, rest: taken }),
      ...(more < 0n && { lines: lines.all() }),
    },
    outcome: { ok: true, value: record },
    changes: [],
    trades: [],
    isCut: false,
    undo() {
      stops.remove(order.id);
      putBack();
    },
  };
}

function amendedRefusal(pair: Pair, stops: Stops, wanted: StopOrder): Refusal | undefined {
  const { kind, limit, quantity } = wanted.incoming;
  const refusal = kind === 'limit' ? valueRefusal(pair, limit ?? 0n, quantity ?? 0n) : undefined;
  return refusal ?? reachedRefusal(pair, stops, wanted);
}

/** Also of one that was triggered and is not matched yet. */
export function planStopCancel(
  { pair, stops }: Pick<Matching, 'pair' | 'stops'>,
  order: StopOrder,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const { accountId, side, quantity } = order.incoming;
  // Where a trailing one was triggered is stored with that, which may be later.
  const stop = order.trail === null || stops.isStoredAsTriggered(order.id) ? order.stop : null;
  const putBack = stops.remove(order.id);
  const record = recordOf(pair, order, stop, 'CANCELED', now);
  const [lines, held] = [new Lines(), heldUntilMatched(order)];
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
 * A triggered order is matched like a new one; whatever would refuse a new one cancels it (STOP-04).
 * @returns null where it would trade outside the price band: it is tried again later.
 */
export function planTrigger(matching: Matching, order: StopOrder, most: number, now: Date): Plan | null {
  const { pair, stops } = matching;
  const putBack = stops.remove(order.id);
  const { id, incoming, createdAt, rested } = order;
  const plan = planIncoming(
    matching,
    { ...incoming, increment: pair.increment },
    {
      id,
      held: heldUntilMatched(order),
      filled: rested ? rested.quantity - rested.quantityLeft : 0n,
      left: incoming.quantity ?? 0n,
      value: rested?.value ?? 0n,
      stop: order.stop,
      trail: order.trail,
      oco: rested?.oco ?? null,
      isTriggered: true,
      createdAt,
      executedAt: rested?.executedAt ?? null,
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
