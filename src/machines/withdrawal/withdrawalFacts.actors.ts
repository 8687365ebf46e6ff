import type { Failure } from '../../domain/failure.ts';
import { createActor } from 'xstate';
import { congestionOf } from '../../domain/congestion.ts';
import { begunElsewhere } from '../../domain/lostWithdrawal.ts';
import type { Result } from '../../domain/result.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { availableOf, withdrawalGate } from './withdrawalGate.rules.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import type { Clock } from '../../services/clock.ts';
import { isReturn, type Page } from '../../services/page.ts';
import { feesStatus, selectFees, type feesFeedMachine } from '../fees/index.ts';
import {
  readStatus,
  selectData,
  type DataOf,
  type ParamsOf,
  type ReadName,
  type Resources,
} from '../resource/index.ts';
import { selectFailure } from '../shared/index.ts';
import type { GrinStatusAnswer, SendingWithdrawal, WithdrawalFacts } from './withdrawal.types.ts';

export interface FactsListener {
  readonly received: (facts: WithdrawalFacts) => void;
  readonly failed: (failure: Failure) => void;
}

/**
 * Asks the server how a GRIN withdrawal stands, again and again.
 * @param isWindowOver whether its end is due: it is then asked about at once, and more often.
 * @returns a function that asks no more.
 */
export type FollowStatus = (
  id: string,
  isWindowOver: boolean,
  told: (answer: GrinStatusAnswer) => void,
) => () => void;

/** Everything that stands around the form of one coin, followed. */
export type WatchFacts = (
  ticker: string,
  listener: FactsListener,
) => { readonly retry: () => void; readonly stop: () => void };

/** Tells once that an instant (epoch milliseconds) has passed. @returns a function that waits no longer. */
export type WaitUntil = (instant: number, reached: () => void) => () => void;

export interface WatchFactsDependencies {
  readonly resources: Pick<Resources, 'of'>;
  /** With its implementations. */
  readonly feesFeed: typeof feesFeedMachine;
  readonly clock: Clock;
  readonly userId: () => string | null;
}

/** Follows coin, balance, refund address and network fee of one coin, and tells them together. */
export function createWatchFacts({ resources, feesFeed, clock, userId }: WatchFactsDependencies): WatchFacts {
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
    const tell = (): void => {
      const facts = factsNow();
      // As long as one of them is being read, nothing is said of the others' failure.
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
        // What failed before may fail in the same way: it is news again.
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
        // It is asked again; what is on the screen stays usable.
        .catch(() => null);
      if (signal.aborted) return;
      if (answer) told(answer);
      // What was told may have ended it.
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
      // It is read again; until then what is known stands.
      const newest = await readNewest(ticker, end.signal).catch(() => null);
      if (end.signal.aborted) return;
      // What is pending may be under way without a transaction yet: only one that is certain is in the way.
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
