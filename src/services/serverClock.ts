import type { Clock } from './clock.ts';

/** The clock of the server, and how it becomes known (TIME-01). */
export interface ServerClock extends Clock {
  /**
   * @param date `Date` of an answer; null where the server hides it from pages of another origin
   * @param sentAt when the request was sent, by the device's monotonic clock
   */
  hear(date: string | null, sentAt: number): void;
  /** Whether an answer has come: until then the device, which may be hours off, decides nothing that cannot be undone. */
  hasHeard(): boolean;
  /** Called when the time turns out to be another one than it was taken for. */
  readonly listen: (listener: () => void) => () => void;
}

/** Milliseconds: what `Date` leaves out. */
const SECOND = 1000;
/** Smallest change of the time, in milliseconds, that is announced. */
const NOTICED = 2 * SECOND;

/**
 * The device's clock until an answer carries the server's. From then on the device only measures how long ago that was,
 * with its monotonic clock.
 * @param elapsed milliseconds of the device's monotonic clock (`performance.now`)
 */
export function createServerClock(device: Clock, elapsed: () => number): ServerClock {
  const listeners = new Set<() => void>();
  /** The server's time when the monotonic clock started; null before any answer. */
  let origin: number | null = null;
  let hasHeard = false;
  return {
    ...device,
    now: () => (origin === null ? device.now() : Math.round(origin + elapsed())),
    hasHeard: () => hasHeard,
    hear(date, sentAt) {
      hasHeard = true;
      const written = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(written)) return;
      // It was written after the request and before the answer. Moved no further than that, the time is exact after
      // a few answers, and one that was long on its way does no harm.
      const [earliest, latest] = [written - elapsed(), written + SECOND - sentAt];
      const before = origin ?? device.now() - elapsed();
      origin = Math.min(Math.max(before, earliest), latest);
      if (Math.abs(origin - before) > NOTICED) for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
