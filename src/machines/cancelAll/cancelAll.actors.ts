import { fromPromise, fromCallback } from 'xstate';
import { isAskedToWait } from '../../domain/failure.ts';
import { OPEN_STATES, type Order } from '../../domain/order.ts';
import { valueOrThrow } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import type { App } from '../app/app.ts';
import { cancellationsOf } from '../openOrders/openOrders.actors.ts';
import { selectCancellation, type OrderCancellationsRef } from '../openOrders/orderCancellations.machine.ts';
import type { OrderCancellationSnapshot } from '../openOrders/orderCancellation.machine.ts';
import {
  type CancelAllEvent,
  type CancelOrdersInput,
  type OrderResult,
  type OrdersPageInput,
  cancelAllMachine,
} from './cancelAll.machine.ts';

/** A server may send fewer orders than that. */
const PAGE = 100;

export interface CancelAllDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly cancellations: OrderCancellationsRef;
}

/** Requests at the same time. */
const AT_ONCE = 4;

export function cancelAllImplementations({ http, cancellations }: CancelAllDependencies) {
  return {
    actors: {
      readOrders: fromPromise<readonly Order[], OrdersPageInput>(async ({ input, signal }) => {
        const pair = input.pair === null ? {} : { pair: input.pair };
        const query = { ...pair, state: OPEN_STATES, skip: input.skip, limit: PAGE };
        return valueOrThrow(await http.send(orderCalls.orders, { query }, { signal }));
      }),
      cancelOrders: fromCallback<CancelAllEvent, CancelOrdersInput>(({ input, sendBack }) => {
        const waiting = [...input.orders];
        const watched = new Set<() => void>();
        const next = (): void => {
          const order = waiting.shift();
          if (!order) return;
          const { id: orderId, pair } = order;
          let isTold = false;
          const leave = watchEnd(cancellations, { orderId, pair }, (result) => {
            // An uncertain one is being read: the result is reported as well.
            if (result.outcome !== 'unknown') {
              watched.delete(leave);
              leave();
            }
            sendBack({ type: 'order.ended', orderId, result });
            // It asked to wait: nothing more is sent (CANCEL-13).
            if (result.failure && isAskedToWait(result.failure))
              for (const { id } of waiting.splice(0)) sendBack({ type: 'order.ended', orderId: id, result });
            if (!isTold) next();
            isTold = true;
          });
          watched.add(leave);
        };
        for (let begun = 0; begun < AT_ONCE; begun += 1) next();
        return () => {
          // Waiting ones do not start; running ones continue.
          waiting.length = 0;
          for (const leave of watched) leave();
        };
      }),
    },
  };
}

/**
 * Starts a cancellation, or joins the running one. `onResult` is called once, or twice where the first result is
 * `unknown`. @returns a function that stops listening.
 */
function watchEnd(
  cancellations: OrderCancellationsRef,
  order: { readonly orderId: string; readonly pair: string },
  onResult: (result: OrderResult) => void,
): () => void {
  cancellations.send({ type: 'user.cancel', ...order });
  const running = selectCancellation(cancellations.getSnapshot(), order.orderId);
  let told: OrderResult['outcome'] | null = null;
  const end = (result: OrderResult): void => {
    if (told === result.outcome || (told !== null && told !== 'unknown')) return;
    told = result.outcome;
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

export const provideCancelAll = (app: App) =>
  cancelAllMachine.provide(
    cancelAllImplementations({ http: app.services.http, cancellations: cancellationsOf(app) }),
  );
