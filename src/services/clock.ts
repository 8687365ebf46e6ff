/** Tests replace it. XState takes it as its clock, too. */
export interface Clock {
  /** Epoch milliseconds. */
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
