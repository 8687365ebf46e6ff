// Trades against a venue with two accounts, checks the results of the class, and runs ccxt's own exchange tests. ORIGIN
// of the venue; KEY and SECRET of one account, OTHER_KEY and OTHER_SECRET of another. See README.md beside it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import ccxt from 'ccxt';
import { Quietbook } from './quietbook.js';

const { ORIGIN, KEY, SECRET, OTHER_KEY, OTHER_SECRET, CODES = '' } = process.env;
const SYMBOL = 'XMR/BTC';
const open = (apiKey, secret) => new Quietbook({ apiKey, secret, urls: { api: ORIGIN } });
const [exchange, other] = [open(KEY, SECRET), open(OTHER_KEY, OTHER_SECRET)];

const require = createRequire(import.meta.url);
const GENERIC = path.join(path.dirname(require.resolve('ccxt-generic')), 'js', 'test');
// They throw the error classes of their own copy.
require.cache[require.resolve('ccxt-generic')] = { exports: ccxt };
/** A test of ccxt: of a call, or of its result. */
const generic = (name) => require(path.join(GENERIC, 'Exchange', `test.${name}.js`));
/** Millisecond clocks may stand still. */
const soon = () => Date.now() + 1000;

function checkOrder(order) {
  generic('order')(exchange, order, SYMBOL, soon());
  const parts = ccxt.Precise.stringAdd(String(order.filled), String(order.remaining));
  assert.ok(ccxt.Precise.stringEq(parts, String(order.amount)), 'filled and remaining are the amount');
}

// Their names say what they do.
// oxlint-disable-next-line no-console
console.log = () => undefined;

let done = 0;
let all = 0;
/** A silent stream is a failure. */
const late = () =>
  new Promise((_, reject) => setTimeout(reject, 20_000, new Error('nothing for 20 seconds')).unref());

async function step(what, work) {
  all += 1;
  try {
    await Promise.race([work(), late()]);
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
  for (const { symbol, precision } of markets) assert.ok(precision.price > 0 && precision.amount > 0, symbol);
  for (const { code, precision } of Object.values(exchange.currencies)) assert.ok(precision > 0, code);
});

await step('a limit order rests, is listed and cancelled', async () => {
  const placed = await limit('buy', 1, 0.003);
  checkOrder(placed);
  assert.equal(placed.status, 'open');
  const listed = await exchange.fetchOpenOrders(SYMBOL);
  assert.deepEqual(
    listed.map(({ id }) => id),
    [placed.id],
  );
  const { XMR: xmr, BTC: btc } = await exchange.fetchBalance();
  assert.deepEqual([xmr.used, btc.used], [0, 0.003]);
  const cancelled = await exchange.cancelOrder(placed.id, SYMBOL);
  checkOrder(cancelled);
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
  checkOrder(amended);
  assert.deepEqual([amended.id, amended.amount, amended.price], [placed.id, 0.5, 0.0031]);
  const smaller = await exchange.editOrder(placed.id, SYMBOL, 'limit', 'buy', 0.4);
  assert.deepEqual([smaller.amount, smaller.price, smaller.status], [0.4, 0.0031, 'open']);
  await exchange.cancelOrder(placed.id);
});

await step('an order that waits is amended, and its trigger price with it', async () => {
  const placed = await limit('buy', 1, 0.0045, { triggerPrice: 0.0044 });
  const params = { triggerPrice: 0.0046 };
  const amended = await exchange.editOrder(placed.id, SYMBOL, 'limit', 'buy', 0.5, 0.0047, params);
  checkOrder(amended);
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
  // The venue refuses an order that would trade with one of the same account.
  await exchange.cancelOrder(resting.id);
  const guarded = await exchange.createOrder(SYMBOL, 'market', 'sell', 0.1, 0.0037);
  for (const order of [filled, ioc, fok, resting, market, spent, guarded]) checkOrder(order);
  assert.deepEqual([market.type, market.status, market.filled], ['market', 'closed', 0.5]);
  // It sells at a better price than its limit.
  const cheap = await limit('sell', 0.1, 0.0036);
  const read = await exchange.fetchOrder(cheap.id, SYMBOL);
  checkOrder(read);
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
  checkOrder(waiting);
  assert.deepEqual([waiting.status, waiting.filled], ['open', 0]);
  assert.ok(waiting.triggerPrice > last);
  const open = await exchange.fetchOpenOrders(SYMBOL);
  assert.ok(open.some(({ id }) => id === waiting.id));
  assert.equal((await exchange.cancelOrder(waiting.id)).status, 'canceled');
  await assert.rejects(limit('buy', 0.5, last, { triggerPrice: last / 2 }), ccxt.OrderImmediatelyFillable);
});

