import { randomUUID } from 'node:crypto';
import type { OrderRecord, Outcome, Refusal } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { LARGEST_UNITS, textOf, valueOf } from '../ledger/units.ts';
import type { Book, RestingOrder } from '../matching/book.ts';
import type { LevelChange } from '../matching/levels.ts';
import { type Incoming, type Match, match } from '../matching/match.ts';
import { applyFills, linesOf, makerChange, type PlannedTrade, tradeOf } from './fills.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import { type Band, isInside } from './priceBand.ts';
import { refuse } from './refusals.ts';
import type { RoundTrips } from './roundTrips.ts';
import type { Operation } from './settlement.ts';

/** The result of an operation, computed before it is stored. */
export interface Plan {
  readonly operation: Operation;
  readonly outcome: Outcome<OrderRecord>;
  readonly changes: readonly LevelChange[];
  readonly trades: readonly PlannedTrade[];
  /** Whether it took all that the price band leaves, and wanted more: the pair then pauses (LEDGER-03). */
  readonly isCut: boolean;
  /** Undoes its changes of the book in memory. Plans are undone in reverse order. */
  undo(): void;
}

/** Open orders per account and book, to bound memory. */
export const LARGEST_OPEN = 500;

/** Matches the order and applies it to the book in memory. */
export function planOrder(
  pair: Pair,
  book: Book,
  incoming: Incoming,
  idempotencyKey: IdempotencyKey | undefined,
  numbers: Numbers,
  now: Date,
  band: Band | null,
  roundTrips: RoundTrips,
): Plan {
  const matched = matchInBand(pair, book, incoming, band);
  if (!matched.ok) return planRefusal(incoming.accountId, matched, idempotencyKey, now);
  const { found, isCut } = matched;
  const refusal = refusalOf(pair, book, incoming, found);
  if (refusal) return planRefusal(incoming.accountId, refusal, idempotencyKey, now);

  const order = orderAfter(pair, incoming, found, now);
  const number = numbers.nextOrder();
  const trades = found.fills.map((fill) =>
    tradeOf(pair, fill, incoming, numbers.nextTrade(), now, roundTrips),
  );
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
    quantity: String(order.quantity),
    quantity_left: String(order.left),
    cost: textOrNull(incoming.cost),
    value: String(found.value),
    state: order.record.state,
    executed_at: order.record.executedAt,
    pay: incoming.side === 'buy' ? pair.rules.quote : pair.rules.base,
    need: String(need),
    rest: String(rest),
    ...(trades.length > 0 && {
      lines: linesOf(pair, incoming, trades),
      makers: trades.map(({ fill }) => makerChange(fill)),
      trades: trades.map(({ insert }) => insert),
    }),
  };
  const resting =
    order.left > 0n && incoming.limit !== null
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
    isCut,
    undo: applyFills(book, found.fills, resting, now),
  };
}

/**
 * What of a match lies inside the band (LEDGER-03). A market order takes what is inside. A limit order that would trade
 * outside has nowhere to wait: it would stand in the book beyond the orders that it did not take.
 */
function matchInBand(
  pair: Pair,
  book: Book,
  incoming: Incoming,
  band: Band | null,
): { readonly ok: true; readonly found: Match; readonly isCut: boolean } | Refusal {
  const found = match(book, incoming);
  const outside = band ? found.fills.findIndex(({ price }) => !isInside(band, price)) : -1;
  if (band === null || outside === -1) return { ok: true, found, isCut: false };
  if (outside === 0 || incoming.limit !== null) return outsideBand(pair, band);
  const limit = incoming.side === 'buy' ? band.highest : band.lowest;
  return { ok: true, found: match(book, { ...incoming, limit }), isCut: true };
}

/** The range is told in prices that an order may have. */
function outsideBand({ rules, tick }: Pair, { lowest, highest }: Band): Refusal {
  const [from, to] = [((lowest + tick - 1n) / tick) * tick, (highest / tick) * tick];
  return refuse.outsideBand(rules.priceDeviationPercent, textOf(from), textOf(to), rules.quote);
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

/** Removes the order from the book and releases what it holds. */
export function planCancel(pair: Pair, book: Book, order: RestingOrder, now: Date): Plan {
  const held = heldFor({ side: order.side, limit: order.price }, order.quantityLeft);
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

/** Units that an open order reserves: quote coin for a buy, base coin for a sell. */
function heldFor(order: Pick<Incoming, 'side' | 'limit'>, left: bigint): bigint {
  if (order.limit === null) return 0n;
  return order.side === 'buy' ? valueOf(order.limit, left) : left;
}

function refusalOf(pair: Pair, book: Book, incoming: Incoming, found: Match): Refusal | undefined {
  const { rules } = pair;
  if (found.ownOrder) return refuse.selfTrade(textOf(found.ownOrder.price), rules.quote);
  if (incoming.cost !== null && found.isComplete && found.filled < pair.minimum) {
    return refuse.costBelowMinimum(rules.minOrderSize, rules.base);
  }
  if (found.value > LARGEST_UNITS) return refuse.tooLarge();
  const rests = incoming.limit !== null && !found.isComplete;
  if (rests && book.openOf(incoming.accountId) >= LARGEST_OPEN) return refuse.tooManyOpen(LARGEST_OPEN);
  return undefined;
}

interface OrderAfter {
  readonly id: string;
  readonly quantity: bigint;
  readonly left: bigint;
  readonly record: OrderRecord;
}

function orderAfter(pair: Pair, incoming: Incoming, found: Match, now: Date): OrderAfter {
  const quantity = incoming.quantity ?? found.filled;
  const left = quantity - found.filled;
  const id = randomUUID();
  const record: OrderRecord = {
    id,
    pair: pair.rules.symbol,
    side: incoming.side,
    kind: incoming.limit === null ? 'market' : 'limit',
    price: incoming.limit === null ? null : textOf(incoming.limit),
    quantity: textOf(quantity),
    quantityLeft: textOf(left),
    cost: incoming.cost === null ? null : textOf(incoming.cost),
    value: textOf(found.value),
    state: stateAfter(incoming, found),
    createdAt: now,
    updatedAt: now,
    executedAt: found.fills.length > 0 ? now : null,
  };
  return { id, quantity, left, record };
}

function stateAfter(incoming: Incoming, found: Match): OrderRecord['state'] {
  if (found.isComplete) return 'FILLED';
  if (incoming.limit === null) return 'CANCELED';
  return found.fills.length > 0 ? 'PARTIALLY_FILLED' : 'OPENED';
}

const restingOrder = (
  order: OrderAfter,
  incoming: Incoming,
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
  value: found.value,
  createdAt: order.record.createdAt,
  executedAt: order.record.executedAt,
});
