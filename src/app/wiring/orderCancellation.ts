import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import type {
  CancelAnswer,
  OrderCancellationInput,
  OrderStateAnswer,
} from '../../machines/orderCancellation/index.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';

export interface OrderCancellationDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Orders, executions, balances and trades are out of date; the pair's book publishes at once. */
  readonly noteOwnChange: (pair: string) => void;
}

/** How much of the user's orders of the pair is read to find one. */
const LONGEST_LIST = 100;

/** Effects of the `orderCancellation` machine. */
export function createOrderCancellationWiring({ http, noteOwnChange }: OrderCancellationDependencies) {
  return {
    actors: {
      // Not ended by `signal`: what has left cannot be taken back.
      cancelOrder: fromPromise<CancelAnswer, OrderCancellationInput>(({ input }) =>
        http.send(orderCalls.cancelOrder, { params: { id: input.orderId } }),
      ),
      readOrder: fromPromise<OrderStateAnswer, OrderCancellationInput>(async ({ input, signal }) => {
        const query = { pair: input.pair, skip: 0, limit: LONGEST_LIST };
        const listed = await http.send(orderCalls.orders, { query }, { signal });
        if (!listed.ok) return listed;
        return succeeded(listed.value.find(({ id }) => id === input.orderId)?.state ?? null);
      }),
    },
    actions: {
      refreshOwnReads: (_: unknown, { pair }: { pair: string }) => noteOwnChange(pair),
    },
  };
}
