import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelay } from '../../../src/domain/retryDelay.ts';

describe('how long to wait before a reconnect (SOCKET-01)', () => {
  // SOCKET-01: the cap is beyond the five tries, so only this function shows it.
  it.each([
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [4, 8000],
    [5, 16_000],
    [6, 30_000],
    [7, 30_000],
    [60, 30_000],
  ])('try %i without randomness: %i ms', (attempt, delay) => {
    expect(retryDelay(attempt, 0)).toBe(delay);
  });

  it('at most a quarter is added, and the whole quarter is used', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (attempt, random) => {
          const least = retryDelay(attempt, 0);
          expect(retryDelay(attempt, random)).toBeGreaterThanOrEqual(least);
          expect(retryDelay(attempt, random)).toBeLessThanOrEqual(least * 1.25);
        },
      ),
    );
    expect(retryDelay(3, 0.999_999)).toBe(5000);
  });
});
