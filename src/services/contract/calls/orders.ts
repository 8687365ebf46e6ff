import { decodeList, decodeNothing, decodeUnder, decodeWritten } from '../decode.ts';
import {
  amendmentBody,
  balanceAnswer,
  executionAnswer,
  executionListQuery,
  limitOrderBody,
  marketOrderBody,
  orderAnswer,
  orderListQuery,
  placedAnswer,
} from '../orders.ts';
import { call } from './call.ts';

export const orderCalls = {
  balances: call('balances', 'GET', '/user/balances', decodeList(balanceAnswer, 'balances', 'items'), {
    isPrivate: true,
  }),

  placeLimitOrder: call(
    'placeLimitOrder',
    'POST',
    '/order/orders/limit',
    decodeWritten(placedAnswer, 'order'),
    { body: limitOrderBody, takesIdempotencyKey: true, isPrivate: true },
  ),
  placeMarketOrder: call(
    'placeMarketOrder',
    'POST',
    '/order/orders/market',
    decodeWritten(placedAnswer, 'order'),
    { body: marketOrderBody, takesIdempotencyKey: true, isPrivate: true },
  ),
  amendOrder: call('amendOrder', 'POST', '/order/amend/:id', decodeWritten(placedAnswer, 'order'), {
    body: amendmentBody,
    takesIdempotencyKey: true,
    isPrivate: true,
  }),
  cancelOrder: call('cancelOrder', 'DELETE', '/order/cancel/:id', decodeNothing, {
    takesIdempotencyKey: true,
    isPrivate: true,
  }),
  order: call('order', 'GET', '/order/orders/:id', decodeUnder(orderAnswer, 'order'), { isPrivate: true }),
  orders: call('orders', 'GET', '/order/orders', decodeList(orderAnswer, 'orders', 'items'), {
    query: orderListQuery,
    isPrivate: true,
  }),
  executions: call(
    'executions',
    'GET',
    '/order/orders/history/executions',
    decodeList(executionAnswer, 'executions', 'items'),
    { query: executionListQuery, isPrivate: true },
  ),
} as const;
