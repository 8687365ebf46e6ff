// A class for the package `ccxt`: trades against a Quietbook venue with an API key. See README.md beside it.
import { createHmac } from 'node:crypto';
import ccxt from 'ccxt';
import { description } from './description.js';
import { Streams } from './streams.js';
import { currencyFrom, marketFrom, transferFrom } from './structures.js';

const MAX_ORDERS = 500;
const MAX_CANDLES = 1000;
const MAX_TRANSFERS = 100;
const STATES = {
  OPENED: 'open',
  PARTIALLY_FILLED: 'open',
  WAITING: 'open',
  TRIGGERED: 'open',
  FILLED: 'closed',
  CANCELED: 'canceled',
};
const OPEN = 'OPENED,PARTIALLY_FILLED,WAITING,TRIGGERED';
const CLOSED = 'FILLED,CANCELED';

/** @param address of the venue: `new Quietbook({ apiKey, secret, urls: { api: 'https://…' } })`. */
export class Quietbook extends Streams {
  describe() {
    return this.deepExtend(super.describe(), description);
  }

  async fetchStatus(params = {}) {
    const info = await this.publicGetApiStatus(params);
    return { status: info.status, updated: this.parse8601(info.time), eta: undefined, url: undefined, info };
  }

  /** Every answer carries the time; this one in milliseconds. */
  async fetchTime(params = {}) {
    return (await this.fetchStatus(params)).updated;
  }

  async fetchMarkets(params = {}) {
    const pairs = await this.publicGetPairPairs({ limit: 500, ...params });
    return pairs.map((pair) => this.parseMarket(pair));
  }

  parseMarket(info) {
    return marketFrom(this, info);
  }

  async fetchCurrencies(params = {}) {
    const { items } = await this.publicGetCoinCoins({ limit: 200, ...params });
    return this.indexBy(
      items.map((coin) => currencyFrom(this, coin)),
      'code',
    );
  }

  async fetchTicker(symbol, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    return this.parseTicker(await this.publicGetApiMarketsPair({ pair: market.id, ...params }), market);
  }

  async fetchTickers(symbols, params = {}) {
    await this.loadMarkets();
    const { markets } = await this.publicGetApiMarkets(params);
    const all = Object.entries(markets).map(([id, figures]) =>
      this.parseTicker(figures, this.safeMarket(id)),
    );
    return this.filterByArrayTickers(all, 'symbol', this.marketSymbols(symbols));
  }

  parseTicker(info, market) {
    const last = this.safeString(info, 'last_price');
    const ticker = {
      symbol: this.safeMarket(this.safeString(info, 'pair'), market).symbol,
      timestamp: undefined,
      datetime: undefined,
      high: this.safeString(info, 'high_24h'),
      low: this.safeString(info, 'low_24h'),
      bid: this.safeString(info, 'highest_bid'),
      ask: this.safeString(info, 'lowest_ask'),
      last,
      close: last,
      percentage: this.safeString(info, 'percent_change'),
      baseVolume: this.safeString(info, 'base_volume'),
      quoteVolume: this.safeString(info, 'quote_volume'),
      info,
    };
    return this.safeTicker(ticker, market);
  }

  async fetchOrderBook(symbol, limit = 20, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const depth = Math.min(limit ?? 20, MAX_ORDERS);
    const book = await this.publicGetOrderOrderbookPair({ pair: market.id, depth, ...params });
    const parsed = this.parseOrderBook(book, market.symbol, this.parse8601(book.timestamp));
    parsed.nonce = this.safeInteger(book, 'sequence');
    return parsed;
  }

  async fetchTrades(symbol, since, limit, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    // The newest are returned, so ask for all and keep those since the given time.
    const asked = since === undefined ? (limit ?? 100) : MAX_ORDERS;
    const trades = await this.publicGetOrderTradesPair({
      pair: market.id,
      limit: Math.min(asked, MAX_ORDERS),
      ...params,
    });
    return this.parseTrades(trades, market, since, limit);
  }

  async fetchMyTrades(symbol, since, limit, params = {}) {
    const [market, request] = await this.listRequest(symbol, since, limit, params);
    const fills = await this.privateGetOrderOrdersHistoryExecutions(request);
    return this.parseTrades(fills, market, since, limit);
  }

