import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupingsFor, groupingStep, tickOf } from '../../../src/domain/bookGrouping.ts';
import { GROUPINGS, readGrouping, bookView } from '../../../src/domain/bookView.ts';
import { decimal, isMultipleOf, toText } from '../../../src/domain/decimal.ts';
import { OrderBook, bookUnits, type BookLevel } from '../../../src/domain/orderBook.ts';

const bookOf = (bids: readonly BookLevel[], asks: readonly BookLevel[]): OrderBook => {
  const book = new OrderBook('XMR-BTC', 1000);
  book.apply({
    kind: 'snapshot',
    pair: 'XMR-BTC',
    bids,
    asks,
    lastPrice: null,
    buysVolume: null,
    sellsVolume: null,
    sequence: null,
    previousSequence: null,
    isDelta: false,
  });
  return book;
};

describe('the tick and its multiples', () => {
  it.each([
    ['0.000001', 8, '0.000001'],
    ['0.0100', 8, '0.01'],
    ['0', 6, '0.000001'],
    [null, 2, '0.01'],
    [null, 0, '1'],
    ['5', 0, '5'],
  ])('increment %s with precision %i: %s', (minPriceIncrement, pricePrecision, tick) => {
    expect(tickOf({ minPriceIncrement, pricePrecision })).toBe(tick);
  });

  it('a tick that is not a whole power of ten is multiplied exactly', () => {
    expect(GROUPINGS.map((grouping) => groupingStep('0.00000003', grouping))).toEqual([
      null,
      '0.00000006',
      '0.00000015',
      '0.0000003',
      '0.00000075',
      '0.0000015',
      '0.000003',
      '0.0000075',
      '0.000015',
      '0.00003',
      '0.000075',
      '0.00015',
      '0.0003',
    ]);
  });

  it.each([
    [null, 1],
    ['', 1],
    ['3', 1],
    ['2.5', 1],
    ['10', 10],
    ['25', 25],
    ['100', 100],
    ['1e1', 1],
  ])('a kept choice of %s counts as %i', (kept, grouping) => {
    expect(readGrouping(kept)).toBe(grouping);
  });
});

describe('the choices for a book (BOOK-16)', () => {
  /** Levels this many ticks apart. */
  const evenBook = (tick: bigint, gap: bigint, count: number) => ({
    bids: Array.from({ length: count }, (_, at): BookLevel => [
      toText({ units: (100_000_000n - BigInt(at) * gap) * tick, scale: 8 }),
      '1',
    ]),
    asks: [],
  });

  it('end with the first that merges 50 levels, and are whole numbers of ticks', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 200n }),
        fc.bigInt({ min: 1n, max: 500n }),
        fc.integer({ min: 2, max: 60 }),
        (tick, gap, count) => {
          const choices = groupingsFor(evenBook(tick, gap, count), toText({ units: tick, scale: 8 }), 1);
          const merged = choices.map((one) => BigInt(one) / gap);
          expect(choices).toEqual(GROUPINGS.slice(0, choices.length));
          expect(merged.slice(0, -1).every((levels) => levels < 50n)).toBe(true);
          const isWidest = choices.length === GROUPINGS.length;
          expect(isWidest || (merged.at(-1) ?? 0n) >= 50n).toBe(true);
        },
      ),
    );
  });

  it('of an empty book merge 50 ticks; the chosen one stays among them', () => {
    const empty = evenBook(1n, 1n, 0);
    expect(groupingsFor(empty, '0.01', 1)).toEqual([1, 2, 5, 10, 25, 50]);
    expect(groupingsFor(empty, '0.01', 500)).toEqual([1, 2, 5, 10, 25, 50, 500]);
  });
});

describe('a book that is gathered', () => {
  const places = fc.integer({ min: 0, max: 8 });
  const ticks = fc.constantFrom(1n, 2n, 5n, 25n);
  const levels = fc.array(
    fc.tuple(fc.bigInt({ min: 1n, max: 5000n }), fc.bigInt({ min: 1n, max: 10n ** 12n })),
    { maxLength: 60 },
  );

  it('every level is in exactly one row, no row flatters a price, and sums are exact', () => {
    fc.assert(
      fc.property(
        levels,
        levels,
        fc.record({ places, tick: ticks, grouping: fc.constantFrom(...GROUPINGS) }),
        (bids, asks, { places: scale, tick, grouping }) => {
          const write = (side: readonly (readonly [bigint, bigint])[]): BookLevel[] =>
            side.map(([price, quantity]) => [
              toText({ units: price * tick, scale }),
              toText({ units: quantity, scale: 8 }),
            ]);
          const book = bookOf(write(bids), write(asks));
          const step = groupingStep(toText({ units: tick, scale }), grouping);
          const view = bookView(book, { rows: 1000, filter: 'all', grouping: step });
          for (const side of ['bids', 'asks'] as const) {
            const expected = new Map<bigint, bigint>();
            for (const level of book[side]) {
              const unit = step === null ? 1n : bookUnits(step);
              const down = (level.priceUnits / unit) * unit;
              const isUp = side === 'asks' && down !== level.priceUnits;
              const group = isUp ? down + unit : down;
              expected.set(group, (expected.get(group) ?? 0n) + bookUnits(level.quantity));
            }
            // Prices below the first step are shown at the lowest of them.
            const lowest = book[side].at(-1)?.priceUnits ?? 0n;
            const rows = [...expected].map(([group, sum]) => [group === 0n ? lowest : group, sum]);
            expect(view[side].map((row) => [bookUnits(row.price), bookUnits(row.quantity)])).toEqual(rows);
            if (step === null || expected.has(0n)) continue;
            for (const { price } of view[side])
              expect(isMultipleOf(decimal(price), decimal(step))).toBe(true);
          }
          const [bid, ask] = [view.bids[0], view.asks[0]];
          const isCrossed = bid && ask && bookUnits(bid.price) >= bookUnits(ask.price);
          expect(isCrossed && !book.isCrossed).not.toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('fills the price of the group', () => {
    const book = bookOf([['0.00512', '1']], [['0.00513', '2']]);
    const view = bookView(book, { rows: 3, filter: 'all', grouping: '0.00005' });
    expect([view.bids[0]?.price, view.asks[0]?.price]).toEqual(['0.0051', '0.00515']);
  });
});
