import * as z from 'zod/mini';
import type { Coin } from '../../domain/coin.ts';
import { decimal, isPositive, type DecimalText } from '../../domain/decimal.ts';
import type { Market, MarketTrade, PairSettings } from '../../domain/market.ts';
import { amountText, count, decimalText, id, instant, nullable, pairSymbol } from './values.ts';

/** A coin alone means its market in USDT. */
export const marketSymbol = z.pipe(
  z.pipe(
    z.string(),
    z.transform((raw) => (/^[A-Z0-9]{1,12}$/.test(raw) ? `${raw}-USDT` : raw)),
  ),
  pairSymbol,
);

/** Some servers write 0 for no price. */
const priceOrNull = (price: DecimalText | null): DecimalText | null =>
  price !== null && isPositive(decimal(price)) ? price : null;

const figures = z.object({
  last_price: nullable(amountText),
  percent_change: nullable(decimalText),
  base_volume: nullable(amountText),
  quote_volume: nullable(amountText),
  high_24h: nullable(amountText),
  low_24h: nullable(amountText),
  lowest_ask: nullable(amountText),
  highest_bid: nullable(amountText),
});

const figuresOf = (raw: z.output<typeof figures>): Omit<Market, 'pair'> => ({
  lastPrice: priceOrNull(raw.last_price),
  percentChange: raw.percent_change,
  baseVolume: raw.base_volume,
  quoteVolume: raw.quote_volume,
  high24h: priceOrNull(raw.high_24h),
  low24h: priceOrNull(raw.low_24h),
  lowestAsk: priceOrNull(raw.lowest_ask),
  highestBid: priceOrNull(raw.highest_bid),
});

/** One entry of `GET /api/markets`; its key is added as `pair` (MARKET-07). */
export const marketAnswer = z.pipe(
  z.extend(figures, { pair: marketSymbol }),
  z.transform((raw): Market => ({ pair: raw.pair, ...figuresOf(raw) })),
);

/** `GET /api/markets/{pair}`: `pair` may be missing. */
export const marketFigures = z.pipe(
  z.extend(figures, { pair: nullable(marketSymbol) }),
  z.transform((raw) => ({ pair: raw.pair, ...figuresOf(raw) })),
);

const precision = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((raw, context) => {
    const digits = Number(raw);
    if (Number.isInteger(digits) && digits >= 0 && digits <= 18) return digits;
    context.issues.push({ code: 'custom', message: 'not a number of digits from 0 to 18', input: raw });
    return z.NEVER;
  }),
);

const settingsFields = z.object({
  is_enabled: z._default(z.boolean(), true),
  price_precision: z._default(precision, 8),
  quantity_precision: precision,
  min_price_increment: nullable(amountText),
  min_quantity_increment: amountText,
  min_order_size: nullable(amountText),
  maker_fee_percent: nullable(decimalText),
  taker_fee_percent: nullable(decimalText),
});

/** `GET /pair/pairs` and `GET /pair/pairs/{pair}`. */
export const pairAnswer = z.pipe(
  z.object({
    pair: z.object({ symbol: pairSymbol, is_active: z._default(z.boolean(), true) }),
    settings: settingsFields,
  }),
  z.transform(({ pair, settings }): PairSettings => ({
    pair: pair.symbol,
    isEnabled: pair.is_active && settings.is_enabled,
    pricePrecision: settings.price_precision,
    quantityPrecision: settings.quantity_precision,
    minPriceIncrement: settings.min_price_increment,
    minQuantityIncrement: settings.min_quantity_increment,
    minOrderSize: settings.min_order_size,
    makerFeePercent: settings.maker_fee_percent,
    takerFeePercent: settings.taker_fee_percent,
  })),
);

export const operation = z.pipe(
  z.string(),
  z.transform((raw, context) => {
    const side = raw.toLowerCase();
    if (side === 'buy' || side === 'sell') return side;
    context.issues.push({ code: 'custom', message: 'neither BUY nor SELL', input: raw });
    return z.NEVER;
  }),
);

/** One entry of `GET /order/trades/{pair}` (TRADE-03). */
export const tradeAnswer = z.pipe(
  z.object({ id, pair: pairSymbol, price: amountText, amount: amountText, operation, time: instant }),
  z.transform((raw): MarketTrade => ({
    id: raw.id,
    pair: raw.pair,
    price: raw.price,
    amount: raw.amount,
    side: raw.operation,
    time: raw.time,
  })),
);

/** One coin of `GET /coin/coins`: enabled by default. */
export const coinAnswer = z.pipe(
  z.object({
    ticker: z.string().check(z.minLength(1)),
    name: z._default(z.string(), ''),
    network: nullable(z.string()),
    decimal_places: z._default(precision, 8),
    is_deposit_enabled: z._default(z.boolean(), true),
    is_withdrawal_enabled: z._default(z.boolean(), true),
    is_trading_enabled: z._default(z.boolean(), true),
    refund_address_required: z._default(z.nullable(z.boolean()), false),
    min_withdrawal_amount: nullable(amountText),
    min_deposit_amount: nullable(amountText),
    deposit_fee: nullable(amountText),
    confirmations: nullable(count),
    address_format: nullable(z.string()),
    address_example: nullable(z.string()),
    explorer_url: nullable(z.string()),
  }),
  z.transform((raw): Coin => ({
    ticker: raw.ticker,
    name: raw.name || raw.ticker,
    network: raw.network,
    decimalPlaces: raw.decimal_places,
    isDepositEnabled: raw.is_deposit_enabled,
    isWithdrawalEnabled: raw.is_withdrawal_enabled,
    isTradingEnabled: raw.is_trading_enabled,
    refundAddressRequired: raw.refund_address_required ?? false,
    minWithdrawalAmount: raw.min_withdrawal_amount ?? '0',
    minDepositAmount: raw.min_deposit_amount,
    depositFee: raw.deposit_fee,
    confirmations: raw.confirmations,
    addressFormat: raw.address_format || null,
    addressExample: raw.address_example || null,
    // Another kind of link (`javascript:`) could run code.
    explorerUrl:
      raw.explorer_url !== null && /^https?:\/\//i.test(raw.explorer_url) ? raw.explorer_url : null,
  })),
);

/** `[price, quantity]` or `{price, quantity}`. */
export const level = z.pipe(
  z.union([z.tuple([amountText, amountText]), z.object({ price: amountText, quantity: amountText })]),
  z.transform((raw): readonly [price: string, quantity: string] =>
    Array.isArray(raw) ? [raw[0], raw[1]] : [raw.price, raw.quantity],
  ),
);

export const bookAnswer = z.object({
  pair: pairSymbol,
  timestamp: z.optional(instant),
  sequence: z.optional(z.int()),
  bids: z.array(level),
  asks: z.array(level),
});

/** Whether the venue takes orders and withdrawals; while it does not, why (OPERATOR-16). */
export const statusAnswer = z.object({
  status: z.enum(['ok', 'maintenance']),
  reason: nullable(z.string()),
  since: nullable(instant),
  time: instant,
});

/** `{"price": "67000.12"}` (MARKET-08). */
export const btcPriceAnswer = z.pipe(
  z.object({ price: amountText }),
  z.transform((raw) => raw.price),
);
