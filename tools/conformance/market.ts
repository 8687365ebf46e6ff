import { compare, decimal } from '../../src/domain/decimal.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import { faultOfBook } from './book.ts';
import { ask, type Context, isRecord, isRefused, read } from './context.ts';

const DAY = 86_400;
const FRAMES = [
  ['minute', DAY / 4],
  ['hour', 14 * DAY],
  ['day', 200 * DAY],
] as const;

/** @returns the traded pairs. */
export async function checkMarket(context: Context): Promise<readonly PairSettings[]> {
  const { report } = context;
  const pairs = (await read(context, 'pairs', 'market.pairs')).value ?? [];
  report.expect('market.pairs', pairs.length > 0, 'GET /pair/pairs answers no pair');
  const traded = pairs.filter(({ isEnabled }) => isEnabled);
  await checkMarkets(context);
  await checkCoins(context);
  const [first] = traded;
  if (!first) return [];
  const params = { pair: first.pair };
  await read(context, 'pair', 'market.pair', { params });
  await read(context, 'market', 'market.market', { params });
  await checkLists(context, first.pair);
  await checkCandles(context, first.pair);
  if (context.claims.has('btcUsd')) await read(context, 'btcPrice', 'market.btcUsd');
  return traded;
}

async function checkMarkets(context: Context): Promise<void> {
  const { report } = context;
  const markets = (await read(context, 'markets', 'market.markets')).value ?? [];
  report.expect('market.markets', markets.length > 0, 'GET /api/markets answers no market');
  for (const { pair, highestBid, lowestAsk, high24h, low24h } of markets) {
    const isCrossed =
      highestBid !== null && lowestAsk !== null && compare(decimal(highestBid), decimal(lowestAsk)) >= 0;
    report.expect('market.figures', !isCrossed, `${pair}: the best bid is not below the best ask`);
    const isTurned = high24h !== null && low24h !== null && compare(decimal(low24h), decimal(high24h)) > 0;
    report.expect('market.figures', !isTurned, `${pair}: the low is above the high`);
  }
}

async function checkCoins(context: Context): Promise<void> {
  const { report } = context;
  const query = { page: '1', limit: '50', sort_by: 'ticker', order: 'asc' };
  const { answer, value } = await read(context, 'coins', 'market.coins', { query });
  report.expect('market.coins', (value ?? []).length > 0, 'GET /coin/coins answers no coin');
  report.expect(
    'market.coins',
    isRecord(answer.json) && Array.isArray(answer.json.items),
    'GET /coin/coins has no list under items',
  );
  const few = await read(context, 'coins', 'market.coins', { query: { ...query, limit: '2' } });
  report.expect('market.limit', (few.value ?? []).length <= 2, 'GET /coin/coins?limit=2 answers more than 2');
}

async function checkLists(context: Context, pair: string): Promise<void> {
  const { report } = context;
  const params = { pair };
  const trades =
    (await read(context, 'trades', 'market.trades', { params, query: { limit: '3' } })).value ?? [];
  report.expect('market.limit', trades.length <= 3, 'GET /order/trades/{pair}?limit=3 answers more than 3');
  const others = trades.filter((trade) => trade.pair !== pair);
  report.expect('market.trades', others.length === 0, `trades of ${pair} name other pairs`);
  const book = (await read(context, 'orderBook', 'market.book', { params, query: { depth: '3' } })).value;
  if (!book) return;
  const { bids, asks } = book;
  const isShallow = bids.length <= 3 && asks.length <= 3;
  report.expect('market.limit', isShallow, 'GET /order/orderbook/{pair}?depth=3 answers more than 3');
  const fault = faultOfBook(bids, asks);
  report.expect('market.bookOrder', fault === null, `${pair}: ${fault ?? ''}`);
  if (context.claims.has('bookSequence')) {
    report.expect('market.book', book.sequence !== undefined, 'The book has no sequence');
  }
}

async function checkCandles(context: Context, pair: string): Promise<void> {
  const { report } = context;
  const now = Math.floor(Date.now() / 1000);
  let seen = 0;
  for (const [frame, span] of FRAMES) {
    const body = { frame, pair, start_ts: now - span, stop_ts: now };
    const { value } = await read(context, 'candles', 'market.candles', { body });
    for (const { open, high, low, close } of value?.candles ?? []) {
      seen += 1;
      const isBetween = [open, close].every(
        (price) => compare(decimal(low), decimal(price)) <= 0 && compare(decimal(price), decimal(high)) <= 0,
      );
      report.expect(
        'market.candleOrder',
        isBetween,
        `${pair}, ${frame}: open or close is not between low and high`,
      );
    }
  }
  if (seen === 0) report.skips('market.candleOrder', `${pair} has no candles`);
}

const NOWHERE = 'QQQQ-ZZZZ';

/** Wrong requests, without a session. */
export async function checkErrors(context: Context): Promise<void> {
  const { report, probe } = context;
  for (const name of ['pair', 'market', 'orderBook', 'trades'] as const) {
    const answer = await ask(context, name, { params: { pair: NOWHERE } });
    report.expect('errors.unknown', isRefused(answer), `${answer.what} was answered with ${answer.status}`);
  }
  const bad: readonly (readonly [path: string, body: unknown])[] = [
    ['/auth/login', '{"email":'],
    ['/auth/login', '[]'],
    ['/auth/login', { email: 7, password: ['x'] }],
    ['/auth/login', {}],
    ['/auth/register', { email: 'no address', username: '', password: 'x', confirm_password: 'y' }],
    ['/stats/chartx', { frame: 'century', pair: NOWHERE, start_ts: -1, stop_ts: 'x' }],
  ];
  for (const [path, body] of bad) {
    const answer = await probe.send('POST', path, { body });
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    report.expect(
      'errors.badInput',
      isRefused(answer),
      `POST ${path} with ${sent} was answered with ${answer.status}`,
    );
  }
  for (const [method, path] of [
    ['PUT', '/api/markets'],
    ['DELETE', '/auth/me'],
  ] as const) {
    const answer = await probe.send(method, path);
    // Paths without a call may be pages.
    const isNothing = isRefused(answer) || (answer.status < 400 && !answer.isJson);
    report.expect('errors.method', isNothing, `${method} ${path} was answered with ${answer.status}`);
  }
}
