import * as z from 'zod/mini';
import { TIMES_IN_FORCE, type Balance, type Execution, type Order } from '../../domain/order.ts';
import { operation } from './markets.ts';
import {
  amountText,
  id,
  instant,
  nullable,
  pairSymbol,
  plainDecimal,
  wholeNumber,
  readableOrNull,
  sentFactor,
} from './values.ts';

const sentPair = z.string().check(z.regex(/^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/, 'must be a pair like XMR-BTC'));
const sentOperation = z.enum(['BUY', 'SELL']);

export const limitOrderBody = z.strictObject({
  pair: sentPair,
  type: z.literal('LIMIT'),
  operation: sentOperation,
  quantity: plainDecimal,
  price: plainDecimal,
  time_in_force: z.optional(z.enum(TIMES_IN_FORCE)),
  post_only: z.optional(z.boolean()),
  display_quantity: z.optional(plainDecimal),
  oco_stop_price: z.optional(plainDecimal),
  oco_limit_price: z.optional(plainDecimal),
  stop_price: z.optional(plainDecimal),
  two_factor_code: z.optional(sentFactor),
});

/** Either `cost` (quote coin) or `quantity` (base coin). `price` is the worst that it may trade at. */
export const marketOrderBody = z.strictObject({
  pair: sentPair,
  operation: sentOperation,
  cost: z.optional(plainDecimal),
  quantity: z.optional(plainDecimal),
  price: z.optional(plainDecimal),
  stop_price: z.optional(plainDecimal),
  trail_percent: z.optional(plainDecimal),
  two_factor_code: z.optional(sentFactor),
});

/** Missing parts stay the same. `quantity` is that of the whole order, including what is filled (AMEND-01). */
export const amendmentBody = z.strictObject({
  price: z.optional(plainDecimal),
  quantity: z.optional(plainDecimal),
  stop_price: z.optional(plainDecimal),
  two_factor_code: z.optional(sentFactor),
});

export const orderListQuery = z.object({
  pair: z.optional(z.string()),
  state: z.optional(z.string()),
  skip: wholeNumber(0, 0, 1_000_000),
  limit: wholeNumber(100, 1, 500),
});

export const executionListQuery = z.object({
  pair: z.optional(z.string()),
  skip: wholeNumber(0, 0, 1_000_000),
  limit: wholeNumber(100, 1, 500),
});

const figure = readableOrNull(amountText);

/** Left out, or no text, it is `usual`. */
const word = (usual: string) =>
  z.pipe(
    readableOrNull(z.string()),
    z.transform((raw) => raw ?? usual),
  );

const kind = z.pipe(
  word('LIMIT'),
  z.transform((raw) => (raw.toLowerCase() === 'market' ? ('market' as const) : ('limit' as const))),
);

export const orderAnswer = z.pipe(
  z.object({
    id,
    pair_symbol: pairSymbol,
    operation,
    type: kind,
    price: figure,
    quantity: figure,
    quantity_left: figure,
    // Of extensions, as those below: what another server means by these names makes no order unreadable.
    time_in_force: readableOrNull(z.string()),
    post_only: readableOrNull(z.boolean()),
    stop_price: figure,
    trail_percent: figure,
    display_quantity: figure,
    oco_stop_price: figure,
    oco_limit_price: figure,
    average_price: figure,
    cost: figure,
    fee_amount: figure,
    fee_currency: readableOrNull(z.string()),
    state: word('OPENED'),
    created_at: readableOrNull(instant),
    updated_at: readableOrNull(instant),
    executed_at: readableOrNull(instant),
  }),
  z.transform((raw): Order => ({
    id: raw.id,
    pair: raw.pair_symbol,
    side: raw.operation,
    kind: raw.type,
    price: raw.type === 'market' ? null : raw.price,
    quantity: raw.quantity,
    quantityLeft: raw.quantity_left,
    state: raw.state.toUpperCase(),
    ...(raw.time_in_force !== null && { timeInForce: raw.time_in_force.toUpperCase() }),
    ...(raw.post_only !== null && { isPostOnly: raw.post_only }),
    ...(raw.stop_price !== null && { stopPrice: raw.stop_price }),
    ...(raw.trail_percent !== null && { trailPercent: raw.trail_percent }),
    ...(raw.display_quantity !== null && { displayQuantity: raw.display_quantity }),
    ...(raw.oco_stop_price !== null && { ocoStopPrice: raw.oco_stop_price }),
    ...(raw.oco_limit_price !== null && { ocoLimitPrice: raw.oco_limit_price }),
    averagePrice: raw.average_price,
    cost: raw.cost,
    fee: raw.fee_amount,
    feeCurrency: raw.fee_currency,
    createdAt: raw.created_at,
    updatedAt: raw.updated_at,
    executedAt: raw.executed_at,
  })),
);

export const executionAnswer = z.pipe(
  z.object({
    id,
    order_id: readableOrNull(z.string()),
    pair_symbol: pairSymbol,
    operation,
    type: kind,
    executed_price: figure,
    executed_quantity: figure,
    trade_value: figure,
    fee_amount: figure,
    fee_currency: nullable(z.string()),
    // Only describes the fee: a trade is not left out because of it.
    fee_rate: figure,
    is_maker: nullable(z.boolean()),
    created_at: readableOrNull(instant),
  }),
  z.transform((raw): Execution => ({
    id: raw.id,
    orderId: raw.order_id,
    pair: raw.pair_symbol,
    side: raw.operation,
    kind: raw.type,
    price: raw.executed_price,
    quantity: raw.executed_quantity,
    value: raw.trade_value,
    fee: raw.fee_amount,
    feeCurrency: raw.fee_currency,
    feeRate: raw.fee_rate,
    isMaker: raw.is_maker,
    createdAt: raw.created_at,
  })),
);

export const placedAnswer = z.pipe(
  z.object({
    id: z.optional(id),
    state: word('OPENED'),
    quantity_left: nullable(amountText),
    executed_at: readableOrNull(instant),
  }),
  z.transform((raw) => ({
    id: raw.id ?? null,
    state: raw.state.toUpperCase(),
    quantityLeft: raw.quantity_left,
    isExecuted: raw.executed_at !== null,
  })),
);

export type PlacedOrder = z.output<typeof placedAnswer>;

/** One balance of `GET /user/balances`; `in_orders` may be missing. */
export const balanceAnswer = z.pipe(
  z.object({
    currency: z.string().check(z.minLength(1)),
    available: amountText,
    in_orders: nullable(amountText),
  }),
  z.transform((raw): Balance => ({
    currency: raw.currency,
    available: raw.available,
    inOrders: raw.in_orders ?? '0',
  })),
);
