import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { congestionOf } from '../../domain/congestion.ts';
import { type Failure, isOutage } from '../../domain/failure.ts';
import { grinStatus, newestAwaitingReply } from '../../domain/grinWithdrawal.ts';
import { begunElsewhere, findSentWithdrawal } from '../../domain/lostWithdrawal.ts';
import { refused, succeeded, type Result, valueOrThrow } from '../../domain/result.ts';
import { readSlatepack } from '../../domain/slatepack/read.ts';
import type { Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import type { Clock } from '../../services/clock.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import type { KeptForm, KeptWithdrawals } from '../../services/keptWithdrawals.ts';
import { isReturn, type Page } from '../../services/page.ts';
import { userIdOf, type App } from '../app/app.ts';
import { feesStatus, type feesFeedMachine, selectFees } from '../fees/feesFeed.machine.ts';
import { provideFeesFeed } from '../fees/fees.actors.ts';
import { readStatus, selectData } from '../resource/resource.machine.ts';
import type { DataOf, ParamsOf, ReadName } from '../resource/resource.reads.ts';
import type { Resources } from '../resource/resource.actors.ts';
import { perApp, selectFailure } from '../shared/common.ts';
import { createWrite } from '../write/write.machine.ts';
import { type FinalizeSubject, slatepackExchangeMachine } from './slatepackExchange.machine.ts';
import {
  type AskFactsAgain,
  type CreateSubject,
  type WithdrawalContext,
  type WithdrawalEvent,
  withdrawalMachine,
  type WithdrawalOffers,
} from './withdrawal.machine.ts';
import {
  availableOf,
  type Finalized,
  receiptOf,
  type SendingWithdrawal,
  withdrawalGate,
  type WithdrawalFacts,
} from './withdrawal.rules.ts';

export interface WithdrawalDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly watchFacts: WatchFacts;
  readonly waitUntil: WaitUntil;
  readonly followStatus: FollowStatus;
  readonly followWaiting: FollowWaiting;
  readonly kept: Pick<KeptWithdrawals, 'keep' | 'drop' | 'keepForm'>;
  readonly userId: () => string | null;
  /** Whether the confirmed fee is sent along (`feeQuotes`). */
  readonly sendsFee: boolean;
  /** Balances and the history of withdrawals are out of date. */
  readonly noteOwnChange: () => void;
}

/** How much of the history is read to find one withdrawal again: its first page (HISTORY-06). */
const NEWEST = 10;

const newestReader =
  (http: Pick<Http, 'send'>) =>
  (currency: string, signal: AbortSignal): Promise<Result<readonly Withdrawal[]>> =>
    http.send(walletCalls.withdrawals, { query: { currency, limit: NEWEST, offset: 0 } }, { signal });

interface At {
  readonly context: WithdrawalContext;
}

/** The server has answered, and did not do it. */
const NOT_CANCELLED: Failure = { code: 'refused', retryable: false };
/** A defect: the chart never gets there without one. */
const NOTHING_TO_SEND: Failure = { code: 'internal', retryable: false };

/** @throws TypeError where the server never gave an id: nothing can be asked of such a withdrawal. */
function named(id: string): string {
  if (id === '') throw new TypeError('a withdrawal without an id');
  return id;
}

