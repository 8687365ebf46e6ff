import type { PairMemory } from './pairMemory.ts';

/** Milliseconds. */
const RETRY_AFTER = 1000;

/** When triggered stop orders of a pair are matched: at once, after its pause, or later where it failed (STOP-03). */
export class Triggers {
  readonly #now: () => Date;
  readonly #memory: Pick<PairMemory, 'stops' | 'guard'>;
  readonly #wake: () => void;
  #retryAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => Date, memory: Pick<PairMemory, 'stops' | 'guard'>, wake: () => void) {
    this.#now = now;
    this.#memory = memory;
    this.#wake = wake;
  }

  get areDue(): boolean {
    return this.#memory.stops.nextTriggered !== undefined && this.#wait() <= 0;
  }

  /** The next try comes later, so that a fault does not keep the processor busy. @param by milliseconds. */
  delay(by = RETRY_AFTER): void {
    this.#retryAt = this.#now().getTime() + by;
  }

  /** Wakes the pair when those that are left can be matched. */
  rest(): void {
    if (this.#memory.stops.nextTriggered === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#wake();
      },
      Math.max(1, this.#wait()),
    );
    this.#timer.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds. */
  #wait(): number {
    return Math.max(this.#retryAt, this.#memory.guard.pausedUntil) - this.#now().getTime();
  }
}
