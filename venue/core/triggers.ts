import type { PairMemory } from './pairMemory.ts';

/** Milliseconds. */
const RETRY_AFTER = 1000;
/** Milliseconds that a batch should take. Others wait up to twice as long (LOAD-16). */
const TARGET = 25;
const LARGEST_BATCH = 100;
const FIRST_BATCH = 10;

/**
 * When triggered stop orders of a pair are matched: at once, after its pause, or later where it failed (STOP-03). How
 * many: what fits into a bounded time, with a turn for other orders and cancellations in between (LOAD-16).
 */
export class Triggers {
  readonly #now: () => Date;
  readonly #memory: Pick<PairMemory, 'stops' | 'guard'>;
  readonly #wake: () => void;
  #retryAt = 0;
  #batch = FIRST_BATCH;
  #alone = 0;
  #hadTurn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => Date, memory: Pick<PairMemory, 'stops' | 'guard'>, wake: () => void) {
    this.#now = now;
    this.#memory = memory;
    this.#wake = wake;
  }

  get areDue(): boolean {
    const wait = this.#wait();
    return wait !== undefined && wait <= 0;
  }

  /** Whether to match some now. @param othersWait whether there are orders or cancellations. */
  takeTurn(othersWait: boolean): boolean {
    this.#hadTurn = this.areDue && !(this.#hadTurn && othersWait);
    return this.#hadTurn;
  }

  /** How many to match at once. */
  get most(): number {
    return this.#alone > 0 ? 1 : this.#batch;
  }

  /** @param took milliseconds. */
  settled(count: number, took: number): void {
    if (this.#alone > 0) this.#alone -= count;
    else if (count > 0)
      this.#batch = Math.max(1, Math.min(LARGEST_BATCH, Math.floor((TARGET / took) * count)));
  }

  /** One of them may be the reason, so they are settled one by one. */
  failed(count: number): void {
    this.#alone = count;
  }

  /** The next attempt comes later, so that an error does not keep the processor busy. @param by milliseconds. */
  delay(by = RETRY_AFTER): void {
    this.#retryAt = this.#now().getTime() + by;
  }

  /** Wakes the pair when the rest can be matched. */
  rest(): void {
    const wait = this.#wait();
    if (wait === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#wake();
      },
      Math.max(1, wait),
    );
    this.#timer.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds; undefined where there is nothing to do. */
  #wait(): number | undefined {
    const { stops, guard } = this.#memory;
    const now = this.#now().getTime();
    // Being reached is stored even during a pause.
    if (stops.hasUnstored) return this.#retryAt - now;
    return stops.dueAt === undefined
      ? undefined
      : Math.max(this.#retryAt, guard.pausedUntil, stops.dueAt) - now;
  }
}
