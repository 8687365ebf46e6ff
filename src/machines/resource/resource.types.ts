import type { User } from '../../domain/account.ts';
import type { AddressBook } from '../../domain/addressBook.ts';
import type { ApiKey } from '../../domain/apiKey.ts';
import type { Coin } from '../../domain/coin.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Deposit, DepositProgress } from '../../domain/deposit.ts';
import type { Failure } from '../../domain/failure.ts';
import type { HistoryName, HistoryRow, TimeRange } from '../../domain/history/types.ts';
import type { Market, MarketTrade, PairSettings } from '../../domain/market.ts';
import type { Balance, Execution, Order } from '../../domain/order.ts';
import type { Passkey } from '../../domain/passkey.ts';
import type { OwnSession } from '../../domain/ownSession.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';
import type { PageOfList, Ticket } from '../../domain/ticket.ts';
import type { TicketListRequest } from '../../domain/ticketList.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';

/** Times in milliseconds (CALL-15). */
export interface ReadPolicy {
  /** Age from which data is stale. A polled read is then read again at once, others at the next occasion. */
  readonly staleAfter: number;
  /** Only while it is watched and the page is visible. */
  readonly isPolled: boolean;
  /** Age from which data that nobody watches is dropped. */
  readonly discardAfter: number;
  /** Automatic retries. */
  readonly retries: number;
  /** Whether stale data is read when the page becomes visible; polled data always is. */
  readonly refreshesOnReturn: boolean;
}

export interface ResourceInput {
  readonly name: ReadName;
  readonly params: unknown;
  readonly policy: ReadPolicy;
}

export interface ResourceContext extends ResourceInput {
  /** Null when there is none; otherwise of the type `Reads[name]`. */
  readonly data: unknown;
  /** Records of the answer that could not be read. */
  readonly leftOut: number;
  /** Epoch milliseconds of the data. */
  readonly updatedAt: number | null;
  /** Null when the last read succeeded. */
  readonly failure: Failure | null;
  readonly attempt: number;
  readonly isWatched: boolean;
  readonly isPageVisible: boolean;
}

export type ResourceEvent =
  /** The first reader came, or the last one left. */
  | { readonly type: 'reader.came' }
  | { readonly type: 'reader.left' }
  | { readonly type: 'user.refresh' }
  /** The user changed something at the server. */
  | { readonly type: 'data.outdated' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'page.online' }
  /** `isConfirmed`: nothing that was read or done here is newer. */
  | {
      readonly type: 'channel.data';
      readonly data: unknown;
      readonly at: number;
      readonly isConfirmed: boolean;
    }
  /** The stream ended, or says that something changed without saying what. */
  | { readonly type: 'channel.lost' };

export interface ChannelCommand {
  readonly type: 'open' | 'close' | 'distrust';
}

export interface ReadInput {
  readonly name: ReadName;
  readonly params: unknown;
}

export interface ReadOutput {
  readonly data: unknown;
  readonly leftOut: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type ReadStatus = 'idle' | 'loading' | 'fresh' | 'stale' | 'refreshing' | 'failed';

/** What each read is asked with, and what it answers. `resource.reads.ts` says how it is fetched. */
export interface Reads {
  markets: { params: undefined; data: readonly Market[] };
  /** Newest first. */
  trades: { params: { readonly pair: string; readonly limit?: number }; data: readonly MarketTrade[] };
  pairs: { params: undefined; data: readonly PairSettings[] };
  pairSettings: { params: { readonly pair: string }; data: PairSettings };
  coins: { params: { readonly page: number; readonly limit: number }; data: readonly Coin[] };
  btcPrice: { params: undefined; data: DecimalText };

  account: { params: undefined; data: User };
  /** Oldest first. */
  passkeys: { params: undefined; data: readonly Passkey[] };
  /** How many recovery codes are left (RECOVERY-04). */
  recoveryCodes: { params: undefined; data: number };
  /** Latest used first (SESSION-15). */
  sessions: { params: undefined; data: readonly OwnSession[] };
  /** Oldest first. With the capability `apiKeys`. */
  apiKeys: { params: undefined; data: readonly ApiKey[] };
  /** With the capability `addressBook`. */
  addressBook: { params: undefined; data: AddressBook };
  balances: { params: undefined; data: readonly Balance[] };
  /** `state` as on the wire: `OPENED,PARTIALLY_FILLED`. Without a pair: all pairs. */
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
  refundAddresses: { params: { readonly tradingEnabledOnly: boolean }; data: readonly RefundAddress[] };
  /** Newest first. Without a currency: all coins. */
  deposits: { params: TransferPage; data: readonly Deposit[] };
  depositStatus: { params: { readonly id: string }; data: DepositProgress };
  withdrawals: { params: TransferPage; data: readonly Withdrawal[] };
  historyRange: { params: TimeRange & { readonly list: HistoryName }; data: readonly HistoryRow[] };
  /** Newest first. */
  supportTickets: { params: TicketListRequest; data: PageOfList<Ticket> };
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

/** Kept for each user, and dropped with the session. */
export const privateReads: ReadonlySet<ReadName> = new Set<ReadName>([
  'account',
  'passkeys',
  'recoveryCodes',
  'sessions',
  'apiKeys',
  'balances',
  'orders',
  'executions',
  'refundAddresses',
  'addressBook',
  'deposits',
  'depositStatus',
  'withdrawals',
  'historyRange',
  'supportTickets',
  'answeredTickets',
]);
