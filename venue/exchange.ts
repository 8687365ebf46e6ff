/** The types through which HTTP, socket, sandbox and market makers use the trading core. */
import type { DecimalText } from '../src/domain/decimal.ts';
import type { Side } from '../src/domain/market.ts';
import type { LimitOrder as SentLimitOrder, TimeInForce } from '../src/domain/order.ts';

export interface PairRules {
  readonly id: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly minPriceIncrement: DecimalText;
  readonly minQuantityIncrement: DecimalText;
  readonly minOrderSize: DecimalText;
  /** In the quote coin; 0 for no minimum. */
  readonly minOrderValue: DecimalText;
  readonly makerFeePercent: DecimalText;
  readonly takerFeePercent: DecimalText;
  /** Distance from the reference price (LEDGER-03). */
  readonly priceDeviationPercent: DecimalText;
  readonly isEnabled: boolean;
  /** An unlisted pair is closed as well: its open orders can be cancelled, and nothing else (MARKET-15). */
  readonly isListed: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CoinRecord {
  readonly id: string;
  readonly ticker: string;
  readonly name: string;
  readonly network: string;
  /** On the coin's own chain; the venue itself uses 8 for every coin. */
  readonly decimalPlaces: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly isTradingEnabled: boolean;
  readonly refundAddressRequired: boolean;
  readonly minDepositAmount: DecimalText;
  readonly minWithdrawalAmount: DecimalText;
  readonly depositFee: DecimalText;
  /** Confirmations until a deposit counts (HISTORY-13). */
  readonly confirmations: number | null;
  readonly addressFormat: string;
  readonly addressExample: string | null;
  readonly explorerUrl: string | null;
}

/**
 * For an order that could trade far from the median (LEDGER-08): `guarded` refuses it, `confirmed` has the second
 * factor. Without either nobody is asked.
 */
export type PriceCheck = 'guarded' | 'confirmed';

interface Checked {
  readonly priceCheck?: PriceCheck;
}

/** What makes an order wait for a price (STOP-01). */
interface StopTerms extends Checked {
  /** It is matched once a trade of the pair is at this price or beyond: at or above it for a buy, else at or below. */
  readonly stopPrice?: DecimalText;
}

export type LimitOrder = Omit<SentLimitOrder, 'kind'> & StopTerms;

/** Missing parts stay the same. `quantity` is that of the whole order, including what is filled. */
export interface OrderAmendment extends Checked {
  readonly price?: DecimalText;
  readonly quantity?: DecimalText;
  /** Only for a waiting stop order (STOP-07). */
  readonly stopPrice?: DecimalText;
}

/** Exactly one of `cost` (quote coin, buys only) and `quantity` (base coin). */
export interface MarketOrder extends StopTerms {
  readonly pair: string;
  readonly side: Side;
  readonly cost?: DecimalText;
  readonly quantity?: DecimalText;
  /** The worst price that it may trade at (TYPE-05). */
  readonly price?: DecimalText;
  /** In place of a stop price: how far the stop trails the best last price (TRAIL-01). */
  readonly trailPercent?: DecimalText;
}

export interface Refusal {
  readonly ok: false;
  readonly status: 400 | 403 | 404 | 409 | 422 | 429 | 503;
  readonly code: string;
  readonly message: string;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter?: number;
  /** Sent in place of `message` (WITHDRAW-09). */
  readonly parts?: Readonly<Record<string, string>>;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export const OPEN_STATES = ['OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED'] as const;
export type OrderState = (typeof OPEN_STATES)[number] | 'FILLED' | 'CANCELED';

export interface OrderRecord {
  readonly id: string;
  readonly pair: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  /** Of a market order: the worst it may trade at, or null. */
  readonly price: DecimalText | null;
  /** Base coin. For an order by cost: what it bought. */
  readonly quantity: DecimalText;
  readonly quantityLeft: DecimalText;
  /** Quote coin; null for all but market orders by cost. */
  readonly cost: DecimalText | null;
  /** Quote coin traded so far, without fees. */
  readonly value: DecimalText;
  /** In the coin that it receives; null in the answer to a change or a cancellation, which does not read it. */
  readonly fee: DecimalText | null;
  /** IOC of a market order. */
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  /**
   * Of a stop order. Of one that trails the last price: where it would be triggered now, or was; null where it was
   * cancelled before that.
   */
  readonly stopPrice: DecimalText | null;
  /** Of an order that trails the last price. */
  readonly trailPercent: DecimalText | null;
  /** Base coin: of an iceberg order what the book shows of it at most (TYPE-11). */
  readonly displayQuantity: DecimalText | null;
  /** Of a one-cancels-other order: its other leg (OCO-01). `stopPrice` is null until it is matched. */
  readonly ocoStopPrice: DecimalText | null;
  readonly ocoLimitPrice: DecimalText | null;
  /**
   * WAITING and TRIGGERED: a stop order that no trade has reached yet, or one that is about to be matched. The rest of
   * an IOC order is cancelled. CANCELED with `executedAt` was partly filled, without it not.
   */
  readonly state: OrderState;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly executedAt: Date | null;
}

export interface ExecutionRecord {
  readonly id: string;
  /** The account's own. */
  readonly orderId: string;
  readonly pair: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  readonly price: DecimalText;
  readonly quantity: DecimalText;
  readonly value: DecimalText;
  readonly isMaker: boolean;
  readonly fee: DecimalText;
  readonly feeCurrency: string;
  readonly feeRatePercent: DecimalText;
  /** Identifies no order, so it reveals nothing about the other account. */
  readonly counterpartyOrderId: string;
  readonly createdAt: Date;
}

export interface TradeRecord {
  readonly id: string;
  readonly number: number;
  readonly pair: string;
  readonly price: DecimalText;
  readonly quantity: DecimalText;
  readonly takerSide: Side;
  /** Whether it counts into volumes (LEDGER-05). */
  readonly isCounted: boolean;
  readonly at: Date;
}

export interface BalanceRecord {
  readonly currency: string;
  readonly available: DecimalText;
  readonly inOrders: DecimalText;
}

export type BookLevel = readonly [price: DecimalText, quantity: DecimalText];

/** `sequence` rises by 1 with every change of the pair's book. */
export interface BookSnapshot {
  readonly pair: string;
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastPrice: DecimalText | null;
  /** Base coin of all levels. */
  readonly buysVolume: DecimalText;
  readonly sellsVolume: DecimalText;
  readonly at: Date;
}

/** Changed levels; quantity `0` removes one. Published after the commit. */
export interface BookChange {
  readonly pair: string;
  readonly previousSequence: number;
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastPrice: DecimalText | null;
}

export interface ExchangeEvents {
  book: (change: BookChange) => void;
  trades: (trades: readonly TradeRecord[]) => void;
  /** IDs of accounts whose orders, fills or balances may have changed. Published after the commit, on every node. */
  accounts: (ids: readonly string[]) => void;
}

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

export interface Exchange {
  /** The same objects for as long as it runs, with the present rules and fees. */
  readonly pairs: readonly PairRules[];
  /** Reads again what operators have changed about pairs and coins (OPERATOR-12). */
  reload(): Promise<void>;
  pair(symbol: string): PairRules | undefined;
  coins(): Promise<readonly CoinRecord[]>;

