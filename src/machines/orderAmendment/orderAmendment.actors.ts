import { isAsAmended } from '../../domain/amendment.ts';
import { succeeded } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { App } from '../app/app.ts';
import { endOf, findOrder, type OrderCancellationDependencies } from '../openOrders/openOrders.actors.ts';
import { noteOwnChange } from '../orderForm/orderForm.actors.ts';
import { createWrite } from '../write/write.machine.ts';
import {
  type AmendedOrder,
  type AmendmentToSend,
  orderAmendmentMachine,
  type OrderAmendmentContext,
} from './orderAmendment.machine.ts';

export type OrderAmendmentDependencies = Omit<OrderCancellationDependencies, 'newIdempotencyKey'>;

export function orderAmendmentImplementations({ http, noteOwnChange }: OrderAmendmentDependencies) {
  return {
    actors: {
      amend: createWrite<AmendmentToSend, AmendedOrder>({
        send: async ({ orderId, price, quantity, stopPrice, privateCode, idempotencyKey }) => {
          const stop = stopPrice === undefined ? {} : { stop_price: stopPrice };
          const code = privateCode === undefined ? {} : { two_factor_code: privateCode };
          const request = { params: { id: orderId }, body: { price, quantity, ...stop, ...code } };
          const answer = await http.send(orderCalls.amendOrder, request, { idempotencyKey });
          return answer.ok ? succeeded('amended') : answer;
        },
        look: async (sent, signal) => {
          const found = await findOrder(http, sent, signal);
          if (!found.ok) return found;
          const order = found.value;
          if (order && isAsAmended(order, sent)) return succeeded('amended');
          return succeeded(endOf(order) === null ? null : 'closed');
        },
        withoutSecrets: ({ privateCode: _privateCode, ...sent }) => sent,
      }),
    },
    actions: {
      refreshOwnReads: ({ context: { order } }: { readonly context: OrderAmendmentContext }) => {
        if (order !== null) noteOwnChange(order.pair);
      },
    },
  };
}

export const provideOrderAmendment = (app: App) =>
  orderAmendmentMachine.provide(
    orderAmendmentImplementations({ http: app.services.http, noteOwnChange: noteOwnChange(app) }),
  );
