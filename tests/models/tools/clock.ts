import type { AnyActorRef } from 'xstate';
import type { Clock } from '../../../src/services/clock.ts';

interface Timer {
  readonly due: number;
  /** Milliseconds. */
  readonly wait: number;
  readonly order: number;
  readonly label: string | undefined;
  readonly run: () => void;
}

/** A clock for XState and services that moves only when the test does, exactly to the next timer. */
export class TestClock implements Clock {
  /** The delayed event that the next timer will send. */
  label: string | undefined;
  private readonly timers = new Map<number, Timer>();
  private time: number;
  private count = 0;

  constructor(start = Date.UTC(2026, 0, 5, 12)) {
    this.time = start;
  }

  now = (): number => this.time;

  /** It is the server's, too. */
  hasHeard = (): boolean => true;

  setTimeout = (run: (...args: unknown[]) => void, milliseconds: number): number => {
    this.count += 1;
    const due = this.time + Math.max(0, milliseconds);
    this.timers.set(this.count, {
      due,
      wait: due - this.time,
      order: this.count,
      label: this.label,
      run: () => run(),
    });
    return this.count;
  };

  clearTimeout = (timer: unknown): void => {
    if (typeof timer === 'number') this.timers.delete(timer);
  };

  get pending(): number {
    return this.timers.size;
  }

  peek(): { readonly label: string | undefined; readonly due: number } | undefined {
    const next = this.next();
    return next && { label: next[1].label, due: next[1].due };
  }

  has(label: string): boolean {
    return [...this.timers.values()].some((timer) => timer.label === label);
  }

  /** @returns the milliseconds that the timer was set for; undefined when none is pending. */
  advanceToNext(): number | undefined {
    const next = this.next();
    if (!next) return undefined;
    const [id, timer] = next;
    // After a sleep it is late.
    this.time = Math.max(this.time, timer.due);
    this.timers.delete(id);
    timer.run();
    return timer.wait;
  }

  /** Runs every timer that falls due, including those set during the run. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.next(); next && next[1].due <= end; next = this.next()) this.advanceToNext();
    this.time = end;
  }

  /** Like sleep: the wall clock moves, but no timer runs. */
  jump(milliseconds: number): void {
    this.time += milliseconds;
  }

  private next(): [number, Timer] | undefined {
    let next: [number, Timer] | undefined;
    for (const entry of this.timers) {
      if (
        !next ||
        entry[1].due < next[1].due ||
        (entry[1].due === next[1].due && entry[1].order < next[1].order)
      ) {
        next = entry;
      }
    }
    return next;
  }
}

/** Timers get the names of their delayed events. */
export function labelTimers(clock: TestClock, actor: Pick<AnyActorRef, 'system'>): void {
  const system = actor.system as unknown as { scheduler: { schedule: (...args: unknown[]) => void } };
  const schedule = system.scheduler.schedule.bind(system.scheduler);
  system.scheduler.schedule = (...args) => {
    clock.label = (args[2] as { readonly type: string }).type;
    schedule(...args);
    clock.label = undefined;
  };
}