await step('a stop order trails the price', async () => {
  const placed = await exchange.createTrailingPercentOrder(SYMBOL, 'market', 'sell', 0.5, undefined, 50);
  checkOrder(placed);
  assert.deepEqual([placed.status, placed.info.state, placed.info.trail_percent], ['open', 'WAITING', '50']);
  await exchange.cancelOrder(placed.id);
  await assert.rejects(limit('sell', 0.5, placed.triggerPrice, { trailingPercent: 5 }), ccxt.InvalidOrder);
  await assert.rejects(
    exchange.createOrder(SYMBOL, 'market', 'sell', 0.5, undefined, { trailingPercent: 51 }),
    ccxt.InvalidOrder,
  );
});

await step('an iceberg shows only a part of itself in the book', async () => {
  const { last } = await exchange.fetchTicker(SYMBOL);
  const price = last / 2;
  const placed = await limit('buy', 1, price, { displayQuantity: 0.25 });
  checkOrder(placed);
  assert.deepEqual([placed.status, placed.amount, placed.info.display_quantity], ['open', 1, '0.25']);
  const { bids } = await exchange.fetchOrderBook(SYMBOL);
  assert.deepEqual(
    bids.filter(([at]) => at === placed.price),
    [[placed.price, 0.25]],
  );
  await exchange.cancelOrder(placed.id);
});

await step('one order takes profit at its price or stops at another', async () => {
  const { last } = await exchange.fetchTicker(SYMBOL);
  const params = { ocoStopPrice: last * 2, ocoLimitPrice: last * 2.1 };
  const placed = await limit('buy', 0.5, last / 2, params);
  checkOrder(placed);
  assert.deepEqual([placed.status, placed.triggerPrice], ['open', undefined]);
  assert.ok(placed.stopLossPrice > last);
  await exchange.cancelOrder(placed.id);
  await assert.rejects(limit('buy', 0.5, last / 2, { ocoStopPrice: last * 2 }), ccxt.InvalidOrder);
});

await step('orders, own trades and balances', async () => {
  const orders = await exchange.fetchOrders(SYMBOL);
  assert.ok(orders.length >= 8);
  for (const order of orders) checkOrder(order);
  const [latest] = await exchange.fetchOrders(SYMBOL, orders.at(-1).timestamp, 1);
  assert.ok(latest.timestamp >= orders.at(-1).timestamp);
  const trades = await exchange.fetchMyTrades(SYMBOL);
  assert.ok(trades.length >= 5);
  for (const { fee, takerOrMaker } of trades) assert.ok(fee.cost > 0 && takerOrMaker === 'taker');
});

await step('ticker, order book, trades and candles', async () => {
  const ticker = await exchange.fetchTicker(SYMBOL);
  assert.ok(ticker.last > 0 && ticker.baseVolume > 0);
  const tickers = await exchange.fetchTickers();
  assert.deepEqual(Object.keys(tickers).sort(), exchange.symbols);
  assert.deepEqual(Object.keys(await exchange.fetchTickers([SYMBOL])), [SYMBOL]);
  const book = await exchange.fetchOrderBook(SYMBOL, 5);
  assert.ok(book.asks.length > 0 && book.bids.length > 0);
  const trades = await exchange.fetchTrades(SYMBOL, undefined, 10);
  assert.ok(trades.length >= 5 && trades.at(-1).price === ticker.last);
  for (const [timeframe, seconds] of [
    ['1m', 60],
    ['1h', 3600],
    ['1d', 86_400],
  ]) {
    const candles = await exchange.fetchOHLCV(SYMBOL, timeframe, undefined, 10);
    assert.ok(candles.length > 0, timeframe);
    for (const [index, [time]] of candles.entries())
      assert.ok(time % (seconds * 1000) === 0 && time > (candles[index - 1]?.[0] ?? 0), timeframe);
    assert.equal(candles.at(-1)[4], ticker.last);
  }
});

