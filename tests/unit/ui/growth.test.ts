import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/intervals.ts';
import { growthOf } from '../../../src/ui/candleChart/growth.ts';

const bar = (time: number, close = '1'): Candle => ({
  time,
  open: '1',
  high: '2',
  low: '1',
  close,
  volume: '1',
});

/** Few times and two prices, so that lists often share a beginning. */
const bars = fc
  .uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 })
  .chain((times) =>
    fc.tuple(
      ...times
        .toSorted((a, b) => a - b)
        .map((time) => fc.constantFrom('1', '2').map((close) => bar(time, close))),
    ),
  );

/** A chart replaces a bar of the same time, and refuses an older one. */
function grown(drawn: readonly Candle[], news: readonly Candle[]): Candle[] {
  const held = [...drawn];
  for (const next of news) {
    const last = held.at(-1);
    if (last && next.time < last.time) throw new Error('Cannot update oldest data');
    if (last?.time === next.time) held.pop();
    held.push(next);
  }
  return held;
}

describe('the growth of a drawing', () => {
  it('leads from what is drawn to what is to be drawn, or is null', () => {
    fc.assert(
      fc.property(bars, bars, (drawn, wanted) => {
        const news = growthOf(drawn, wanted);
        expect(news === null ? wanted : grown(drawn, news)).toEqual(wanted);
      }),
      { numRuns: 2000 },
    );
  });
  it('is computed for the growing bar and for its successors', () => {
    const drawn = [bar(1), bar(2)];
    expect(growthOf(drawn, [bar(1), bar(2, '2')])).toEqual([bar(2, '2')]);
    expect(growthOf(drawn, [bar(1), bar(2, '2'), bar(3)])).toEqual([bar(2, '2'), bar(3)]);
    expect(growthOf(drawn, drawn)).toEqual([]);
  });
  it('is none of another interval, of fewer bars, and of nothing drawn', () => {
    expect(growthOf([bar(5)], [bar(1), bar(2)])).toBeNull();
    expect(growthOf([bar(5)], [bar(6), bar(7)])).toBeNull();
    expect(growthOf([bar(1)], [])).toBeNull();
    expect(growthOf([bar(1), bar(2)], [bar(1)])).toBeNull();
    expect(growthOf([], [bar(1)])).toBeNull();
  });
});
