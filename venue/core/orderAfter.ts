import { randomUUID } from 'node:crypto';
import type { OrderRecord } from '../exchange.ts';
import { percentOfPpm, textOf } from '../ledger/units.ts';
import { hiddenOf, type Oco, type RestingOrder } from '../matching/book.ts';
import type { Fill, Match } from '../matching/match.ts';
import { takerFeeOf } from './fills.ts';
import type { Pair } from './pairs.ts';
import { ocoRecord } from './planResting.ts';
import { type IncomingOrder, mayRest } from './terms.ts';
import type { Amounts } from './unsettled.ts';

/** What the order was before, in units, when amended (AMEND-03) or for a triggered stop order (STOP-04). */
export interface Prior extends Pick<RestingOrder, 'id' | 'value' | 'createdAt' | 'executedAt'> {
  readonly held: bigint;
  readonly filled: bigint;
  readonly left: bigint;
  /** Its stop price, if it has one. */
  readonly stop: bigint | null;
  /** How far it trailed, in tenths of a percent. */
  readonly trail: bigint | null;
  /** Of a one-cancels-other order. */
  readonly oco: Oco | null;
  /** It was not in the book before, but waited for that price. */
  readonly isTriggered: boolean;
}

/** What the order is after its fills, in units. */
export interface OrderAfter {
  readonly id: string;
  readonly quantity: bigint;
  readonly left: bigint;
  readonly value: bigint;
  readonly record: OrderRecord;
}

/** Percent. @param trail tenths of one. */
export const trailText = (trail: bigint | null): string | null =>
  trail === null ? null : percentOfPpm(trail * 1000n);

const textOrNull = (units: bigint | null): string | null => (units === null ? null : textOf(units));

/** @param first fills settled with it. @param later fills settled later. */
export function orderAfter(
  pair: Pair,
  incoming: IncomingOrder,
  prior: Prior | undefined,
  found: Match,
  first: readonly Fill[],
  later: Amounts,
  now: Date,
): OrderAfter {
  const before = prior?.filled ?? 0n;
  const left = (incoming.quantity ?? found.filled) - found.filled;
  const quantity = before + found.filled + left;
  const value = (prior?.value ?? 0n) + found.value;
  const id = prior?.id ?? randomUUID();
  const record: OrderRecord = {
    id,
    pair: pair.rules.symbol,
    side: incoming.side,
    kind: incoming.kind,
    price: textOrNull(incoming.limit),
    quantity: textOf(quantity),
    quantityLeft: textOf(left + later.quantity),
    cost: textOrNull(incoming.cost),
    value: textOf(value - later.value),
    fee:
      before > 0n
        ? null
        : textOf(first.reduce((sum, fill) => sum + takerFeeOf(pair, incoming.side, fill), 0n)),
    timeInForce: incoming.timeInForce,
    isPostOnly: incoming.isPostOnly,
    stopPrice: textOrNull(prior?.stop ?? null),
    trailPercent: trailText(prior?.trail ?? null),
    displayQuantity: textOrNull(incoming.display ?? null),
    ...ocoRecord(incoming.oco ?? prior?.oco ?? null),
    state: later.quantity > 0n ? 'PARTIALLY_FILLED' : stateAfter(incoming, found, before),
    createdAt: prior?.createdAt ?? now,
    updatedAt: now,
    executedAt: found.fills.length > 0 ? now : (prior?.executedAt ?? null),
  };
  return { id, quantity, left, value, record };
}

/** @param before base units filled before an amendment. */
function stateAfter(incoming: IncomingOrder, found: Match, before: bigint): OrderRecord['state'] {
  if (found.isComplete) return 'FILLED';
  if (!mayRest(incoming)) return 'CANCELED';
  return found.fills.length > 0 || before > 0n ? 'PARTIALLY_FILLED' : 'OPENED';
}

export const restingOrder = (
  order: OrderAfter,
  incoming: IncomingOrder,
  limit: bigint,
  number: number,
  prior: Prior | undefined,
): RestingOrder => ({
  id: order.id,
  number,
  accountId: incoming.accountId,
  side: incoming.side,
  price: limit,
  quantity: order.quantity,
  quantityLeft: order.left,
  display: incoming.display ?? null,
  hidden: hiddenOf(incoming.display ?? null, order.left),
  isPostOnly: incoming.isPostOnly,
  stop: prior?.stop ?? null,
  oco: incoming.oco ?? prior?.oco ?? null,
  value: order.value,
  createdAt: order.record.createdAt,
  executedAt: order.record.executedAt,
});
