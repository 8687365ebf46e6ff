import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bookDigits,
  bookView,
  ticksOf,
  type BookDigits,
  type BookViewOptions,
} from '../../../src/domain/bookView.ts';
import { compare, decimal, toText, type DecimalText } from '../../../src/domain/decimal.ts';
import type { PairSettings } from '../../../src/domain/market.ts';
import { OrderBook, type BookFrame, type BookLevel } from '../../../src/domain/orderBook.ts';
import { casesOf } from '../../long.ts';

const PAIR = 'XMR-BTC';

/** 0.10 and 0.1 are one price. */
const plain = (text: DecimalText): DecimalText => toText(decimal(text));

function frame(part: Partial<BookFrame> = {}): BookFrame {
  return {
    kind: 'update',
    pair: PAIR,
    bids: [],
    asks: [],
    lastPrice: null,
    buysVolume: null,
    sellsVolume: null,
    sequence: null,
    previousSequence: null,
    isDelta: true,
    ...part,
  };
}

const snapshot = (part: Partial<BookFrame> = {}): BookFrame =>
  frame({ kind: 'snapshot', isDelta: false, ...part });

/** Slow but obviously right: a map per side, sorted on every look. */
class NaiveBook {
  bids = new Map<string, string>();
  asks = new Map<string, string>();
  sequence: number | null = null;
  isSynced = false;
  private readonly depth: number;

  constructor(depth: number) {
    this.depth = depth;
  }

  apply(one: BookFrame): string {
    if (one.pair !== PAIR) return 'foreign';
    if (one.kind === 'update' && one.isDelta && !this.isSynced) return 'early';
    if (one.kind === 'update' && this.isSynced && this.sequence !== null && one.sequence !== null) {
      if (one.sequence <= this.sequence) return 'old';
    }
    if (one.kind === 'update' && one.isDelta) {
      const from = one.previousSequence ?? (one.sequence === null ? null : one.sequence - 1);
      if (from !== this.sequence) return 'gap';
    }
    if ([...one.bids, ...one.asks].some(([price, quantity]) => isBad(price, quantity))) return 'unreadable';
    if (!one.isDelta) [this.bids, this.asks] = [new Map(), new Map()];
    for (const [price, quantity] of one.bids) this.put(this.bids, price, quantity);
    for (const [price, quantity] of one.asks) this.put(this.asks, price, quantity);
    this.bids = new Map(this.sorted('bids').slice(0, this.depth));
    this.asks = new Map(this.sorted('asks').slice(0, this.depth));
    this.sequence = one.sequence;
    this.isSynced = true;
    return 'applied';
  }

  sorted(side: 'bids' | 'asks'): [string, string][] {
    const direction = side === 'bids' ? -1 : 1;
    return [...this[side]].sort(([a], [b]) => direction * compare(decimal(a), decimal(b)));
  }

  private put(side: Map<string, string>, price: string, quantity: string): void {
    if (plain(quantity) === '0') side.delete(plain(price));
    else side.set(plain(price), plain(quantity));
  }
}

const isBad = (...texts: string[]): boolean =>
  texts.some((text, index) => {
    if (!/^\d*\.?\d*$/.test(text) || !/\d/.test(text)) return true;
    return (index === 0 && plain(text) === '0') || (plain(text).split('.')[1] ?? '').length > 18;
  });

const levelsOf = (levels: OrderBook['bids']): [string, string][] =>
  levels.map(({ price, quantity }) => [price, quantity]);

// Few prices, so that frames meet the same levels, written in several ways.
const price = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('', '0', '000'))
  .map(([ticks, zeros]) => `${ticks < 10 ? '0.0' : '0.'}${ticks}${zeros}`);
const quantity = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('0', '0.0', '0.000') },
  {
    weight: 6,
    arbitrary: fc.bigInt({ min: 1n, max: 10n ** 24n }).map((units) => toText({ units, scale: 18 })),
  },
  { weight: 2, arbitrary: fc.constantFrom('1', '1.0', '0.00000001', '25.50', '007') },
);
const brokenText = fc.constantFrom('', '-1', 'abc', '1e', '0x10', ' ', '1.2.3', '٣', `0.${'0'.repeat(18)}1`);
const brokenLevel: fc.Arbitrary<BookLevel> = fc.oneof(
  fc.tuple(brokenText, quantity),
  fc.tuple(price, brokenText),
  fc.tuple(fc.constantFrom('0', '0.0'), quantity),
);
const level: fc.Arbitrary<BookLevel> = fc.tuple(price, quantity);
const levels = fc.oneof(
  { weight: 30, arbitrary: fc.array(level, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(level, brokenLevel), { maxLength: 4 }) },
);

