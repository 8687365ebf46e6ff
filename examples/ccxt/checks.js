// The structures that `ccxt` documents (its wiki, "Unified API"), checked as its own tests check them.
import assert from 'node:assert/strict';
import { Precise } from 'ccxt';

const text = (value) => (value === undefined ? undefined : String(value));
const isAbove = (value, least, isEqualFine = false) =>
  value === undefined ||
  (isEqualFine ? Precise.stringGe(text(value), least) : Precise.stringGt(text(value), least));

/** The same kind for each name of a list. */
const all = (kind, names) => Object.fromEntries(names.split(' ').map((name) => [name, kind]));

/** Every key is there, and of its kind; only those of `mayBeEmpty` are undefined. */
function assertStructure(what, entry, kinds, mayBeEmpty) {
  assert.equal(typeof entry, 'object', what);
  for (const [key, kind] of Object.entries(kinds)) {
    assert.ok(key in entry, `${what} has no ${key}`);
    const value = entry[key];
    if (value === undefined || value === null) assert.ok(mayBeEmpty.includes(key), `${what}.${key} is empty`);
    else if (kind === 'array') assert.ok(Array.isArray(value), `${what}.${key} is no list`);
    else assert.equal(typeof value, kind, `${what}.${key}`);
  }
}

function assertTime(exchange, what, { timestamp, datetime }) {
  if (timestamp === undefined) return assert.equal(datetime, undefined, what);
  assert.ok(Number.isInteger(timestamp), `${what}.timestamp is whole`);
  assert.ok(timestamp > 1_230_940_800_000 && timestamp < 2_147_483_648_000, `${what}.timestamp is a time`);
  return assert.equal(datetime, exchange.iso8601(timestamp), `${what}.datetime`);
}

function assertPositive(what, entry, keys, isZeroFine) {
  for (const key of keys) assert.ok(isAbove(entry[key], '0', isZeroFine), `${what}.${key} is ${entry[key]}`);
}

function assertFee(exchange, what, fee) {
  if (fee === undefined) return;
  assert.ok('cost' in fee && 'currency' in fee, what);
  if (fee.cost !== undefined) assert.ok(fee.currency in exchange.currencies, `${what} in ${fee.currency}`);
}

const MARKET = {
  ...all('string', 'id symbol base quote baseId quoteId type'),
  ...all('boolean', 'active spot swap future option contract'),
  ...all('number', 'taker maker'),
  ...all('object', 'precision limits info'),
};

export function checkMarket(exchange, market) {
  const what = `market ${market.symbol}`;
  assertStructure(what, market, MARKET, []);
  assert.equal(market.symbol, `${market.base}/${market.quote}`);
  assert.ok(market.spot && !market.contract && market.linear === undefined && market.inverse === undefined);
  for (const key of ['contractSize', 'expiry', 'expiryDatetime', 'strike', 'optionType', 'settle'])
    assert.equal(market[key], undefined, `${what}.${key}`);
  for (const rate of [market.taker, market.maker]) assert.ok(Math.abs(rate) < 0.1, `${what} has fees`);
  assertPositive(what, market.precision, ['price', 'amount'], false);
  for (const key of ['amount', 'price', 'cost']) {
    const { min, max } = market.limits[key];
    assert.ok(isAbove(min, '0', true) && isAbove(max, text(min) ?? '0', true), `${what}.limits.${key}`);
  }
  assert.equal(exchange.safeCurrencyCode(market.baseId), market.base);
  assert.equal(exchange.safeCurrencyCode(market.quoteId), market.quote);
}

const CURRENCY = { id: 'string', code: 'string', precision: 'number', limits: 'object', info: 'object' };

export function checkCurrency(exchange, currency) {
  const what = `currency ${currency.code}`;
  const kinds = {
    ...CURRENCY,
    active: 'boolean',
    deposit: 'boolean',
    withdraw: 'boolean',
    networks: 'object',
  };
  assertStructure(what, currency, kinds, []);
  assert.equal(exchange.safeCurrencyCode(currency.id), currency.code);
  assertPositive(what, currency, ['precision'], false);
  assertPositive(what, currency.limits.withdraw, ['min'], true);
}

const PRICES = ['high', 'low', 'bid', 'ask', 'open', 'close', 'last', 'average'];
const VOLUMES = ['bidVolume', 'askVolume', 'vwap', 'baseVolume', 'quoteVolume'];
const TICKER_NUMBERS = [...PRICES, ...VOLUMES, 'previousClose', 'change', 'percentage'];

export function checkTicker(exchange, ticker, symbol) {
  const what = `ticker ${ticker.symbol}`;
  const numbers = Object.fromEntries(TICKER_NUMBERS.map((key) => [key, 'number']));
  const kinds = { symbol: 'string', info: 'object', timestamp: 'number', datetime: 'string', ...numbers };
  assertStructure(what, ticker, kinds, [...TICKER_NUMBERS, 'timestamp', 'datetime']);
  assertTime(exchange, what, ticker);
  assert.ok(symbol === undefined || ticker.symbol === symbol, what);
  assertPositive(what, ticker, PRICES, false);
  assertPositive(what, ticker, VOLUMES, true);
  assert.equal(ticker.last, ticker.close, what);
  const { baseVolume, quoteVolume, high, low, bid, ask } = ticker;
  if (high !== undefined && baseVolume !== undefined && quoteVolume !== undefined) {
    const step = text(exchange.market(ticker.symbol).precision.amount);
    const least = Precise.stringMul(Precise.stringSub(text(baseVolume), step), text(low));
    const most = Precise.stringMul(Precise.stringAdd(text(baseVolume), step), text(high));
    assert.ok(Precise.stringGe(text(quoteVolume), least), `${what}: quoteVolume below baseVolume * low`);
    assert.ok(Precise.stringLe(text(quoteVolume), most), `${what}: quoteVolume above baseVolume * high`);
  }
  if (bid !== undefined && ask !== undefined) assert.ok(ask > bid, `${what}: ask above bid`);
}

