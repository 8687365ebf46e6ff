import { fromPromise } from 'xstate';
import type { Order } from '../../domain/order.ts';
import { refused, succeeded, type Result } from '../../domain/result.ts';
import type {
  CancelAnswer,
  OrderCancellationInput,
  OrderEnd,
} from '../../machines/orderCancellation/index.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from './reconcileWrite.ts';

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
export function createOrderCancellationWiring({
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
