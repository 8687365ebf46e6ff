import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, fromUnits } from '../../../src/domain/decimal.ts';
import type { Market } from '../../../src/domain/market.ts';
import {
  DEFAULT_SORT,
  favouritesFirst,
  FIRST_VIEW,
  inUsd,
  MARKET_COLUMNS,
  marketTotals,
  nextSort,
  pageButtons,
  pageOf,
  searchMarkets,
  sortMarkets,
  viewAfter,
  type ViewChange,
  volumeIn,
} from '../../../src/domain/marketList.ts';
import { usdPrices } from '../../../src/domain/usdPrices.ts';

function market(pair: string, figures: Partial<Market> = {}): Market {
  return {
    pair,
    lastPrice: null,
    percentChange: null,
    baseVolume: null,
    quoteVolume: null,
    high24h: null,
    low24h: null,
    lowestAsk: null,
    highestBid: null,
    ...figures,
  };
}
const pairsOf = (markets: readonly Market[]): string[] => markets.map(({ pair }) => pair);

const figure = fc.option(fc.bigInt(0n, 10n ** 15n).map((units) => fromUnits(units, 8)));
const markets = fc.uniqueArray(
  fc
    .record({
      pair: fc
        .tuple(fc.stringMatching(/^[A-Z]{2,4}$/), fc.constantFrom('BTC', 'USDT'))
        .map((p) => p.join('-')),
      lastPrice: figure,
      percentChange: figure,
      baseVolume: figure,
      quoteVolume: figure,
      high24h: figure,
      low24h: figure,
    })
    .map((raw) => market(raw.pair, raw)),
  { selector: ({ pair }) => pair },
);

it('favourites come first, and both parts keep their order (MARKET-12)', () => {
  const list = [market('XMR-BTC'), market('GRIN-BTC'), market('XMR-USDT'), market('WOW-BTC')];
  const found = favouritesFirst(list, ['WOW-BTC', 'GRIN-BTC', 'DOGE-BTC']);
  expect(pairsOf(found)).toEqual(['GRIN-BTC', 'WOW-BTC', 'XMR-BTC', 'XMR-USDT']);
  expect(favouritesFirst(list, [''])).toEqual(list);
});

describe('search (MARKET-02)', () => {
  const list = [market('XMR-BTC'), market('GRIN-BTC'), market('XMR-USDT')];
  const names = { XMR: 'Monero', GRIN: 'Grin' };
  it.each([
    ['', ['XMR-BTC', 'GRIN-BTC', 'XMR-USDT']],
    ['  ', ['XMR-BTC', 'GRIN-BTC', 'XMR-USDT']],
    ['xmr', ['XMR-BTC', 'XMR-USDT']],
    ['MONERO', ['XMR-BTC', 'XMR-USDT']],
    ['xmr/b', ['XMR-BTC']],
    ['xmr-u', ['XMR-USDT']],
    [' grin ', ['GRIN-BTC']],
    ['doge', []],
  ])('%j finds %j', (search, expected) => {
    expect(pairsOf(searchMarkets(list, search, names))).toEqual(expected);
  });
  it('searches only symbols while no name is known', () => {
    expect(pairsOf(searchMarkets(list, 'monero', {}))).toEqual([]);
  });
});

describe('order (MARKET-03)', () => {
  it('starts with the largest 24 h quote volume, exact even beyond what a float can distinguish', () => {
    const list = [
      market('A-BTC', { quoteVolume: '9007199254740992.00000001' }),
      market('B-BTC', { quoteVolume: '9007199254740992.00000002' }),
      market('C-BTC'),
    ];
    expect(pairsOf(sortMarkets(list, DEFAULT_SORT))).toEqual(['B-BTC', 'A-BTC', 'C-BTC']);
  });

  it('compares volumes in one unit; a coin without a price comes last, both ways (MARKET-16)', () => {
    const list = [
      market('XMR-USDT', { quoteVolume: '500000', lastPrice: '150' }),
      market('XMR-BTC', { quoteVolume: '20', lastPrice: '0.0015' }),
      market('KAS-DOGE', { quoteVolume: '9000000', lastPrice: '1' }),
      market('BTC-USDT', { quoteVolume: '900000', lastPrice: '100000' }),
    ];
    const sorted = (direction: 'ascending' | 'descending') =>
      pairsOf(sortMarkets(list, { column: 'volume', direction }));
    expect(sorted('descending')).toEqual(['XMR-BTC', 'BTC-USDT', 'XMR-USDT', 'KAS-DOGE']);
    expect(sorted('ascending')).toEqual(['XMR-USDT', 'BTC-USDT', 'XMR-BTC', 'KAS-DOGE']);
    expect(list.map((one) => volumeIn(usdPrices(list, '100000'), one))).toEqual([
      '500000',
      '2000000',
      null,
      '900000',
    ]);
  });

  it('compares ranges across pairs by their share of the low', () => {
    const list = [
      market('BTC-USDT', { high24h: '91000', low24h: '90000' }),
      market('WOW-BTC', { high24h: '0.00000050', low24h: '0.00000040' }),
      market('NEW-BTC', { high24h: '1', low24h: '0' }),
    ];
    expect(pairsOf(sortMarkets(list, { column: 'range', direction: 'descending' }))).toEqual([
      'WOW-BTC',
      'BTC-USDT',
      'NEW-BTC',
    ]);
  });

  it('by asset goes by the pair, both ways', () => {
    const list = ['KAS-USDT', 'BTC-USDT', 'KAS-BTC'].map((pair) => market(pair));
    const sorted = (direction: 'ascending' | 'descending') =>
      pairsOf(sortMarkets(list, { column: 'asset', direction }));
    expect(sorted('ascending')).toEqual(['BTC-USDT', 'KAS-BTC', 'KAS-USDT']);
    expect(sorted('descending')).toEqual(['KAS-USDT', 'KAS-BTC', 'BTC-USDT']);
  });

  it('keeps every market, orders the known and puts the unknown last, both ways', () => {
    const columns = [
      ['price', 'lastPrice'],
      ['change', 'percentChange'],
    ] as const;
    fc.assert(
      fc.property(
        markets,
        fc.constantFrom(...columns),
        fc.constantFrom('ascending' as const, 'descending' as const),
        (list, [column, field], direction) => {
          const sorted = sortMarkets(list, { column, direction });
          expect(pairsOf(sorted).sort()).toEqual(pairsOf(list).sort());
          const known = sorted.map((one) => one[field]).filter((value) => value !== null);
          expect(sorted.slice(0, known.length).every((one) => one[field] !== null)).toBe(true);
          for (const [index, value] of known.entries()) {
            const next = known[index + 1];
            if (next === undefined) continue;
            const order = compare(decimal(value), decimal(next));
            expect(direction === 'ascending' ? order <= 0 : order >= 0).toBe(true);
          }
        },
      ),
    );
  });

  it('reverses on the second press, and a column starts in its usual order', () => {
    expect(nextSort(DEFAULT_SORT, 'volume')).toEqual({ column: 'volume', direction: 'ascending' });
    expect(nextSort(DEFAULT_SORT, 'asset')).toEqual({ column: 'asset', direction: 'ascending' });
    expect(nextSort(DEFAULT_SORT, 'price')).toEqual({ column: 'price', direction: 'descending' });
    for (const column of MARKET_COLUMNS) {
      const once = nextSort(DEFAULT_SORT, column);
      expect(nextSort(nextSort(once, column), column)).toEqual(once);
    }
  });
});

