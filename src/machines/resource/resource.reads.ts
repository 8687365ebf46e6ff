import { OutageError } from '../../domain/failure.ts';
import type { User } from '../../domain/account.ts';
import type { AddressBook } from '../../domain/addressBook.ts';
import type { ApiKey } from '../../domain/apiKey.ts';
import type { Coin } from '../../domain/coin.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Deposit, DepositProgress } from '../../domain/deposit.ts';
import type { HistoryName, HistoryRange, HistoryRow } from '../../domain/history/types.ts';
import type { Market, MarketTrade, PairSettings } from '../../domain/market.ts';
import type { Balance, Execution, Order } from '../../domain/order.ts';
import type { Passkey } from '../../domain/passkey.ts';
import type { OwnSession } from '../../domain/ownSession.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';
import type { PageOfList, Ticket } from '../../domain/ticket.ts';
import type { TicketListRequest } from '../../domain/ticketList.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { succeeded, type Result } from '../../domain/result.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import { marketCalls } from '../../services/contract/calls/markets.ts';
import type { Http, SendOptions } from '../../services/http/port.ts';

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

/** Parameters and result of each read. `readRules` defines how it is fetched. */
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
  /** The newest of all coins, for the notifications (NOTICE-03). */
  movements: {
    params: undefined;
    data: { readonly deposits: readonly Deposit[]; readonly withdrawals: readonly Withdrawal[] };
  };
  historyRange: { params: HistoryRange & { readonly list: HistoryName }; data: readonly HistoryRow[] };
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
  'movements',
  'historyRange',
  'supportTickets',
  'answeredTickets',
]);

/** Calls that only users need; visitors do not load their code. */
export interface CallArea<Calls> {
  readonly load: () => Promise<Calls>;
  /** Runs `work` at once when the calls are loaded, else as soon as they are. */
  readonly use: <Result>(work: (calls: Calls) => Promise<Result>) => Promise<Result>;
}

function lazyCalls<Calls>(importCalls: () => Promise<Calls>): CallArea<Calls> {
  let loaded: Calls | undefined;
  const load = async (): Promise<Calls> => (loaded ??= await importCalls());
  return { load, use: (work) => (loaded === undefined ? load().then(work) : work(loaded)) };
}

export const orderArea = lazyCalls(
  async () => (await import('../../services/contract/calls/orders.ts')).orderCalls,
);
export const walletArea = lazyCalls(
  async () => (await import('../../services/contract/calls/wallet.ts')).walletCalls,
);
const passkeyArea = lazyCalls(
  async () => (await import('../../services/contract/calls/passkeys.ts')).passkeyCalls,
);
export const supportArea = lazyCalls(
  async () => (await import('../../services/contract/calls/support.ts')).supportCalls,
);

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** LOST-06. */
const defaults: ReadPolicy = {
  staleAfter: MINUTE,
  isPolled: false,
  discardAfter: 5 * MINUTE,
  retries: 3,
  refreshesOnReturn: true,
};
const marketData: ReadPolicy = { ...defaults, retries: 1, refreshesOnReturn: false };

const wallet: ReadPolicy = {
  ...defaults,
  staleAfter: 30 * SECOND,
  isPolled: true,
  discardAfter: 2 * MINUTE,
  refreshesOnReturn: false,
};

export interface ReadRule<N extends ReadName> {
  readonly policy: ReadPolicy;
  readonly read: (
    http: Pick<Http, 'send'>,
    params: ParamsOf<N>,
    options: SendOptions,
  ) => Promise<Result<DataOf<N>>>;
}

const MAX_COIN_PAGES = 20;

/** All coins from a page on: a server may have more than one page of them (WALLET-11). */
async function readCoins(
  http: Pick<Http, 'send'>,
  { page, limit }: ParamsOf<'coins'>,
  options: SendOptions,
): Promise<Result<DataOf<'coins'>>> {
  const coins = new Map<string, Coin>();
  let leftOut = 0;
  for (let further = 0; further < MAX_COIN_PAGES; further += 1) {
    const query = { page: page + further, limit, sort_by: 'ticker', order: 'asc' } as const;
    // A page is requested when the one before it was full.
    // oxlint-disable-next-line no-await-in-loop
    const listed = await http.send(marketCalls.coins, { query }, options);
    if (!listed.ok) return listed;
    const before = coins.size;
    for (const coin of listed.value) if (!coins.has(coin.ticker)) coins.set(coin.ticker, coin);
    leftOut += listed.leftOut ?? 0;
    // Also a server that knows no pages and answers with the same one ends it.
    if (coins.size === before || listed.value.length + (listed.leftOut ?? 0) < limit) break;
  }
  return succeeded([...coins.values()], leftOut === 0 ? undefined : leftOut);
}

