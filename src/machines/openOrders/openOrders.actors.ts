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
  /** A fresh UUID. */
  readonly newIdempotencyKey: () => string;
  /** Orders, executions, balances and trades are out of date; the pair's book publishes at once. */
  readonly noteOwnChange: (pair: string) => void;
}

/** Orders asked for at once. A server may send fewer: the next page begins where they ended. */
const PAGE = 100;
/** More are not read for one order. */
const MOST_PAGES = 20;

/** Effects of the `orderCancellation` machine. */
export function orderCancellationImplementations({
  http,
  newIdempotencyKey,
  noteOwnChange,
}: OrderCancellationDependencies) {
  /** Keys of cancellations that were not answered, by order: what is sent again carries the same one (LOST-04). */
  const unanswered = new Map<string, string>();

  /** The order among the user's orders of the pair; null when no page holds it. */
  async function findOrder(
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

  return {
    actors: {
      // Not ended by `signal`: what has left cannot be taken back.
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
        const found = await findOrder(order, signal);
        return found.ok ? succeeded(endOf(found.value)) : found;
      }),
    },
    actions: {
      refreshOwnReads: (_: unknown, { pair }: { pair: string }) => noteOwnChange(pair),
    },
  };
}

/** Null while it is open. A state that nobody knows says nothing, so that the order counts as open. */
function endOf(order: Order | null): OrderEnd | null {
  if (order === null) return 'gone';
  if (order.state === 'CANCELED') return 'canceled';
  return order.state === 'FILLED' ? 'filled' : null;
}

export interface CancelAllDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Every cancellation of the session: one that runs already is joined, none is sent twice. */
  readonly cancellations: OrderCancellationsRef;
}

/** Cancellations under way at once, so that many orders are no flood. */
const AT_ONCE = 4;

/** Effects of the `cancelAll` machine. */
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
          // What has not begun does not begin; what runs goes on by itself.
          waiting.length = 0;
          for (const leave of watched) leave();
        };
      }),
    },
  };
}

/** Begins one cancellation, or joins it, and tells once how it ended. @returns a function that stops listening. */
function watchEnd(
  cancellations: OrderCancellationsRef,
  order: { readonly orderId: string; readonly pair: string },
  tell: (result: OrderResult) => void,
): () => void {
  cancellations.send({ type: 'user.cancel', ...order });
  const running = selectCancellation(cancellations.getSnapshot(), order.orderId);
  let isOver = false;
  const end = (result: OrderResult): void => {
    if (isOver) return;
    isOver = true;
    // The caller has its way out before it is told.
    queueMicrotask(() => tell(result));
  };
  if (!running) {
    // It ended before, so that no cancellation was begun.
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

/** The cancellations of the page, which outlive the screens. */
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