  /** Of the market, or of the user; those of the user name their order. */
  parseTrade(info, market) {
    const isOwn = 'is_maker' in info;
    const timestamp = this.parse8601(isOwn ? info.created_at : info.time);
    const trade = {
      id: info.id,
      timestamp,
      datetime: this.iso8601(timestamp),
      symbol: this.safeMarket(isOwn ? info.pair_symbol : info.pair, market).symbol,
      order: isOwn ? info.order_id : undefined,
      type: isOwn ? info.type.toLowerCase() : undefined,
      side: info.operation.toLowerCase(),
      takerOrMaker: isOwn ? (info.is_maker ? 'maker' : 'taker') : undefined,
      price: isOwn ? info.executed_price : info.price,
      amount: isOwn ? info.executed_quantity : info.amount,
      cost: isOwn ? info.trade_value : undefined,
      fee: isOwn
        ? {
            cost: this.parseNumber(info.fee_amount),
            currency: this.safeCurrencyCode(info.fee_currency),
            rate: this.parseNumber(ccxt.Precise.stringDiv(info.fee_rate, '100')),
          }
        : undefined,
      info,
    };
    return this.safeTrade(trade, market);
  }

  async fetchOHLCV(symbol, timeframe = '1m', since, limit = 100, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const frame = this.safeString(this.timeframes, timeframe);
    if (frame === undefined) throw new ccxt.BadRequest(`${this.id} has no timeframe ${timeframe}`);
    const [seconds, count] = [this.parseTimeframe(timeframe), Math.min(limit ?? 100, MAX_CANDLES)];
    const now = this.seconds();
    const start = since === undefined ? now - count * seconds : Math.floor(since / 1000);
    const stop = Math.min(now, start + count * seconds);
    const request = { frame, pair: market.id, start_ts: start, stop_ts: Math.max(start, stop), ...params };
    const answer = await this.publicPostStatsChartx(request);
    const candles = Array.isArray(answer) ? answer : (answer.candles ?? answer.data);
    return this.parseOHLCVs(candles, market, timeframe, since, count);
  }

  /** The venue lists high and low before open and close. */
  parseOHLCV([timestamp, high, low, volume, open, close]) {
    const at = typeof timestamp === 'number' ? timestamp : this.parse8601(timestamp);
    return [
      at < 1e12 ? at * 1000 : at,
      ...[open, high, low, close, volume].map((text) => this.parseNumber(text)),
    ];
  }

  async fetchBalance(params = {}) {
    await this.loadMarkets();
    const balances = await this.privateGetUserBalances(params);
    const result = { info: balances };
    for (const { currency, available, in_orders: used } of balances) {
      result[this.safeCurrencyCode(currency)] = { ...this.account(), free: available, used };
    }
    return this.safeBalance(result);
  }

  /**
   * @param params `timeInForce` (GTC, IOC, FOK) and `postOnly` of a limit order; `cost` of a market order to buy, whose
   * `price` is the worst that it may trade at; `triggerPrice`, which a trade has to reach before the order is matched;
   * `trailingPercent` of a market order, by which that price follows the market;
   * `displayQuantity`, what the book shows of a limit order at most (an iceberg); `ocoStopPrice`, which takes a limit
   * order out of the book to be matched up to `ocoLimitPrice` (one cancels the other); `clientOrderId`, under which it is
   * placed once, however often it is sent.
   */
  async createOrder(symbol, type, side, amount, price, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const {
      timeInForce,
      postOnly,
      cost,
      triggerPrice,
      trailingPercent,
      displayQuantity,
      ocoStopPrice,
      ocoLimitPrice,
      clientOrderId = this.uuid(),
      ...rest
    } = params;
    const request = {
      pair: market.id,
      operation: side.toUpperCase(),
      idempotencyKey: clientOrderId,
      ...rest,
    };
    if (price !== undefined) request.price = this.priceToPrecision(market.symbol, price);
    if (triggerPrice !== undefined) request.stop_price = this.priceToPrecision(market.symbol, triggerPrice);
    if (cost === undefined) request.quantity = this.amountToPrecision(market.symbol, amount);
    else request.cost = this.decimalToPrecision(cost, ccxt.TRUNCATE, 8, ccxt.DECIMAL_PLACES);
    if (type === 'market') {
      if (postOnly) throw new ccxt.InvalidOrder(`${this.id}: a market order cannot be post-only`);
      // Left out silently, it would trade at once without them.
      if ((displayQuantity ?? ocoStopPrice ?? ocoLimitPrice) !== undefined)
        throw new ccxt.InvalidOrder(`${this.id}: only a limit order hides a part, or has another leg`);
      if (trailingPercent !== undefined) request.trail_percent = this.numberToString(trailingPercent);
      return this.parseOrder(await this.privatePostOrderOrdersMarket(request), market);
    }
    if (trailingPercent !== undefined)
      throw new ccxt.InvalidOrder(`${this.id}: only a market order trails the price`);
    if (price === undefined) throw new ccxt.ArgumentsRequired(`${this.id}: a limit order needs a price`);
    request.type = 'LIMIT';
    // Post-only is a flag of its own here, not a time in force.
    if (timeInForce !== undefined && timeInForce !== 'PO') request.time_in_force = timeInForce;
    if (postOnly || timeInForce === 'PO') request.post_only = true;
    if (displayQuantity !== undefined)
      request.display_quantity = this.amountToPrecision(market.symbol, displayQuantity);
    if (ocoStopPrice !== undefined)
      request.oco_stop_price = this.priceToPrecision(market.symbol, ocoStopPrice);
    if (ocoLimitPrice !== undefined)
      request.oco_limit_price = this.priceToPrecision(market.symbol, ocoLimitPrice);
    return this.parseOrder(await this.privatePostOrderOrdersLimit(request), market);
  }

