import type { User } from '../../domain/account.ts';
import type { Coin } from '../../domain/coin.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Deposit, DepositProgress } from '../../domain/deposit.ts';
import type { Failure } from '../../domain/failure.ts';
import type { HistoryName, HistoryRow, TimeRange } from '../../domain/history/types.ts';
import type { Market, MarketTrade, PairSettings } from '../../domain/market.ts';
import type { Balance, Execution, Order } from '../../domain/order.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';
import type { PageOfList, Ticket } from '../../domain/ticket.ts';
import type { TicketListRequest } from '../../domain/ticketList.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';

/** How long data of a read is good for, and when it is asked for again (CALL-15). Times in milliseconds. */
export interface ReadPolicy {
  /** Age from which data counts as old. A polled read is then read again at once, others at the next occasion. */
  readonly staleAfter: number;
  /** Whether it is read again every `staleAfter` while somebody looks and the page is visible. */
  readonly isPolled: boolean;
  /** How long old data is kept when nobody shows it. */
  readonly discardAfter: number;
  /** How often a read that failed in passing is tried again by itself. */
  readonly retries: number;
  /** Whether old data is read again when the page becomes visible. A polled read always is. */
  readonly refreshesOnReturn: boolean;
}

export interface ResourceInput {
  readonly name: ReadName;
  readonly params: unknown;
  readonly policy: ReadPolicy;
}

export interface ResourceContext extends ResourceInput {
  /** The last answer; null when there is none. Its type is that of `Reads[name]`. */
  readonly data: unknown;
  /** Records that the server sent and that are not among the data, because they could not be read. */
  readonly leftOut: number;
  /** When the data came, epoch milliseconds. */
  readonly updatedAt: number | null;
  /** Why the last read failed; null after one that did not. */
  readonly failure: Failure | null;
  /** Failed tries of the read that runs. */
  readonly attempt: number;
  readonly isWatched: boolean;
  readonly isPageVisible: boolean;
}

export type ResourceEvent =
  /** The first reader came, the last one left. */
  | { readonly type: 'reader.came' }
  | { readonly type: 'reader.left' }
  /** The user wants it now. */
  | { readonly type: 'user.refresh' }
  /** An action of the user's own changed what the server would answer. */
  | { readonly type: 'data.outdated' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'page.online' };

export interface ReadInput {
  readonly name: ReadName;
  readonly params: unknown;
}

export interface ReadOutput {
  readonly data: unknown;
  /** Records that the server sent and that could not be read. */
  readonly leftOut: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a reader is shown. */
export type ReadStatus = 'idle' | 'loading' | 'fresh' | 'stale' | 'refreshing' | 'failed';

/**
 * Every read of the client that has no rules of its own: what it is asked with, and what it answers. How each is
 * fetched, and how long it stays fresh, is in `src/machines/resource/resource.reads.ts`.
 */
export interface Reads {
  /** All markets with their 24 hour figures. */
  markets: { params: undefined; data: readonly Market[] };
  /** The latest public trades of a pair, newest first as the server sends them. */
  trades: { params: { readonly pair: string; readonly limit?: number }; data: readonly MarketTrade[] };
  /** The rules of every pair, the fees of makers and takers among them. */
  pairs: { params: undefined; data: readonly PairSettings[] };
  /** The rules that orders of the pair must keep. */
  pairSettings: { params: { readonly pair: string }; data: PairSettings };
  coins: { params: { readonly page: number; readonly limit: number }; data: readonly Coin[] };
  /** BTC in USD. */
  btcPrice: { params: undefined; data: DecimalText };

  /** The user who is signed in, as the server knows them now. */
  account: { params: undefined; data: User };
  balances: { params: undefined; data: readonly Balance[] };
  /** `state` as the specification writes it: `OPENED,PARTIALLY_FILLED`. Without a pair: all pairs. */
  orders: {
    params: {
      readonly pair?: string;
      readonly state?: string;
      readonly skip: number;
      readonly limit: number;
    };
    data: readonly Order[];
  };
  executions: {
    params: { readonly pair?: string; readonly skip: number; readonly limit: number };
    data: readonly Execution[];
  };
  /** Every coin with the user's refund address for it. */
  refundAddresses: { params: { readonly tradingEnabledOnly: boolean }; data: readonly RefundAddress[] };
  /** Newest first. Without a currency: all coins. */
  deposits: { params: TransferPage; data: readonly Deposit[] };
  /** How one deposit stands. */
  depositStatus: { params: { readonly id: string }; data: DepositProgress };
  withdrawals: { params: TransferPage; data: readonly Withdrawal[] };
  /** Every record of a history within a span of time, of all pages. */
  historyRange: { params: TimeRange & { readonly list: HistoryName }; data: readonly HistoryRow[] };
  /** Support tickets, newest first. */
  supportTickets: { params: TicketListRequest; data: PageOfList<Ticket> };
  /** Tickets that support has answered last. */
  answeredTickets: { params: undefined; data: PageOfList<Ticket> };
}

interface TransferPage {
  readonly currency?: string;
  readonly limit: number;
  readonly offset: number;
}

export type ReadName = keyof Reads;
export type ParamsOf<N extends ReadName> = Reads[N]['params'];
export type DataOf<N extends ReadName> = Reads[N]['data'];

/** Reads that belong to the signed-in user: kept apart by user, forgotten with the session. */
export const privateReads: ReadonlySet<ReadName> = new Set<ReadName>([
  'account',
  'balances',
  'orders',
  'executions',
  'refundAddresses',
  'deposits',
  'depositStatus',
  'withdrawals',
  'historyRange',
  'supportTickets',
  'answeredTickets',
]);
