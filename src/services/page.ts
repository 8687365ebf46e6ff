import type { Clock } from './clock.ts';
import type { ServerClock } from './serverClock.ts';

/** `restored`: from the back-forward cache. `woke`: the computer slept. `clockSet`: the time is another one than thought. */
export type PageFact =
  | 'online'
  | 'offline'
  | 'visible'
  | 'hidden'
  | 'restored'
  | 'leaving'
  | 'woke'
  | 'clockSet';

export interface Page {
  isOnline(): boolean;
  isVisible(): boolean;
  listen(listener: (fact: PageFact) => void): () => void;
  /** `painted`: the frame that shows what the key changed is done. */
  listenToKeys(listener: (fact: 'pressed' | 'painted') => void): void;
}

/** The page is visible again, or the time another one: timers may be late. */
export const isReturn = (fact: PageFact): boolean =>
  fact === 'visible' || fact === 'restored' || fact === 'woke' || fact === 'clockSet';

/** @param clock the device's, which shows that it slept */
export function createPage(window: Window, clock: Clock, listenToClock: ServerClock['listen']): Page {
  const { document, navigator, performance } = window;
  const detectSleep = createSleepDetector(clock, () => performance.now());
  const isVisible = (): boolean => document.visibilityState === 'visible';
  return {
    isOnline: () => navigator.onLine,
    isVisible,
    listen(listener) {
      const emit = (fact: PageFact) => (): void => listener(fact);
      const shown = (event: PageTransitionEvent): void => {
        if (event.persisted) listener('restored');
      };
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener('online', emit('online'), { signal });
      window.addEventListener('offline', emit('offline'), { signal });
      window.addEventListener('pageshow', shown, { signal });
      window.addEventListener('pagehide', emit('leaving'), { signal });
      document.addEventListener('visibilitychange', () => listener(isVisible() ? 'visible' : 'hidden'), {
        signal,
      });
      const stopDetecting = detectSleep(emit('woke'));
      const stopClock = listenToClock(emit('clockSet'));
      return () => {
        stop.abort();
        stopDetecting();
        stopClock();
      };
    },
    listenToKeys(listener) {
      const pressed = (): void => {
        listener('pressed');
        // The task after the frame.
        window.requestAnimationFrame(() => clock.setTimeout(() => listener('painted'), 0));
      };
      window.addEventListener('keydown', pressed, true);
    },
  };
}

/** Milliseconds. */
const COMPARE_EVERY = 1000;
/** Milliseconds by which the wall clock must be ahead; less may be a correction of it. */
export const SLEPT = 10_000;

/**
 * No event reports sleep. Timers and their clock stop during sleep; the wall clock does not.
 * @param elapsed milliseconds of the clock that timers use (`performance.now`).
 */
export function createSleepDetector(
  clock: Clock,
  elapsed: () => number,
): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: unknown;
  let apart = 0;
  const compare = (): void => {
    const before = apart;
    apart = clock.now() - elapsed();
    timer = clock.setTimeout(compare, COMPARE_EVERY);
    if (apart - before > SLEPT) for (const listener of listeners) listener();
  };
  return (listener) => {
    // So that one that listens twice is called twice.
    const own = (): void => listener();
    listeners.add(own);
    if (listeners.size === 1) {
      apart = clock.now() - elapsed();
      timer = clock.setTimeout(compare, COMPARE_EVERY);
    }
    return () => {
      if (listeners.delete(own) && listeners.size === 0) clock.clearTimeout(timer);
    };
  };
}