describe('how the table is looked at', () => {
  const after = (...changes: ViewChange[]) => changes.reduce(viewAfter, FIRST_VIEW);

  it('starts with every market, by its volume, at page 1 (MARKET-03)', () => {
    expect(after()).toEqual({ search: '', sort: { column: 'volume', direction: 'descending' }, page: 1 });
  });

  it('goes back to page 1 with another search, and keeps the order (MARKET-02)', () => {
    const view = after({ column: 'asset' }, { page: 3 }, { search: ' xmr' });
    expect(view).toEqual({ search: ' xmr', sort: { column: 'asset', direction: 'ascending' }, page: 1 });
    expect(viewAfter({ ...view, page: 2 }, { search: '' })).toEqual({ ...view, search: '' });
  });

  it('goes back to page 1 with another order, and keeps the search', () => {
    const view = after({ search: 'xmr' }, { page: 2 }, { column: 'volume' });
    expect(view).toEqual({ search: 'xmr', sort: { column: 'volume', direction: 'ascending' }, page: 1 });
  });

  it('keeps search and order on another page', () => {
    const view = after({ search: 'xmr' }, { column: 'price' });
    expect(viewAfter(view, { page: 2 })).toEqual({ ...view, page: 2 });
  });
});

describe('pages (MARKET-01)', () => {
  it.each([
    [0, 1, { page: 1, pages: 1, from: 0, to: 0 }],
    [20, 1, { page: 1, pages: 1, from: 1, to: 20 }],
    [21, 2, { page: 2, pages: 2, from: 21, to: 21 }],
    [21, 9, { page: 2, pages: 2, from: 21, to: 21 }],
    [45, 0, { page: 1, pages: 3, from: 1, to: 20 }],
  ])('of %i rows, page %i', (count, wanted, expected) => {
    const list = Array.from({ length: count }, (_, index) => index);
    expect(pageOf(list, wanted, 20)).toMatchObject({ ...expected, total: count });
  });

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('buttons at page %i of %i are %j', (page, pages, expected) => {
    expect(pageButtons(page, pages)).toEqual(expected);
  });

  it('never offers more than five, and always the current page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
        const [page, pages] = [Math.min(a, b), Math.max(a, b)];
        const buttons = pageButtons(page, pages);
        expect(buttons).toContain(page);
        expect(buttons).toHaveLength(Math.min(5, pages));
        expect(buttons[0]).toBeGreaterThanOrEqual(1);
        expect(buttons.at(-1)).toBeLessThanOrEqual(pages);
      }),
    );
  });
});

describe('headline figures', () => {
  it('adds volumes in BTC and converts others by the last price of their BTC market', () => {
    const list = [
      market('XMR-BTC', { quoteVolume: '1.5', baseVolume: '400' }),
      market('BTC-USDT', { quoteVolume: '180000', baseVolume: '2', lastPrice: '90000' }),
      market('KAS-USDT', { quoteVolume: '45000' }),
    ];
    expect(marketTotals(list)).toEqual({ pairs: 3, volume: '4', unpriced: 0 });
  });

  it('shows how many markets it could not price, and nothing rather than 0', () => {
    const list = [market('KAS-USDT', { quoteVolume: '45000' }), market('XMR-BTC', { quoteVolume: '1' })];
    expect(marketTotals(list)).toEqual({ pairs: 2, volume: '1', unpriced: 1 });
    expect(marketTotals(list.slice(0, 1))).toEqual({ pairs: 1, volume: null, unpriced: 1 });
    expect(marketTotals([])).toEqual({ pairs: 0, volume: null, unpriced: 0 });
  });

  it('shows USD only where both figures are known', () => {
    expect(inUsd('0.0039', '90000.5')).toBe('351.00195');
    expect(inUsd(null, '90000')).toBeNull();
    expect(inUsd('0.0039', null)).toBeNull();
  });
});