  /**
   * Settles in one transaction. Throws when the outcome is unknown; the same key then finds it (LOST-04).
   * @param idempotencyKey repeats the first outcome; for another order `IDEMPOTENCY_KEY_REUSED` (422).
   */
  placeLimit(accountId: string, order: LimitOrder, idempotencyKey?: string): Promise<Outcome<OrderRecord>>;
  placeMarket(accountId: string, order: MarketOrder, idempotencyKey?: string): Promise<Outcome<OrderRecord>>;
  /**
   * Changes an open order, which keeps its ID (AMEND-01). Refused like `cancel`, and like a new order.
   * @param idempotencyKey repeats the first outcome; for something else `IDEMPOTENCY_KEY_REUSED` (422).
   */
  amend(
    accountId: string,
    orderId: string,
    amendment: OrderAmendment,
    idempotencyKey?: string,
  ): Promise<Outcome<OrderRecord>>;
  /**
   * Refused with `ORDER_NOT_FOUND` (404; also for another account's order), `ORDER_FILLED` or `ORDER_CANCELED` (409).
   * @param idempotencyKey repeats the answer to a cancellation that was carried out (CANCEL-10).
   */
  cancel(accountId: string, orderId: string, idempotencyKey?: string): Promise<Outcome<OrderRecord>>;

  balances(accountId: string): Promise<BalanceRecord[]>;
  /** Undefined also for another account's. */
  order(accountId: string, orderId: string): Promise<OrderRecord | undefined>;
  /** Newest first. */
  orders(
    accountId: string,
    filter: { pair?: string; states?: readonly OrderRecord['state'][] } & Page,
  ): Promise<OrderRecord[]>;
  executions(accountId: string, filter: { pair?: string } & Page): Promise<ExecutionRecord[]>;
  trades(pair: string, limit: number): Promise<TradeRecord[]>;
  /** Undefined for an unknown pair, and while the book may be invalid (several nodes). */
  book(pair: string, depth: number): BookSnapshot | undefined;

  /** All coins or none. @param amounts by coin. */
  fund(accountId: string, amounts: Readonly<Record<string, DecimalText>>, reason: string): Promise<void>;
  /** An empty list means that the ledger and the books balance. */
  audit(): Promise<string[]>;

  on<E extends keyof ExchangeEvents>(event: E, listener: ExchangeEvents[E]): () => void;
  close(): Promise<void>;
}