/** Effects of the `withdrawal` machine. */
export function withdrawalImplementations(dependencies: WithdrawalDependencies) {
  const { http, watchFacts, waitUntil, followStatus, followWaiting, kept, userId, sendsFee, noteOwnChange } =
    dependencies;
  const readNewest = newestReader(http);
  const readStatusOf = async (id: string, signal: AbortSignal): Promise<Result<WithdrawalReceipt>> =>
    http.send(walletCalls.withdrawalStatus, { params: { id: named(id) } }, { signal });

  const statusFeed = fromCallback<EventObject, { id: string | null; isWindowOver: boolean }>(
    ({ input: { id, isWindowOver }, sendBack }) => {
      const say: (event: WithdrawalEvent) => void = sendBack;
      // A server may have named none.
      if (id === null || id === '') return undefined;
      return followStatus(id, isWindowOver, (output) => say({ type: 'status.read', output }));
    },
  );
  const exchangeActors = {
    finalize: createWrite<FinalizeSubject, Finalized>({
      send: async ({ privateReply = '', privateCode, idempotencyKey }) => {
        const read = readSlatepack(privateReply);
        // Cleaned of what chats and keyboards put around it; the machine has checked it before.
        const slatepack = read.ok ? read.slatepack.canonical : privateReply;
        const code = privateCode === undefined ? {} : { two_factor_code: privateCode };
        const answer = await http.send(
          walletCalls.finalizeGrinWithdrawal,
          { body: { slatepack_message: slatepack, ...code } },
          idempotencyKey === undefined ? {} : { idempotencyKey },
        );
        if (!answer.ok) return answer;
        const { isBroadcast, txHash } = answer.value;
        const status = isBroadcast === null ? 'submitted' : isBroadcast ? 'broadcast' : 'notBroadcast';
        return succeeded({ status, txHash, receipt: null });
      },
      look: async ({ id }, signal) => {
        const answer = await readStatusOf(id, signal);
        if (!answer.ok) return answer;
        const status = grinStatus(answer.value);
        if (status === 'awaitingReply') return succeeded(null);
        return succeeded({ status, txHash: answer.value.txHash, receipt: answer.value });
      },
      withoutSecrets: ({ id }) => ({ id }),
    }),
    cancelWithdrawal: createWrite<{ readonly id: string }, WithdrawalReceipt>({
      send: async ({ id }) => {
        const answer = await http.send(walletCalls.cancelWithdrawal, { params: { id: named(id) } });
        return answer.ok && grinStatus(answer.value) !== 'ended' ? refused(NOT_CANCELLED) : answer;
      },
      look: ({ id }, signal) => readStatusOf(id, signal),
    }),
    windowClock: fromCallback<EventObject, { until: number | null }>(({ input, sendBack }) => {
      if (input.until === null) return undefined;
      return waitUntil(input.until, () => sendBack({ type: 'window.closed' }));
    }),
  };

  return {
    actors: {
      facts: fromCallback<AskFactsAgain, { ticker: string }>(({ input, sendBack, receive }) => {
        const say: (event: WithdrawalEvent) => void = sendBack;
        const watched = watchFacts(input.ticker, {
          received: (facts) => say({ type: 'facts.received', facts }),
          failed: (failure) => say({ type: 'facts.failed', failure }),
        });
        receive(() => watched.retry());
        return watched.stop;
      }),
      findWaiting: fromPromise<SendingWithdrawal | null, { ticker: string }>(
        async ({ input: { ticker }, signal }) => {
          const newest = await readNewest(ticker, signal);
          const found = newest.ok ? newestAwaitingReply(newest.value) : undefined;
          return found ? begunElsewhere(ticker, found.id, found.amount ?? '0') : null;
        },
      ),
      readBefore: fromPromise<readonly string[], { ticker: string }>(async ({ input, signal }) =>
        valueOrThrow(await readNewest(input.ticker, signal)).map(({ id }) => id),
      ),
      create: createWrite<CreateSubject, WithdrawalReceipt>({
        send: async ({ sending, confirmed, confirmedFee, privateCode }) => {
          if (!sending || !confirmed) return refused(NOTHING_TO_SEND);
          const { amount, address } = confirmed;
          const fee = sendsFee && confirmedFee !== null ? { fee: confirmedFee } : {};
          const code = privateCode === null ? {} : { two_factor_code: privateCode };
          const body = { currency: sending.ticker, amount, address, ...fee, ...code };
          return http.send(
            walletCalls.createWithdrawal,
            { body },
            { idempotencyKey: sending.idempotencyKey },
          );
        },
        look: async ({ sending }, signal) => {
          if (!sending) return refused(NOTHING_TO_SEND);
          const newest = await readNewest(sending.ticker, signal);
          if (!newest.ok) return newest;
          const found = findSentWithdrawal(sending, newest.value);
          return succeeded(found && receiptOf(found));
        },
        withoutSecrets: (subject) => ({ ...subject, privateCode: null }),
      }),
      readGrinStatus: fromPromise<Result<WithdrawalReceipt>, { id: string }>(({ input: { id }, signal }) =>
        readStatusOf(id, signal),
      ),
      exchange: slatepackExchangeMachine.provide({ actors: { ...exchangeActors, followStatus: statusFeed } }),
      followStatus: statusFeed,
      followWaiting: fromCallback<AskFactsAgain, { ticker: string | null }>(
        ({ input: { ticker }, sendBack }) => {
          const say: (event: WithdrawalEvent) => void = sendBack;
          if (ticker === null) return undefined;
          return followWaiting(ticker, (waiting) => say({ type: 'waiting.read', waiting }));
        },
      ),
    },
    actions: {
      remember: ({ context: { sending } }: At) => {
        const user = userId();
        if (user !== null && sending) kept.keep(user, sending);
      },
      forget: ({ context: { ticker } }: At) => {
        const user = userId();
        if (user !== null) kept.drop(user, ticker);
      },
      keepForm: ({ context: { ticker, typed, draft } }: At) => {
        const user = userId();
        if (user !== null && draft) kept.keepForm(user, ticker, { typed, draft });
      },
      refreshOwnReads: noteOwnChange,
    },
  };
}

