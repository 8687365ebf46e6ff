import { randomUUID } from 'node:crypto';
import type { OrderRecord, Outcome, Refusal } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { LARGEST_UNITS, textOf } from '../ledger/units.ts';
import type { Book, RestingOrder } from '../matching/book.ts';
import type { LevelChange } from '../matching/levels.ts';
import type { Match } from '../matching/match.ts';
import { addFills, applyFills, makerChange, type PlannedTrade, tradeOf } from './fills.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Pair } from './pairs.ts';
import { matchInBand } from './matchInBand.ts';
import { refuse } from './refusals.ts';
import type { Operation } from './settlement.ts';
import { heldFor, type IncomingOrder, mayRest, postOnlyMeets, taken } from './terms.ts';
import {
  type Amounts,
  divide,
  type Matching,
  NOTHING,
  sumOf,
  type UnsettledOrder,
  unsettledOf,
} from './unsettled.ts';

export interface Plan {
  readonly operation: Operation;
  readonly outcome: Outcome<OrderRecord>;
  readonly changes: readonly LevelChange[];
  readonly trades: readonly PlannedTrade[];
  /** Set when some of its fills are settled later. */
  readonly unsettled?: UnsettledOrder | undefined;
  /** Whether the price band kept it from taking more: the pair then pauses (LEDGER-03). */
  readonly isCut: boolean;
  /** Undoes its changes of the book in memory, in reverse order of the plans. */
  undo(): void;
}

/** Open orders per account and book, to bound memory. */
export const LARGEST_OPEN = 500;

/** Matches the order and changes the book in memory. @param most fills settled with it; others follow (LOAD-09). */
export function planOrder(
  { pair, book, numbers, unsettled, band, roundTrips }: Matching,
  incoming: IncomingOrder,
  idempotencyKey: IdempotencyKey | undefined,
  most: number,
  now: Date,
): Plan {
  const met = postOnlyMeets(book, incoming);
  const matched =
    met === undefined
      ? matchInBand(pair, book, incoming, band)
      : refuse.postOnlyWouldTrade(textOf(met), pair.rules.quote);
  if (!matched.ok) return planRefusal(incoming.accountId, matched, idempotencyKey, now);
  const { isCut } = matched;
  const found = taken(incoming, matched.found);
  const refusal = refusalOf(pair, book, incoming, found);
  if (refusal) return planRefusal(incoming.accountId, refusal, idempotencyKey, now);

  const { first, later } = divide(found.fills, most);
  const amounts = sumOf(later);
  const endsAs = mayRest(incoming) ? null : found.isComplete ? 'FILLED' : 'CANCELED';
  const order = orderAfter(pair, incoming, found, amounts, now);
  const number = numbers.nextOrder();
  const trades = first.map((fill) => tradeOf(pair, fill, incoming, numbers.nextTrade(), now, roundTrips));
  const lines = new Lines();
  addFills(lines, pair, incoming, trades);
  const rest = heldFor(incoming, order.left);
  const need = (incoming.side === 'buy' ? found.value : found.filled) + rest;
  const operation: Operation = {
    type: 'order',
    at: now,
    account: incoming.accountId,
    intent: idempotencyKey?.key,
    fingerprint: idempotencyKey?.fingerprint,
    outcome: idempotencyKey && { order: order.record },
    id: order.id,
    ...(need > 0n && { entry: randomUUID() }),
    number,
    side: incoming.side,
    kind: order.record.kind,
    price: textOrNull(incoming.limit),
    time_in_force: incoming.timeInForce,
    post_only: incoming.isPostOnly,
    quantity: String(order.quantity),
    quantity_left: String(order.left + amounts.quantity),
    cost: textOrNull(incoming.cost),
    value: String(found.value - amounts.value),
    state: order.record.state,
    executed_at: order.record.executedAt,
    pay: incoming.side === 'buy' ? pair.rules.quote : pair.rules.base,
    need: String(need),
    rest: String(rest + (incoming.side === 'buy' ? amounts.value : amounts.quantity)),
    ...unsettledOf(amounts),
    ...(endsAs !== null && { ends_as: endsAs }),
    ...(trades.length > 0 && {
      lines: lines.all(),
      makers: first.map((fill) =>
        makerChange(fill, fill.maker.quantityLeft + (unsettled.behind(fill.maker.id) ?? NOTHING).quantity),
      ),
      trades: trades.map(({ insert }) => insert),
    }),
  };
  const resting =
    order.left > 0n && incoming.limit !== null && mayRest(incoming)
      ? restingOrder(order, incoming, incoming.limit, found, number)
      : undefined;
  return {
    operation,
    outcome: { ok: true, value: order.record },
    changes: [
      ...found.fills.map(({ maker, quantity }) => ({
        side: maker.side,
        price: maker.price,
        change: -quantity,
      })),
      ...(resting ? [{ side: resting.side, price: resting.price, change: resting.quantityLeft }] : []),
    ],
    trades,
    ...(later.length > 0 && {
      unsettled: {
        id: order.id,
        accountId: incoming.accountId,
        side: incoming.side,
        kind: order.record.kind,
        endsAs,
        unfilled: mayRest(incoming) ? 0n : order.left,
        fills: later,
        amounts,
      },
    }),
    isCut,
    undo: applyFills(book, found.fills, resting, now),
  };
}

