import type { Clock } from '../clock/port.ts';

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