  async createMarketBuyOrderWithCost(symbol, cost, params = {}) {
    return this.createOrder(symbol, 'market', 'buy', undefined, undefined, { ...params, cost });
  }

  /**
   * In place: it keeps its ID, and its place in the queue if only the amount falls. Missing parts stay the same. A
   * waiting one takes a new `triggerPrice`, too.
   */
  async editOrder(id, symbol, type, side, amount, price, params = {}) {
    await this.loadMarkets();
    const market = this.market(symbol);
    const { clientOrderId = this.uuid(), triggerPrice, ...rest } = params;
    const request = { id, idempotencyKey: clientOrderId, ...rest };
    if (price !== undefined) request.price = this.priceToPrecision(market.symbol, price);
    if (amount !== undefined) request.quantity = this.amountToPrecision(market.symbol, amount);
    if (triggerPrice !== undefined) request.stop_price = this.priceToPrecision(market.symbol, triggerPrice);
    return this.parseOrder(await this.privatePostOrderAmendId(request), market);
  }

  async cancelOrder(id, symbol, params = {}) {
    await this.loadMarkets();
    return this.parseOrder(await this.privateDeleteOrderCancelId({ id, ...params }), this.marketOf(symbol));
  }

  /** Those of a symbol, or all. Each is cancelled by itself; ones that have filled are left out. */
  async cancelAllOrders(symbol, params = {}) {
    const cancelled = [];
    for (const { id } of await this.fetchOpenOrders(symbol, undefined, MAX_ORDERS, params)) {
      try {
        cancelled.push(await this.cancelOrder(id, symbol));
      } catch (error) {
        if (!(error instanceof ccxt.InvalidOrder)) throw error;
      }
    }
    return cancelled;
  }

  async fetchOrders(symbol, since, limit, params = {}) {
    const [market, request] = await this.listRequest(symbol, since, limit, params);
    return this.parseOrders(await this.privateGetOrderOrders(request), market, since, limit);
  }

  async fetchOrder(id, symbol, params = {}) {
    await this.loadMarkets();
    return this.parseOrder(await this.privateGetOrderOrdersId({ id, ...params }), this.marketOf(symbol));
  }

  async fetchOpenOrders(symbol, since, limit, params = {}) {
    return this.fetchOrders(symbol, since, limit, { state: OPEN, ...params });
  }

  async fetchClosedOrders(symbol, since, limit, params = {}) {
    return this.fetchOrders(symbol, since, limit, { state: CLOSED, ...params });
  }

  async fetchTradingFees(params = {}) {
    await this.loadMarkets(true, params);
    return Object.fromEntries(this.symbols.map((symbol) => [symbol, feeOf(this.market(symbol))]));
  }

  async fetchTradingFee(symbol, params = {}) {
    return (await this.fetchTradingFees(params))[this.symbol(symbol)];
  }

  async fetchDeposits(code, since, limit, params = {}) {
    const [currency, request] = await this.transferRequest(code, since, limit, params);
    const deposits = await this.privateGetDepositDepositsUserHistory(request);
    return this.parseTransactions(deposits, currency, since, limit);
  }