export const readRules: { readonly [N in ReadName]: ReadRule<N> } = {
  // So they are never 2 minutes old (MARKET-04).
  markets: {
    policy: { ...marketData, staleAfter: MINUTE, isPolled: true },
    read: (http, _params, options) => http.send(marketCalls.markets, {}, options),
  },
  // TRADE-03.
  trades: {
    policy: { ...marketData, staleAfter: 10 * SECOND, isPolled: true },
    read: (http, { pair, limit = 100 }, options) =>
      http.send(marketCalls.trades, { params: { pair }, query: { limit } }, options),
  },
  pairs: {
    policy: { ...defaults, staleAfter: 5 * MINUTE },
    read: (http, _params, options) => http.send(marketCalls.pairs, {}, options),
  },
  pairSettings: {
    policy: { ...defaults, staleAfter: 5 * MINUTE },
    read: (http, { pair }, options) => http.send(marketCalls.pair, { params: { pair } }, options),
  },
  coins: { policy: { ...defaults, staleAfter: 5 * MINUTE, discardAfter: 10 * MINUTE }, read: readCoins },
  btcPrice: {
    policy: { ...marketData, staleAfter: MINUTE, isPolled: true },
    read: (http, _params, options) => http.send(marketCalls.btcPrice, {}, options),
  },
  account: {
    policy: { ...defaults, staleAfter: 2 * MINUTE },
    read: (http, _params, options) => http.send(accountCalls.me, {}, options),
  },
  passkeys: {
    policy: { ...defaults, staleAfter: 2 * MINUTE },
    read: (http, _params, options) => passkeyArea.use((calls) => http.send(calls.passkeys, {}, options)),
  },
  recoveryCodes: {
    policy: { ...defaults, staleAfter: 5 * MINUTE },
    read: (http, _params, options) => http.send(accountCalls.recoveryCodes, {}, options),
  },
  sessions: {
    policy: { ...defaults, staleAfter: MINUTE },
    read: (http, _params, options) => http.send(accountCalls.sessions, {}, options),
  },
  apiKeys: {
    policy: { ...defaults, staleAfter: MINUTE },
    read: (http, _params, options) => http.send(accountCalls.apiKeys, {}, options),
  },
  // Polled, because others fill orders and move balances, and no socket message reports it.
  balances: {
    policy: { ...defaults, staleAfter: 30 * SECOND, isPolled: true, discardAfter: 2 * MINUTE },
    read: (http, _params, options) => orderArea.use((calls) => http.send(calls.balances, {}, options)),
  },
  orders: {
    policy: { ...defaults, staleAfter: 15 * SECOND, isPolled: true },
    read: (http, query, options) => orderArea.use((calls) => http.send(calls.orders, { query }, options)),
  },
  executions: {
    policy: { ...defaults, staleAfter: 15 * SECOND, isPolled: true },
    read: (http, query, options) => orderArea.use((calls) => http.send(calls.executions, { query }, options)),
  },
  // Deposits and withdrawals are polled, because no socket message reports them.
  refundAddresses: {
    policy: { ...wallet, isPolled: false },
    read: (http, { tradingEnabledOnly }, options) => {
      const query = { trading_enabled_only: tradingEnabledOnly ? 'true' : 'false' } as const;
      return walletArea.use((calls) => http.send(calls.refundAddresses, { query }, options));
    },
  },
  addressBook: {
    policy: { ...wallet, isPolled: false, refreshesOnReturn: true },
    read: (http, _params, options) => walletArea.use((calls) => http.send(calls.addressBook, {}, options)),
  },
  deposits: {
    policy: { ...wallet, staleAfter: 15 * SECOND },
    read: (http, query, options) => walletArea.use((calls) => http.send(calls.deposits, { query }, options)),
  },
  depositStatus: {
    policy: { ...wallet, staleAfter: 15 * SECOND },
    read: (http, params, options) =>
      walletArea.use((calls) => http.send(calls.depositStatus, { params }, options)),
  },
  withdrawals: {
    policy: wallet,
    read: (http, query, options) =>
      walletArea.use((calls) => http.send(calls.withdrawals, { query }, options)),
  },
  movements: {
    policy: { ...wallet, staleAfter: MINUTE },
    read: (http, _params, options) =>
      walletArea.use(async (calls) => {
        const query = { limit: 20, offset: 0 };
        const [deposits, withdrawals] = await Promise.all([
          http.send(calls.deposits, { query }, options),
          http.send(calls.withdrawals, { query }, options),
        ]);
        // A server may have only one of the calls, and may send more than it was asked for.
        if (!deposits.ok && deposits.failure.status !== 404) return deposits;
        if (!withdrawals.ok && withdrawals.failure.status !== 404) return withdrawals;
        return succeeded({
          deposits: deposits.ok ? deposits.value.slice(0, query.limit) : [],
          withdrawals: withdrawals.ok ? withdrawals.value.slice(0, query.limit) : [],
        });
      }),
  },
  // Not polled, because it is many pages. The history's code provides the read.
  historyRange: {
    policy: { ...wallet, isPolled: false },
    read: async (http, { list, ...range }, options) =>
      (await import('../../services/historyPages.ts')).readHistoryRange(http, list, range, options),
  },
  supportTickets: {
    policy: { ...defaults, staleAfter: 5 * MINUTE },
    read: (http, query, options) => supportArea.use((calls) => http.send(calls.tickets, { query }, options)),
  },
  // For the header of every page (SUPPORT-06).
  answeredTickets: {
    policy: { ...defaults, staleAfter: 5 * MINUTE, isPolled: true },
    read: (http, _params, options) => {
      const query = { status: 'pending', limit: 50, offset: 0 } as const;
      return supportArea.use((calls) => http.send(calls.tickets, { query }, options));
    },
  },
};

/** Also counts the unreadable records of a list. @throws OutageError for outages and refusals. */
export async function readData<N extends ReadName>(
  http: Pick<Http, 'send'>,
  name: N,
  params: ParamsOf<N>,
  options: SendOptions,
): Promise<{ readonly data: DataOf<N>; readonly leftOut: number }> {
  const answer = await readRules[name].read(http, params, options);
  if (!answer.ok) throw new OutageError(answer.failure);
  return { data: answer.value, leftOut: answer.leftOut ?? 0 };
}
