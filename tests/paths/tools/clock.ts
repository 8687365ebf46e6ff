import type { AnyActorRef } from 'xstate';
import type { Clock } from '../../../src/services/clock.ts';

interface Timer {
  readonly due: number;
  /** Milliseconds it was set for. */
  readonly wait: number;
  readonly order: number;
  readonly label: string | undefined;
  readonly run: () => void;
}

/**
 * A clock under the test's control, for XState and for services alike. Time stands still until the test says
 * otherwise, and then moves exactly to the next timer.
 */
export class TestClock implements Clock {
  /** Set around the scheduling of a delayed transition, so that its timer is known by the event it will send. */
  label: string | undefined;
  private readonly timers = new Map<number, Timer>();
  private time: number;
  private count = 0;

  /** @param start epoch milliseconds. */
  constructor(start = Date.UTC(2026, 0, 5, 12)) {
    this.time = start;
  }

  now = (): number => this.time;

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

  /** The timer that is due next, without moving time. */
  peek(): { readonly label: string | undefined } | undefined {
    const next = this.next();
    return next && { label: next[1].label };
  }

  /** Whether a timer of this label is set. */
  has(label: string): boolean {
    return [...this.timers.values()].some((timer) => timer.label === label);
  }

  /**
   * Moves to the next timer and runs it.
   * @returns the milliseconds it was set for, or undefined when nothing is pending.
   */
  advanceToNext(): number | undefined {
    const next = this.next();
    if (!next) return undefined;
    const [id, timer] = next;
    this.time = timer.due;
    this.timers.delete(id);
    timer.run();
    return timer.wait;
  }

  /** Lets time pass and runs every timer that falls due on the way, those set meanwhile included. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.next(); next && next[1].due <= end; next = this.next()) this.advanceToNext();
    this.time = end;
  }

  /** Moves the wall clock without running timers: a machine that slept. */
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

/** Has each timer of an actor's clock named by the delayed event that it stands for. */
export function labelTimers(clock: TestClock, actor: Pick<AnyActorRef, 'system'>): void {
  const system = actor.system as unknown as { scheduler: { schedule: (...args: unknown[]) => void } };
  const schedule = system.scheduler.schedule.bind(system.scheduler);
  system.scheduler.schedule = (...args) => {
    clock.label = (args[2] as { readonly type: string }).type;
    schedule(...args);
    clock.label = undefined;
  };
}
