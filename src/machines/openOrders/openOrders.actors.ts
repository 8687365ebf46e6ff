import { createActor, fromPromise, fromCallback } from 'xstate';
import { OPEN_STATES, type Order } from '../../domain/order.ts';
import { refused, succeeded, type Result } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import {
  type CancelAnswer,
  type OrderCancellationInput,
  type OrderEnd,
  type OrderCancellationSnapshot,
  orderCancellationMachine,
} from './orderCancellation.machine.ts';
import {
  type CancelAllEvent,
  type CancelOrdersInput,
  type OrderResult,
  type OrdersPageInput,
  type OrdersPageOutput,
  cancelAllMachine,
} from './cancelAll.machine.ts';
import {
  selectCancellation,
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

export interface CancelAllDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly cancellations: OrderCancellationsRef;
}

/** Requests at the same time. */
const AT_ONCE = 4;

export function cancelAllImplementations({ http, cancellations }: CancelAllDependencies) {
  return {
    actors: {
      readOrders: fromPromise<OrdersPageOutput, OrdersPageInput>(({ input, signal }) => {
        const pair = input.pair === null ? {} : { pair: input.pair };
        const query = { ...pair, state: OPEN_STATES, skip: input.skip, limit: PAGE };
        return http.send(orderCalls.orders, { query }, { signal });
      }),
      cancelOrders: fromCallback<CancelAllEvent, CancelOrdersInput>(({ input, sendBack }) => {
        const waiting = [...input.orders];
        const watched = new Set<() => void>();
        const next = (): void => {
          const order = waiting.shift();
          if (!order) return;
          const { id: orderId, pair } = order;
          const leave = watchEnd(cancellations, { orderId, pair }, (result) => {
            watched.delete(leave);
            leave();
            sendBack({ type: 'order.ended', orderId, result });
            next();
          });
          watched.add(leave);
        };
        for (let begun = 0; begun < AT_ONCE; begun += 1) next();
        return () => {
          // Those that are waiting do not begin; the others go on.
          waiting.length = 0;
          for (const leave of watched) leave();
        };
      }),
    },
  };
}

/** Starts a cancellation, or joins the running one. `onResult` is called once. @returns a function that stops listening. */
function watchEnd(
  cancellations: OrderCancellationsRef,
  order: { readonly orderId: string; readonly pair: string },
  onResult: (result: OrderResult) => void,
): () => void {
  cancellations.send({ type: 'user.cancel', ...order });
  const running = selectCancellation(cancellations.getSnapshot(), order.orderId);
  let isOver = false;
  const end = (result: OrderResult): void => {
    if (isOver) return;
    isOver = true;
    // Later, because the caller needs the returned function first.
    queueMicrotask(() => onResult(result));
  };
  if (!running) {
    // The order was closed before.
    end({ outcome: 'gone', failure: null });
    return () => undefined;
  }
  const look = (snapshot: OrderCancellationSnapshot): void => {
    const result = resultOf(snapshot);
    if (result) end(result);
  };
  const subscription = running.subscribe({
    next: look,
    error: () => end({ outcome: 'failed', failure: null }),
  });
  look(running.getSnapshot());
  return () => subscription.unsubscribe();
}

function resultOf(snapshot: OrderCancellationSnapshot): OrderResult | null {
  const { failure } = snapshot.context;
  if (snapshot.hasTag('failed')) return { outcome: 'failed', failure };
  if (snapshot.hasTag('unknown')) return { outcome: 'unknown', failure };
  if (snapshot.status !== 'done') return null;
  const { outcome } = snapshot.output;
  return { outcome, failure: outcome === 'failed' ? failure : null };
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

export const provideCancelAll = perApp((app: App) =>
  cancelAllMachine.provide(
    cancelAllImplementations({ http: app.services.http, cancellations: cancellationsOf(app) }),
  ),
);
