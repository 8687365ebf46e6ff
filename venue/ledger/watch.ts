import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { auditLedger } from './audit.ts';

/** Milliseconds, also below: withdrawals stop within 5 s of an error. */
const QUICK_EVERY = 1500;
const WHOLE_EVERY = 60_000;
/** A whole audit uses at most a hundredth of the time, because it blocks the embedded database. */
const WHOLE_PAUSE = 100;
const RETRY_AFTER = 2000;
/** Audits in a row that may fail to run before withdrawals stop (LOAD-02). */
const MAX_UNCHECKED = 3;

export type Reach = 'quick' | 'whole';

/** `wrong`: an audit found a discrepancy. `unchecked`: no audit could run lately. */
export type StopReason = 'wrong' | 'unchecked';

/** Audits the ledger and stops withdrawals while it does not balance, or cannot be checked (LOAD-02). */
export interface LedgerWatch {
  readonly whyStopped: () => StopReason | null;
  /** When the last audit that could run started, in epoch milliseconds; null before the first. */
  readonly checkedAt: (reach: Reach) => number | null;
  check(reach: Reach): Promise<void>;
  close(): Promise<void>;
}

export interface LedgerWatchParts {
  readonly pool: Pool;
  readonly auditQuick?: () => Promise<string[]>;
  /** Includes the books in memory. */
  readonly auditWhole: () => Promise<string[]>;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

interface Verdict {
  isWrong: boolean;
  unchecked: number;
  checkedAt: number | null;
}

/** Withdrawals are stopped until an audit has run, and resume after a clean one of the same reach. */
export async function watchLedger({
  pool,
  auditQuick = () => auditLedger(pool, 'quick'),
  auditWhole,
  log,
  now = Date.now,
}: LedgerWatchParts): Promise<LedgerWatch> {
  const verdicts: Record<Reach, Verdict> = {
    quick: { isWrong: false, unchecked: MAX_UNCHECKED, checkedAt: null },
    whole: { isWrong: false, unchecked: 0, checkedAt: null },
  };
  let isReported = false;
  let isClosing = false;
  let underway: Promise<void> = Promise.resolve();
  const timers = new Map<Reach, NodeJS.Timeout>();

  function whyStopped(): StopReason | null {
    const all = Object.values(verdicts);
    if (all.some(({ isWrong }) => isWrong)) return 'wrong';
    return all.some(({ unchecked }) => unchecked >= MAX_UNCHECKED) ? 'unchecked' : null;
  }

  async function check(reach: Reach): Promise<void> {
    const verdict = verdicts[reach];
    const [began, at] = [performance.now(), now()];
    try {
      const findings = await (reach === 'quick' ? auditQuick() : auditWhole());
      verdict.isWrong = findings.length > 0;
      verdict.unchecked = 0;
      verdict.checkedAt = at;
      if (verdict.isWrong && !isReported)
        log.warn('the books do not balance, withdrawals are stopped', { findings: findings.map(placeOf) });
    } catch (error) {
      if (isClosing) return;
      verdict.unchecked += 1;
      log.error('the books could not be checked', error);
      if (whyStopped() === 'unchecked' && !isReported)
        log.warn('withdrawals are stopped until the books can be checked');
    }
    if (isReported && whyStopped() === null) log.info('the books balance again, withdrawals are open');
    isReported = whyStopped() !== null;
    const wholePause = Math.max(WHOLE_EVERY, (performance.now() - began) * WHOLE_PAUSE);
    const usual = reach === 'quick' ? QUICK_EVERY : wholePause;
    plan(reach, verdict.unchecked > 0 ? RETRY_AFTER : usual);
  }

  /** Audits do not overlap, as they would wait for each other. */
  function next(reach: Reach): Promise<void> {
    underway = underway.then(() => check(reach));
    return underway;
  }

  function plan(reach: Reach, after: number): void {
    clearTimeout(timers.get(reach));
    if (isClosing) return;
    const timer = setTimeout(() => void next(reach), after);
    timer.unref();
    timers.set(reach, timer);
  }

  await next('quick');
  plan('whole', WHOLE_EVERY);
  return {
    whyStopped,
    checkedAt: (reach) => verdicts[reach].checkedAt,
    check: next,
    async close() {
      isClosing = true;
      for (const timer of timers.values()) clearTimeout(timer);
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
