import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { auditLedger } from './audit.ts';

/** Milliseconds between quick audits: withdrawals stop within 5 s of a fault. */
const QUICK_EVERY = 1500;
/** Milliseconds between whole audits, at the least. */
const WHOLE_EVERY = 60_000;
/** A whole audit uses at most a hundredth of the time, because it blocks the embedded database. */
const WHOLE_PAUSE = 100;

/** Audits the ledger continuously and stops withdrawals while it does not balance. */
export interface LedgerWatch {
  /** Whether withdrawals are stopped. */
  readonly isStopped: () => boolean;
  /** One audit; called by timers and tests. */
  check(reach: 'quick' | 'whole'): Promise<void>;
  close(): Promise<void>;
}

export interface LedgerWatchParts {
  readonly pool: Pool;
  /** Returns findings about balances and open transfers. */
  readonly auditQuick?: () => Promise<string[]>;
  /** Returns findings of all rules and of the books in memory. */
  readonly auditWhole: () => Promise<string[]>;
  readonly log: Log;
}

/**
 * Audits once before it resolves. A failed audit stops withdrawals too. They resume after a clean audit of the same
 * reach.
 */
export async function watchLedger({
  pool,
  auditQuick = () => auditLedger(pool, 'quick'),
  auditWhole,
  log,
}: LedgerWatchParts): Promise<LedgerWatch> {
  /** Whether the last audit of each reach failed. */
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

  /** Audits never overlap, as they would wait for each other. */
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

/** Holder and coin for the log, without amounts. */
const placeOf = (finding: string): string =>
  (/: ((?:all holders|\w[\w -]*?)), ([A-Z0-9-]+):/.exec(finding) ?? ['', 'book', ''])
    .slice(1)
    .join('.')
    .replaceAll(' ', '-');