export function checkOrderBook(exchange, book, symbol) {
  const kinds = { symbol: 'string', asks: 'array', bids: 'array', timestamp: 'number', datetime: 'string' };
  assertStructure('order book', book, { ...kinds, nonce: 'number' }, ['timestamp', 'datetime', 'nonce']);
  assertTime(exchange, 'order book', book);
  assert.equal(book.symbol, symbol);
  for (const [side, sign] of [
    ['bids', -1],
    ['asks', 1],
  ]) {
    for (const [index, [price, amount]] of book[side].entries()) {
      assert.ok(price > 0 && amount > 0, `${side} ${index}`);
      if (index > 0) assert.ok(sign * (price - book[side][index - 1][0]) > 0, `${side} are not in order`);
    }
  }
  if (book.bids.length > 0 && book.asks.length > 0) assert.ok(book.asks[0][0] > book.bids[0][0], 'crossed');
}

const TRADE = { id: 'string', info: 'object', timestamp: 'number', datetime: 'string', symbol: 'string' };
const TRADE_FIGURES = { price: 'number', amount: 'number', cost: 'number' };

export function checkTrade(exchange, trade, symbol) {
  const rest = { order: 'string', side: 'string', takerOrMaker: 'string', fee: 'object', fees: 'array' };
  assertStructure('trade', trade, { ...TRADE, ...TRADE_FIGURES, ...rest }, ['order', 'takerOrMaker', 'fee']);
  assertTime(exchange, 'trade', trade);
  assert.ok(symbol === undefined || trade.symbol === symbol);
  assert.ok(['buy', 'sell'].includes(trade.side));
  assert.ok([undefined, 'taker', 'maker'].includes(trade.takerOrMaker));
  assertPositive('trade', trade, Object.keys(TRADE_FIGURES), false);
  for (const fee of [trade.fee, ...trade.fees]) assertFee(exchange, 'fee of a trade', fee);
}

export function checkCandle(candle, previous, seconds) {
  assert.equal(candle.length, 6);
  const [timestamp, open, high, low, close, volume] = candle;
  assert.ok(
    Number.isInteger(timestamp) && timestamp % (seconds * 1000) === 0,
    'a candle begins with its frame',
  );
  assert.ok(
    high >= Math.max(open, close) && low <= Math.min(open, close) && low > 0 && volume >= 0,
    `${candle}`,
  );
  if (previous) assert.ok(timestamp > previous[0], 'candles are in the order of time');
}

export function checkBalance(exchange, balance) {
  assertStructure(
    'balance',
    balance,
    { free: 'object', used: 'object', total: 'object', info: 'object' },
    [],
  );
  for (const [code, total] of Object.entries(balance.total)) {
    assert.ok(code in exchange.currencies, code);
    const sum = Precise.stringAdd(text(balance.free[code]), text(balance.used[code]));
    assert.ok(Precise.stringEq(text(total), sum), `${code}: free and used are not the total`);
    assert.deepEqual(balance[code], { free: balance.free[code], used: balance.used[code], total });
  }
}

const ORDER = {
  ...all('string', 'id clientOrderId datetime symbol type timeInForce side status'),
  ...all('number', 'timestamp lastTradeTimestamp price amount cost average filled remaining'),
  ...all('boolean', 'postOnly'),
  ...all('object', 'fee info'),
  ...all('array', 'trades'),
};
const ORDER_GAPS = ['clientOrderId', 'lastTradeTimestamp', 'price', 'cost', 'average', 'fee', 'trades'];

export function checkOrder(exchange, order, symbol) {
  assertStructure('order', order, ORDER, ORDER_GAPS);
  assertTime(exchange, 'order', order);
  assert.ok(symbol === undefined || order.symbol === symbol);
  assert.ok(['GTC', 'IOC', 'FOK', 'PO'].includes(order.timeInForce), order.timeInForce);
  assert.ok(['open', 'closed', 'canceled'].includes(order.status), order.status);
  assert.ok(['buy', 'sell'].includes(order.side) && ['limit', 'market'].includes(order.type));
  assertPositive('order', order, ['price', 'average', 'amount'], false);
  assertPositive('order', order, ['cost', 'filled', 'remaining'], true);
  assert.ok(order.amount >= order.filled && order.amount >= order.remaining);
  const parts = Precise.stringAdd(text(order.filled), text(order.remaining));
  assert.ok(Precise.stringEq(parts, text(order.amount)), 'filled and remaining are not the amount');
  assertFee(exchange, 'fee of an order', order.fee);
}
