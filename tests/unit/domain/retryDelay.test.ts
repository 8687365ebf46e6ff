import { describe, expect, it } from 'vitest';
import { retryDelay } from '../../../src/domain/retryDelay.ts';

describe('the pause before a read is tried again (LOST-06)', () => {
  it('doubles from 1 s and stays at 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 60].map((attempt) => retryDelay(attempt, 0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('adds up to a quarter at random', () => {
    expect(retryDelay(1, 0.5)).toBe(1125);
    expect(retryDelay(1, 0.999_999)).toBe(1250);
    expect(retryDelay(9, 0.999_999)).toBe(37_500);
  });

  it('is never shorter than the server requires', () => {
    expect(retryDelay(1, 0, 7)).toBe(7000);
    expect(retryDelay(4, 0, 7)).toBe(8000);
  });
});
