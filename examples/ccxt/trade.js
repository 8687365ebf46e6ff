// Trades against a venue with two accounts, and checks all that the class answers. See README.md beside it.
// ORIGIN of the venue; KEY and SECRET of one account, OTHER_KEY and OTHER_SECRET of another.
import assert from 'node:assert/strict';
import ccxt from 'ccxt';
import {
  checkBalance,
  checkCandle,
  checkCurrency,
  checkMarket,
  checkOrder,
  checkOrderBook,
  checkTicker,
  checkTrade,
} from './checks.js';
import { Quietbook } from './quietbook.js';

const { ORIGIN, KEY, SECRET, OTHER_KEY, OTHER_SECRET } = process.env;
const SYMBOL = 'XMR/BTC';
const open = (apiKey, secret) => new Quietbook({ apiKey, secret, urls: { api: ORIGIN } });
const [exchange, other] = [open(KEY, SECRET), open(OTHER_KEY, OTHER_SECRET)];

let done = 0;
async function step(what, work) {
  try {
    await work();
    done += 1;
    process.stdout.write(`ok ${what}\n`);
  } catch (error) {
    process.stdout.write(`failed ${what}\n${error.stack}\n`);
    process.exitCode = 1;
  }
}
const limit = (side, amount, price, params) =>
  exchange.createOrder(SYMBOL, 'limit', side, amount, price, params);

await step('markets and currencies', async () => {
  await exchange.loadMarkets();
  const markets = Object.values(exchange.markets);
  assert.ok(markets.length > 0 && SYMBOL in exchange.markets);
  for (const market of markets) checkMarket(exchange, market);
  for (const currency of Object.values(exchange.currencies)) checkCurrency(exchange, currency);
});

await step('a limit order rests, is listed and cancelled', async () => {
  const placed = await limit('buy', 1, 0.003);
  checkOrder(exchange, placed, SYMBOL);
  assert.equal(placed.status, 'open');
  const listed = await exchange.fetchOpenOrders(SYMBOL);
  assert.deepEqual(
    listed.map(({ id }) => id),
    [placed.id],
  );
  checkBalance(exchange, await exchange.fetchBalance());
  const cancelled = await exchange.cancelOrder(placed.id, SYMBOL);
  checkOrder(exchange, cancelled, SYMBOL);
  assert.equal(cancelled.status, 'canceled');
  assert.deepEqual(await exchange.fetchOpenOrders(SYMBOL), []);
});

await step('an order of the same name is placed once', async () => {
  const params = { clientOrderId: exchange.uuid() };
  const [one, again] = [await limit('buy', 1, 0.003, params), await limit('buy', 1, 0.003, params)];
  assert.equal(one.id, again.id);
  await exchange.cancelOrder(one.id);
});

await step('an order is amended, and keeps its ID', async () => {
  const placed = await limit('buy', 1, 0.003);
  const amended = await exchange.editOrder(placed.id, SYMBOL, 'limit', 'buy', 0.5, 0.0031);
  checkOrder(exchange, amended, SYMBOL);
  assert.deepEqual([amended.id, amended.amount, amended.price], [placed.id, 0.5, 0.0031]);
  const smaller = await exchange.editOrder(placed.id, SYMBOL, 'limit', 'buy', 0.4);
  assert.deepEqual([smaller.amount, smaller.price, smaller.status], [0.4, 0.0031, 'open']);
  await exchange.cancelOrder(placed.id);
});

await step('an order that waits is amended, and its trigger price with it', async () => {
  const placed = await limit('buy', 1, 0.0045, { triggerPrice: 0.0044 });
  const params = { triggerPrice: 0.0046 };
  const amended = await exchange.editOrder(placed.id, SYMBOL, 'limit', 'buy', 0.5, 0.0047, params);
  checkOrder(exchange, amended, SYMBOL);
  assert.deepEqual(
    [amended.id, amended.amount, amended.price, amended.triggerPrice, amended.status],
    [placed.id, 0.5, 0.0047, 0.0046, 'open'],
  );
  await exchange.cancelOrder(placed.id);
});

await step('limit, IOC, FOK, post-only and market orders trade as they should', async () => {
  for (const price of [0.004, 0.0041]) await other.createOrder(SYMBOL, 'limit', 'sell', 2, price);
  await other.createOrder(SYMBOL, 'limit', 'buy', 2, 0.0037);
  const filled = await limit('buy', 0.5, 0.004);
  assert.deepEqual([filled.status, filled.filled], ['closed', 0.5]);
  const ioc = await limit('buy', 2, 0.004, { timeInForce: 'IOC' });
  assert.deepEqual([ioc.status, ioc.filled, ioc.timeInForce], ['canceled', 1.5, 'IOC']);
  const fok = await limit('buy', 3, 0.0041, { timeInForce: 'FOK' });
  assert.deepEqual([fok.status, fok.filled], ['canceled', 0]);
  const resting = await limit('buy', 1, 0.0038, { postOnly: true });
  assert.deepEqual([resting.status, resting.postOnly], ['open', true]);
  await assert.rejects(limit('buy', 1, 0.0041, { postOnly: true }), ccxt.OrderImmediatelyFillable);
  const market = await exchange.createOrder(SYMBOL, 'market', 'buy', 0.5);
  const spent = await exchange.createMarketBuyOrderWithCost(SYMBOL, 0.002);
  // The venue refuses an order that would trade with the own one.
  await exchange.cancelOrder(resting.id);
  const guarded = await exchange.createOrder(SYMBOL, 'market', 'sell', 0.1, 0.0037);
  for (const order of [filled, ioc, fok, resting, market, spent, guarded])
    checkOrder(exchange, order, SYMBOL);
  assert.deepEqual([market.type, market.status, market.filled], ['market', 'closed', 0.5]);
  // It is sold at a better price than it asks for.
  const cheap = await limit('sell', 0.1, 0.0036);
  const read = await exchange.fetchOrder(cheap.id, SYMBOL);
  checkOrder(exchange, read, SYMBOL);
  assert.deepEqual([read.price, read.average, read.cost], [0.0036, 0.0037, 0.00037]);
  assert.deepEqual([read.fee.currency, read.fee.cost], ['BTC', cheap.fee.cost]);
  const fills = (await exchange.fetchMyTrades(SYMBOL)).filter(({ order }) => order === cheap.id);
  assert.deepEqual(
    fills.map(({ amount, price }) => [amount, price]),
    [[0.1, 0.0037]],
  );
  assert.deepEqual([guarded.status, guarded.filled], ['closed', 0.1]);
});

