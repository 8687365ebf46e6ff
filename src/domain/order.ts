import type { DecimalText } from './decimal.ts';
import type { Side } from './market.ts';

/** Unknown states stay as they are (CANCEL-01). */
export type OrderState =
  | 'OPENED'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'WAITING'
  | 'TRIGGERED'
  | (string & {});

/** The open states, as a query names them. */
export const OPEN_STATES = 'OPENED,PARTIALLY_FILLED';
/** Rows of the panel with the user's own orders and trades (TRADE-05). */
export const OWN_ROWS = 10;

export interface Order {
  readonly id: string;
  readonly pair: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  /** Null for a market order, too. */
  readonly price: DecimalText | null;
  /** Null where the server's value is missing or unreadable (HISTORY-27), as are the next one and the time. */
  readonly quantity: DecimalText | null;
  readonly quantityLeft: DecimalText | null;
  readonly state: OrderState;
  /** As the server names it; absent where it does not (TYPE-08). */
  readonly timeInForce?: string;
  readonly isPostOnly?: boolean;
  /** Of a stop order (STOP-06). Of one that trails the last price: where it would have been triggered when this was read. */
  readonly stopPrice?: DecimalText;
  /** How far the stop trails the best last price, in percent (TRAIL-05). */
  readonly trailPercent?: DecimalText;
  /** What the book shows of an iceberg order at most (TYPE-11). */
  readonly displayQuantity?: DecimalText;
  /** Of a one-cancels-other order (OCO-01). Once that price was reached `stopPrice` names it, too. */
  readonly ocoStopPrice?: DecimalText;
  readonly ocoLimitPrice?: DecimalText;
  /** Its cost so far, in the quote coin; null before a trade, and absent where the server does not send it. */
  readonly averagePrice?: DecimalText | null;
  readonly cost?: DecimalText | null;
  /** Of the coin that it gets. */
  readonly fee?: DecimalText | null;
  readonly feeCurrency?: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly executedAt: number | null;
}

export type OrderType = 'limit' | 'market' | 'stop' | 'oco' | 'trailing_stop';

/** One fill of the user. Times are epoch milliseconds. */
export interface Execution {
  readonly id: string;
  /** Absent where the server does not send it. */
  readonly orderId?: string | null;
  readonly pair: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  readonly price: DecimalText | null;
  readonly quantity: DecimalText | null;
  /** Quote amount, when the server sends it. */
  readonly value: DecimalText | null;
  readonly fee: DecimalText | null;
  readonly feeCurrency: string | null;
  /** A percentage or a fraction; `feePercent` tells which. */
  readonly feeRate: DecimalText | null;
  readonly isMaker: boolean | null;
  readonly createdAt: number | null;
}

export interface Balance {
  readonly currency: string;
  readonly available: DecimalText;
  readonly inOrders: DecimalText;
}

/** What happens to the part of an order that does not fill at once: it rests, is cancelled, or nothing is filled. */
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export interface LimitOrder {
  readonly kind: 'limit';
  readonly pair: string;
  readonly side: Side;
  readonly price: DecimalText;
  readonly quantity: DecimalText;
  /** GTC when absent (TYPE-01). */
  readonly timeInForce?: TimeInForce;
  /** Refused where it would trade at once (TYPE-04). */
  readonly isPostOnly?: boolean;
  /** The book shows at most this much of it, in base coin; all when absent (TYPE-11). */
  readonly displayQuantity?: DecimalText;
  /**
   * It rests until a trade reaches this price, and is matched then (OCO-01), up to a limit or at any price. A buy names
   * the limit.
   */
  readonly ocoStopPrice?: DecimalText;
  readonly ocoLimitPrice?: DecimalText;
  /** It waits until a trade reaches this price (STOP-01). */
  readonly stopPrice?: DecimalText;
}

/** Buys name what they spend (quote coin) or, like sells, what they trade (base coin). */
export interface MarketOrder {
  readonly kind: 'market';
  readonly pair: string;
  readonly side: Side;
  readonly amount: DecimalText;
  /** Of a buy: its amount is in base coin (TYPE-10). */
  readonly isByQuantity?: true;
  /** The worst price that it may trade at (TYPE-05). */
  readonly protection?: DecimalText;
  /** It waits until a trade reaches this price (STOP-01). */
  readonly stopPrice?: DecimalText;
  /** In its place: it waits until a trade is so many percent from the best last price (TRAIL-01). */
  readonly trailPercent?: DecimalText;
}

export type NewOrder = LimitOrder | MarketOrder;

/** Whether the amount is what it spends, in quote coin. */
export const isByCost = ({ side, isByQuantity }: MarketOrder): boolean =>
  side === 'buy' && isByQuantity !== true;

/**
 * The price that it waits for, or has waited for. That of an order which still trails the last price may have moved since
 * it was read, so it is not known (TRAIL-06).
 */
export const stopOf = ({
  state,
  stopPrice,
  ocoStopPrice,
  trailPercent,
}: Pick<Order, 'state' | 'stopPrice' | 'ocoStopPrice' | 'trailPercent'>): DecimalText | undefined =>
  trailPercent !== undefined && state === 'WAITING' ? undefined : (stopPrice ?? ocoStopPrice);

/** One cancels the other, and its stop was not matched yet (OCO-05). */
export const hasBothLegs = ({
  stopPrice,
  ocoStopPrice,
}: Pick<Order, 'stopPrice' | 'ocoStopPrice'>): boolean =>
  ocoStopPrice !== undefined && stopPrice === undefined;

/**
 * A stop order that was not matched yet: it is not in the book and cannot be amended (STOP-02). Without a stop price the
 * state is another server's own.
 */
export const isWaiting = (
  order: Pick<Order, 'state' | 'stopPrice' | 'ocoStopPrice' | 'trailPercent'>,
): boolean =>
  (order.trailPercent ?? stopOf(order)) !== undefined &&
  (order.state === 'WAITING' || order.state === 'TRIGGERED');

/** Whether an order filled, appeared or disappeared, so that trades and balances are out of date. */
export function haveOrdersMoved(before: readonly Order[], after: readonly Order[]): boolean {
  if (before.length !== after.length) return true;
  const left = new Map(before.map((order) => [order.id, order.quantityLeft]));
  return after.some((order) => left.get(order.id) !== order.quantityLeft);
}
