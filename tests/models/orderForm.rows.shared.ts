import type { NewOrder } from '../../src/domain/order.ts';
import type { OrderFormContext, Sending } from '../../src/machines/orderForm/index.ts';
import type { AnyEvent } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import { NOW, ORDERED, PAIR, PRESSES, type PressName } from './orderForm.cases.ts';

export type Context = OrderFormContext;
export type FormRow = Row<Context>;

const sides = { buy: 'BUY', sell: 'SELL' };
export const toast =
  (key: string, kind = 'success') =>
  ({ side }: Context): string =>
    `toast {"key":"trade:form.toast.${key}${kind === 'success' ? `.${side}` : ''}","kind":"${kind}"}`;
export const CHANGED = `own change ${PAIR}`;
export const READ_LISTS = [
  `GET /order/orders?pair=${PAIR}&skip=0&limit=100&state=OPENED%2CPARTIALLY_FILLED`,
  `GET /order/orders/history/executions?pair=${PAIR}&skip=0&limit=100`,
];

function request(
  { side }: Context,
  { order, idempotencyKey }: Pick<Sending, 'order' | 'idempotencyKey'>,
): string {
  const operation = sides[side];
  const key = ` key=${idempotencyKey}`;
  if (order.kind === 'limit') {
    const { quantity, price, timeInForce, isPostOnly, stopPrice } = order;
    // What is not set is no member of the text.
    const terms = { time_in_force: timeInForce, post_only: isPostOnly, stop_price: stopPrice };
    const body = { pair: PAIR, type: 'LIMIT', operation, quantity, price, ...terms };
    return `POST /order/orders/limit ${JSON.stringify(body)}${key}`;
  }
  const amount = side === 'buy' ? { cost: order.amount } : { quantity: order.amount };
  const body = { pair: PAIR, operation, ...amount, price: order.protection };
  return `POST /order/orders/market ${JSON.stringify(body)}${key}`;
}

export const sendingOf = (name: PressName, { side }: Context): Sending => {
  const figures = ORDERED[name];
  const order: NewOrder = figures
    ? { kind: 'limit', pair: PAIR, side, ...figures }
    : {
        kind: 'market',
        pair: PAIR,
        side,
        amount: side === 'buy' ? '2.019' : '2.01',
        // 1 % from the best price, never beyond it: 101, and 98.01 on the tick.
        ...(name === 'market protected' && { protection: side === 'buy' ? '101' : '98.05' }),
      };
  return { order, idempotencyKey: PRESSES[name].idempotencyKey, sentAt: NOW, before: null, isAgain: false };
};

export const sends = (context: Context): string[] =>
  context.sending ? [`keep ${context.sending.idempotencyKey}`, request(context, context.sending)] : [];
export const FORGET = 'forget';

export const pressName = (event: AnyEvent): PressName =>
  Object.entries(PRESSES).find(([, press]) => press === event.press)?.[0] as PressName;
