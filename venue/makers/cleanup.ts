import { pruneUnfilled } from '../ledger/prune.ts';
import type { Log } from '../log.ts';
import type { Store } from '../sql/types.ts';

/** Milliseconds for which a maker's cancelled order is kept. */
export const KEPT_FOR = 3_600_000;
const EVERY = 60_000;
/** Orders per transaction, so that trading is not delayed. */
const BATCH = 200;

export interface CleanupParts {
  readonly store: Store;
  readonly accounts: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** Deleted orders before a vacuum of the embedded database, which has no autovacuum. */
  readonly vacuumAfter?: number;
}

/** Deletes the makers' cancelled orders, which would fill the disk. */
export interface Cleanup {
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
      // Uses at most half of the time.
      if (pruned === BATCH) await pause(performance.now() - began);
    }
    if (!store.isEmbedded || sinceVacuum < vacuumAfter || stopping.signal.aborted) return;
    sinceVacuum = 0;
    for (const table of ['orders', 'entries', 'postings']) await pool.query(`vacuum ${table}`);
  }

  let underway: Promise<void> = Promise.resolve();
  const run = (): Promise<void> => {
    underway = underway.then(prune).catch((error: unknown) => {
      // The batch was one transaction, so the next run repeats it.
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
