import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createServerClock } from '../../../src/services/serverClock.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { casesOf } from '../../long.ts';

const TRUE = Date.UTC(2026, 10, 28, 7, 8, 9, 250);
const HOUR = 3_600_000;
const dateOf = (time: number): string => new Date(time).toUTCString();

/** A device that is wrong by `off`, and the true time beside it. */
function world(off: number) {
  const device = new TestClock(TRUE + off);
  let passed = 0;
  const clock = createServerClock(device, () => passed);
  return {
    clock,
    device,
    pass: (milliseconds: number) => {
      passed += milliseconds;
      device.advance(milliseconds);
    },
    answer: (way: number, back: number) => {
      const sentAt = passed;
      passed += way;
      device.advance(way);
      const date = dateOf(TRUE + passed);
      passed += back;
      device.advance(back);
      clock.hear(date, sentAt);
    },
    error: () => clock.now() - (TRUE + passed),
  };
}

describe('the clock of the server (TIME-01)', () => {
  it("is the device's until an answer has the time, and continues when the device is set", () => {
    const { clock, device, pass, answer, error } = world(5 * HOUR);
    expect(error()).toBe(5 * HOUR);
    clock.hear(null, 0);
    clock.hear('yesterday', 0);
    expect(error()).toBe(5 * HOUR);
    answer(20, 20);
    expect(Math.abs(error())).toBeLessThanOrEqual(1040);
    const before = error();
    pass(HOUR);
    device.advance(72 * HOUR);
    expect(error()).toBe(before);
  });

  it('takes a device that may be right as it is', () => {
    const { answer, error } = world(200);
    for (const way of [5, 40, 300]) answer(way, way);
    expect(error()).toBe(200);
  });

  it('announces a real change, and nothing less', () => {
    const { clock, answer, pass } = world(-72 * HOUR);
    let told = 0;
    const stop = clock.listen(() => (told += 1));
    answer(30, 30);
    expect(told).toBe(1);
    for (let turn = 0; turn < 20; turn += 1) {
      pass(377);
      answer(30, 30);
    }
    expect(told).toBe(1);
    stop();
    clock.hear(dateOf(TRUE + 99 * HOUR), 0);
    expect(told).toBe(1);
  });

  it('is never further off than one answer allows, and exact after a few, whatever the network does', () => {
    const delay = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(
        fc.constantFrom(-72 * HOUR, -5 * HOUR, -3000, 0, 3000, 5 * HOUR, 72 * HOUR),
        fc.array(fc.tuple(delay, delay, fc.integer({ min: 0, max: 60_000 })), {
          minLength: 1,
          maxLength: 30,
        }),
        (off, answers) => {
          const { answer, pass, error } = world(off);
          let least = Infinity;
          for (const [way, back, rest] of answers) {
            answer(way, back);
            least = Math.min(least, way + back + 1000);
            expect(Math.abs(error())).toBeLessThanOrEqual(least + 1);
            pass(rest);
          }
        },
      ),
      { numRuns: casesOf(2000) },
    );
  });
});
