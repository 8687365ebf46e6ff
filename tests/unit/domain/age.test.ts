import { expect, test } from 'vitest';
import { ageOf } from '../../../src/domain/countdown.ts';

const NOW = Date.UTC(2026, 0, 31);

test.each([
  [0, 'second', 0],
  [-5000, 'second', 0],
  [59_999, 'second', 59],
  [60_000, 'minute', 1],
  [3_599_999, 'minute', 59],
  [3_600_000, 'hour', 1],
  [86_399_999, 'hour', 23],
  [86_400_000, 'day', 1],
  [604_799_999, 'day', 6],
  [604_800_000, 'week', 1],
  [52 * 604_800_000, 'week', 52],
])('%i ms ago: %s, %i (FEES-04)', (passed, unit, count) => {
  expect(ageOf(NOW - passed, NOW)).toEqual({ unit, count });
});
