import ccxt from 'ccxt';

/** A market of the package from a pair of the venue. */
export function marketFrom(exchange, info) {
  const { symbol } = info.pair;
  const [baseId, quoteId] = symbol.split('-');
  const [base, quote] = [exchange.safeCurrencyCode(baseId), exchange.safeCurrencyCode(quoteId)];
  const rules = info.settings;
  const none = { min: undefined, max: undefined };
  return exchange.safeMarketStructure({
    id: symbol,
    symbol: `${base}/${quote}`,
    base,
    quote,
    baseId,
    quoteId,
    type: 'spot',
    spot: true,
    margin: false,
    swap: false,
    future: false,
    option: false,
    contract: false,
    active: info.pair.is_active && rules.is_enabled,
    maker: exchange.parseNumber(ccxt.Precise.stringDiv(rules.maker_fee_percent, '100')),
    taker: exchange.parseNumber(ccxt.Precise.stringDiv(rules.taker_fee_percent, '100')),
    percentage: true,
    tierBased: false,
    precision: {
      price: exchange.safeNumber(rules, 'min_price_increment'),
      amount: exchange.safeNumber(rules, 'min_quantity_increment'),
    },
    limits: {
      leverage: none,
      amount: { min: exchange.safeNumber(rules, 'min_order_size'), max: undefined },
      price: { min: exchange.safeNumber(rules, 'min_price_increment'), max: undefined },
      cost: none,
    },
    created: exchange.parse8601(info.pair.created_at),
    info,
  });
}

/** A currency of the package from a coin of the venue. */
export function currencyFrom(exchange, coin) {
  const code = exchange.safeCurrencyCode(coin.ticker);
  return exchange.safeCurrencyStructure({
    id: coin.ticker,
    code,
    name: coin.name,
    type: 'crypto',
    active: coin.is_trading_enabled,
    deposit: coin.is_deposit_enabled,
    withdraw: coin.is_withdrawal_enabled,
    fee: undefined,
    // The venue uses eight decimals for every coin.
    precision: exchange.parseNumber('0.00000001'),
    limits: {
      amount: { min: undefined, max: undefined },
      deposit: { min: exchange.safeNumber(coin, 'min_deposit_amount'), max: undefined },
      withdraw: { min: exchange.safeNumber(coin, 'min_withdrawal_amount'), max: undefined },
    },
    networks: {},
    info: coin,
  });
}

/** The stages of a transfer, of both kinds. One that waits for the venue or for a block is pending. */
const TRANSFER_STATES = {
  CREATED: 'pending',
  PENDING: 'pending',
  WAITING_FOR_ACCUMULATION: 'pending',
  NO_ACCUMULATION: 'ok',
  COMPLETED: 'ok',
  FAILED: 'failed',
  CANCELLED: 'canceled',
};

/** A transaction of the package from a deposit or a withdrawal. */
export function transferFrom(exchange, info) {
  const type = 'withdrawal_id' in info ? 'withdrawal' : 'deposit';
  const timestamp = exchange.parse8601(info.created_at);
  const code = exchange.safeCurrencyCode(info.currency);
  // Coins that the venue has credited may still lie at the address of the user.
  const isCredited = info.monitoring_state === 'CONFIRMED';
  return {
    id: info.id,
    txid: info.tx_hash ?? undefined,
    timestamp,
    datetime: exchange.iso8601(timestamp),
    updated: exchange.parse8601(info.updated_at ?? undefined),
    network: code,
    address: info.address ?? undefined,
    addressTo: info.address ?? undefined,
    addressFrom: undefined,
    tag: undefined,
    tagTo: undefined,
    tagFrom: undefined,
    type,
    amount: exchange.safeNumber(info, 'amount'),
    currency: code,
    status: isCredited ? 'ok' : exchange.safeString(TRANSFER_STATES, info.state, 'pending'),
    comment: undefined,
    internal: undefined,
    fee: { currency: code, cost: exchange.safeNumber(info, type === 'deposit' ? 'fee_amount' : 'fee') },
    info,
  };
}
