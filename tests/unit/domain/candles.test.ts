import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aggregateCandles,
  mergeBars,
  tidyCandles,
  withLastPrice,
} from '../../../src/machines/candleChart/candleChart.rules.ts';
import {
  type Candle,
  barStart,
  DEFAULT_INTERVAL,
  INTERVALS,
  intervalRules,
  latestWindow,
  newestWindow,
  olderWindow,
  readInterval,
} from '../../../src/domain/intervals.ts';
import { add, compare, decimal, fromUnits, toText, ZERO } from '../../../src/domain/decimal.ts';

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

const candle = (
  time: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
): Candle => ({ time, open, high, low, close, volume });

const flat = (time: number, price: string): Candle => candle(time, price, price, price, price, '1');

const amounts = fc.bigInt(1n, 10n ** 12n).map((units) => fromUnits(units, 8));
const candles = fc
  .record({
    time: fc.integer({ min: 0, max: 4_000_000 }).map((minutes) => minutes * 60),
    open: amounts,
    high: amounts,
    low: amounts,
    close: fc.oneof({ weight: 5, arbitrary: amounts }, { weight: 1, arbitrary: fc.constant('0') }),
    volume: amounts,
  })
  .map((raw): Candle => raw);
const interval = fc.constantFrom(...INTERVALS);

describe('candles made fit to draw (CHART-04)', () => {
  it('sorts, keeps the last of a repeated time, and drops a close of 0', () => {
    const list = [flat(180, '3'), flat(60, '1'), flat(120, '0'), flat(60, '9'), flat(240, '0.0')];
    expect(tidyCandles(list)).toEqual([flat(60, '9'), flat(180, '3')]);
  });

  it('takes the word of the last repeat also when that one closed at 0', () => {
    expect(tidyCandles([flat(60, '1'), flat(60, '0')])).toEqual([]);
  });

  it('leaves strictly rising times with a close above 0, whatever came, and does not change its input', () => {
    fc.assert(
      fc.property(fc.array(candles), (list) => {
        const before = JSON.stringify(list);
        const tidy = tidyCandles(list);
        expect(JSON.stringify(list)).toBe(before);
        for (const [index, { time, close }] of tidy.entries()) {
          expect(decimal(close).units > 0n).toBe(true);
          expect(time).toBeGreaterThan(tidy[index - 1]?.time ?? -1);
        }
        expect(tidyCandles(tidy)).toEqual(tidy);
      }),
    );
  });
});

describe('bars of an interval (CHART-09)', () => {
  it('opens with the first, closes with the last, spans high and low, sums the volume exactly', () => {
    const start = at('2026-01-05T12:00');
    const minutes = [
      candle(start, '1.1', '1.3', '1.0', '1.2', '0.1'),
      candle(start + 60, '1.2', '1.25', '0.9', '1.0', '0.2'),
      candle(start + 240, '1.0', '1.9', '1.0', '1.8', '0.3'),
      candle(start + 300, '1.8', '1.8', '1.7', '1.7', '5'),
    ];
    expect(aggregateCandles(minutes, '5')).toEqual([
      candle(start, '1.1', '1.9', '0.9', '1.8', '0.6'),
      candle(start + 300, '1.8', '1.8', '1.7', '1.7', '5'),
    ]);
  });

  it.each([
    ['1', '2026-01-05T12:34:59', '2026-01-05T12:34:00'],
    ['5', '2026-01-05T12:34:59', '2026-01-05T12:30:00'],
    ['15', '2026-01-05T12:34:59', '2026-01-05T12:30:00'],
    ['30', '2026-01-05T12:29:59', '2026-01-05T12:00:00'],
    ['60', '2026-01-05T12:59:59', '2026-01-05T12:00:00'],
    ['240', '2026-01-05T11:59:59', '2026-01-05T08:00:00'],
    ['240', '2026-01-05T12:00:00', '2026-01-05T12:00:00'],
    ['1D', '2026-01-05T23:59:59', '2026-01-05T00:00:00'],
    ['1W', '2026-01-05T00:00:00', '2026-01-05T00:00:00'],
    ['1W', '2026-01-04T23:59:59', '2025-12-29T00:00:00'],
    ['1W', '2026-01-11T12:00:00', '2026-01-05T00:00:00'],
    ['1W', '1970-01-01T00:00:00', '1969-12-29T00:00:00'],
  ] as const)('a %s bar that holds %s opens at %s', (chosen, time, start) => {
    expect(barStart(at(time), chosen)).toBe(at(start));
  });

  it('starts weeks on Monday for every day there is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (time) => {
        const start = barStart(time, '1W');
        expect(new Date(start * 1000).getUTCDay()).toBe(1);
        expect(time - start).toBeGreaterThanOrEqual(0);
        expect(time - start).toBeLessThan(7 * 86_400);
      }),
    );
  });

  it('keeps the total volume, the first open, the last close and the extremes', () => {
    fc.assert(
      fc.property(fc.array(candles, { minLength: 1 }), interval, (list, chosen) => {
        const tidy = tidyCandles(list);
        fc.pre(tidy.length > 0);
        const bars = aggregateCandles(tidy, chosen);
        const sum = (all: readonly Candle[]): string =>
          toText(all.reduce((total, { volume }) => add(total, decimal(volume)), ZERO));
        expect(sum(bars)).toBe(sum(tidy));
        expect(bars[0]?.open).toBe(tidy[0]?.open);
        expect(bars.at(-1)?.close).toBe(tidy.at(-1)?.close);
        for (const { time, high, low } of tidy) {
          const bar = bars.find((one) => one.time === barStart(time, chosen));
          expect(bar && compare(decimal(bar.high), decimal(high)) >= 0).toBe(true);
          expect(bar && compare(decimal(bar.low), decimal(low)) <= 0).toBe(true);
        }
        expect(aggregateCandles(bars, chosen)).toEqual(bars);
      }),
    );
  });

  it('merges known candles with later ones', () => {
    expect(mergeBars([flat(0, '1'), flat(60, '2')], [flat(60, '3'), flat(120, '4')])).toEqual([
      flat(0, '1'),
      flat(60, '3'),
      flat(120, '4'),
    ]);
  });

  it('gives the same bars whether candles come in one read or in windows that meet at a bar', () => {
    fc.assert(
      fc.property(
        fc.array(candles),
        interval,
        fc.integer({ min: 0, max: 240_000_000 }),
        (list, chosen, cut) => {
          const tidy = tidyCandles(list);
          const { start } = newestWindow(chosen, cut, cut);
          const older = aggregateCandles(
            tidy.filter(({ time }) => time < start),
            chosen,
          );
          const newer = aggregateCandles(
            tidy.filter(({ time }) => time >= start),
            chosen,
          );
          expect(mergeBars(older, newer)).toEqual(aggregateCandles(tidy, chosen));
        },
      ),
    );
  });
});

