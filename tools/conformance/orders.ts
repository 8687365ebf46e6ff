import { randomUUID } from 'node:crypto';
import { compare, decimal, multiply, rescale, toText } from '../../src/domain/decimal.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { Order } from '../../src/domain/order.ts';
import { ask, type Context, isRefused, read, type Session } from './context.ts';
import { availableOf, bodyOf, chooseOrder, type FarOrder, openOrders, placed } from './farOrder.ts';

/** Percent. */
const WIDEST = '50';
/** Decimal places of amounts. */
const DIGITS = 8;

export async function checkOrders(
  context: Context,
  { headers }: Session,
  pairs: readonly PairSettings[],
): Promise<void> {
  const { report } = context;
  const order = await chooseOrder(context, headers, pairs);
  if (!order)
    return report.skips('orders.place', 'No pair has a price and a balance to place a small order with');
  const words = `${order.operation === 'BUY' ? 'buy' : 'sell'} ${order.quantity} of ${order.pair} at ${order.price}`;
  context.announce(`Places limit orders to ${words}, far from the market, and cancels them.`);
  await checkInvalid(context, headers, order);
  const before = await availableOf(context, headers, order.coin);
  const open = await placeOne(context, headers, order);
  if (!open) return undefined;
  const during = await availableOf(context, headers, order.coin);
  report.expect(
    'orders.locked',
    compare(during, before) < 0,
    `${order.coin}: as much is available as before`,
  );
  if (context.claims.has('amend')) await checkAmend(context, headers, order, open.id);
  await checkCancel(context, headers, order, open.id);
  const after = await availableOf(context, headers, order.coin);
  report.expect('orders.cancel', compare(after, before) === 0, `${order.coin}: another balance than before`);
  if (context.claims.has('idempotencyKeys')) await checkKey(context, headers, order);
  if (context.claims.has('timeInForce')) await checkImmediate(context, headers, order);
  if (context.claims.has('stopOrders')) await checkStop(context, headers, order);
  if (context.claims.has('icebergs')) await checkIceberg(context, headers, order);
  if (context.claims.has('oneCancelsOther')) await checkOco(context, headers, order);
  if (context.claims.has('trailingStops')) await checkTrailing(context, headers, order);
  return undefined;
}

const stands = (order: Order | undefined, price: string, quantity: string): boolean =>
  order !== undefined &&
  compare(decimal(order.price ?? '0'), decimal(price)) === 0 &&
  compare(decimal(order.quantity ?? '0'), decimal(quantity)) === 0;

async function placeOne(
  context: Context,
  headers: Session['headers'],
  order: FarOrder,
): Promise<Order | null> {
  const { report } = context;
  const found = await placed(context, headers, order.pair, async () => {
    const { what, status } = await ask(context, 'placeLimitOrder', { headers, body: bodyOf(order) });
    report.expect('orders.place', status >= 200 && status < 300, `${what} was answered with ${status}`);
  });
  const [open] = found;
  const isRight =
    found.length === 1 &&
    open?.side === order.operation.toLowerCase() &&
    stands(open, order.price, order.quantity);
  report.expect(
    'orders.place',
    isRight,
    `${found.length} new orders stand, of which one should be as it was placed`,
  );
  return open ?? null;
}

async function checkCancel(
  context: Context,
  headers: Session['headers'],
  { pair }: FarOrder,
  id: string,
): Promise<void> {
  const { report } = context;
  const { what, status } = await ask(context, 'cancelOrder', { headers, params: { id } });
  report.expect('orders.cancel', status >= 200 && status < 300, `${what} was answered with ${status}`);
  const isGone = (await openOrders(context, headers, pair)).every((order) => order.id !== id);
  report.expect('orders.cancel', isGone, 'The order still stands among the open ones');
  const again = await ask(context, 'cancelOrder', { headers, params: { id } });
  report.expect('orders.cancelTwice', isRefused(again), `The second time was answered with ${again.status}`);
}

/** The order is further from the market afterwards. */
async function checkAmend(
  context: Context,
  headers: Session['headers'],
  { pair, amended }: FarOrder,
  id: string,
): Promise<void> {
  const { report } = context;
  const { what, status } = await ask(context, 'amendOrder', { headers, params: { id }, body: amended });
  report.expect('orders.amend', status >= 200 && status < 300, `${what} was answered with ${status}`);
  const order = (await openOrders(context, headers, pair)).find((one) => one.id === id);
  const isRight = stands(order, amended.price, amended.quantity);
  report.expect('orders.amend', isRight, 'The order does not stand with its new price and quantity');
}

/** Nothing of it can be filled, so nothing of it may rest. */
async function checkImmediate(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  for (const timeInForce of ['IOC', 'FOK']) {
    const body = { ...bodyOf(order), time_in_force: timeInForce };
    const left = await placed(context, headers, order.pair, () =>
      ask(context, 'placeLimitOrder', { headers, body }),
    );
    const said = `An order ${timeInForce} far from the market stands in the book`;
    context.report.expect('orders.immediate', left.length === 0, said);
    for (const { id } of left) await ask(context, 'cancelOrder', { headers, params: { id } });
  }
}

