/** The types by which HTTP, socket, sandbox and market makers use the trading core. */
import type { DecimalText } from '../src/domain/decimal.ts';
import type { Side } from '../src/domain/market.ts';
import type { LimitOrder as SentLimitOrder } from '../src/domain/order.ts';

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
  /** In the quote coin; 0 where any value will do. */
  readonly minOrderValue: DecimalText;
  readonly makerFeePercent: DecimalText;
  readonly takerFeePercent: DecimalText;
  /** How far from the reference price it may trade (LEDGER-03). */
  readonly priceDeviationPercent: DecimalText;
  readonly isEnabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CoinRecord {
  readonly id: string;
  readonly ticker: string;
  readonly name: string;
  readonly network: string;
  /** Of the coin's own chain; the venue itself counts 8 for every coin. */
  readonly decimalPlaces: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly isTradingEnabled: boolean;
  readonly refundAddressRequired: boolean;
  readonly minDepositAmount: DecimalText;
  readonly minWithdrawalAmount: DecimalText;
  readonly depositFee: DecimalText;
  /** Confirmations until a deposit counts (HISTORY-13); null where none are named. */
  readonly confirmations: number | null;
  readonly addressFormat: string;
  readonly addressExample: string | null;
  readonly explorerUrl: string | null;
}

export type LimitOrder = Omit<SentLimitOrder, 'kind'>;

/** Spends `cost` (quote coin, buys only) or trades `quantity` (base coin); exactly one of them. */
export interface MarketOrder {
  readonly pair: string;
  readonly side: Side;
  readonly cost?: DecimalText;
  readonly quantity?: DecimalText;
}

/** A refusal with a stable code and a message that says what to do. */
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

export interface OrderRecord {
  readonly id: string;
  readonly pair: string;
  readonly side: Side;
  readonly kind: 'limit' | 'market';
  /** Null for a market order. */
  readonly price: DecimalText | null;
  /** Base coin. Of a market order by cost: what it bought. */
  readonly quantity: DecimalText;
  readonly quantityLeft: DecimalText;
  /** Quote coin that a market order by cost may spend; null for every other order. */
  readonly cost: DecimalText | null;
  /** Quote coin traded so far, without fees. */
  readonly value: DecimalText;
  /**
   * What the book cannot fill of a market order is canceled. CANCELED with `executedAt` set was partly filled, without
   * it not at all.
   */
  readonly state: 'OPENED' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED';
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly executedAt: Date | null;
}

export interface ExecutionRecord {
  /** Of this side of the trade alone. */
  readonly id: string;
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
  /** Names no order: nobody else has this ID. */
  readonly counterpartyOrderId: string;
  readonly createdAt: Date;
}

export interface TradeRecord {
  readonly id: string;
  /** Rises from trade to trade of a pair. */
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

/** The aggregated book of a pair. `sequence` rises by 1 with every change of the pair's book. */
export interface BookSnapshot {
  readonly pair: string;
  readonly sequence: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly lastPrice: DecimalText | null;
  /** Total base coin of all bids and of all asks, of every level. */
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
}

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

export interface Exchange {
  readonly pairs: readonly PairRules[];
  pair(symbol: string): PairRules | undefined;
  coins(): Promise<readonly CoinRecord[]>;

  /**
   * Accepts, matches and settles in one transaction. Throws when the outcome is unknown; the same key then finds it.
   * @param idempotencyKey `Idempotency-Key` (LOST-04): the same key and order return the first outcome; another order is
   *   refused (`IDEMPOTENCY_KEY_REUSED`, 422).
   */
  placeLimit(accountId: string, order: LimitOrder, idempotencyKey?: string): Promise<Outcome<OrderRecord>>;
  placeMarket(accountId: string, order: MarketOrder, idempotencyKey?: string): Promise<Outcome<OrderRecord>>;
  /** Refused with `ORDER_NOT_FOUND` (404; also for another account's order), `ORDER_FILLED` or `ORDER_CANCELED` (409). */
  cancel(accountId: string, orderId: string): Promise<Outcome<OrderRecord>>;

  balances(accountId: string): Promise<BalanceRecord[]>;
  /** Newest first. */
  orders(
    accountId: string,
    filter: { pair?: string; states?: readonly OrderRecord['state'][] } & Page,
  ): Promise<OrderRecord[]>;
  executions(accountId: string, filter: { pair?: string } & Page): Promise<ExecutionRecord[]>;
  trades(pair: string, limit: number): Promise<TradeRecord[]>;
  /** Undefined for an unknown pair, and while the book is not known to be valid (several nodes). */
  book(pair: string, depth: number): BookSnapshot | undefined;

  /** Funds an account from the sandbox's mint, all coins or none. @param amounts by coin. */
  fund(accountId: string, amounts: Readonly<Record<string, DecimalText>>, reason: string): Promise<void>;
  /** Audits the ledger and the books. An empty list means that everything balances. */
  audit(): Promise<string[]>;

  on<E extends keyof ExchangeEvents>(event: E, listener: ExchangeEvents[E]): () => void;
  close(): Promise<void>;
}
