import { randomUUID } from 'node:crypto';
import {
  compare,
  decimal,
  divideBy,
  type Decimal,
  floorToStep,
  isPositive,
  larger,
  multiply,
  toText,
} from '../../src/domain/decimal.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { Order } from '../../src/domain/order.ts';
import { readOpen } from './account.ts';
import { ask, type Context, isRefused, read, type Session } from './context.ts';

interface FarOrder {
  readonly pair: string;
  readonly operation: 'BUY' | 'SELL';
  readonly price: string;
  readonly quantity: string;
  readonly coin: string;
}

const TWO = decimal('2');
/** Pairs often have a least order value, too; a few times the least quantity is enough. */
const SMALLEST_TIMES = decimal('50');

/** Cannot trade: it buys at half of the best bid, or sells at twice the best ask. Null without a price or a balance. */
export function farOrder(
  rules: PairSettings,
  best: { readonly bid: string | undefined; readonly ask: string | undefined },
  available: (coin: string) => Decimal,
): FarOrder | null {
  const [base = '', quote = ''] = rules.pair.split('-');
  const step = decimal(rules.minQuantityIncrement);
  const tick = decimal(rules.minPriceIncrement ?? `0.${'0'.repeat(7)}1`);
  const smallest = larger(step, decimal(rules.minOrderSize ?? '0'));
  const quantity = floorToStep(multiply(smallest, SMALLEST_TIMES), step);
  if (best.bid !== undefined) {
    const price = floorToStep(divideBy(decimal(best.bid), TWO, 18, 'floor'), tick);
    const isPaid = compare(available(quote), multiply(price, multiply(quantity, TWO))) >= 0;
    if (isPositive(price) && isPaid) {
      return {
        pair: rules.pair,
        operation: 'BUY',
        price: toText(price),
        quantity: toText(quantity),
        coin: quote,
      };
    }
  }
  if (best.ask === undefined || compare(available(base), quantity) < 0) return null;
  const price = floorToStep(multiply(decimal(best.ask), TWO), tick);
  return {
    pair: rules.pair,
    operation: 'SELL',
    price: toText(price),
    quantity: toText(quantity),
    coin: base,
  };
}

export async function checkOrders(
  context: Context,
  { headers }: Session,
  pairs: readonly PairSettings[],
): Promise<void> {
  const { report } = context;
  const order = await choose(context, headers, pairs);
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
  await checkCancel(context, headers, order, open.id);
  const after = await availableOf(context, headers, order.coin);
  report.expect('orders.cancel', compare(after, before) === 0, `${order.coin}: another balance than before`);
  if (context.claims.has('idempotencyKeys')) await checkKey(context, headers, order);
  return undefined;
}

async function choose(
  context: Context,
  headers: Session['headers'],
  pairs: readonly PairSettings[],
): Promise<FarOrder | null> {
  const balances = (await read(context, 'balances', 'account.balances', { headers })).value ?? [];
  const available = (coin: string): Decimal =>
    decimal(balances.find(({ currency }) => currency === coin)?.available ?? '0');
  for (const rules of pairs.slice(0, 10)) {
    const { value } = await read(context, 'orderBook', 'market.book', { params: { pair: rules.pair } });
    const best = { bid: value?.bids[0]?.[0], ask: value?.asks[0]?.[0] };
    const order = farOrder(rules, best, available);
    if (order) return order;
  }
  return null;
}

const bodyOf = ({ pair, operation, price, quantity }: FarOrder) => ({
  pair,
  type: 'LIMIT',
  operation,
  quantity,
  price,
});

function openOrders(context: Context, headers: Session['headers'], pair: string): Promise<readonly Order[]> {
  return readOpen(context, headers, { pair, limit: '100' });
}

async function availableOf(context: Context, headers: Session['headers'], coin: string): Promise<Decimal> {
  const balances = (await read(context, 'balances', 'account.balances', { headers })).value ?? [];
  return decimal(balances.find(({ currency }) => currency === coin)?.available ?? '0');
}

async function placed(
  context: Context,
  headers: Session['headers'],
  pair: string,
  place: () => Promise<unknown>,
): Promise<readonly Order[]> {
  const before = new Set((await openOrders(context, headers, pair)).map(({ id }) => id));
  await place();
  return (await openOrders(context, headers, pair)).filter(({ id }) => !before.has(id));
}

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
    compare(decimal(open.price ?? '0'), decimal(order.price)) === 0 &&
    compare(decimal(open.quantity), decimal(order.quantity)) === 0;
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
    for (let turn = 0; turn < 2; turn += 1) {
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