/** Numbers are filled in as the server would, and sometimes wrongly. */
interface Step {
  readonly kind: 'snapshot' | 'delta' | 'whole' | 'foreign' | 'lost' | 'duplicate' | 'expect';
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  readonly isNumbered: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['delta', 'delta', 'delta', 'delta', 'delta', 'delta', 'delta', 'delta'] as const),
    ...(['snapshot', 'snapshot', 'whole', 'foreign', 'lost', 'duplicate', 'expect'] as const),
  ),
  bids: levels,
  asks: levels,
  isNumbered: fc.boolean(),
});

function* framesOf(steps: readonly Step[]): Generator<BookFrame | 'expect'> {
  let sequence = 0;
  for (const { kind, bids, asks, isNumbered } of steps) {
    const previousSequence = isNumbered ? sequence : null;
    if (kind === 'expect') {
      yield 'expect';
      continue;
    }
    if (kind === 'lost') {
      sequence += 1;
      continue;
    }
    if (kind !== 'duplicate') sequence += 1;
    const numbered = { sequence: isNumbered ? sequence : null, bids, asks };
    if (kind === 'snapshot') yield snapshot(numbered);
    else if (kind === 'whole') yield frame({ ...numbered, isDelta: false });
    else yield frame({ ...numbered, previousSequence, pair: kind === 'foreign' ? 'XMR-USDT' : PAIR });
  }
}

