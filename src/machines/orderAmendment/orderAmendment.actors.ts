import { fromPromise } from 'xstate';
import { isAsAmended } from '../../domain/amendment.ts';
import { succeeded } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { App } from '../app/index.ts';
import { noteOwnChange } from '../orderForm/index.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import { perApp } from '../shared/index.ts';
import { endOf, findOrder, type OrderCancellationDependencies } from '../openOrders/index.ts';
import {
  type AmendAnswer,
  type AmendedOrder,
  orderAmendmentMachine,
  type SentAmendment,
} from './orderAmendment.machine.ts';

export type OrderAmendmentDependencies = Omit<OrderCancellationDependencies, 'newIdempotencyKey'>;

export function orderAmendmentImplementations({ http, noteOwnChange }: OrderAmendmentDependencies) {
  return {
    actors: {
      // `signal` does not abort it: a request that was sent cannot be taken back.
      amendOrder: fromPromise<AmendAnswer, { sent: SentAmendment | null; privateCode: string | null }>(
        ({ input: { sent, privateCode } }) => {
          const { orderId, price, quantity, stopPrice, idempotencyKey } = held(sent);
          const stop = stopPrice === undefined ? {} : { stop_price: stopPrice };
          const code = privateCode === null ? {} : { two_factor_code: privateCode };
          const request = { params: { id: orderId }, body: { price, quantity, ...stop, ...code } };
          return http.send(orderCalls.amendOrder, request, { idempotencyKey });
        },
      ),
      reconcileWrite: createReconcileWrite<SentAmendment | null, AmendedOrder>(async (subject, signal) => {
        const sent = held(subject);
        const found = await findOrder(http, sent, signal);
        if (!found.ok) return found;
        const order = found.value;
        if (order && isAsAmended(order, sent)) return succeeded('amended');
        return succeeded(endOf(order) === null ? null : 'closed');
      }),
    },
    actions: {
      refreshOwnReads: (_: unknown, { pair }: { pair: string }) => noteOwnChange(pair),
    },
  };
}

function held(sent: SentAmendment | null): SentAmendment {
  if (sent === null) throw new Error('nothing is being amended');
  return sent;
}

export const provideOrderAmendment = perApp((app: App) =>
  orderAmendmentMachine.provide(
    orderAmendmentImplementations({ http: app.services.http, noteOwnChange: noteOwnChange(app) }),
  ),
);
