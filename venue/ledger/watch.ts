import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { auditLedger } from './audit.ts';

/** Between two looks at balances and what is open: with it a wrong unit stops withdrawals within 5 s. */
const QUICK_EVERY = 1500;
/** Before the first reading of the whole journal, and between two of them at the least. */
const WHOLE_EVERY = 60_000;
/** The whole journal is read for a hundredth of the time at most: on the embedded database trading waits meanwhile. */
const WHOLE_PAUSE = 100;

/** The books are compared all the time; while they are wrong nothing leaves the venue. */
export interface LedgerWatch {
  /** Whether withdrawals are stopped. */
  readonly isStopped: () => boolean;
  /** One look, quick or at everything; timers call it, and tests do. */
  check(reach: 'quick' | 'whole'): Promise<void>;
  close(): Promise<void>;
}

export interface LedgerWatchParts {
  readonly pool: Pool;
  /** Balances and what is open. Answers what is wrong. */
  readonly auditQuick?: () => Promise<string[]>;
  /** Every rule, and the books in memory. Answers what is wrong. */
  readonly auditWhole: () => Promise<string[]>;
  readonly log: Log;
}

/**
 * Starts with a look, so that a venue whose books are wrong never opens its withdrawals. A look that fails stops them
 * too: what cannot be checked is not known to be right. They open again after a look that finds nothing, of the same
 * reach as the one that stopped them.
 */
export async function watchLedger({
  pool,
  auditQuick = () => auditLedger(pool, 'quick'),
  auditWhole,
  log,
}: LedgerWatchParts): Promise<LedgerWatch> {
  /** By reach: what kept the last look from being clean. */
  const wrong = { quick: false, whole: false };
  let isClosing = false;
  let underway: Promise<void> = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();

  const isStopped = (): boolean => wrong.quick || wrong.whole;

  async function check(reach: 'quick' | 'whole'): Promise<void> {
    const before = isStopped();
    try {
      const findings = await (reach === 'quick' ? auditQuick() : auditWhole());
      wrong[reach] = findings.length > 0;
      if (findings.length > 0 && !before)
        log.warn('the books do not balance, withdrawals are stopped', { findings: findings.map(placeOf) });
    } catch (error) {
      if (isClosing) return;
      wrong[reach] = true;
      log.error('the books could not be checked, withdrawals are stopped', error);
    }
    if (before && !isStopped()) log.info('the books balance again, withdrawals are open');
  }

  /** One after the other: two looks at once would only wait for each other. */
  function next(reach: 'quick' | 'whole'): Promise<void> {
    underway = underway.then(() => check(reach));
    return underway;
  }

  function repeat(reach: 'quick' | 'whole', after: number): void {
    if (isClosing) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const began = performance.now();
      void next(reach).then(() => {
        const took = performance.now() - began;
        repeat(reach, reach === 'quick' ? QUICK_EVERY : Math.max(WHOLE_EVERY, took * WHOLE_PAUSE));
      });
    }, after);
    timer.unref();
    timers.add(timer);
  }

  await next('quick');
  repeat('quick', QUICK_EVERY);
  repeat('whole', WHOLE_EVERY);
  return {
    isStopped,
    check: next,
    async close() {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      await underway;
    },
  };
}

/** Whose and which coin, as a short name for the log; figures stay out of it. */
const placeOf = (finding: string): string =>
  (/: ((?:all holders|\w[\w -]*?)), ([A-Z0-9-]+):/.exec(finding) ?? ['', 'book', ''])
    .slice(1)
    .join('.')
    .replaceAll(' ', '-');
