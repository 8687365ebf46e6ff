/** Time as a port, so that tests decide it. XState takes the timers of the same object as its clock. */
export interface Clock {
  /** Wall clock, epoch milliseconds. */
  now(): number;
  setTimeout(run: (...args: unknown[]) => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => globalThis.setTimeout(run, milliseconds),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as ReturnType<typeof globalThis.setTimeout>);
  },
};