await step('an order with a trigger price waits, is open and is cancelled', async () => {
  const { last } = await exchange.fetchTicker(SYMBOL);
  const waiting = await limit('buy', 0.5, last * 2, { triggerPrice: last * 1.5 });
  checkOrder(exchange, waiting, SYMBOL);
  assert.deepEqual([waiting.status, waiting.filled], ['open', 0]);
  assert.ok(waiting.triggerPrice > last);
  const open = await exchange.fetchOpenOrders(SYMBOL);
  assert.ok(open.some(({ id }) => id === waiting.id));
  assert.equal((await exchange.cancelOrder(waiting.id)).status, 'canceled');
  await assert.rejects(limit('buy', 0.5, last, { triggerPrice: last / 2 }), ccxt.OrderImmediatelyFillable);
});

await step('orders, own trades and balances', async () => {
  const orders = await exchange.fetchOrders(SYMBOL);
  assert.ok(orders.length >= 8);
  for (const order of orders) checkOrder(exchange, order, SYMBOL);
  const [latest] = await exchange.fetchOrders(SYMBOL, orders.at(-1).timestamp, 1);
  assert.ok(latest.timestamp >= orders.at(-1).timestamp);
  const trades = await exchange.fetchMyTrades(SYMBOL);
  assert.ok(trades.length >= 5);
  for (const trade of trades) checkTrade(exchange, trade, SYMBOL);
  for (const { fee, takerOrMaker } of trades) assert.ok(fee.cost > 0 && takerOrMaker === 'taker');
  checkBalance(exchange, await exchange.fetchBalance());
});

await step('ticker, order book, trades and candles', async () => {
  const ticker = await exchange.fetchTicker(SYMBOL);
  checkTicker(exchange, ticker, SYMBOL);
  assert.ok(ticker.last > 0 && ticker.baseVolume > 0);
  const tickers = await exchange.fetchTickers();
  assert.deepEqual(Object.keys(tickers).sort(), exchange.symbols);
  for (const one of Object.values(tickers)) checkTicker(exchange, one);
  assert.deepEqual(Object.keys(await exchange.fetchTickers([SYMBOL])), [SYMBOL]);
  const book = await exchange.fetchOrderBook(SYMBOL, 5);
  checkOrderBook(exchange, book, SYMBOL);
  assert.ok(book.asks.length > 0 && book.bids.length > 0);
  const trades = await exchange.fetchTrades(SYMBOL, undefined, 10);
  assert.ok(trades.length >= 5 && trades.at(-1).price === ticker.last);
  for (const trade of trades) checkTrade(exchange, trade, SYMBOL);
  for (const [timeframe, seconds] of [
    ['1m', 60],
    ['1h', 3600],
    ['1d', 86_400],
  ]) {
    const candles = await exchange.fetchOHLCV(SYMBOL, timeframe, undefined, 10);
    assert.ok(candles.length > 0, timeframe);
    for (const [index, candle] of candles.entries()) checkCandle(candle, candles[index - 1], seconds);
    assert.equal(candles.at(-1)[4], ticker.last);
  }
});

await step('refusals are the errors of the package', async () => {
  await assert.rejects(limit('buy', 1_000_000, 0.003), ccxt.InsufficientFunds);
  await assert.rejects(exchange.cancelOrder('0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001'), ccxt.OrderNotFound);
  await assert.rejects(exchange.fetchTicker('XMR/EUR'), ccxt.BadSymbol);
  await assert.rejects(exchange.createOrder(SYMBOL, 'limit', 'buy', 1), ccxt.ArgumentsRequired);
  await assert.rejects(open(KEY, OTHER_SECRET).fetchBalance(), ccxt.AuthenticationError);
  await assert.rejects(new Quietbook({ urls: { api: ORIGIN } }).fetchBalance(), ccxt.AuthenticationError);
  const late = open(KEY, SECRET);
  late.milliseconds = () => Date.now() - 60_000;
  await assert.rejects(late.fetchBalance(), ccxt.InvalidNonce);
});

process.stdout.write(`${done} of 9 steps hold\n`);
