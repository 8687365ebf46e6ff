import { TestClock } from '../../models/tools/clock.ts';
import { real, turns } from './real.ts';

/** Milliseconds of a frame. */
const FRAME = 16;
/** Milliseconds that pass while a test waits. */
const MOMENT = 50;

type Time = number | string | Date;
type Run = (...values: readonly unknown[]) => unknown;
const at = (time: Time): number => new real.Date(time).getTime();

/** Of the page that is open, or was last. */
let current: PageClock | null = null;
const open = (): PageClock => (current ??= new PageClock());

/** The page's time: it flows while a test waits, unless it is stopped. Same methods as Playwright's. */
export class PageClock {
  readonly #timers = new TestClock(real.Date.now());
  readonly #repeated = new Map<unknown, number>();
  /** Added by `setSystemTime`: timers do not notice. */
  #shift = 0;
  #stands = false;
  /** A timer of 0 ms that a timer sets waits for the next millisecond, or time would not go on. */
  #isTicking = false;

  now = (): number => this.#timers.now() + this.#shift;
  /** It continues from page to page, because React compares it with times noted on an earlier one. */
  elapsed = (): number => this.#timers.now() - this.#origin;
  readonly #origin = this.#timers.now() - (current?.elapsed() ?? 0);

  /** A moment passes for one who waits. */
  async flow(): Promise<void> {
    if (!this.#stands) await this.runFor(MOMENT);
  }

  async install({ time }: { readonly time?: Time } = {}): Promise<void> {
    if (time !== undefined) await this.setSystemTime(time);
  }
  async pauseAt(time: Time): Promise<void> {
    await this.runFor(Math.max(0, at(time) - this.now()));
    this.#stands = true;
  }
  async resume(): Promise<void> {
    this.#stands = false;
  }
  async setSystemTime(time: Time): Promise<void> {
    this.#shift = at(time) - this.#timers.now();
  }
  /** Timer by timer, each with all that follows from it. */
  async runFor(milliseconds: number): Promise<void> {
    await turns();
    const end = this.#timers.now() + milliseconds;
    for (let next = this.#timers.peek(); next && next.due <= end; next = this.#timers.peek()) {
      this.#isTicking = true;
      this.#timers.advanceToNext();
      this.#isTicking = false;
      await turns(2);
    }
    this.#timers.advance(Math.max(0, end - this.#timers.now()));
    await turns();
  }
  /** As after a sleep: timers due in that time run once, late. */
  async fastForward(milliseconds: number): Promise<void> {
    await turns();
    this.#timers.jump(milliseconds);
    await this.runFor(0);
  }

  later = (run: Run, milliseconds: unknown = 0, ...values: readonly unknown[]): number =>
    this.#timers.setTimeout(
      () => run(...values),
      Math.max(this.#isTicking ? 1 : 0, Number(milliseconds) || 0),
    );
  again = (run: Run, milliseconds = 0): number => {
    const beat = (): void => {
      this.#repeated.set(id, this.later(beat, milliseconds));
      run();
    };
    const id = this.later(beat, milliseconds);
    return id;
  };
  stop = (id: unknown): void => {
    this.#timers.clearTimeout(this.#repeated.get(id) ?? id);
    this.#repeated.delete(id);
  };
}

const PageDate = new Proxy(real.Date, {
  construct: (date, given: [], kind) =>
    Reflect.construct(date, given.length === 0 ? [open().now()] : given, kind) as Date,
  get: (date, name) => (name === 'now' ? open().now : (Reflect.get(date, name) as unknown)),
});
const stop = (id: unknown): void => open().stop(id);

/** React and others keep the functions that they find when they are loaded: so these are the same for all pages. */
const lasting = {
  Date: PageDate,
  setTimeout: (...given: Parameters<PageClock['later']>) => open().later(...given),
  clearTimeout: stop,
  setInterval: (...given: Parameters<PageClock['again']>) => open().again(...given),
  clearInterval: stop,
  requestAnimationFrame: (run: Run) => open().later(() => run(open().elapsed()), FRAME),
  cancelAnimationFrame: stop,
  requestIdleCallback: (run: Run) =>
    open().later(() => run({ didTimeout: false, timeRemaining: () => 10 }), 1),
  cancelIdleCallback: stop,
};

/** In place of the process's own, for the page that is opened. */
export function timeOf(clock: PageClock): typeof lasting {
  current = clock;
  return lasting;
}
