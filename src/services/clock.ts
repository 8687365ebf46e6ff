/** Tests replace it. XState takes it as its clock, too. For times sent by the server see `serverClock.ts`. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  setTimeout(run: (...args: unknown[]) => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Milliseconds of the monotonic clock; it may stand still while the device sleeps. */
export const monotonic = (): number => performance.now();

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => globalThis.setTimeout(run, milliseconds),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as ReturnType<typeof globalThis.setTimeout>);
  },
};