describe('the book under generated frames', () => {
  it('equals a naive model after every frame, sorted, without zeros, never too deep, and never throws', () => {
    let frames = 0;
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 10, maxLength: 80 }),
        fc.constantFrom(3, 40),
        (steps, depth) => {
          const book = new OrderBook(PAIR, depth);
          const model = new NaiveBook(depth);
          for (const one of framesOf(steps)) {
            frames += 1;
            if (one === 'expect') {
              book.expectSnapshot();
              model.isSynced = false;
              continue;
            }
            expect(book.apply(one)).toBe(model.apply(one));
            expect(levelsOf(book.bids).join(' ')).toBe(model.sorted('bids').join(' '));
            expect(levelsOf(book.asks).join(' ')).toBe(model.sorted('asks').join(' '));
            expect(book.sequence).toBe(model.sequence);
          }
          for (const side of [book.bids, book.asks]) {
            expect(side.length).toBeLessThanOrEqual(depth);
            expect(side.some(({ quantity }) => quantity === '0')).toBe(false);
          }
        },
      ),
      { numRuns: casesOf(6000), seed: 20_261_101 },
    );
    expect(frames).toBeGreaterThan(casesOf(100_000));
  }, 60_000);

  it('a frame lost on the way is always noticed at the next delta', () => {
    fc.assert(
      fc.property(
        fc.array(levels, { minLength: 2, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        (changes, where, howMany) => {
          const book = new OrderBook(PAIR);
          book.apply(snapshot({ sequence: 100 }));
          const first = where % (changes.length - 1);
          const lost = 1 + (howMany % (changes.length - 1 - first));
          const outcomes = changes.flatMap((bids, index) => {
            if (index >= first && index < first + lost) return [];
            return [
              book.apply(
                frame({
                  sequence: 101 + index,
                  previousSequence: 100 + index,
                  bids: bids.filter(([p, q]) => !isBad(p, q)),
                }),
              ),
            ];
          });
          expect(outcomes.slice(0, first)).toEqual(Array.from({ length: first }, () => 'applied'));
          expect(outcomes[first]).toBe('gap');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('frames that are applied do not depend on how a value is written', () => {
    const ways = (text: string): string[] => [
      text,
      `${text.includes('.') ? text : `${text}.`}000`,
      `0${text}`,
    ];
    fc.assert(
      fc.property(fc.array(level, { maxLength: 10 }), fc.nat({ max: 2 }), (bids, way) => {
        const [one, other] = [new OrderBook(PAIR), new OrderBook(PAIR)];
        const rewritten = bids.map(([p, q]) => [ways(plain(p))[way] ?? p, ways(plain(q))[way] ?? q] as const);
        one.apply(snapshot({ bids }));
        other.apply(snapshot({ bids: rewritten }));
        expect(levelsOf(other.bids)).toEqual(levelsOf(one.bids));
      }),
    );
  });
});

describe('single rules', () => {
  const held = (): OrderBook => {
    const book = new OrderBook(PAIR);
    book.apply(snapshot({ bids: [['1', '5']], asks: [['2', '7']], sequence: 10, lastPrice: '1.5' }));
    return book;
  };

  it('a snapshot replaces everything, also one that is older', () => {
    const book = held();
    expect(book.apply(snapshot({ bids: [['0.9', '1']], sequence: 3 }))).toBe('applied');
    expect(levelsOf(book.bids)).toEqual([['0.9', '1']]);
    expect(book.asks).toEqual([]);
    expect(book.sequence).toBe(3);
  });

  it('removing a level that is not there changes nothing', () => {
    const book = held();
    book.apply(frame({ bids: [['0.5', '0']], asks: [['9', '0.00']], sequence: 11, previousSequence: 10 }));
    expect([levelsOf(book.bids), levelsOf(book.asks)]).toEqual([[['1', '5']], [['2', '7']]]);
  });

  it('one bad level refuses the whole frame', () => {
    const book = held();
    const bad = frame({
      bids: [
        ['0.9', '1'],
        ['x', '1'],
      ],
      sequence: 11,
      previousSequence: 10,
    });
    expect(book.apply(bad)).toBe('unreadable');
    expect(levelsOf(book.bids)).toEqual([['1', '5']]);
    expect(book.sequence).toBe(10);
  });

  it('a bad whole book does not wipe the current one', () => {
    const book = held();
    expect(book.apply(snapshot({ asks: [['2', '-1']] }))).toBe('unreadable');
    expect(levelsOf(book.asks)).toEqual([['2', '7']]);
  });

  it('the volumes are those of the last frame, and gone where it has none', () => {
    const book = new OrderBook(PAIR);
    expect(book.volumes).toEqual({ bids: null, asks: null });
    book.apply(snapshot({ sequence: 1, buysVolume: '12', sellsVolume: '7.5' }));
    expect(bookView(book, { rows: 5, filter: 'sell', grouping: null }).volumes).toEqual({
      bids: '12',
      asks: '7.5',
    });
    book.apply(frame({ sequence: 2, buysVolume: '13' }));
    expect(book.volumes).toEqual({ bids: '13', asks: null });
    book.expectSnapshot();
    expect(book.volumes).toEqual({ bids: '13', asks: null });
    book.clear();
    expect(book.volumes).toEqual({ bids: null, asks: null });
  });

  it('the last price stays until another one arrives; 0 is none', () => {
    const book = held();
    book.apply(snapshot({ lastPrice: null }));
    expect(book.lastPrice).toBe('1.5');
    book.apply(snapshot({ lastPrice: '0.00' }));
    expect(book.lastPrice).toBe('1.5');
    book.apply(snapshot({ lastPrice: '1.60' }));
    expect(book.lastPrice).toBe('1.6');
  });

  it.each([
    ['apart', '1', '1.00000001', false],
    ['equal', '1.0', '1', true],
    ['crossed', '1.1', '1', true],
  ])('best prices %s', (_name, bid, ask, isCrossed) => {
    const book = new OrderBook(PAIR);
    book.apply(snapshot({ bids: [[bid, '1']], asks: [[ask, '1']] }));
    expect(book.isCrossed).toBe(isCrossed);
  });

  it('a delta without numbers on a numbered book is a gap: nobody can know what was missed', () => {
    expect(held().apply(frame({ bids: [['1', '6']] }))).toBe('gap');
  });

  it('a delta that names only its own number follows the one before', () => {
    expect(held().apply(frame({ sequence: 11 }))).toBe('applied');
    expect(held().apply(frame({ sequence: 12 }))).toBe('gap');
  });

  it('after clearing nothing is left', () => {
    const book = held();
    book.clear();
    expect([book.isEmpty, book.isSynced, book.sequence, book.lastPrice]).toEqual([true, false, null, null]);
    expect(book.apply(frame({ sequence: 11, previousSequence: 10 }))).toBe('early');
  });
});

describe('what the screen shows', () => {
  const all: BookViewOptions = { rows: 3, filter: 'all', grouping: null };
  const book = new OrderBook(PAIR);
  book.apply(
    snapshot({
      asks: [
        ['0.00512', '1'],
        ['0.00513', '0.5'],
        ['0.0052', '2.123456789'],
        ['0.006', '100'],
      ],
      bids: [
        ['0.0051', '0.000009'],
        ['0.00509', '4'],
      ],
      lastPrice: '0.00511',
    }),
  );

  it('rows from the best price on, totals from the top, depth against the larger side', () => {
    const view = bookView(book, all);
    expect(view.asks).toEqual([
      {
        price: '0.00512',
        quantity: '1',
        priceShown: '0.00512000',
        quantityShown: '1.00000',
        totalShown: '1.00000',
        share: 249,
        isOwn: false,
      },
      {
        price: '0.00513',
        quantity: '0.5',
        priceShown: '0.00513000',
        quantityShown: '0.50000',
        totalShown: '1.50000',
        share: 374,
        isOwn: false,
      },
      {
        price: '0.0052',
        quantity: '2.123456789',
        priceShown: '0.00520000',
        quantityShown: '2.12345',
        totalShown: '3.62345',
        share: 905,
        isOwn: false,
      },
    ]);
    expect(view.bids).toEqual([
      {
        price: '0.0051',
        quantity: '0.000009',
        priceShown: '0.00510000',
        quantityShown: '<0.00001',
        totalShown: '<0.00001',
        share: 0,
        isOwn: false,
      },
      {
        price: '0.00509',
        quantity: '4',
        priceShown: '0.00509000',
        quantityShown: '4.00000',
        totalShown: '4.00000',
        share: 1000,
        isOwn: false,
      },
    ]);
  });

  it('best prices and spread', () => {
    const view = bookView(book, all);
    expect(view.top).toEqual({ bid: '0.0051', ask: '0.00512', last: '0.00511' });
    // 0.00002 of 0.00511 is 0.39138… %.
    expect(view.spread).toEqual({ amount: '0.00002', percent: '0.391' });
  });

  it('the spread in ticks, where it is a whole number of them (BOOK-21)', () => {
    const spread = { amount: '0.00002', percent: '0.391' };
    expect(ticksOf(spread, '0.00000001')).toBe(2000);
    expect(ticksOf(spread, '0.00001')).toBe(2);
    expect(ticksOf(spread, '0.00003')).toBeNull();
  });

  it('no spread without both sides, and none while crossed', () => {
    const other = new OrderBook(PAIR);
    other.apply(snapshot({ bids: [['1', '1']] }));
    expect(bookView(other, all).spread).toBeNull();
    other.apply(snapshot({ bids: [['1', '1']], asks: [['0.9', '1']] }));
    expect(bookView(other, all).spread).toBeNull();
  });

  it.each([
    ['all', 3, 2],
    ['buy', 0, 2],
    ['sell', 3, 0],
  ] as const)('filter %s', (filter, asks, bids) => {
    const view = bookView(book, { ...all, filter });
    expect([view.asks.length, view.bids.length]).toEqual([asks, bids]);
    expect(view.spread).not.toBeNull();
  });

  it('groups by multiples of the tick: bids down, asks up', () => {
    const view = bookView(book, { ...all, grouping: '0.0001' });
    expect(view.asks.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['0.0052', '3.623456789'],
      ['0.006', '100'],
    ]);
    expect(view.bids.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['0.0051', '0.000009'],
      ['0.005', '4'],
    ]);
  });

  it("marks the rows with the user's orders, also where prices are grouped", () => {
    const own = { bids: ['0.005090', '0.0001'], asks: ['0.0052'] };
    const marks = (options: Partial<BookViewOptions>): boolean[][] => {
      const { bids, asks } = bookView(book, { ...all, ...options, own });
      return [bids, asks].map((side) => side.map(({ isOwn }) => isOwn));
    };
    expect(marks({})).toEqual([
      [false, true],
      [false, false, true],
    ]);
    // 0.00509 belongs to 0.005; 0.00512 to 0.0052, as 0.0052 itself.
    expect(marks({ grouping: '0.0001' })).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(marks({ filter: 'buy' })).toEqual([[false, true], []]);
  });

  it('grouping keeps every unit, puts each level into its multiple, and never flatters a price', () => {
    const tick = fc.constantFrom('0.01', '0.05', '0.1', '1');
    fc.assert(
      fc.property(fc.array(level, { maxLength: 30 }), tick, (some, grouping) => {
        const other = new OrderBook(PAIR);
        other.apply(snapshot({ bids: some, asks: some }));
        const view = bookView(other, { rows: 40, filter: 'all', grouping });
        const units = (text: string): bigint => decimal(text).units * 10n ** BigInt(18 - decimal(text).scale);
        const sum = (rows: readonly { quantity: string }[]): bigint =>
          rows.reduce((total, row) => total + units(row.quantity), 0n);
        expect([sum(view.bids), sum(view.asks)]).toEqual([sum(other.bids), sum(other.asks)]);
        const isInPlace = ({ price: shown }: { price: string }): boolean =>
          units(shown) <= units(grouping) || units(shown) % units(grouping) === 0n;
        expect([...view.bids, ...view.asks].filter((row) => !isInPlace(row))).toEqual([]);
        const [bid, ask] = [other.bids[0]?.priceUnits ?? 0n, other.asks[0]?.priceUnits ?? 0n];
        expect(units(view.bids[0]?.price ?? '0')).toBeLessThanOrEqual(bid);
        expect(units(view.asks[0]?.price ?? '0')).toBeGreaterThanOrEqual(ask);
      }),
    );
  });

  it('a changed quantity is shown, though texts are kept', () => {
    const other = new OrderBook(PAIR);
    other.apply(snapshot({ bids: [['1', '1']] }));
    expect(bookView(other, all).bids[0]?.quantityShown).toBe('1.00000');
    other.apply(frame({ bids: [['1', '2']] }));
    expect(bookView(other, all).bids[0]).toMatchObject({ quantityShown: '2.00000', totalShown: '2.00000' });
  });

  it('has the decimals of the pair, and shows finer values whole (BOOK-09)', () => {
    const settings: PairSettings = {
      pair: PAIR,
      isEnabled: true,
      pricePrecision: 4,
      quantityPrecision: 2,
      minPriceIncrement: '0.0005',
      minQuantityIncrement: '0.01',
      minOrderSize: null,
      makerFeePercent: null,
      takerFeePercent: null,
    };
    expect(bookDigits(settings)).toEqual({ priceDigits: 4, quantityDigits: 2 });
    expect(bookDigits({ ...settings, pricePrecision: 8 })).toEqual({ priceDigits: 4, quantityDigits: 2 });
    expect(bookDigits({ ...settings, minPriceIncrement: null, pricePrecision: 12 }).priceDigits).toBe(8);
    expect(bookDigits(null)).toEqual({ priceDigits: 8, quantityDigits: 5 });
    const other = new OrderBook(PAIR);
    other.apply(
      snapshot({
        bids: [
          ['0.0035', '2'],
          ['0.003', '10.5'],
          ['0.00299999', '0.001'],
        ],
      }),
    );
    const shown = (digits: BookDigits) =>
      bookView(other, { ...all, digits }).bids.map(({ priceShown, quantityShown, totalShown }) =>
        [priceShown, quantityShown, totalShown].join(' '),
      );
    expect(shown({ priceDigits: 4, quantityDigits: 2 })).toEqual([
      '0.0035 2.00 2.00',
      '0.0030 10.50 12.50',
      '0.00299999 0.00100 12.50100',
    ]);
    expect(shown({ priceDigits: 3, quantityDigits: 0 })).toEqual([
      '0.00350000 2 2',
      '0.003 10.50000 12.50000',
      '0.00299999 0.00100 12.50100',
    ]);
  });
});
