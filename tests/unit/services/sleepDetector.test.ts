import { describe, expect, it } from 'vitest';
import { createSleepDetector, SLEPT } from '../../../src/services/page.ts';
import { TestClock } from '../../models/tools/clock.ts';

function machine() {
  const clock = new TestClock();
  const start = clock.now();
  let slept = 0;
  const listen = createSleepDetector(clock, () => clock.now() - start - slept);
  const sleep = (milliseconds: number): void => {
    clock.jump(milliseconds);
    slept += milliseconds;
  };
  return { clock, listen, sleep };
}

describe('a machine that slept', () => {
  it('is reported within a second of waking, once for each sleep', () => {
    const { clock, listen, sleep } = machine();
    let wakes = 0;
    listen(() => {
      wakes += 1;
    });
    clock.advance(60_000);
    expect(wakes).toBe(0);
    sleep(8 * 3_600_000);
    clock.advance(1000);
    expect(wakes).toBe(1);
    clock.advance(60_000);
    expect(wakes).toBe(1);
    sleep(SLEPT + 1);
    clock.advance(1000);
    expect(wakes).toBe(2);
  });

  it('is none where a clock is set right, or set back, or timers are late', () => {
    const { clock, listen, sleep } = machine();
    let wakes = 0;
    listen(() => {
      wakes += 1;
    });
    sleep(SLEPT);
    clock.advance(1000);
    sleep(-3_600_000);
    clock.advance(1000);
    // Both clocks went on: the page was busy, or its tab hidden.
    clock.jump(60_000);
    clock.advance(1000);
    expect(wakes).toBe(0);
  });

  it('is reported to all listeners, and watched only while there are any', () => {
    const { clock, listen, sleep } = machine();
    const told: string[] = [];
    const stops = ['one', 'two'].map((name) => listen(() => told.push(name)));
    stops[0]?.();
    sleep(60_000);
    clock.advance(1000);
    expect(told).toEqual(['two']);
    stops[1]?.();
    stops[1]?.();
    expect(clock.pending).toBe(0);
    sleep(60_000);
    const stop = listen(() => told.push('three'));
    clock.advance(5000);
    expect(told).toEqual(['two']);
    stop();
  });
});
