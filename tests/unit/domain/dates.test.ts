import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText, dateText, dayClass, isoText, minuteText } from '../../../src/domain/dates.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

describe('dates are UTC (spec 1 §9)', () => {
  it('writes date, time and minute', () => {
    const time = at('2026-01-05T03:04:05.678');
    expect(dateText(time)).toBe('2026-01-05');
    expect(clockText(time)).toBe('03:04:05');
    expect(minuteText(time)).toBe('2026-01-05 03:04');
    expect(isoText(time)).toBe('2026-01-05T03:04:05.678Z');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('has no words for %d', (time) => {
    for (const write of [dateText, clockText, minuteText, isoText]) expect(write(time)).toBeNull();
  });

  it.each([
    ['2026-01-05T00:00:00', '2026-01-05T23:59:59', 'today'],
    ['2026-01-05T00:00:01', '2026-01-05T00:00:00', 'today'],
    ['2026-01-06T00:00:30', '2026-01-05T23:59:59', 'today'],
    ['2026-01-04T23:59:59', '2026-01-05T00:00:00', 'yesterday'],
    ['2026-01-04T00:00:00', '2026-01-05T23:59:59', 'yesterday'],
    ['2026-01-03T23:59:59', '2026-01-05T00:00:00', 'older'],
    ['2025-12-31T23:59:59', '2026-01-01T00:00:00', 'yesterday'],
  ])('a trade of %s seen at %s is of %s', (time, now, expected) => {
    expect(dayClass(at(time), at(now))).toBe(expected);
  });

  it('counts calendar days, not 24 hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 3 * 86_400_000 }),
        (now, age) => {
          const time = Math.max(0, now - age);
          const days = (Date.parse(`${dateText(now)}Z`) - Date.parse(`${dateText(time)}Z`)) / 86_400_000;
          expect(dayClass(time, now)).toBe(['today', 'yesterday'][days] ?? 'older');
        },
      ),
    );
  });
});