export interface FactsListener {
  readonly received: (facts: WithdrawalFacts) => void;
  readonly failed: (failure: Failure) => void;
}

/**
 * Reads the status of a GRIN withdrawal repeatedly.
 * @param isWindowOver whether its end is due: it is then read at once, and more often.
 * @returns a function that stops it.
 */
export type FollowStatus = (
  id: string,
  isWindowOver: boolean,
  told: (answer: Result<WithdrawalReceipt>) => void,
) => () => void;

/** All data around the form of one coin, followed. */
export type WatchFacts = (
  ticker: string,
  listener: FactsListener,
) => { readonly retry: () => void; readonly stop: () => void };

/** Reports once that an instant (epoch milliseconds) has passed. @returns a function that cancels it. */
export type WaitUntil = (instant: number, reached: () => void) => () => void;

export interface WatchFactsDependencies {
  readonly resources: Pick<Resources, 'of'>;
  /** With its implementations. */
  readonly feesFeed: typeof feesFeedMachine;
  readonly clock: Clock;
  readonly userId: () => string | null;
  /** The server is out of reach, and the wizard needs its data (CALL-02). */
  readonly reportOutage: () => void;
}

/** Follows coin, balance, refund address and network fee of one coin, and reports them together. */
export function createWatchFacts(dependencies: WatchFactsDependencies): WatchFacts {
  const { resources, feesFeed, clock, userId, reportOutage } = dependencies;
  return (ticker, listener) => {
    const follow = <N extends ReadName>(name: N, params: ParamsOf<N>) => {
      const { ref, watch } = resources.of(name, params, userId());
      return {
        ref,
        watch,
        // The resource was made for this name, and its reader answers with that name's data.
        data: () => selectData(ref.getSnapshot()) as DataOf<N> | null,
        isReading: () => readStatus(ref.getSnapshot()) === 'loading',
        failure: () => (readStatus(ref.getSnapshot()) === 'failed' ? selectFailure(ref.getSnapshot()) : null),
      };
    };
    const coins = follow('coins', { page: 1, limit: 50 });
    const balances = follow('balances', undefined);
    const refundAddresses = follow('refundAddresses', { tradingEnabledOnly: false });
    const reads = [coins, balances, refundAddresses];
    const fees = createActor(feesFeed, { clock });

    let last = '';
    let wasOut = false;
    const tell = (): void => {
      // At once: the others may take as long as they like.
      const isOut = reads.map((read) => read.failure()).some((one) => one !== null && isOutage(one));
      if (isOut && !wasOut) reportOutage();
      wasOut = isOut;
      const facts = factsNow();
      // As long as one of them is being read, failures of the others are not reported.
      const isReading = reads.some((read) => read.isReading());
      const failure =
        facts || isReading ? null : (reads.map((read) => read.failure()).find((one) => one !== null) ?? null);
      const news = facts ?? failure;
      // Reads and feed move often; the machine hears of it when something is different.
      const text = JSON.stringify(news);
      if (news === null || text === last) return;
      last = text;
      if (facts) listener.received(facts);
      else if (failure) listener.failed(failure);
    };

    function factsNow(): WithdrawalFacts | null {
      const listed = coins.data();
      const held = balances.data();
      const refunds = refundAddresses.data();
      if (!listed || !held || !refunds) return null;
      const coin = listed.find((one) => one.ticker === ticker);
      const snapshot = fees.getSnapshot();
      const entry = selectFees(snapshot)[ticker];
      return {
        gate: withdrawalGate(coin, refunds),
        coin: coin ?? null,
        balance: availableOf(held, ticker),
        fee: entry?.medium.fee ?? null,
        congestion: entry ? congestionOf(entry) : 'normal',
        feeStatus: feesStatus(snapshot),
      };
    }

    const subscriptions = [...reads.map(({ ref }) => ref.subscribe(tell)), fees.subscribe(tell)];
    const leave = reads.map(({ watch }) => watch());
    fees.start();
    tell();
    return {
      retry: () => {
        for (const { ref } of reads) ref.send({ type: 'user.refresh' });
        // An earlier failure may repeat in the same way: it is news again.
        last = '';
        fees.send({ type: 'user.retry' });
      },
      stop: () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
        for (const stop of leave) stop();
        fees.stop();
      },
    };
  };
}

/** Timers of a machine that slept are late, and long ones overflow: it looks at the clock at least this often. */
const LONGEST_PAUSE = 60_000;

