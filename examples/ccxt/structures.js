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
    // The venue counts eight decimals of every coin.
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
