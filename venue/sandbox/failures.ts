import { RefusedError } from '../refused.ts';

/**
 * A failure that a tester schedules. A status answers without carrying out the call; `refuse` closes the connection
 * before carrying it out, `drop` after; `delay` answers late.
 */
export type Failure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly milliseconds: number };

export interface Failures {
  /** @param account null for any caller. @throws RefusedError 422 when too many are scheduled. */
  schedule(account: string | null, call: string, failure: Failure, times: number): void;
  /** Removes and returns the next failure for the account, else for any caller. */
  take(account: string | null, call: string): Failure | undefined;
  clear(account: string | null): void;
}

const MAX_WAITING = 1000;
const MAX_QUEUES = 10_000;

export function createFailures(): Failures {
  const ordered = new Map<string, Failure[]>();
  const keyOf = (account: string | null, call: string): string => `${account ?? ''} ${call}`;

  function take(key: string): Failure | undefined {
    const queue = ordered.get(key);
    const next = queue?.shift();
    if (queue?.length === 0) ordered.delete(key);
    return next;
  }

  return {
    schedule(account, call, failure, times) {
      const queue = ordered.get(keyOf(account, call)) ?? [];
      if (queue.length + times > MAX_WAITING || ordered.size >= MAX_QUEUES) {
        throw new RefusedError(422, 'TOO_MANY_FAILURES', 'Too many failures are already scheduled.');
      }
      for (let count = 0; count < times; count += 1) queue.push(failure);
      ordered.set(keyOf(account, call), queue);
    },
    take: (account, call) =>
      (account === null ? undefined : take(keyOf(account, call))) ?? take(keyOf(null, call)),
    clear(account) {
      for (const key of ordered.keys())
        if (account === null || key.startsWith(`${account} `)) ordered.delete(key);
    },
  };
}

export function scheduledRefusal(status: number): RefusedError {
  return new RefusedError(
    status,
    'ORDERED_FAILURE',
    `The sandbox was told to answer ${status} here.`,
    status === 429 ? 5 : undefined,
  );
}