await step('every refusal that the venue documents is an error of the package', () => {
  const unknown = CODES.split(' ').filter((code) => !(code in exchange.exceptions.exact));
  assert.deepEqual(unknown, []);
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

await step('closed orders, fees, transfers, the status and the time', async () => {
  const closed = await exchange.fetchClosedOrders(SYMBOL);
  assert.ok(closed.length > 0 && closed.every(({ status }) => ['closed', 'canceled'].includes(status)));
  const fee = await exchange.fetchTradingFee(SYMBOL);
  assert.deepEqual(fee, (await exchange.fetchTradingFees())[SYMBOL]);
  assert.ok(fee.maker > 0 && fee.taker >= fee.maker && fee.taker < 0.1);
  const [deposit] = await exchange.fetchDeposits('BTC');
  assert.deepEqual([deposit.type, deposit.amount, deposit.status], ['deposit', 0.25, 'ok']);
  const [withdrawal] = await exchange.fetchWithdrawals();
  assert.deepEqual([withdrawal.type, withdrawal.amount, withdrawal.currency], ['withdrawal', 0.5, 'XMR']);
  assert.ok(withdrawal.fee.cost > 0 && ['pending', 'ok'].includes(withdrawal.status));
  assert.equal((await exchange.fetchStatus()).status, 'ok');
  assert.ok(Math.abs((await exchange.fetchTime()) - Date.now()) < 60_000);
});

await step('all orders of a market are cancelled', async () => {
  const placed = [await limit('buy', 1, 0.003), await limit('buy', 1, 0.0031, { triggerPrice: 0.0045 })];
  placed.push(await limit('buy', 1, 0.0032));
  const cancelled = await exchange.cancelAllOrders(SYMBOL);
  for (const { id } of placed) assert.ok(cancelled.some((one) => one.id === id && one.status === 'canceled'));
  assert.deepEqual(await exchange.fetchOpenOrders(SYMBOL), []);
});

await step('the streams tell the book, trades, own orders and balances', async () => {
  const seen = (orders) => orders.map(({ id, status }) => `${id} ${status}`);
  await other.cancelAllOrders();
  for (const price of [0.0042, 0.0043]) await other.createOrder(SYMBOL, 'limit', 'sell', 2, price);
  const before = await exchange.watchOrderBook(SYMBOL);
  await exchange.watchTrades(SYMBOL);
  assert.deepEqual(await exchange.watchOrders(), []);
  await exchange.watchBalance();
  const rests = await limit('buy', 1, 0.0037);
  generic('orderbook')(exchange, before, 'watchOrderBook', SYMBOL);
  let book = before;
  while (!book.bids.some(([price]) => price === 0.0037)) book = await exchange.watchOrderBook(SYMBOL);
  assert.ok(book.nonce > before.nonce);
  assert.deepEqual(seen(await exchange.watchOrders(SYMBOL)), [`${rests.id} open`]);
  assert.ok((await exchange.watchBalance()).BTC.used > 0);
  // Nobody listens in between, and nothing is lost.
  await other.createOrder(SYMBOL, 'limit', 'sell', 0.4, 0.0037);
  await exchange.cancelOrder(rests.id);
  const told = [];
  while (!told.includes(`${rests.id} canceled`)) told.push(...seen(await exchange.watchOrders(SYMBOL)));
  const trades = await exchange.watchTrades(SYMBOL);
  generic('trade')(exchange, trades.at(-1), SYMBOL, soon());
  assert.deepEqual([trades.at(-1).amount, trades.at(-1).price], [0.4, 0.0037]);
  const left = await exchange.fetchOrderBook(SYMBOL, 500);
  while (book.nonce < left.nonce) book = await exchange.watchOrderBook(SYMBOL);
  assert.deepEqual([book.bids, book.asks], [left.bids, left.asks]);
  await Promise.all([exchange.cancelAllOrders(), other.cancelAllOrders()]);
  await exchange.close();
});

await step("ccxt's own tests of each call", async () => {
  let ran = 0;
  for (const [name, isOffered] of Object.entries(exchange.has)) {
    if (!isOffered || !existsSync(path.join(GENERIC, 'Exchange', `test.${name}.js`))) continue;
    await generic(name)(exchange, /Deposits|Withdrawals|Transactions/.test(name) ? 'BTC' : SYMBOL);
    ran += 1;
  }
  for (const error of ['InvalidNonce', 'InvalidOrder', 'OrderNotFound'])
    await require(path.join(GENERIC, 'errors', `test.${error}.js`))(exchange, SYMBOL);
  assert.ok(ran >= 18, `${ran} ran`);
});

process.stdout.write(`${done} of ${all} steps hold\n`);
process.exit();