/** A refusal is an operation too, because it depends on the orders before it. */
export function planRefusal(
  accountId: string,
  refusal: Refusal,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const operation: Operation = {
    type: 'refusal',
    at: now,
    account: accountId,
    intent: idempotencyKey?.key,
    fingerprint: idempotencyKey?.fingerprint,
    outcome: idempotencyKey && { refusal },
  };
  return { operation, outcome: refusal, changes: [], trades: [], isCut: false, undo: () => undefined };
}

export function planCancel(pair: Pair, book: Book, order: RestingOrder, now: Date): Plan {
  const held = heldFor({ side: order.side, limit: order.price, timeInForce: 'GTC' }, order.quantityLeft);
  const lines = new Lines();
  lines.add({ account: order.accountId }, order.side === 'buy' ? pair.rules.quote : pair.rules.base, {
    available: held,
    inOrders: -held,
  });
  book.remove(order.id);
  return {
    operation: {
      type: 'cancel',
      at: now,
      account: order.accountId,
      id: order.id,
      entry: randomUUID(),
      quantity_left: String(order.quantityLeft),
      lines: lines.all(),
    },
    outcome: {
      ok: true,
      value: {
        id: order.id,
        pair: pair.rules.symbol,
        side: order.side,
        kind: 'limit',
        price: textOf(order.price),
        quantity: textOf(order.quantity),
        quantityLeft: textOf(order.quantityLeft),
        cost: null,
        value: textOf(order.value),
        timeInForce: 'GTC',
        isPostOnly: order.isPostOnly,
        state: 'CANCELED',
        createdAt: order.createdAt,
        updatedAt: now,
        executedAt: order.executedAt,
      },
    },
    changes: [{ side: order.side, price: order.price, change: -order.quantityLeft }],
    trades: [],
    isCut: false,
    undo: () => book.add(order),
  };
}

const textOrNull = (units: bigint | null): string | null => (units === null ? null : String(units));

function refusalOf(pair: Pair, book: Book, incoming: IncomingOrder, found: Match): Refusal | undefined {
  const { rules } = pair;
  if (found.ownOrder) return refuse.selfTrade(textOf(found.ownOrder.price), rules.quote);
  if (incoming.cost !== null && found.isComplete && found.filled < pair.minimum) {
    return refuse.costBelowMinimum(rules.minOrderSize, rules.base);
  }
  if (
    incoming.kind === 'market' &&
    incoming.quantity !== null &&
    found.isComplete &&
    found.value < pair.minimumValue
  ) {
    return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  }
  if (found.value > LARGEST_UNITS) return refuse.tooLarge();
  const rests = mayRest(incoming) && !found.isComplete;
  if (rests && book.openOf(incoming.accountId) >= LARGEST_OPEN) return refuse.tooManyOpen(LARGEST_OPEN);
  return undefined;
}

interface OrderAfter {
  readonly id: string;
  readonly quantity: bigint;
  readonly left: bigint;
  readonly record: OrderRecord;
}

function orderAfter(
  pair: Pair,
  incoming: IncomingOrder,
  found: Match,
  later: Amounts,
  now: Date,
): OrderAfter {
  const quantity = incoming.quantity ?? found.filled;
  const left = quantity - found.filled;
  const id = randomUUID();
  const record: OrderRecord = {
    id,
    pair: pair.rules.symbol,
    side: incoming.side,
    kind: incoming.kind,
    price: incoming.limit === null ? null : textOf(incoming.limit),
    quantity: textOf(quantity),
    quantityLeft: textOf(left + later.quantity),
    cost: incoming.cost === null ? null : textOf(incoming.cost),
    value: textOf(found.value - later.value),
    timeInForce: incoming.timeInForce,
    isPostOnly: incoming.isPostOnly,
    state: later.quantity > 0n ? 'PARTIALLY_FILLED' : stateAfter(incoming, found),
    createdAt: now,
    updatedAt: now,
    executedAt: found.fills.length > 0 ? now : null,
  };
  return { id, quantity, left, record };
}

function stateAfter(incoming: IncomingOrder, found: Match): OrderRecord['state'] {
  if (found.isComplete) return 'FILLED';
  if (!mayRest(incoming)) return 'CANCELED';
  return found.fills.length > 0 ? 'PARTIALLY_FILLED' : 'OPENED';
}

const restingOrder = (
  order: OrderAfter,
  incoming: IncomingOrder,
  limit: bigint,
  found: Match,
  number: number,
): RestingOrder => ({
  id: order.id,
  number,
  accountId: incoming.accountId,
  side: incoming.side,
  price: limit,
  quantity: order.quantity,
  quantityLeft: order.left,
  isPostOnly: incoming.isPostOnly,
  value: found.value,
  createdAt: order.record.createdAt,
  executedAt: order.record.executedAt,
});

export function undoAll(plans: readonly Plan[]): void {
  for (const plan of plans.toReversed()) plan.undo();
}