/** Its limit is far from the market, too, so it would not trade even where it is triggered. */
async function checkStop(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  const { report } = context;
  const before = await availableOf(context, headers, order.coin);
  const found = await placed(context, headers, order.pair, async () => {
    const body = { ...bodyOf(order), stop_price: order.stop };
    const { what, status } = await ask(context, 'placeLimitOrder', { headers, body });
    report.expect('orders.stop', status >= 200 && status < 300, `${what} was answered with ${status}`);
  });
  const [waiting] = found;
  const isRight =
    found.length === 1 &&
    waiting?.state === 'WAITING' &&
    compare(decimal(waiting.stopPrice ?? '0'), decimal(order.stop)) === 0;
  const said = `${found.length} new orders stand, of which one should wait for its stop price`;
  report.expect('orders.stop', isRight, said);
  const during = await availableOf(context, headers, order.coin);
  report.expect(
    'orders.locked',
    compare(during, before) < 0,
    `${order.coin}: a stop order leaves as much available as before`,
  );
  for (const { id } of found) await ask(context, 'cancelOrder', { headers, params: { id } });
  const after = await availableOf(context, headers, order.coin);
  report.expect('orders.cancel', compare(after, before) === 0, `${order.coin}: another balance than before`);
}

async function checkIceberg(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  const { report } = context;
  const found = await placed(context, headers, order.pair, async () => {
    const body = { ...bodyOf(order), display_quantity: order.part };
    const { what, status } = await ask(context, 'placeLimitOrder', { headers, body });
    report.expect('orders.iceberg', status >= 200 && status < 300, `${what} was answered with ${status}`);
  });
  const [open] = found;
  const isRight =
    found.length === 1 &&
    stands(open, order.price, order.quantity) &&
    compare(decimal(open?.displayQuantity ?? '0'), decimal(order.part)) === 0;
  const said = `${found.length} new orders stand, of which one should show ${order.part}`;
  report.expect('orders.iceberg', isRight, said);
  for (const { id } of found) await ask(context, 'cancelOrder', { headers, params: { id } });
}

/** Its stop leg costs no more than the other, which the balance is known to pay for. */
async function checkOco(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  const { report } = context;
  const found = await placed(context, headers, order.pair, async () => {
    const legs = { oco_stop_price: order.stop, oco_limit_price: order.price };
    const { what, status } = await ask(context, 'placeLimitOrder', {
      headers,
      body: { ...bodyOf(order), ...legs },
    });
    report.expect('orders.oco', status >= 200 && status < 300, `${what} was answered with ${status}`);
  });
  const [open] = found;
  const isRight =
    found.length === 1 &&
    stands(open, order.price, order.quantity) &&
    compare(decimal(open?.ocoStopPrice ?? '0'), decimal(order.stop)) === 0;
  const said = `${found.length} new orders stand, of which one should have a stop at ${order.stop}`;
  report.expect('orders.oco', isRight, said);
  for (const { id } of found) await ask(context, 'cancelOrder', { headers, params: { id } });
}

/** No trade comes half as far from the market while it waits. */
async function checkTrailing(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  const { report } = context;
  const { pair, operation, price, quantity } = order;
  const { value: trades } = await read(context, 'trades', 'market.trades', {
    params: { pair },
    query: { limit: '1' },
  });
  if (trades?.length === 0) return report.skips('orders.trailing', `${pair} has no last price to trail`);
  const cost = toText(rescale(multiply(decimal(price), decimal(quantity)), DIGITS, 'ceil'));
  const found = await placed(context, headers, pair, async () => {
    const amount = operation === 'BUY' ? { cost } : { quantity };
    const body = { pair, operation, ...amount, trail_percent: WIDEST };
    const { what, status } = await ask(context, 'placeMarketOrder', { headers, body });
    report.expect('orders.trailing', status >= 200 && status < 300, `${what} was answered with ${status}`);
  });
  const [waiting] = found;
  const isRight =
    found.length === 1 &&
    waiting?.state === 'WAITING' &&
    compare(decimal(waiting.trailPercent ?? '0'), decimal(WIDEST)) === 0;
  const said = `${found.length} new orders stand, of which one should trail by ${WIDEST} %`;
  report.expect('orders.trailing', isRight, said);
  for (const { id } of found) await ask(context, 'cancelOrder', { headers, params: { id } });
  return undefined;
}

async function checkInvalid(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  const body = bodyOf(order);
  for (const wrong of [
    { price: '0' },
    { quantity: '0' },
    { price: '-1' },
    { quantity: `-${order.quantity}` },
    { price: 'x' },
  ]) {
    const answer = await ask(context, 'placeLimitOrder', { headers, body: { ...body, ...wrong } });
    const said = `An order with ${JSON.stringify(wrong)} was answered with ${answer.status}`;
    context.report.expect('orders.invalid', isRefused(answer), said);
  }
}

async function checkKey(context: Context, headers: Session['headers'], order: FarOrder): Promise<void> {
  const { report } = context;
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  const ids: unknown[] = [];
  const found = await placed(context, headers, order.pair, async () => {
    for (let round = 0; round < 2; round += 1) {
      const { value } = await read(context, 'placeLimitOrder', 'orders.place', {
        headers: keyed,
        body: bodyOf(order),
      });
      ids.push(value?.id);
    }
  });
  report.expect(
    'orders.idempotency',
    found.length === 1,
    `Sent twice with one key, ${found.length} orders stand`,
  );
  report.expect('orders.idempotency', ids[0] === ids[1], 'The second answer names another order');
  for (const { id } of found) await ask(context, 'cancelOrder', { headers, params: { id } });
}
