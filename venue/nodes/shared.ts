import type { WorkChallenge } from '../../src/domain/proofOfWork.ts';
import { type Attempt, type Limits, type RateLeft, TooManyAttemptsError } from '../accounts/limits.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Fees, FeesState } from '../fees/feed.ts';
import type { Log } from '../log.ts';
import type { Failure, Failures } from '../sandbox/failures.ts';
import type { Cluster } from './cluster.ts';

type LimitsQuestion =
  | { readonly act: 'spend' | 'forgive'; readonly attempt: Attempt }
  | { readonly act: 'reset' };
type LimitsAnswer =
  | { readonly left: RateLeft }
  | { readonly seconds: number; readonly work: WorkChallenge | null }
  | null;

/** Counted by the leader, in memory only. */
export function shareLimits(counted: Limits, cluster: Cluster): Limits {
  cluster.answerAsLeader('limits', async (value): Promise<LimitsAnswer> => {
    const question = value as LimitsQuestion;
    try {
      if (question.act === 'reset') await counted.reset();
      else if (question.act === 'forgive') await counted.forgive(question.attempt);
      else return { left: await counted.spend(question.attempt) };
      return null;
    } catch (error) {
      if (!(error instanceof TooManyAttemptsError)) throw error;
      return { seconds: error.retryAfter ?? 1, work: error.work };
    }
  });
  async function ask(question: LimitsQuestion): Promise<RateLeft | null> {
    const answer = (await cluster.askLeader('limits', question)) as LimitsAnswer;
    if (answer && 'seconds' in answer) throw new TooManyAttemptsError(answer.seconds, answer.work);
    return answer && answer.left;
  }
  return {
    async spend(attempt) {
      const left = await ask({ act: 'spend', attempt });
      if (!left) throw new Error('the leader did not say what is left');
      return left;
    },
    forgive: async (attempt) => void (await ask({ act: 'forgive', attempt })),
    reset: async () => void (await ask({ act: 'reset' })),
  };
}

/** @param held keys of the sessions, and names of the API keys, of this node's sockets, looked up after a reconnection. */
export function shareSessionEnds(
  sessions: Pick<Sessions, 'onEnded' | 'findEnded'>,
  cluster: Cluster,
  held: () => readonly string[],
  log: Log,
): Sessions['onEnded'] {
  const listeners = new Set<(keys: readonly string[]) => void>();
  const notify = (keys: readonly string[]): void => {
    for (const listener of listeners) listener(keys);
  };
  sessions.onEnded((keys) => {
    notify(keys);
    cluster.publish('sessions', keys);
  });
  cluster.subscribe('sessions', (value) => notify(value as readonly string[]));
  const findMissed = (): void => {
    sessions.findEnded(held()).then(notify, (error: unknown) => log.error('looking up sessions', error));
  };
  cluster.subscribe('sessionsMissed', findMissed);
  cluster.onReconnect(() => {
    findMissed();
    cluster.publish('sessionsMissed', null);
  });
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** Milliseconds from a failed read to the next one. */
const REREAD_AFTER = 1000;

export interface Terms {
  /** After a change: the other nodes read it, too. @returns whether this one has; if not, it keeps trying. */
  readonly changed: () => Promise<boolean>;
  readonly close: () => void;
}

/** Calls it once, after a while. @returns how to cancel that. */
const later = (work: () => void): (() => void) => {
  const timer = setTimeout(work, REREAD_AFTER);
  return () => clearTimeout(timer);
};

/**
 * Reads once at the start: changes before it listened were announced to others only.
 * @param reread applies what operators changed to the running node (OPERATOR-12).
 */
export async function shareTerms(
  cluster: Cluster,
  log: Log,
  reread: () => Promise<void>,
  again: typeof later = later,
): Promise<Terms> {
  // One after the other, so that an older read never replaces a newer one.
  let last: Promise<boolean> = Promise.resolve(true);
  let callOff = (): void => undefined;
  let isClosed = false;
  const read = (): Promise<boolean> => {
    last = last.then(async () => {
      callOff();
      try {
        await reread();
        return true;
      } catch (error) {
        log.error('reading what operators changed', error);
        if (!isClosed) callOff = again(() => void read());
        return false;
      }
    });
    return last;
  };
  cluster.subscribe('terms', () => void read());
  cluster.onReconnect(() => void read());
  await read();
  return {
    changed() {
      cluster.publish('terms', null);
      return read();
    },
    close() {
      isClosed = true;
      callOff();
    },
  };
}

/** Prices move on the leader only. */
export async function shareFees(fees: Fees, cluster: Cluster, log: Log): Promise<void> {
  cluster.answerAsLeader('fees', () => Promise.resolve(fees.state()));
  const notify = (): void => cluster.publish('fees', fees.state());
  const fetch = async (): Promise<void> => {
    if (cluster.isLeader()) return notify();
    try {
      fees.take((await cluster.askLeader('fees', null)) as FeesState, 'all');
    } catch (error) {
      log.error('asking for the fees', error);
    }
    return undefined;
  };
  fees.onMove(notify);
  cluster.subscribe('fees', (value) => fees.take(value as FeesState, 'newer'));
  cluster.onReconnect(() => void fetch());
  cluster.whileLeader(() => fees.keepMoving());
  await fetch();
}

type FailuresMessage =
  | { readonly act: 'order'; readonly order: readonly [string | null, string, Failure, number] }
  | { readonly act: 'take'; readonly account: string | null; readonly call: string }
  | { readonly act: 'clear'; readonly account: string | null };

export function shareFailures(failures: Failures, cluster: Cluster): Failures {
  cluster.subscribe('failures', (value) => {
    const message = value as FailuresMessage;
    if (message.act === 'order') failures.schedule(...message.order);
    else if (message.act === 'take') failures.take(message.account, message.call);
    else failures.clear(message.account);
  });
  const notify = (message: FailuresMessage): void => cluster.publish('failures', message);
  return {
    schedule(...order) {
      failures.schedule(...order);
      notify({ act: 'order', order });
    },
    take(account, call) {
      const failure = failures.take(account, call);
      if (failure) notify({ act: 'take', account, call });
      return failure;
    },
    clear(account) {
      failures.clear(account);
      notify({ act: 'clear', account });
    },
  };
}