describe('intervals and windows (CHART-02, CHART-03, CHART-09)', () => {
  it.each([
    ['1', 'minute', 5, 15],
    ['5', 'minute', 24, 30],
    ['15', 'minute', 72, 60],
    ['30', 'minute', 168, 60],
    ['60', 'hour', 720, 120],
    ['240', 'hour', 840, 300],
    ['1D', 'day', 17_520, 600],
    ['1W', 'day', 43_824, 1800],
  ] as const)(
    '%s is built from %s candles, %i hours at once, polled every %i s',
    (chosen, frame, hours, seconds) => {
      const rules = intervalRules(chosen);
      expect(rules.frame).toBe(frame);
      expect(rules.window).toBe(hours * 3600);
      expect(rules.polling).toBe(seconds * 1000);
    },
  );

  it('remembers one of the eight and falls back to four hours', () => {
    for (const chosen of INTERVALS) expect(readInterval(chosen)).toBe(chosen);
    for (const text of [null, '', '1m', '4h', '1d', '0', 'NaN'])
      expect(readInterval(text)).toBe(DEFAULT_INTERVAL);
    expect(DEFAULT_INTERVAL).toBe('240');
  });

  it('cuts windows at bars, so that no bar is built from half its candles', () => {
    fc.assert(
      fc.property(interval, fc.integer({ min: 500_000_000, max: 4_000_000_000 }), (chosen, now) => {
        const { window, seconds } = intervalRules(chosen);
        const latest = latestWindow(chosen, now);
        expect(barStart(latest.start, chosen)).toBe(latest.start);
        expect(latest.stop).toBe(now);
        expect(now - latest.start).toBeGreaterThanOrEqual(window);
        expect(now - latest.start).toBeLessThan(window + seconds);
        const older = olderWindow(chosen, latest.start);
        expect(older.stop).toBe(latest.start - 1);
        expect(barStart(older.start, chosen)).toBe(older.start);
        expect(older.stop - older.start).toBeGreaterThanOrEqual(window - 1);
      }),
    );
  });

  it('never asks for a time before 1970', () => {
    expect(olderWindow('1W', at('1970-01-08T00:00'))).toEqual({ start: 0, stop: at('1970-01-08T00:00') - 1 });
    expect(olderWindow('1W', -259_200)).toEqual({ start: 0, stop: 0 });
    expect(latestWindow('1W', 100)).toEqual({ start: 0, stop: 100 });
  });

  it("reads from the growing bar on, even when the device's clock is behind", () => {
    const bar = at('2026-01-05T12:00');
    expect(newestWindow('240', bar, bar + 10)).toEqual({ start: bar, stop: bar + 10 });
    expect(newestWindow('240', bar, bar - 500)).toEqual({ start: bar, stop: bar });
  });
});

describe('the last price in the bars (CHART-07)', () => {
  it.each(INTERVALS)('stands in the bar of now, for every interval: %s', (interval) => {
    const time = barStart(at('2026-01-07T13:37:00'), interval);
    const { seconds } = intervalRules(interval);
    const bars = [flat(time - seconds, '4'), candle(time, '5', '6', '4', '5', '2')];
    const inside = time + seconds - 1;
    expect(withLastPrice(bars, '7', interval, inside)).toEqual([
      bars[0],
      candle(time, '5', '7', '4', '7', '2'),
    ]);
    expect(withLastPrice(bars, '3', interval, inside).at(-1)).toEqual(candle(time, '5', '6', '3', '3', '2'));
    expect(withLastPrice(bars, '7', interval, time + seconds)).toEqual([
      ...bars,
      candle(time + seconds, '7', '7', '7', '7', '0'),
    ]);
    // A gap, no price, and the same price change nothing.
    expect(withLastPrice(bars, '7', interval, time + 2 * seconds)).toBe(bars);
    expect(withLastPrice(bars, null, interval, inside)).toBe(bars);
    expect(withLastPrice(bars, '5.0', interval, inside)).toBe(bars);
    expect(withLastPrice([], '7', interval, inside)).toEqual([]);
  });
});
