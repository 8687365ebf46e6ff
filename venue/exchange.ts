/**
 * What the trading core offers to the rest of the venue. HTTP, socket, sandbox and market makers know the
 * core by these types only, and all of them trade through the same order path.
 */
import type { DecimalText } from '../src/domain/decimal.ts';
import type { Side } from '../src/domain/market.ts';

/** A pair with the settings that every order of it must keep (spec 2 §3). */
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
  readonly makerFeePercent: DecimalText;
  readonly takerFeePercent: DecimalText;
  readonly isEnabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A coin as the venue lists it (spec 2 §3, "Coin"). */
export interface CoinRecord {
  readonly id: string;
  readonly ticker: string;
  readonly name: string;
  readonly network: string;
  /** On the coin's own chain; the venue itself counts in 8 for every coin. */
  readonly decimalPlaces: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly isTradingEnabled: boolean;
  readonly refundAddressRequired: boolean;
  readonly minDepositAmount: DecimalText;
  readonly minWithdrawalAmount: DecimalText;
  readonly depositFee: DecimalText;
  /** Blocks until a deposit counts (spec 2 §9); null where none are named. */
  readonly confirmations: number | null;
  readonly addressFormat: string;
  readonly addressExample: string | null;
  readonly explorerUrl: string | null;
}

export interface LimitOrder {
  readonly pair: string;
  readonly side: Side;
  readonly price: DecimalText;
  readonly quantity: DecimalText;
}

/** Spends `cost` (quote coin, buys only) or trades `quantity` (base coin); exactly one of them. */
export interface MarketOrder {
  readonly pair: string;
  readonly side: Side;
  readonly cost?: DecimalText;
  readonly quantity?: DecimalText;
}

/** A refusal with a stable code and a text that says what to do (contract, "Errors"). */
export interface Refusal {
  readonly ok: false;
  readonly status: 400 | 403 | 404 | 409 | 422 | 503;
  /** Upper snake case. */
  readonly code: string;
  readonly message: string;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter?: number;
  /** Sent in place of `message` where the specification wants more than a text (spec 2 §8, withdrawals). */
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
   * A market order never rests: what the book cannot fill is canceled, so CANCELED with `executedAt` set has
   * filled in part, and CANCELED with `executedAt` null met no order at all.
   */
  readonly state: 'OPENED' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED';
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly executedAt: Date | null;
}

export interface ExecutionRecord {
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
  /** Base coin that all bids of the book want, and that all asks offer: of every level, not of `depth` only. */
  readonly buysVolume: DecimalText;
  readonly sellsVolume: DecimalText;
  readonly at: Date;
}

/** Levels that changed; quantity `0` removes one. Said only after the change is committed. */
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
  /** By ticker. */
  coins(): Promise<readonly CoinRecord[]>;

  /**
   * Accepts, matches and settles in one transaction. Throws when the outcome is not known (the database did not
   * answer): the order may have been placed, and the same `idempotencyKey` tells.
   * @param idempotencyKey `Idempotency-Key`: a repeated key of the same account with the same order answers the first
   *   outcome and acts once, for good; with another order it is refused (`IDEMPOTENCY_KEY_REUSED`, 422).
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
  /** From memory; undefined for an unknown pair, and while it is not known to be right (several nodes). */
  book(pair: string, depth: number): BookSnapshot | undefined;

  /**
   * Moves coins from the sandbox's mint to the account, all or none, a balanced journal entry for each coin.
   * @param amounts by coin.
   */
  fund(accountId: string, amounts: Readonly<Record<string, DecimalText>>, reason: string): Promise<void>;
  /**
   * Checks the whole ledger against itself and the books; an empty list means that it balances. Each finding names
   * the account and coin (or the order).
   */
  audit(): Promise<string[]>;

  on<E extends keyof ExchangeEvents>(event: E, listener: ExchangeEvents[E]): () => void;
  /** Finishes what is under way and refuses the rest. */
  close(): Promise<void>;
}
