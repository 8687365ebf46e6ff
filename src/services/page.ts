import type { Clock } from './clock.ts';

/**
 * What the browser says of this page: reachable network, visible tab, restored from the back-forward cache. `woke`: the
 * machine slept, with the page on its screen or not.
 */
export type PageFact = 'online' | 'offline' | 'visible' | 'hidden' | 'restored' | 'leaving' | 'woke';

export interface Page {
  isOnline(): boolean;
  isVisible(): boolean;
  /** @returns a function that stops listening. */
  listen(hear: (fact: PageFact) => void): () => void;
}

/** Whether somebody may look at the page again, and timers may be late: what they were set for is looked at anew. */
export const isReturn = (fact: PageFact): boolean =>
  fact === 'visible' || fact === 'restored' || fact === 'woke';

/** The page as the browser tells of it. */
export function createPage(window: Window, clock: Clock): Page {
  const { document, navigator, performance } = window;
  const detectSleep = createSleepDetector(clock, () => performance.now());
  const isVisible = (): boolean => document.visibilityState === 'visible';
  return {
    isOnline: () => navigator.onLine,
    isVisible,
    listen(hear) {
      const saying = (fact: PageFact) => (): void => hear(fact);
      const shown = (event: PageTransitionEvent): void => {
        if (event.persisted) hear('restored');
      };
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener('online', saying('online'), { signal });
      window.addEventListener('offline', saying('offline'), { signal });
      window.addEventListener('pageshow', shown, { signal });
      window.addEventListener('pagehide', saying('leaving'), { signal });
      document.addEventListener('visibilitychange', () => hear(isVisible() ? 'visible' : 'hidden'), {
        signal,
      });
      const stopDetecting = detectSleep(saying('woke'));
      return () => {
        stop.abort();
        stopDetecting();
      };
    },
  };
}

/** How often the clocks are compared, in milliseconds. */
const COMPARE_EVERY = 1000;
/** So far the wall clock has to run away from the other, in milliseconds: less is a clock that is set right. */
export const SLEPT = 10_000;

/**
 * No event tells that a machine slept. Its timers stood still, and so did the clock that they run by; the wall clock went
 * on. For half an hour of sleep a timer of 45 s still has all the time that it had before.
 * @param elapsed milliseconds of the clock that timers run by (`performance.now`).
 * @returns listens for wakes; the clocks are compared as long as somebody does.
 */
export function createSleepDetector(clock: Clock, elapsed: () => number): (hear: () => void) => () => void {
  const hearers = new Set<() => void>();
  let timer: unknown;
  let apart = 0;
  const compare = (): void => {
    const before = apart;
    apart = clock.now() - elapsed();
    timer = clock.setTimeout(compare, COMPARE_EVERY);
    if (apart - before > SLEPT) for (const hear of hearers) hear();
  };
  return (hear) => {
    // Wrapped: whoever listens twice is told twice.
    const hearer = (): void => hear();
    hearers.add(hearer);
    if (hearers.size === 1) {
      apart = clock.now() - elapsed();
      timer = clock.setTimeout(compare, COMPARE_EVERY);
    }
    return () => {
      if (hearers.delete(hearer) && hearers.size === 0) clock.clearTimeout(timer);
    };
  };
}
