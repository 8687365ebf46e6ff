/** Search, order and pages of the markets table (MARKET-01). */
import { type Market, parsePair } from './market.ts';
import { usdPrices } from './usdPrices.ts';
import { add, compare, decimal, divideBy, multiply, subtract, toText, type DecimalText } from './decimal.ts';

export const MARKETS_PER_PAGE = 20;
export const MAX_PAGE_BUTTONS = 5;

export const MARKET_COLUMNS = ['asset', 'price', 'change', 'volume', 'range'] as const;
export type MarketColumn = (typeof MARKET_COLUMNS)[number];
export type SortDirection = 'ascending' | 'descending';

export interface MarketSort {
  readonly column: MarketColumn;
  readonly direction: SortDirection;
}

export const DEFAULT_SORT: MarketSort = { column: 'volume', direction: 'descending' };

/** The next order when a heading is pressed: names start at A, figures at the largest; a second press reverses. */
export function nextSort(sort: MarketSort, column: MarketColumn): MarketSort {
  if (sort.column === column) {
    return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  return { column, direction: column === 'asset' ? 'ascending' : 'descending' };
}

/** How the markets table is looked at. */
export interface MarketsView {
  /** The text as the user typed it. */
  readonly search: string;
  readonly sort: MarketSort;
  /** From 1. May be too high after markets went away; then the last page shows. */
  readonly page: number;
}

export const FIRST_VIEW: MarketsView = { search: '', sort: DEFAULT_SORT, page: 1 };

export type ViewChange =
  | { readonly search: string }
  | { readonly column: MarketColumn }
  | { readonly page: number };

/** A reducer. Another search or order starts at page 1 (MARKET-02). */
export function viewAfter(view: MarketsView, change: ViewChange): MarketsView {
  if ('page' in change) return { ...view, page: change.page };
  if ('search' in change) return { ...view, search: change.search, page: 1 };
  return { ...view, sort: nextSort(view.sort, change.column), page: 1 };
}

/** Searches pair, symbols and the base coin's name; case does not matter. */
export function searchMarkets(
  markets: readonly Market[],
  search: string,
  names: Readonly<Record<string, string>>,
): readonly Market[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return markets;
  return markets.filter((market) => {
    const base = parsePair(market.pair)?.base ?? market.pair;
    const texts = [market.pair, market.pair.replace('-', '/'), names[base] ?? ''];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  });
}

const FIGURES: Readonly<
  Record<Exclude<MarketColumn, 'asset' | 'volume'>, (market: Market) => DecimalText | null>
> = {
  price: ({ lastPrice }) => lastPrice,
  change: ({ percentChange }) => percentChange,
  range: relativeRange,
};

/** The value of one unit of each quote coin. */
export type UnitPrices = Readonly<Record<string, DecimalText>>;

/** The quote volume in the unit of the prices; null where its coin has none (MARKET-16). */
export function volumeIn(prices: UnitPrices, { pair, quoteVolume }: Market): DecimalText | null {
  const price = prices[parsePair(pair)?.quote ?? ''];
  if (quoteVolume === null || price === undefined) return null;
  return toText(multiply(decimal(quoteVolume), decimal(price)));
}

const RANGE_DIGITS = 12;

/** The day's range as a share of its low, which compares across pairs. */
function relativeRange({ high24h, low24h }: Market): DecimalText | null {
  if (high24h === null || low24h === null) return null;
  const low = decimal(low24h);
  if (low.units <= 0n) return null;
  return toText(divideBy(subtract(decimal(high24h), low), low, RANGE_DIGITS));
}

/**
 * Markets without the figure come last in both directions; equal ones are ordered by pair. Volumes are compared in BTC,
 * which orders them as USD does (MARKET-16).
 * @param markets all of them: each may have the price of another's coin.
 */
export function sortMarkets(markets: readonly Market[], { column, direction }: MarketSort): Market[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const byPair = (a: Market, b: Market): number => (a.pair < b.pair ? -1 : a.pair > b.pair ? 1 : 0);
  if (column === 'asset') return [...markets].sort((a, b) => sign * byPair(a, b));
  const inBtc = usdPrices(markets, '1');
  const figureOf = column === 'volume' ? volumeIn.bind(null, inBtc) : FIGURES[column];
  const keyed = markets.map((market) => ({ market, figure: figureOf(market) }));
  keyed.sort((a, b) => {
    if (a.figure === null || b.figure === null) {
      if (a.figure === b.figure) return byPair(a.market, b.market);
      return a.figure === null ? 1 : -1;
    }
    return sign * compare(decimal(a.figure), decimal(b.figure)) || byPair(a.market, b.market);
  });
  return keyed.map(({ market }) => market);
}

/** Marked markets before the others, each in their order (MARKET-12). */
export const favouritesFirst = (markets: readonly Market[], pairs: readonly string[]): Market[] =>
  [true, false].flatMap((isMarked) => markets.filter(({ pair }) => pairs.includes(pair) === isMarked));

export interface PageOf<T> {
  readonly rows: readonly T[];
  /** From 1, at most `pages`, which is at least 1. `from` and `to` are row positions from 1, or 0 of an empty list. */
  readonly page: number;
  readonly pages: number;
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

export function pageOf<T>(list: readonly T[], wanted: number, size: number): PageOf<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(Math.max(1, wanted), pages);
  const rows = list.slice((page - 1) * size, page * size);
  const from = rows.length === 0 ? 0 : (page - 1) * size + 1;
  return { rows, page, pages, from, to: from === 0 ? 0 : from + rows.length - 1, total: list.length };
}

/** At most `most` page numbers in a row, the current one in the middle where there is room. */
export function pageButtons(page: number, pages: number, most = MAX_PAGE_BUTTONS): number[] {
  const count = Math.min(pages, most);
  const first = Math.min(Math.max(1, page - Math.floor(count / 2)), pages - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}

export interface MarketTotals {
  readonly pairs: number;
  /** In BTC; null while no figure is known. */
  readonly volume: DecimalText | null;
  /** Markets left out of the sum, because their volume could not be converted. */
  readonly unpriced: number;
}

const SATOSHI_DIGITS = 8;

/** In BTC, by the last price of each quote coin's BTC market; without one a market counts as unpriced, not as 0. */
export function marketTotals(markets: readonly Market[]): MarketTotals {
  let total = decimal('0');
  let unpriced = 0;
  for (const market of markets) {
    const volume = volumeInBtc(market, markets);
    if (volume === null) unpriced += 1;
    else total = add(total, decimal(volume));
  }
  return { pairs: markets.length, volume: unpriced === markets.length ? null : toText(total), unpriced };
}

function volumeInBtc(market: Market, markets: readonly Market[]): DecimalText | null {
  const pair = parsePair(market.pair);
  if (!pair) return null;
  if (pair.base === 'BTC') return market.baseVolume;
  if (market.quoteVolume === null) return null;
  if (pair.quote === 'BTC') return market.quoteVolume;
  const price = markets.find((other) => other.pair === `BTC-${pair.quote}`)?.lastPrice ?? null;
  if (price === null || decimal(price).units === 0n) return null;
  return toText(divideBy(decimal(market.quoteVolume), decimal(price), SATOSHI_DIGITS));
}

export function inUsd(btc: DecimalText | null, btcPrice: DecimalText | null): DecimalText | null {
  return btc === null || btcPrice === null ? null : toText(multiply(decimal(btc), decimal(btcPrice)));
}