  async fetchWithdrawals(code, since, limit, params = {}) {
    const [currency, request] = await this.transferRequest(code, since, limit, params);
    const withdrawals = await this.privateGetWithdrawalWithdrawalsUserHistory(request);
    return this.parseTransactions(withdrawals, currency, since, limit);
  }

  parseTransaction(info) {
    return transferFrom(this, info);
  }

  /** The venue reports its cost: an order's price is the worst one, not the average. */
  parseOrder(info, market) {
    const timestamp = this.parse8601(info.created_at);
    const fee = this.safeNumber(info, 'fee_amount');
    const order = {
      id: info.id,
      clientOrderId: undefined,
      timestamp,
      datetime: this.iso8601(timestamp),
      lastTradeTimestamp: this.parse8601(info.executed_at ?? undefined),
      lastUpdateTimestamp: this.parse8601(info.updated_at),
      symbol: this.safeMarket(info.pair_symbol, market).symbol,
      type: info.type.toLowerCase(),
      timeInForce: info.time_in_force,
      postOnly: info.post_only,
      side: info.operation.toLowerCase(),
      price: this.safeString(info, 'price'),
      triggerPrice: this.safeString(info, 'stop_price'),
      stopLossPrice: this.safeString(info, 'oco_stop_price'),
      amount: info.quantity,
      remaining: info.quantity_left,
      average: this.safeString(info, 'average_price'),
      cost: this.safeString(info, 'cost'),
      fee: fee === undefined ? undefined : { cost: fee, currency: this.safeCurrencyCode(info.fee_currency) },
      status: this.safeString(STATES, info.state, info.state),
      info,
    };
    return this.safeOrder(order, market);
  }

  marketOf(symbol) {
    return symbol === undefined ? undefined : this.market(symbol);
  }

  async transferRequest(code, since, limit, params) {
    await this.loadMarkets();
    const currency = code === undefined ? undefined : this.currency(code);
    const asked = since === undefined ? (limit ?? MAX_TRANSFERS) : MAX_TRANSFERS;
    const request = {
      limit: Math.min(asked, MAX_TRANSFERS),
      ...(currency && { currency: currency.id }),
      ...params,
    };
    return [currency, request];
  }

  /** The newest are returned, so ask for all and keep those since the given time. */
  async listRequest(symbol, since, limit, params) {
    await this.loadMarkets();
    const market = this.marketOf(symbol);
    const asked = since === undefined ? (limit ?? 100) : MAX_ORDERS;
    const request = { limit: Math.min(asked, MAX_ORDERS), ...(market && { pair: market.id }), ...params };
    return [market, request];
  }

  sign(path, api = 'public', method = 'GET', params = {}, given, sent) {
    const { idempotencyKey, ...query } = this.omit(params, this.extractParams(path));
    const isRead = method === 'GET' || method === 'DELETE';
    const search = isRead && Object.keys(query).length > 0 ? `?${this.urlencode(query)}` : '';
    const target = `/${this.implodeParams(path, params)}${search}`;
    const body = isRead ? sent : this.json(query);
    const headers = {
      ...given,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    };
    if (api === 'private') Object.assign(headers, this.signature(method, target, body));
    return { url: /** @type {string} */ (this.urls.api) + target, method, body, headers };
  }

  /** The headers that open a request, or the handshake of the socket, once. */
  signature(method, target, body = '') {
    this.checkRequiredCredentials();
    const [timestamp, nonce] = [String(this.milliseconds()), this.uuid()];
    const lines = [timestamp, nonce, method, target, body].join('\n');
    return {
      'X-API-Key': this.apiKey,
      'X-API-Timestamp': timestamp,
      'X-API-Nonce': nonce,
      'X-API-Signature': createHmac('sha256', this.secret).update(lines).digest('hex'),
    };
  }

  handleErrors(status, reason, url, method, headers, body, response) {
    if (status < 400) return undefined;
    const code = this.safeString(response, 'code');
    this.throwExactlyMatchedException(this.exceptions.exact, code, `${this.id} ${body}`);
    // The status tells all other errors (`httpExceptions` of the package).
    return undefined;
  }
}

const feeOf = ({ symbol, maker, taker, percentage, tierBased, info }) => ({
  symbol,
  maker,
  taker,
  percentage,
  tierBased,
  info,
});
