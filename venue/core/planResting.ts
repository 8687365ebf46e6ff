import { randomUUID } from 'node:crypto';
import type { OrderRecord } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { textOf } from '../ledger/units.ts';
import { type Book, type Oco, otherLeg, type RestingOrder, shownOf } from '../matching/book.ts';
import { answeredWith, type IdempotencyKey } from './idempotency.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import type { Plan } from './plan.ts';
import { heldFor } from './terms.ts';

/** Units that an order in the book reserves: quote coin for a buy, base coin for a sell. */
export const heldBy = (order: RestingOrder): bigint =>
  heldFor(
    { side: order.side, limit: order.price, timeInForce: 'GTC', oco: otherLeg(order) ?? undefined },
    order.quantityLeft,
  );

export const restingRecord = (pair: Pair, order: RestingOrder, updatedAt: Date): OrderRecord => ({
  id: order.id,
  pair: pair.rules.symbol,
  side: order.side,
  kind: 'limit',
  price: textOf(order.price),
  quantity: textOf(order.quantity),
  quantityLeft: textOf(order.quantityLeft),
  cost: null,
  value: textOf(order.value),
  fee: null,
  timeInForce: 'GTC',
  isPostOnly: order.isPostOnly,
  stopPrice: order.stop === null ? null : textOf(order.stop),
  trailPercent: null,
  displayQuantity: order.display === null ? null : textOf(order.display),
  ...ocoRecord(order.oco),
  state: order.quantityLeft < order.quantity ? 'PARTIALLY_FILLED' : 'OPENED',
  createdAt: order.createdAt,
  updatedAt,
  executedAt: order.executedAt,
});

export const ocoRecord = (oco: Oco | null): Pick<OrderRecord, 'ocoStopPrice' | 'ocoLimitPrice'> => ({
  ocoStopPrice: oco === null ? null : textOf(oco.stop),
  ocoLimitPrice: oco === null || oco.limit === null ? null : textOf(oco.limit),
});

/** Frees what the order no longer reserves. */
function released(pair: Pair, { accountId, side }: RestingOrder, units: bigint): Lines {
  const lines = new Lines();
  lines.add({ account: accountId }, side === 'buy' ? pair.rules.quote : pair.rules.base, {
    available: units,
    inOrders: -units,
  });
  return lines;
}

export function planCancel(
  pair: Pair,
  book: Book,
  order: RestingOrder,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  book.remove(order.id);
  const record: OrderRecord = { ...restingRecord(pair, order, now), state: 'CANCELED' };
  return {
    operation: {
      type: 'cancel',
      at: now,
      account: order.accountId,
      ...answeredWith(idempotencyKey, { order: record }),
      id: order.id,
      entry: randomUUID(),
      quantity_left: String(order.quantityLeft),
      lines: released(pair, order, heldBy(order)).all(),
    },
    outcome: { ok: true, value: record },
    changes: [{ side: order.side, price: order.price, change: -shownOf(order) }],
    trades: [],
    isCut: false,
    undo: () => book.add(order),
  };
}

/**
 * Only the quantity falls, first what is hidden, so the order keeps its place in the queue (AMEND-02).
 * @param quantity base units in all.
 */
export function planReduction(
  pair: Pair,
  book: Book,
  numbers: Numbers,
  order: RestingOrder,
  quantity: bigint,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const less = order.quantity - quantity;
  const hidden = order.hidden > less ? order.hidden - less : 0n;
  const reduced: RestingOrder = { ...order, quantity, quantityLeft: order.quantityLeft - less, hidden };
  book.replace(reduced);
  const record = restingRecord(pair, reduced, now);
  return {
    operation: {
      type: 'amend',
      at: now,
      account: order.accountId,
      ...answeredWith(idempotencyKey, { order: record }),
      id: order.id,
      entry: randomUUID(),
      amendment: numbers.nextTrade(),
      price: String(order.price),
      quantity: String(quantity),
      quantity_before: String(order.quantityLeft),
      quantity_left: String(reduced.quantityLeft),
      ...(order.display !== null && { hidden: String(hidden) }),
      value: '0',
      state: record.state,
      lines: released(pair, order, heldBy(order) - heldBy(reduced)).all(),
    },
    outcome: { ok: true, value: record },
    changes: [{ side: order.side, price: order.price, change: shownOf(reduced) - shownOf(order) }],
    trades: [],
    isCut: false,
    undo: () => book.replace(order),
  };
}
