import { fromCallback, fromPromise } from 'xstate';
import { grinStatus, likeliestToWait } from '../../domain/grinWithdrawal.ts';
import { begunElsewhere, findSentWithdrawal } from '../../domain/lostWithdrawal.ts';
import { succeeded, type Result } from '../../domain/result.ts';
import { readSlatepack } from '../../domain/slatepack/read.ts';
import type { Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import type { KeptForm, KeptWithdrawals } from '../../services/keptWithdrawals.ts';
import { provideFeesFeed } from '../fees/index.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import type {
  AskFactsAgain,
  BeforeAnswer,
  CreateAnswer,
  CreateInput,
  FinalizeAnswer,
  FinalizeInput,
  FoundAnswer,
  SendingWithdrawal,
  WithdrawalContext,
  WithdrawalInput,
  GrinStatusAnswer,
  WithdrawalEvent,
} from './withdrawal.types.ts';
import { perApp } from '../shared/index.ts';
import { userIdOf, type App } from '../app/index.ts';
import { withdrawalMachine } from './withdrawal.machine.ts';
import {
  createFollowStatus,
  createFollowWaiting,
  createWaitUntil,
  createWatchFacts,
  type FollowStatus,
  type FollowWaiting,
  type WaitUntil,
  type WatchFacts,
} from './withdrawalFacts.actors.ts';

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

/** Effects of the `withdrawal` machine. */
export function withdrawalImplementations(dependencies: WithdrawalDependencies) {
  const { http, watchFacts, waitUntil, followStatus, followWaiting, kept, userId, sendsFee, noteOwnChange } =
    dependencies;
  const readNewest = newestReader(http);

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
      findWaiting: fromPromise<FoundAnswer, { ticker: string }>(async ({ input: { ticker }, signal }) => {
        const newest = await readNewest(ticker, signal);
        if (!newest.ok) return newest;
        const found = likeliestToWait(newest.value);
        return succeeded(found ? begunElsewhere(ticker, found.id, found.amount ?? '0') : null);
      }),
      readBefore: fromPromise<BeforeAnswer, { ticker: string }>(async ({ input, signal }) => {
        const newest = await readNewest(input.ticker, signal);
        return newest.ok ? succeeded(newest.value.map(({ id }) => id)) : newest;
      }),
      // Not ended by `signal`: what has left cannot be taken back, and leaving the screen must not cut it off.
      createWithdrawal: fromPromise<CreateAnswer, CreateInput>(({ input }) => {
        const { ticker, idempotencyKey } = held(input.sending);
        const { amount, address } = held(input.confirmed);
        const fee = sendsFee && input.fee !== null ? { fee: input.fee } : {};
        const code = input.privateCode === null ? {} : { two_factor_code: input.privateCode };
        return http.send(
          walletCalls.createWithdrawal,
          { body: { currency: ticker, amount, address, ...fee, ...code } },
          { idempotencyKey },
        );
      }),
      reconcileCreation: createReconcileWrite<SendingWithdrawal | null, Withdrawal>(
        async (sending, signal) => {
          const sent = held(sending);
          const newest = await readNewest(sent.ticker, signal);
          return newest.ok ? succeeded(findSentWithdrawal(sent, newest.value)) : newest;
        },
      ),
      reconcileFinalize: createReconcileWrite<string | null, WithdrawalReceipt>(async (id, signal) => {
        const answer = await http.send(
          walletCalls.withdrawalStatus,
          { params: { id: held(id) } },
          { signal },
        );
        return answer.ok && grinStatus(answer.value) === 'awaitingReply' ? succeeded(null) : answer;
      }),
      readGrinStatus: fromPromise<GrinStatusAnswer, { id: string | null }>(({ input, signal }) =>
        http.send(walletCalls.withdrawalStatus, { params: { id: held(input.id) } }, { signal }),
      ),
      finalize: fromPromise<FinalizeAnswer, FinalizeInput>(({ input }) => {
        const read = readSlatepack(input.privateReply);
        // Cleaned of what chats and keyboards put around it; the machine has checked it before.
        const slatepack = read.ok ? read.slatepack.canonical : input.privateReply;
        return http.send(
          walletCalls.finalizeGrinWithdrawal,
          {
            body: {
              slatepack_message: slatepack,
              ...(input.privateCode === undefined ? {} : { two_factor_code: input.privateCode }),
            },
          },
          { idempotencyKey: held(input.idempotencyKey) },
        );
      }),
      // Not ended by `signal` either.
      cancelWithdrawal: fromPromise<GrinStatusAnswer, { id: string | null }>(({ input }) =>
        http.send(walletCalls.cancelWithdrawal, { params: { id: held(input.id) } }),
      ),
      followStatus: fromCallback<AskFactsAgain, { id: string | null; isWindowOver: boolean }>(
        ({ input: { id, isWindowOver }, sendBack }) => {
          const say: (event: WithdrawalEvent) => void = sendBack;
          if (id === null) return undefined;
          return followStatus(id, isWindowOver, (output) => say({ type: 'status.read', output }));
        },
      ),
      followWaiting: fromCallback<AskFactsAgain, { ticker: string | null }>(
        ({ input: { ticker }, sendBack }) => {
          const say: (event: WithdrawalEvent) => void = sendBack;
          if (ticker === null) return undefined;
          return followWaiting(ticker, (waiting) => say({ type: 'waiting.read', waiting }));
        },
      ),
      windowClock: fromCallback<AskFactsAgain, { until: number | null }>(({ input, sendBack }) => {
        const say: (event: WithdrawalEvent) => void = sendBack;
        if (input.until === null) return undefined;
        return waitUntil(input.until, () => say({ type: 'window.closed' }));
      }),
    },
    actions: {
      remember: (_: unknown, sending: SendingWithdrawal | null) => {
        const user = userId();
        if (user !== null && sending) kept.keep(user, sending);
      },
      forget: (_: unknown, { ticker }: { ticker: string }) => {
        const user = userId();
        if (user !== null) kept.drop(user, ticker);
      },
      keepForm: (_: unknown, { ticker, typed, draft }: WithdrawalContext) => {
        const user = userId();
        if (user !== null && draft) kept.keepForm(user, ticker, { typed, draft });
      },
      refreshOwnReads: noteOwnChange,
    },
  };
}

