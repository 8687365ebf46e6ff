import { expect, it } from 'vitest';
import { fromUnits, toUnits } from '../../../src/domain/decimal.ts';
import type { Side } from '../../../src/domain/market.ts';
import type { Exchange, OrderRecord, PairRules } from '../../../venue/exchange.ts';
import { createFairPrices } from '../../../venue/makers/fair.ts';
import { createTrader } from '../../../venue/makers/trader.ts';
import { Book, type RestingOrder } from '../../../venue/matching/book.ts';
import { match } from '../../../venue/matching/match.ts';

/** Price and quantity steps of the seven pairs, as in the first migration. */
const PAIRS = {
  'XMR-BTC': ['0.000001', '0.01'],
  'GRIN-BTC': ['0.00000001', '1'],
  'WOW-BTC': ['0.00000001', '1'],
  'XMR-USDT': ['0.01', '0.0001'],
  'BTC-USDT': ['0.01', '0.000001'],
  'KAS-USDT': ['0.00001', '0.1'],
  'AVAX-USDT': ['0.001', '0.01'],
} as const;

const rulesOf = (symbol: string, price: string, quantity: string): PairRules =>
  ({
    symbol,
    minPriceIncrement: price,
    minQuantityIncrement: quantity,
    minOrderSize: quantity,
    minOrderValue: '0',
    priceDeviationPercent: '50',
  }) as PairRules;

const units = (text: string): bigint => toUnits(text, 8) ?? 0n;
const text = (amount: bigint): string => fromUnits(amount, 8);

/** The venue's own book and matching, in memory and with unlimited money. */
function exchangeOf(increment: bigint) {
  const book = new Book();
  let number = 0;
  let last: bigint | null = null;
  const recordOf = (order: RestingOrder): OrderRecord =>
    ({ id: order.id, side: order.side, price: text(order.price), state: 'OPENED' }) as OrderRecord;
  const best = (side: Side): string[][] => {
    const price = book.bestPrice(side);
    return price === undefined ? [] : [[text(price), '1']];
  };
  const exchange = {
    orders: async (accountId: string) =>
      [...book.all()].filter((order) => order.accountId === accountId).map(recordOf),
    book: () => ({ lastPrice: last === null ? null : text(last), bids: best('buy'), asks: best('sell') }),
    cancel: async (_: string, id: string) => {
      if (!book.get(id)) return { ok: false, code: 'ORDER_FILLED' };
      book.remove(id);
      return { ok: true, value: null };
    },
    placeLimit: async (accountId: string, order: { side: Side; price: string; quantity: string }) => {
      const [limit, quantity] = [units(order.price), units(order.quantity)];
      const found = match(book, { accountId, side: order.side, limit, quantity, cost: null, increment });
      if (found.ownOrder) return { ok: false, code: 'SELF_TRADE' };
      for (const { maker, quantity: filled, price } of found.fills) {
        book.remove(maker.id);
        if (filled < maker.quantityLeft) book.add({ ...maker, quantityLeft: maker.quantityLeft - filled });
        last = price;
      }
      const id = String((number += 1));
      if (found.isComplete) return { ok: true, value: { id, state: 'FILLED' } };
      book.add({
        id,
        number,
        accountId,
        side: order.side,
        price: limit,
        quantityLeft: quantity - found.filled,
        display: null,
        hidden: 0n,
      } as RestingOrder);
      return { ok: true, value: { id, state: 'OPENED' } };
    },
  };
  const levels = (side: Side): number => new Set([...book.inPriority(side)].map(({ price }) => price)).size;
  return { exchange: exchange as unknown as Exchange, levels };
}

const WEEK = 7 * 86_400;
/** Seconds between two steps of a pair without visitors, at the default rate of 12 a second for all pairs. */
const UNWATCHED = 9.5;
/** The pairs with more steps than others. */
const WEIGHTS: Readonly<Record<string, number>> = { 'XMR-BTC': 2, 'BTC-USDT': 2, 'XMR-USDT': 1.5 };
const FEWEST = 14;

it('the sandbox makers keep every book full for seven days without visitors (LOAD-14)', async () => {
  const fair = createFairPrices('week', () => null);
  const markets = Object.entries(PAIRS).map(([symbol, [price, quantity]]) => {
    const { exchange, levels } = exchangeOf(units(quantity));
    const rules = rulesOf(symbol, price, quantity);
    const trader = createTrader({ exchange, rules, fair, quoter: 'q', taker: 't', seed: 'week' });
    return { symbol, trader, levels, every: UNWATCHED / (WEIGHTS[symbol] ?? 1), at: 0, fewest: Infinity };
  });
  for (const { trader } of markets) while ((await trader.placeMissingLevel()) !== null);
  for (let now = 0; now < WEEK; now += UNWATCHED) {
    for (const market of markets) {
      for (; market.at <= now; market.at += market.every) await market.trader.step(market.every);
      market.fewest = Math.min(market.fewest, market.levels('buy'), market.levels('sell'));
    }
  }
  const thin = markets.filter(({ fewest }) => fewest < FEWEST);
  expect(thin.map(({ symbol, fewest }) => `${symbol}: ${fewest}`)).toEqual([]);
}, 600_000);
