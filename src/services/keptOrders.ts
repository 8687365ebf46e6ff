import * as z from 'zod/mini';
import type { Side } from '../domain/market.ts';
import { TIMES_IN_FORCE } from '../domain/order.ts';
import type { SentOrder } from '../domain/placedOrder.ts';
import type { Drafts } from './drafts.ts';
import { createKeptRecords } from './keptRecords.ts';

/** Unsettled orders, one per form. They outlive a reload and the end of a session, and go when the user leaves. */
export interface KeptOrders {
  /** Null as well when it cannot be read. */
  readonly recall: (userId: string, pair: string, side: Side) => SentOrder | null;
  readonly keep: (userId: string, order: SentOrder) => void;
  readonly drop: (userId: string, pair: string, side: Side) => void;
  readonly forms: (userId: string) => readonly { readonly pair: string; readonly side: Side }[];
  /** Called after every `keep` and `drop`. */
  readonly listen: (listener: () => void) => () => void;
}

const shortText = z.string().check(z.minLength(1), z.maxLength(128));
const figure = z.string().check(z.regex(/^\d+(?:\.\d+)?$/), z.maxLength(64));
const ids = z.array(shortText).check(z.maxLength(200));
const market = { pair: shortText, side: z.enum(['buy', 'sell']) };
const keptOrder = z.strictObject({
  version: z.literal(1),
  order: z.union([
    z.strictObject({
      kind: z.literal('limit'),
      ...market,
      price: figure,
      quantity: figure,
      timeInForce: z.exactOptional(z.enum(TIMES_IN_FORCE)),
      isPostOnly: z.exactOptional(z.boolean()),
      displayQuantity: z.exactOptional(figure),
      ocoStopPrice: z.exactOptional(figure),
      ocoLimitPrice: z.exactOptional(figure),
      stopPrice: z.exactOptional(figure),
    }),
    z.strictObject({
      kind: z.literal('market'),
      ...market,
      amount: figure,
      isByQuantity: z.exactOptional(z.literal(true)),
      protection: z.exactOptional(figure),
      stopPrice: z.exactOptional(figure),
      trailPercent: z.exactOptional(figure),
    }),
  ]),
  /** The idempotency key, by the name that older versions gave it. */
  intent: shortText,
  sentAt: z.number(),
  before: z.nullable(z.strictObject({ orders: ids, executions: ids })),
  isAgain: z.boolean(),
});

const nameOf = (pair: string, side: Side): string => `${side} ${pair}`;

export function createKeptOrders(drafts: Pick<Drafts, 'names' | 'read' | 'write'>): KeptOrders {
  const records = createKeptRecords(drafts, 'sent order ', keptOrder);
  return {
    recall(userId, pair, side) {
      const found = records.recall(userId, nameOf(pair, side));
      if (found?.order.pair !== pair || found.order.side !== side) return null;
      const { version: _version, intent: idempotencyKey, ...sent } = found;
      return { ...sent, idempotencyKey };
    },
    keep: (userId, { order, idempotencyKey, sentAt, before, isAgain }) =>
      records.keep(userId, nameOf(order.pair, order.side), {
        version: 1,
        order,
        intent: idempotencyKey,
        sentAt,
        before: before && { orders: [...before.orders], executions: [...before.executions] },
        isAgain,
      }),
    drop: (userId, pair, side) => records.drop(userId, nameOf(pair, side)),
    forms: (userId) =>
      records.names(userId).map((name) => {
        const [side, pair = ''] = name.split(' ');
        return { pair, side: side === 'sell' ? 'sell' : 'buy' };
      }),
    listen: records.listen,
  };
}
