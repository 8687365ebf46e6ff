import { createHash } from 'node:crypto';
import type { TimeInForce } from '../../src/domain/order.ts';
import type { ExecutionRecord, OrderRecord, TradeRecord } from '../exchange.ts';
import { percentOfPpm, textOf } from '../ledger/units.ts';
import type { Oco, RestingOrder } from '../matching/book.ts';
import { type StopOrder, stopOfLeg } from '../matching/stops.ts';
import type { Mark } from '../matching/trails.ts';
import { trailText } from './orderAfter.ts';

export interface OrderRow {
  readonly id: string;
  readonly number: string;
  /** The place in the book, if an amendment changed it. */
  readonly priority: string | null;
  readonly account_id: string;
  readonly pair: string;
  readonly side: 'buy' | 'sell';
  readonly kind: 'limit' | 'market';
  readonly price: string | null;
  readonly quantity: string;
  readonly quantity_left: string;
  readonly cost: string | null;
  readonly value: string;
  readonly fee: string;
  readonly time_in_force: TimeInForce;
  readonly post_only: boolean;
  readonly stop_price: string | null;
  /** Tenths of a percent. */
  readonly trail: number | null;
  readonly display_quantity: string | null;
  readonly hidden_quantity: string;
  readonly oco_stop: string | null;
  readonly oco_limit: string | null;
  readonly state: OrderRecord['state'];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly executed_at: Date | null;
}

/** As they are stored: an order that trails the last price has no stop price before it is triggered. */
export const ORDER_COLUMNS =
  'id, number, priority, account_id, pair, side, kind, price, quantity, quantity_left, cost, value, fee, time_in_force, post_only, stop_price, trail, display_quantity, hidden_quantity, oco_stop, oco_limit, state, created_at, updated_at, executed_at';

/** With the price at which one that trails would be triggered now (TRAIL-05). */
export const READ_COLUMNS = ORDER_COLUMNS.replace(
  'stop_price',
  `case when trail is null or state <> 'WAITING' then stop_price else trail_stop(orders) end as stop_price`,
);

const text = (units: string): string => textOf(BigInt(units));
const textOrNull = (units: string | null): string | null => (units === null ? null : text(units));

export const orderOf = (row: OrderRow): OrderRecord => ({
  id: row.id,
  pair: row.pair,
  side: row.side,
  kind: row.kind,
  price: textOrNull(row.price),
  quantity: text(row.quantity),
  quantityLeft: text(row.quantity_left),
  cost: textOrNull(row.cost),
  value: text(row.value),
  fee: text(row.fee),
  timeInForce: row.time_in_force,
  isPostOnly: row.post_only,
  stopPrice: textOrNull(row.stop_price),
  trailPercent: trailText(row.trail === null ? null : BigInt(row.trail)),
  displayQuantity: textOrNull(row.display_quantity),
  ocoStopPrice: textOrNull(row.oco_stop),
  ocoLimitPrice: textOrNull(row.oco_limit),
  state: row.state,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  executedAt: row.executed_at,
});

/** Time priority. */
export const placeOf = ({ number, priority }: Pick<OrderRow, 'number' | 'priority'>): number =>
  Number(priority ?? number);

export const ocoOf = ({ oco_stop: stop, oco_limit: limit }: OrderRow): Oco | null =>
  stop === null ? null : { stop: BigInt(stop), limit: limit === null ? null : BigInt(limit) };

/** @throws Error for a market order without a price, which never rests. */
export function restingOf(row: OrderRow): RestingOrder {
  if (row.price === null) throw new Error(`order ${row.id} is open and has no price`);
  return {
    id: row.id,
    number: placeOf(row),
    accountId: row.account_id,
    side: row.side,
    price: BigInt(row.price),
    quantity: BigInt(row.quantity),
    quantityLeft: BigInt(row.quantity_left),
    display: row.display_quantity === null ? null : BigInt(row.display_quantity),
    hidden: BigInt(row.hidden_quantity),
    value: BigInt(row.value),
    isPostOnly: row.post_only,
    stop: row.stop_price === null ? null : BigInt(row.stop_price),
    oco: ocoOf(row),
    createdAt: row.created_at,
    executedAt: row.executed_at,
  };
}

/** @throws Error for an invalid order. */
export function stopOf(row: OrderRow): StopOrder {
  if (row.oco_stop !== null) return stopOfLeg(restingOf(row));
  if (row.stop_price === null && row.trail === null)
    throw new Error(`order ${row.id} waits and has no stop price`);
  const cost = row.cost === null ? null : BigInt(row.cost);
  return {
    id: row.id,
    number: placeOf(row),
    stop: row.stop_price === null ? null : BigInt(row.stop_price),
    trail: row.trail === null ? null : BigInt(row.trail),
    incoming: {
      accountId: row.account_id,
      side: row.side,
      kind: row.kind,
      limit: row.price === null ? null : BigInt(row.price),
      quantity: cost === null ? BigInt(row.quantity) : null,
      cost,
      timeInForce: row.time_in_force,
      isPostOnly: row.post_only,
    },
    createdAt: row.created_at,
  };
}

export interface MarkRow {
  readonly side: Mark['side'];
  readonly since: string | number;
  readonly price: string;
}

export const markOf = ({ side, since, price }: MarkRow): Mark => ({
  side,
  since: Number(since),
  price: BigInt(price),
});

export interface TradeRow {
  readonly number: string;
  readonly id: string;
  readonly pair: string;
  readonly price: string;
  readonly quantity: string;
  readonly taker_side: 'buy' | 'sell';
  readonly is_counted: boolean;
  readonly at: Date;
}

export const TRADE_COLUMNS = 'number, id, pair, price, quantity, taker_side, is_counted, at';

export const tradeOf = (row: TradeRow): TradeRecord => ({
  id: row.id,
  number: Number(row.number),
  pair: row.pair,
  price: text(row.price),
  quantity: text(row.quantity),
  takerSide: row.taker_side,
  isCounted: row.is_counted,
  at: row.at,
});

export interface ExecutionRow {
  readonly id: string;
  readonly order_id: string;
  readonly pair: string;
  readonly side: 'buy' | 'sell';
  readonly kind: 'limit' | 'market';
  readonly price: string;
  readonly quantity: string;
  readonly value: string;
  readonly is_maker: boolean;
  readonly fee: string;
  readonly fee_ppm: number;
  readonly at: Date;
}

/** The IDs differ by account, so that they do not show who trades with whom (LEDGER-01). */
export function executionOf(row: ExecutionRow, accountId: string): ExecutionRecord {
  const [base = '', quote = ''] = row.pair.split('-');
  return {
    id: ownId('execution', row.id, accountId),
    orderId: row.order_id,
    pair: row.pair,
    side: row.side,
    kind: row.kind,
    price: text(row.price),
    quantity: text(row.quantity),
    value: text(row.value),
    isMaker: row.is_maker,
    fee: text(row.fee),
    feeCurrency: row.side === 'buy' ? base : quote,
    feeRatePercent: percentOfPpm(BigInt(row.fee_ppm)),
    counterpartyOrderId: ownId('counterparty', row.id, accountId),
    createdAt: row.at,
  };
}

/** Computing it needs the account's ID, which nobody else is shown. */
function ownId(what: 'execution' | 'counterparty', trade: string, accountId: string): string {
  const bytes = createHash('sha256').update(`${what} ${trade} ${accountId}`).digest().subarray(0, 16);
  // Version 8: a custom format (RFC 9562).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
