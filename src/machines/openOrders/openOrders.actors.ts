import { createActor, fromPromise } from 'xstate';
import type { Order } from '../../domain/order.ts';
import { refused, succeeded, type Result } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import {
  type CancelAnswer,
  type OrderCancellationInput,
  type OrderEnd,
  orderCancellationMachine,
} from './orderCancellation.machine.ts';
import {
  type OrderCancellationsRef,
  followCancellations,
  orderCancellationsMachine,
} from './orderCancellations.machine.ts';
import type { App } from '../app/index.ts';
import { noteOwnChange } from '../orderForm/index.ts';
import { perApp } from '../shared/index.ts';

export interface OrderCancellationDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly newIdempotencyKey: () => string;
  /** Outdates orders, executions, balances and trades, and publishes the pair's book at once. */
  readonly noteOwnChange: (pair: string) => void;
}

/** A server may send fewer orders than that. */
const PAGE = 100;
const MOST_PAGES = 20;

/** @returns null when no page of the user's orders holds it. */
export async function findOrder(
  http: Pick<Http, 'send'>,
  { orderId, pair }: OrderCancellationInput,
  signal: AbortSignal,
): Promise<Result<Order | null>> {
  const known = new Set<string>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
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
      // `signal` does not abort it: a request that was sent cannot be taken back.
      cancelOrder: fromPromise<CancelAnswer, OrderCancellationInput>(async ({ input: { orderId } }) => {
        const idempotencyKey = unanswered.get(orderId) ?? newIdempotencyKey();
        unanswered.set(orderId, idempotencyKey);
        const answer = await http.send(
          orderCalls.cancelOrder,
          { params: { id: orderId } },
          { idempotencyKey },
        );
        unanswered.delete(orderId);
        return answer;
      }),
      reconcileWrite: createReconcileWrite<OrderCancellationInput, OrderEnd>(async (order, signal) => {
        const found = await findOrder(http, order, signal);
        return found.ok ? succeeded(endOf(found.value)) : found;
      }),
    },
    actions: {
      refreshOwnReads: (_: unknown, { pair }: { pair: string }) => noteOwnChange(pair),
    },
  };
}

/** Null while it is open. An unknown state counts as open. */
export function endOf(order: Order | null): OrderEnd | null {
  if (order === null) return 'gone';
  if (order.state === 'CANCELED') return 'canceled';
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
