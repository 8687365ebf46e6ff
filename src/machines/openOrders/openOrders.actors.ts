import { createActor } from 'xstate';
import type { Order } from '../../domain/order.ts';
import { refused, succeeded, type Result } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import { createWrite } from '../write/write.machine.ts';
import {
  type OrderCancellationContext,
  type OrderCancellationInput,
  type OrderEnd,
  orderCancellationMachine,
} from './orderCancellation.machine.ts';
import {
  type OrderCancellationsRef,
  followCancellations,
  orderCancellationsMachine,
} from './orderCancellations.machine.ts';
import type { App } from '../app/app.ts';
import { noteOwnChange } from '../orderForm/orderForm.actors.ts';
import { perApp } from '../shared/common.ts';

export interface OrderCancellationDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly newIdempotencyKey: () => string;
  /** Outdates orders, executions, balances and trades, and publishes the pair's book at once. */
  readonly noteOwnChange: (pair: string) => void;
}

/** A server may send fewer orders than that. */
const PAGE = 100;
const MAX_PAGES = 20;

/** @returns null when no page of the user's orders holds it. */
export async function findOrder(
  http: Pick<Http, 'send'>,
  { orderId, pair }: OrderCancellationInput,
  signal: AbortSignal,
): Promise<Result<Order | null>> {
  const known = new Set<string>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { pair, skip: known.size, limit: PAGE };
    const listed = await http.send(orderCalls.orders, { query }, { signal });
    if (!listed.ok) return listed;
    const found = listed.value.find(({ id }) => id === orderId);
    const news = listed.value.filter(({ id }) => !known.has(id));
    if (found || news.length === 0) return succeeded(found ?? null);
    for (const { id } of news) known.add(id);
  }
  return refused({ code: 'internal', retryable: false, cause: 'too many orders' });
}

export function orderCancellationImplementations({
  http,
  newIdempotencyKey,
  noteOwnChange,
}: OrderCancellationDependencies) {
  /** By order: a cancellation that is sent again carries the same key (LOST-04). */
  const unanswered = new Map<string, string>();

  return {
    actors: {
      cancel: createWrite<OrderCancellationInput, OrderEnd>({
        send: async ({ orderId }) => {
          const idempotencyKey = unanswered.get(orderId) ?? newIdempotencyKey();
          unanswered.set(orderId, idempotencyKey);
          const answer = await http.send(
            orderCalls.cancelOrder,
            { params: { id: orderId } },
            { idempotencyKey },
          );
          unanswered.delete(orderId);
          if (answer.ok) return succeeded('requested');
          // The order was closed before: information, not an error.
          const { serverCode } = answer.failure;
          if (serverCode === 'ORDER_FILLED') return succeeded('filled');
          return serverCode === 'ORDER_CANCELED' ? succeeded('cancelled') : answer;
        },
        look: async (order, signal) => {
          const found = await findOrder(http, order, signal);
          return found.ok ? succeeded(endOf(found.value)) : found;
        },
      }),
    },
    actions: {
      refreshOwnReads: ({ context }: { readonly context: OrderCancellationContext }) =>
        noteOwnChange(context.pair),
    },
  };
}

/** Null while it is open. An unknown state counts as open. */
export function endOf(order: Order | null): OrderEnd | null {
  if (order === null) return 'gone';
  if (order.state === 'CANCELED') return 'cancelled';
  return order.state === 'FILLED' ? 'filled' : null;
}

/** They outlive the screens. */
export const cancellationsOf = perApp((app: App): OrderCancellationsRef => {
  const { http, clock, log, uuid } = app.services;
  const orderCancellation = orderCancellationMachine.provide(
    orderCancellationImplementations({ http, newIdempotencyKey: uuid, noteOwnChange: noteOwnChange(app) }),
  );
  const cancellations = createActor(orderCancellationsMachine.provide({ actors: { orderCancellation } }), {
    clock,
  });
  cancellations.subscribe({ error: (error) => log.defect('cancellations', error) });
  followCancellations(cancellations, ({ type: _type, ...toast }) =>
    app.notices.send({ type: 'toast.said', toast }),
  );
  cancellations.start();
  return cancellations;
});
