import type { DecimalText } from '../../src/domain/decimal.ts';
import type { Account } from '../accounts/account.ts';
import { openReset } from '../accounts/twoFactorReset.ts';
import type {
  BalanceRecord,
  BookLevel,
  BookSnapshot,
  ExecutionRecord,
  OrderRecord,
  TradeRecord,
} from '../exchange.ts';
import { textOf, UNIT_DIGITS, unitsOf } from '../ledger/units.ts';
import type { MarketFigures } from '../market/types.ts';

const ONE = 10n ** BigInt(UNIT_DIGITS);

export function wireUser(account: Account, now: number): Record<string, unknown> {
  const isCooling = account.cooldownUntil !== null && account.cooldownUntil.getTime() > now;
  return {
    user_id: account.id,
    username: account.username,
    role: account.role,
    email: account.email ?? '',
    two_factor_enabled: account.hasTwoFactor,
    has_passkeys: account.hasPasskeys,
    last_login: account.lastLogin?.toISOString() ?? null,
    security_risk: isCooling,
    security_cooldown_until: isCooling ? account.cooldownUntil?.toISOString() : null,
    security_risk_reason: isCooling ? account.cooldownReason : null,
    two_factor_reset_at: openReset(account, now)?.toISOString() ?? null,
    recovery_key_at: account.recoveryKeyAt?.toISOString() ?? null,
    recovery_key_mark: account.recoveryKeyMark,
  };
}

/** In the quote coin, rounded half up; null until something was executed. */
function averagePrice({ value, quantity, quantityLeft }: OrderRecord): DecimalText | null {
  const executed = (unitsOf(quantity) ?? 0n) - (unitsOf(quantityLeft) ?? 0n);
  if (executed === 0n) return null;
  return textOf((2n * (unitsOf(value) ?? 0n) * ONE + executed) / (2n * executed));
}

/** What it has cost until now (COST-01). */
function wireCost(order: OrderRecord): Record<string, unknown> {
  const average = averagePrice(order);
  const [base, quote] = order.pair.split('-');
  return {
    average_price: average,
    cost: average && order.value,
    ...(order.fee !== null && {
      fee_amount: average && order.fee,
      fee_currency: average && (order.side === 'buy' ? base : quote),
    }),
  };
}

export function wireOrder(order: OrderRecord): Record<string, unknown> {
  return {
    id: order.id,
    pair_symbol: order.pair,
    operation: order.side,
    type: order.kind.toUpperCase(),
    price: order.price,
    time_in_force: order.timeInForce,
    post_only: order.isPostOnly,
    ...(order.stopPrice !== null && { stop_price: order.stopPrice }),
    ...(order.trailPercent !== null && { trail_percent: order.trailPercent }),
    ...(order.displayQuantity !== null && { display_quantity: order.displayQuantity }),
    ...(order.ocoStopPrice !== null && { oco_stop_price: order.ocoStopPrice }),
    ...(order.ocoLimitPrice !== null && { oco_limit_price: order.ocoLimitPrice }),
    quantity: order.quantity,
    quantity_left: order.quantityLeft,
    ...wireCost(order),
    state: order.state,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
    executed_at: order.executedAt?.toISOString() ?? null,
  };
}

export const wireBalance = ({ currency, available, inOrders }: BalanceRecord): Record<string, unknown> => ({
  currency,
  available,
  in_orders: inOrders,
});

export function wireExecution(fill: ExecutionRecord): Record<string, unknown> {
  return {
    id: fill.id,
    order_id: fill.orderId,
    pair_symbol: fill.pair,
    operation: fill.side,
    type: fill.kind.toUpperCase(),
    executed_price: fill.price,
    executed_quantity: fill.quantity,
    trade_value: fill.value,
    is_maker: fill.isMaker,
    fee_amount: fill.fee,
    fee_currency: fill.feeCurrency,
    fee_rate: fill.feeRatePercent,
    counterparty_order_id: fill.counterpartyOrderId,
    created_at: fill.createdAt.toISOString(),
  };
}

export function wireTrade(trade: TradeRecord): Record<string, unknown> {
  return {
    id: trade.id,
    pair: trade.pair,
    price: trade.price,
    amount: trade.quantity,
    operation: trade.takerSide,
    time: trade.at.toISOString(),
  };
}

export function wireBook(book: BookSnapshot): Record<string, unknown> {
  return {
    pair: book.pair,
    timestamp: book.at.toISOString(),
    sequence: book.sequence,
    bids: book.bids satisfies readonly BookLevel[],
    asks: book.asks,
  };
}

export function wireMarket(figures: MarketFigures): Record<string, unknown> {
  return {
    last_price: figures.lastPrice,
    percent_change: figures.percentChange,
    base_volume: figures.baseVolume,
    quote_volume: figures.quoteVolume,
    high_24h: figures.high,
    low_24h: figures.low,
    lowest_ask: figures.lowestAsk,
    highest_bid: figures.highestBid,
  };
}