export function createWaitUntil(clock: Clock, page: Pick<Page, 'listen'>): WaitUntil {
  return (instant, reached) => {
    let timer: unknown;
    const end = (): void => {
      clock.clearTimeout(timer);
      stop();
    };
    const look = (): void => {
      clock.clearTimeout(timer);
      const rest = instant - clock.now();
      if (rest > 0) {
        timer = clock.setTimeout(look, Math.min(rest, LONGEST_PAUSE));
        return;
      }
      end();
      reached();
    };
    const stop = page.listen((fact) => {
      if (isReturn(fact)) look();
    });
    // Never before this function has returned.
    timer = clock.setTimeout(look, Math.max(0, Math.min(instant - clock.now(), LONGEST_PAUSE)));
    return end;
  };
}

/** Milliseconds between two questions to the server. */
const STATUS_PAUSE = 15_000;
const STATUS_PAUSE_WHEN_DUE = 3000;

export function createFollowStatus(http: Pick<Http, 'send'>, clock: Clock): FollowStatus {
  return (id, isWindowOver, told) => {
    const end = new AbortController();
    let timer: unknown;
    const askIn = (pause: number): void => {
      timer = clock.setTimeout(() => void ask(), pause);
    };
    const ask = async (): Promise<void> => {
      const { signal } = end;
      const answer = await http
        .send(walletCalls.withdrawalStatus, { params: { id } }, { signal })
        // It is requested again; the screen stays usable.
        .catch(() => null);
      if (signal.aborted) return;
      if (answer) told(answer);
      // The last report may have ended it.
      if (!end.signal.aborted) askIn(isWindowOver ? STATUS_PAUSE_WHEN_DUE : STATUS_PAUSE);
    };
    askIn(isWindowOver ? 0 : STATUS_PAUSE);
    return () => {
      end.abort();
      clock.clearTimeout(timer);
    };
  };
}

/**
 * Reads the newest withdrawals of a coin again and again, at once when the user comes back to the page.
 * @returns a function that reads no more.
 */
export type FollowWaiting = (ticker: string, told: (waiting: SendingWithdrawal | null) => void) => () => void;

export function createFollowWaiting(
  readNewest: (ticker: string, signal: AbortSignal) => Promise<Result<readonly Withdrawal[]>>,
  clock: Clock,
  page: Pick<Page, 'listen'>,
): FollowWaiting {
  return (ticker, told) => {
    const end = new AbortController();
    let timer: unknown;
    const look = async (): Promise<void> => {
      clock.clearTimeout(timer);
      // It is read again; until then the known value stays.
      const newest = await readNewest(ticker, end.signal).catch(() => null);
      if (end.signal.aborted) return;
      // A pending one may be in progress without a transaction yet: only a certain one is in the way.
      const found = newest?.ok === true ? newest.value.find(({ status }) => status === 'created') : undefined;
      if (newest?.ok === true) told(found ? begunElsewhere(ticker, found.id, found.amount ?? '0') : null);
      clock.clearTimeout(timer);
      timer = clock.setTimeout(() => void look(), STATUS_PAUSE);
    };
    timer = clock.setTimeout(() => void look(), STATUS_PAUSE);
    const stop = page.listen((fact) => {
      if (isReturn(fact)) void look();
    });
    return () => {
      end.abort();
      stop();
      clock.clearTimeout(timer);
    };
  };
}

export const provideWithdrawal = perApp((app: App) => {
  const { services, resources, config, root } = app;
  const { clock, page, http, keptWithdrawals } = services;
  const userId = (): string | null => userIdOf(app);
  return withdrawalMachine.provide(
    withdrawalImplementations({
      http,
      kept: keptWithdrawals,
      userId,
      watchFacts: createWatchFacts({
        resources,
        feesFeed: provideFeesFeed(app),
        clock,
        userId,
        reportOutage: () => root.send({ type: 'service.failed' }),
      }),
      waitUntil: createWaitUntil(clock, page),
      followStatus: createFollowStatus(http, clock),
      followWaiting: createFollowWaiting(newestReader(http), clock, page),
      sendsFee: config.capabilities.feeQuotes,
      noteOwnChange: () => {
        resources.invalidate('balances');
        resources.invalidate('withdrawals');
      },
    }),
  );
});

/** The tab's stored data of the coin's last withdrawal, which is still in progress; null when there is none. */
export function recallWithdrawal(app: App, ticker: string): SendingWithdrawal | null {
  const user = userIdOf(app);
  return user === null ? null : app.services.keptWithdrawals.recall(user, ticker);
}

/** The tab's stored form of the coin, to return to; null when there is none. */
export function recallForm(app: App, ticker: string): KeptForm | null {
  const user = userIdOf(app);
  return user === null ? null : app.services.keptWithdrawals.recallForm(user, ticker);
}

/** The server's capabilities beyond the specification. */
export const withdrawalOffers = ({ config: { capabilities } }: App): WithdrawalOffers => ({
  fixesFee: capabilities.feeQuotes,
  canCancel: capabilities.withdrawalCancel,
  takesCode: capabilities.reauthentication,
});
