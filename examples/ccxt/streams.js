// The venue's socket, for the `watch…` calls of the class. See README.md beside it.
import ccxt, { Exchange } from 'ccxt';

const PATH = '/socket/ws';
const DEPTH = 500;
const ACCOUNT = ['orders', 'balance'];

/**
 * One connection, signed by the key where there is one. A frame that does not follow the one before is a gap: the
 * stream is requested again, and its next snapshot replaces what was known.
 */
export class Streams extends Exchange {
  /** Entries nobody has taken yet, by the name of their stream: nothing is lost between two calls. */
  unread = new Map();

  async watchOrderBook(symbol, limit, params = {}) {
    const market = await this.marketToWatch(symbol);
    const message = { type: 'subscribe_orderbook', pair_symbol: market.id, depth: DEPTH, ...params };
    const book = await this.follow(`book:${market.symbol}`, message);
    return { ...book, bids: [...book.bids].slice(0, limit), asks: [...book.asks].slice(0, limit) };
  }

  /** First the newest hundred, then new ones. */
  async watchTrades(symbol, since, limit, params = {}) {
    const market = await this.marketToWatch(symbol);
    const message = { type: 'subscribe_trades', pair_symbol: market.id, ...params };
    return this.filterBySinceLimit(await this.follow(`trades:${market.symbol}`, message), since, limit);
  }

  /** First the open ones, then changed ones. */
  async watchOrders(symbol, since, limit, params = {}) {
    await this.loadMarkets();
    const wanted = symbol === undefined ? undefined : this.symbol(symbol);
    const orders = await this.follow('orders', { type: 'subscribe_account', ...params });
    return this.filterBySymbolSinceLimit([...orders.values()], wanted, since, limit);
  }

  async watchBalance(params = {}) {
    await this.loadMarkets();
    return this.follow('balance', { type: 'subscribe_account', ...params });
  }

  async marketToWatch(symbol) {
    await this.loadMarkets();
    return this.market(symbol);
  }

  async follow(name, message) {
    if (!this.unread.has(name)) {
      const url = this.urls.api.replace(/^http/, 'ws') + PATH;
      // The package requires it for an address without TLS.
      if (url.startsWith('ws:')) await this.loadHttpProxyAgent();
      const isOfAccount = ACCOUNT.includes(name);
      if (isOfAccount) this.checkRequiredCredentials();
      // A signature opens one handshake.
      if (this.clients[url] === undefined && this.checkRequiredCredentials(false))
        this.options.ws = { ...this.options.ws, options: { headers: this.signature('GET', PATH) } };
      await this.watch(url, name, message, isOfAccount ? 'account' : name, { message });
    }
    const news = this.unread.get(name);
    this.unread.delete(name);
    return news;
  }

  tell(client, name, news) {
    this.unread.set(name, news);
    client.resolve(true, name);
  }

  handleMessage(client, frame) {
    const [, kind, part] = /^(orderbook|trades|account)_(snapshot|update)$/.exec(frame.type) ?? [];
    if (kind !== undefined) this.handleNews(client, frame, kind, part === 'update');
    else if (frame.type === 'ping') client.send({ type: 'pong' });
    else if (frame.type === 'error') client.reject(new ccxt.ExchangeError(`${frame.code}: ${frame.message}`));
    else if (frame.type === 'auth_required') {
      const error = new ccxt.AuthenticationError(`${this.id}: the key no longer opens the account`);
      for (const name of ACCOUNT) client.reject(error, name);
    }
  }

  handleNews(client, frame, kind, isUpdate) {
    const symbol = kind === 'account' ? undefined : this.safeSymbol(frame.pair_symbol);
    const name = { orderbook: `book:${symbol}`, trades: `trades:${symbol}`, account: kind }[kind];
    const stream = client.subscriptions[name];
    if (stream === undefined) return;
    const isGap = isUpdate && frame.previous_sequence !== stream.sequence;
    stream.sequence = isGap ? undefined : frame.sequence;
    const isWhole = !isUpdate || frame.whole === true;
    if (isGap) client.send(stream.message);
    else if (kind === 'orderbook') this.handleBook(client, name, symbol, frame, isUpdate);
    else if (kind === 'trades') this.handleTrades(client, name, frame, isWhole);
    else this.handleAccount(client, frame, isWhole);
  }

  handleBook(client, name, symbol, frame, isUpdate) {
    this.orderbooks[symbol] ??= this.orderBook();
    const book = this.orderbooks[symbol];
    const timestamp = this.parse8601(frame.timestamp);
    if (isUpdate) {
      for (const side of ['bids', 'asks'])
        for (const [price, amount] of frame[side]) book[side].store(Number(price), Number(amount));
      Object.assign(book, { timestamp, datetime: this.iso8601(timestamp), nonce: frame.sequence });
    } else book.reset({ ...this.parseOrderBook(frame, symbol, timestamp), nonce: frame.sequence });
    this.tell(client, name, book.limit());
  }

  handleTrades(client, name, frame, isWhole) {
    // The newest come first.
    const trades = frame.trades.map((trade) => this.parseTrade(trade)).toReversed();
    const before = isWhole ? [] : (this.unread.get(name) ?? []);
    this.tell(client, name, [...before, ...trades]);
  }

  handleAccount(client, frame, isWhole) {
    const changed = frame.orders.map((order) => this.parseOrder(order));
    if (isWhole || changed.length > 0) this.tellOrders(client, changed);
    // The stream tells which orders are closed, but not how.
    for (const id of frame.closed_orders ?? []) {
      this.fetchOrder(id).then(
        (order) => this.tellOrders(client, [order]),
        (error) => client.reject(error, 'orders'),
      );
    }
    if (!isWhole && frame.balances.length === 0) return;
    const balance = { ...(isWhole ? {} : this.balance), info: frame.balances };
    for (const { currency, available, in_orders: used } of frame.balances)
      balance[this.safeCurrencyCode(currency)] = { ...this.account(), free: available, used };
    this.balance = this.safeBalance(balance);
    this.tell(client, 'balance', this.balance);
  }

  tellOrders(client, orders) {
    const news = new Map(this.unread.get('orders'));
    for (const order of orders) news.set(order.id, order);
    this.tell(client, 'orders', news);
  }
}
