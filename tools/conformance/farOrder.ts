import {
  add,
  compare,
  decimal,
  divideBy,
  type Decimal,
  floorToStep,
  isPositive,
  larger,
  multiply,
  subtract,
  toText,
} from '../../src/domain/decimal.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { Order } from '../../src/domain/order.ts';
import { readOpen } from './account.ts';
import { type Context, read, type Session } from './context.ts';

export interface FarOrder {
  readonly pair: string;
  readonly operation: 'BUY' | 'SELL';
  readonly price: string;
  readonly quantity: string;
  /** The amount that it needs. */
  readonly coin: string;
  /** The other side of the market, as far away: no trade triggers a stop order there. */
  readonly stop: string;
  /** What an iceberg of it shows. */
  readonly part: string;
  /** One step further away and one step less. */
  readonly amended: { readonly price: string; readonly quantity: string };
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
  const { pair } = rules;
  const [base = '', quote = ''] = pair.split('-');
  const step = decimal(rules.minQuantityIncrement);
  const tick = decimal(rules.minPriceIncrement ?? `0.${'0'.repeat(7)}1`);
  const smallest = larger(step, decimal(rules.minOrderSize ?? '0'));
  const quantity = floorToStep(multiply(smallest, SMALLEST_TIMES), step);
  const twice = (price: string): Decimal => multiply(decimal(price), TWO);
  const half = (price: string): Decimal => floorToStep(divideBy(decimal(price), TWO, 18, 'floor'), tick);
  const of = (operation: 'BUY' | 'SELL', coin: string, price: Decimal, stop: Decimal): FarOrder => ({
    pair,
    operation,
    price: toText(price),
    quantity: toText(quantity),
    coin,
    stop: toText(stop),
    part: toText(smallest),
    amended: {
      price: toText(operation === 'BUY' ? subtract(price, tick) : add(price, tick)),
      quantity: toText(subtract(quantity, step)),
    },
  });
  if (best.bid !== undefined) {
    const price = half(best.bid);
    const isPaid = compare(available(quote), multiply(price, multiply(quantity, TWO))) >= 0;
    if (compare(price, tick) > 0 && isPaid) return of('BUY', quote, price, twice(best.bid));
  }
  if (best.ask === undefined || compare(available(base), quantity) < 0) return null;
  const stop = half(best.bid ?? best.ask);
  return isPositive(stop) ? of('SELL', base, twice(best.ask), stop) : null;
}

/** Of the first pair with a price and a balance. */
export async function chooseOrder(
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

export const bodyOf = ({ pair, operation, price, quantity }: FarOrder) => ({
  pair,
  type: 'LIMIT',
  operation,
  quantity,
  price,
});

export function openOrders(
  context: Context,
  headers: Session['headers'],
  pair: string,
): Promise<readonly Order[]> {
  return readOpen(context, headers, { pair, limit: '100' });
}

export async function availableOf(
  context: Context,
  headers: Session['headers'],
  coin: string,
): Promise<Decimal> {
  const balances = (await read(context, 'balances', 'account.balances', { headers })).value ?? [];
  return decimal(balances.find(({ currency }) => currency === coin)?.available ?? '0');
}

/** Open orders after `place` that were not there before. */
export async function placed(
  context: Context,
  headers: Session['headers'],
  pair: string,
  place: () => Promise<unknown>,
): Promise<readonly Order[]> {
  const before = new Set((await openOrders(context, headers, pair)).map(({ id }) => id));
  await place();
  return (await openOrders(context, headers, pair)).filter(({ id }) => !before.has(id));
}
