import { pruneUnfilled } from '../ledger/prune.ts';
import type { Log } from '../log.ts';
import type { Store } from '../sql/types.ts';

/** How long a cancelled order of the house stays, in milliseconds: long enough to be looked at. */
export const KEPT_FOR = 3_600_000;
const EVERY = 60_000;
/** Orders that go in one transaction: what trades meanwhile waits no longer than that. */
const BATCH = 200;

export interface CleanupParts {
  readonly store: Store;
  /** Accounts of the house. */
  readonly accounts: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** Orders after whose removal their space is given back on the embedded database, which does not do it by itself. */
  readonly vacuumAfter?: number;
}

/**
 * Keeps the market makers from filling the disk: they cancel several orders a second, and each one would stay for
 * good. Users' orders are never touched.
 */
export interface Cleanup {
  /** Removes everything that is due. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export function createCleanup({ store, accounts, now, log, vacuumAfter = 5000 }: CleanupParts): Cleanup {
  const { pool } = store;
  let sinceVacuum = 0;
  const stopping = new AbortController();

  async function prune(): Promise<void> {
    for (let pruned = BATCH; pruned === BATCH && !stopping.signal.aborted;) {
      const began = performance.now();
      pruned = await pruneUnfilled(pool, accounts, new Date(now() - KEPT_FOR), BATCH);
      sinceVacuum += pruned;
      // At most half of the time: after a long pause there may be much to remove.
      if (pruned === BATCH) await pause(performance.now() - began);
    }
    if (!store.isEmbedded || sinceVacuum < vacuumAfter || stopping.signal.aborted) return;
    sinceVacuum = 0;
    for (const table of ['orders', 'entries', 'postings']) await pool.query(`vacuum ${table}`);
  }

  let underway: Promise<void> = Promise.resolve();
  const run = (): Promise<void> => {
    underway = underway.then(prune).catch((error: unknown) => {
      // Tried again at the next turn; nothing was half removed.
      if (!stopping.signal.aborted) log.error('removing cancelled orders of the market makers', error);
    });
    return underway;
  };
  const timer = setInterval(() => void run(), EVERY);
  timer.unref();

  return {
    run,
    async close() {
      stopping.abort();
      clearInterval(timer);
      await underway;
    },
  };
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
