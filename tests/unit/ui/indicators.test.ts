import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/intervals.ts';
import { readIndicator, readLength, type Indicator } from '../../../src/ui/candleChart/indicators.ts';

const HOUR = 3600;
/** A midnight, UTC. */
const START = 1_767_225_600;

const cents = fc.integer({ min: 1, max: 100_000 }).map((one) => (one / 100).toFixed(2));

/** One bar an hour. */
const bars = fc
  .array(fc.record({ open: cents, close: cents, volume: cents }), { maxLength: 120 })
  .map((list) =>
    list.map(({ open, close, volume }, index): Candle => ({
      time: START + index * HOUR,
      open,
      close,
      volume,
      high: Number(open) > Number(close) ? open : close,
      low: Number(open) > Number(close) ? close : open,
    })),
  );

const heights = (indicator: Indicator, list: readonly Candle[]): readonly (number | null)[] =>
  readIndicator(indicator, list, '60').map(({ height }) => height);

const closesOf = (list: readonly Candle[]): number[] => list.map(({ close }) => Number(close));
const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;

function expectClose(found: readonly (number | null)[], wanted: readonly (number | null)[]): void {
  expect(found.map((one) => one === null)).toEqual(wanted.map((one) => one === null));
  for (const [index, one] of found.entries()) expect(one ?? 0).toBeCloseTo(wanted[index] ?? 0, 6);
}

describe('moving averages (CHART-11)', () => {
  it.each([
    ['sma20', 20],
    ['sma50', 50],
  ] as const)('%s is the mean of so many closes', (indicator, length) => {
    fc.assert(
      fc.property(bars, (list) => {
        const closes = closesOf(list);
        const wanted = closes.map((_, at) =>
          at + 1 < length ? null : mean(closes.slice(at + 1 - length, at + 1)),
        );
        expectClose(heights(indicator, list), wanted);
      }),
    );
  });

  it.each([
    ['ema20', 20],
    ['ema50', 50],
  ] as const)('%s gives the newest close 2 shares of its length and one', (indicator, length) => {
    fc.assert(
      fc.property(bars, (list) => {
        const share = 2 / (length + 1);
        let average = NaN;
        const wanted = closesOf(list).map((close, at) => {
          average = at === 0 ? close : close * share + average * (1 - share);
          return at + 1 < length ? null : average;
        });
        expectClose(heights(indicator, list), wanted);
      }),
    );
  });
});

describe('lengths (CHART-21)', () => {
  it('are whole numbers from 2 to 500', () => {
    expect(['2', ' 7 ', '500'].map(readLength)).toEqual([2, 7, 500]);
    expect(['', '1', '0', '501', '1e2', '2.5', '-5', '٣'].map(readLength)).toEqual(Array(8).fill(null));
  });

  it('are those of the lines', () => {
    const list = fc.sample(bars, 1)[0] ?? [];
    const closes = closesOf(list);
    const wanted = closes.map((_, at) => (at < 2 ? null : mean(closes.slice(at - 2, at + 1))));
    expectClose(
      readIndicator('sma20', list, '60', 3).map(({ height }) => height),
      wanted,
    );
  });
});

describe('relative strength (CHART-12)', () => {
  const steady = (step: number): Candle[] =>
    Array.from({ length: 30 }, (_, at) => {
      const close = String(1000 + at * step);
      return { time: START + at * HOUR, open: close, high: close, low: close, close, volume: '1' };
    });

  it('is 100 when every close is higher, 0 when every one is lower, and null for 14 closes', () => {
    expect(heights('rsi14', steady(1)).slice(13, 15)).toEqual([null, 100]);
    expect(heights('rsi14', steady(1)).at(-1)).toBe(100);
    expect(heights('rsi14', steady(-1)).at(-1)).toBe(0);
  });

  it('stays between 0 and 100', () => {
    fc.assert(
      fc.property(bars, (list) => {
        for (const one of heights('rsi14', list)) {
          expect(one ?? 0).toBeGreaterThanOrEqual(0);
          expect(one ?? 0).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});

describe('volume-weighted average price (CHART-13)', () => {
  const bar = (time: number, close: string, volume: string): Candle => ({
    time,
    open: close,
    high: close,
    low: close,
    close,
    volume,
  });

  it('weighs by volume, and restarts at midnight', () => {
    const list = [
      bar(START, '10', '1'),
      bar(START + HOUR, '20', '3'),
      bar(START + 24 * HOUR, '40', '2'),
      bar(START + 25 * HOUR, '50', '0'),
    ];
    expect(heights('vwap', list)).toEqual([10, 17.5, 40, 40]);
  });

  it('restarts with the year where a bar is a day or more', () => {
    const list = [
      bar(START - 48 * HOUR, '10', '1'),
      bar(START - 24 * HOUR, '20', '1'),
      bar(START, '40', '2'),
    ];
    expect(readIndicator('vwap', list, '1D').map(({ height }) => height)).toEqual([10, 15, 40]);
  });

  it('lies between the lowest and the highest price of its day', () => {
    fc.assert(
      fc.property(bars, (list) => {
        const today = list.slice(0, 24);
        for (const one of heights('vwap', today)) {
          if (one === null) throw new Error('there is volume in each bar');
          expect(one).toBeGreaterThanOrEqual(Math.min(...today.map(({ low }) => Number(low))) - 1e-9);
          expect(one).toBeLessThanOrEqual(Math.max(...today.map(({ high }) => Number(high))) + 1e-9);
        }
      }),
    );
  });
});
