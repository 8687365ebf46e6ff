import { fromCallback, fromPromise } from 'xstate';
import type {
  CancelAllEvent,
  CancelOrdersInput,
  OrderResult,
  OrdersPageInput,
  OrdersPageOutput,
} from '../../machines/cancelAll/index.ts';
import type { OrderCancellationSnapshot } from '../../machines/orderCancellation/index.ts';
import { selectCancellation, type OrderCancellationsRef } from '../../machines/orderCancellations/index.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';

export interface CancelAllDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Every cancellation of the session: one that runs already is joined, none is sent twice. */
  readonly cancellations: OrderCancellationsRef;
}

const OPEN_STATES = 'OPENED,PARTIALLY_FILLED';
/** Orders asked for at once. A server may send fewer: the next page begins where they ended. */
const PAGE = 100;
/** Cancellations under way at once, so that many orders are no flood. */
const AT_ONCE = 4;

/** Effects of the `cancelAll` machine. */
export function createCancelAllWiring({ http, cancellations }: CancelAllDependencies) {
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
