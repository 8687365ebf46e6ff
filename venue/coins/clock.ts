import type { Log } from '../log.ts';
import type { Network } from './network.ts';

const TICK = 2000;
/** What is confirmed by a chain's usual number of blocks is so after about this long: nobody tries for an hour. */
const CONFIRMED_WITHIN = 60_000;
/** Ticks between two looks for what was not signed in time. */
const EXPIRY_EVERY = 5;

export interface ClockParts {
  readonly network: Network;
  /** Whether blocks come by themselves; otherwise testers mine them. */
  readonly mines: boolean;
  /** Whether another node lets the time of the chains pass; never without it. */
  readonly isElsewhere?: () => boolean;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface Clock {
  /** One look at all chains; the timer calls it, and tests do. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Lets time pass on the simulated chains: blocks come while something waits for them, and what was not signed in time
 * is given back. A chain on which nothing waits stands still.
 */
export function startClock({ network, mines, isElsewhere = () => false, log, now }: ClockParts): Clock {
  const minedAt = new Map<string, number>();
  let ticks = 0;
  let last: Promise<void> = Promise.resolve();

  /** What fails on one chain waits for the next time, and holds up no other. */
  const attempt = (work: () => Promise<unknown>): Promise<void> =>
    work().then(
      () => undefined,
      (error: unknown) => log.error('the clock of the chains', error),
    );

  async function tick(): Promise<void> {
    if (isElsewhere()) return attempt(() => network.refresh());
    if (ticks % EXPIRY_EVERY === 0) await attempt(() => network.expire());
    ticks += 1;
    if (!mines) return;
    const busy = new Set(await network.busy());
    for (const coin of minedAt.keys()) if (!busy.has(coin)) minedAt.delete(coin);
    for (const coin of busy) {
      const since = minedAt.get(coin);
      // The first look starts the wait for a block.
      if (since === undefined) minedAt.set(coin, now());
      else if (now() - since >= CONFIRMED_WITHIN / network.requiredFor(coin)) {
        await attempt(() => network.mine(coin, 1));
        minedAt.set(coin, now());
      }
    }
  }

  /** One after the other, also when a tick takes longer than its time. */
  function next(): Promise<void> {
    last = last.then(() => attempt(tick));
    return last;
  }

  const timer = setInterval(() => void next(), TICK);
  timer.unref();
  return {
    tick: next,
    async close() {
      clearInterval(timer);
      await last;
    },
  };
}