/** The machine only gets here with it in hand. */
function held<T>(value: T | null): T {
  if (value === null) throw new TypeError('there is no withdrawal on its way');
  return value;
}

export const provideWithdrawal = perApp((app: App) => {
  const { services, resources, config } = app;
  const { clock, page, http, keptWithdrawals } = services;
  const userId = (): string | null => userIdOf(app);
  return withdrawalMachine.provide(
    withdrawalImplementations({
      http,
      kept: keptWithdrawals,
      userId,
      watchFacts: createWatchFacts({ resources, feesFeed: provideFeesFeed(app), clock, userId }),
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

/** What this tab kept of the coin's last withdrawal, which is still on its way; null when there is none. */
export function recallWithdrawal(app: App, ticker: string): SendingWithdrawal | null {
  const user = userIdOf(app);
  return user === null ? null : app.services.keptWithdrawals.recall(user, ticker);
}

/** What this tab kept of the coin's form, to come back to; null when there is none. */
export function recallForm(app: App, ticker: string): KeptForm | null {
  const user = userIdOf(app);
  return user === null ? null : app.services.keptWithdrawals.recallForm(user, ticker);
}

/** What the server can do beyond the specification. */
export const withdrawalOffers = ({
  config: { capabilities },
}: App): Pick<WithdrawalInput, 'fixesFee' | 'canCancel' | 'takesCode'> => ({
  fixesFee: capabilities.feeQuotes,
  canCancel: capabilities.withdrawalCancel,
  takesCode: capabilities.reauthentication,
});
