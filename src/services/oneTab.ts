import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Milliseconds in which another tab finds it done: each reads in its own time, the rarest every five minutes. */
const HELD = 6 * 60_000;

/** Acts in the first of the browser's tabs that wants to act under this name; in the others nothing happens. */
export type InOneTab = (name: string, act: () => void) => void;

/**
 * The storage cannot decide it: what one tab has written is not yet there for another that reads a moment later.
 * @param locks undefined where the browser has none, as without https: every tab acts.
 */
export function createInOneTab(
  locks: Pick<LockManager, 'request'> | undefined,
  { clock, log }: { readonly clock: Pick<Clock, 'setTimeout'>; readonly log: Pick<Log, 'defect'> },
): InOneTab {
  return (name, act) => {
    if (!locks) return act();
    let isDecided = false;
    const ask = async (): Promise<void> => {
      await locks.request(`quietbook ${name}`, { ifAvailable: true }, (lock) => {
        isDecided = true;
        if (lock === null) return undefined;
        act();
        return new Promise<void>((resolve) => {
          clock.setTimeout(() => resolve(), HELD);
        });
      });
    };
    ask().catch((error: unknown) => {
      log.defect('locks', error);
      // Some browsers have locks and refuse them: then every tab acts, too.
      if (!isDecided) act();
    });
    return undefined;
  };
}
