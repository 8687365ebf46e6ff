import {
  compare,
  decimal,
  type DecimalText,
  isPositive,
  multiply,
  rescale,
  subtract,
  toText,
} from '../decimal.ts';
import { type Order, type OrderType, stopOf } from '../order.ts';
import { byAmount, byText, byTime } from './order.ts';
import type { HistoryRules } from './types.ts';

/** Quantity minus what is left (HISTORY-22). */
export const filledOf = ({ quantity, quantityLeft }: Order): DecimalText | null =>
  quantity === null || quantityLeft === null
    ? null
    : toText(subtract(decimal(quantity), decimal(quantityLeft)));

/** What is filled of an order that is neither untouched nor whole; null else (HISTORY-32). */
export function partOf(order: Order): DecimalText | null {
  const filled = filledOf(order);
  if (filled === null || order.quantity === null || !isPositive(decimal(filled))) return null;
  return compare(decimal(filled), decimal(order.quantity)) < 0 ? filled : null;
}

/** Filled over quantity in percent, 0 to 100, rounded half up (HISTORY-22); null where one is not known. */
export function progressOf(order: Order): number | null {
  const filledText = filledOf(order);
  if (order.quantity === null || filledText === null) return null;
  const { units: whole, scale } = decimal(order.quantity);
  const gone = decimal(filledText);
  const finest = gone.scale > scale ? gone.scale : scale;
  const [all, filled] = [rescale({ units: whole, scale }, finest).units, rescale(gone, finest).units];
  if (all <= 0n || filled <= 0n) return 0;
  const percent = (filled * 200n + all) / (all * 2n);
  return Number(percent > 100n ? 100n : percent);
}

/** Price times quantity; 0 without a price (HISTORY-23). */
export const orderTotal = ({ price, quantity }: Order): DecimalText | null => {
  if (price === null) return '0';
  return quantity === null ? null : toText(multiply(decimal(price), decimal(quantity)));
};

/** In lower case; open when there is none (HISTORY-22). */
export const orderState = ({ state }: Order): string => state.trim().toLowerCase() || 'open';

export const isPartlyFilled = (order: Order): boolean => orderState(order) === 'partially_filled';

function typeOf({ kind, stopPrice, ocoStopPrice, trailPercent }: Order): OrderType {
  if (trailPercent !== undefined) return 'trailing_stop';
  if (ocoStopPrice !== undefined) return 'oco';
  return stopPrice === undefined ? kind : 'stop';
}

export const orderRules: HistoryRules<Order> = {
  size: 20,
  id: ({ id }) => id,
  time: ({ createdAt }) => createdAt,
  order: {
    types: ['limit', 'market', 'stop', 'oco', 'trailing_stop'],
    of: (order) => ({ pair: order.pair, type: typeOf(order) }),
  },
  filters: ['all', 'buy', 'sell'],
  passes: ({ side }, filter) => filter === 'all' || side === filter,
  texts: ({ id, pair }) => [id, pair, pair.replace('-', '/')],
  columns: {
    date: byTime(({ createdAt }) => createdAt),
    pair: byText(({ pair }) => pair),
    type: byText(({ side }) => side),
    kind: byText(({ kind }) => kind),
    price: byAmount(({ price }) => price),
    amount: byAmount(({ quantity }) => quantity),
    progress: byTime(progressOf),
  },
  cells: {
    id: ({ id }) => id,
    pair: ({ pair }) => pair,
    type: ({ side }) => side,
    kind: ({ kind }) => kind,
    state: orderState,
    price: ({ price }) => price,
    stopPrice: (order) => stopOf(order) ?? null,
    trailPercent: ({ trailPercent }) => trailPercent ?? null,
    amount: ({ quantity }) => quantity,
    filled: filledOf,
    left: ({ quantityLeft }) => quantityLeft,
    total: orderTotal,
    averagePrice: ({ averagePrice }) => averagePrice ?? null,
    cost: ({ cost }) => cost ?? null,
    fee: ({ fee }) => fee ?? null,
    feeCurrency: ({ feeCurrency }) => feeCurrency ?? null,
  },
};

const ENDED: ReadonlySet<string> = new Set(['filled', 'canceled']);

/** Also by how they ended (HISTORY-25). */
export const orderHistoryRules: HistoryRules<Order> = {
  ...orderRules,
  filters: ['all', 'buy', 'sell', ...ENDED],
  passes: (order, filter) =>
    ENDED.has(filter) ? orderState(order) === filter : orderRules.passes(order, filter),
};

export interface OrderSummary {
  readonly active: number;
  readonly buy: number;
  readonly sell: number;
  readonly partial: number;
}

export function summariseOrders(orders: readonly Order[]): OrderSummary {
  const buy = orders.filter(({ side }) => side === 'buy').length;
  return {
    active: orders.length,
    buy,
    sell: orders.length - buy,
    partial: orders.filter(isPartlyFilled).length,
  };
}

export interface OrderHistorySummary {
  readonly count: number;
  readonly active: number;
  readonly filled: number;
  readonly canceled: number;
}

export function summariseOrderHistory(orders: readonly Order[]): OrderHistorySummary {
  const filled = orders.filter((order) => orderState(order) === 'filled').length;
  const canceled = orders.filter((order) => orderState(order) === 'canceled').length;
  return { count: orders.length, active: orders.length - filled - canceled, filled, canceled };
}
