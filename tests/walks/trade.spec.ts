import type { Page } from '@playwright/test';
import { candleChartModel, PUSHED } from '../models/candleChart.model.ts';
import { NOW } from '../models/candleChart.model.ts';
import { marketsTableModel } from '../models/marketsTable.model.ts';
import { passUntilAsked, untilRulesRead } from '../e2e/support/asks.ts';
import { isAsking, watchRequests } from '../e2e/support/openRequests.ts';
import { turnPage } from '../e2e/support/pageFacts.ts';
import { walkScreen } from '../e2e/support/screenWalk.ts';
import { ScriptedStream } from '../e2e/support/scriptedStream.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';

const CANDLES = /\/stats\/chartx$/;

const backToNow = (page: Page): Promise<void> => page.clock.setSystemTime(NOW * 1000);

const interval = (name: string) => (page: Page) =>
  page.getByRole('region', { name: 'Chart' }).getByRole('radio', { name, exact: true }).check();

const press = (page: Page, place: '.notice' | '.corner' | '.stale', name: string) =>
  page
    .getByRole('region', { name: 'Chart' })
    .locator(`[data-place="${place.slice(1)}"]`)
    .getByRole('button', { name })
    .click();

const STREAMED = 'brought by a stream';
const streams = new WeakMap<Page, ScriptedStream>();
function streamOf(page: Page): ScriptedStream {
  const stream = streams.get(page);
  if (!stream) throw new Error('the page has no stream');
  return stream;
}
async function push(page: Page, candles: readonly unknown[]): Promise<void> {
  await streamOf(page).bring({ candles });
  await backToNow(page);
}
const isLive = (value: unknown): boolean => JSON.stringify(value).includes('"newest":"live"');

/** The page is hidden, and what is read, shown and lost then. */
function happensWithStream(name: string, value: unknown, isPageVisible: boolean): boolean {
  const at = JSON.stringify(value);
  if (name.startsWith('readNewest') || name === 'readLatest: bars') return true;
  if (!at.includes('"older":"idle"') || /choose|scroll|retry|refresh|after|readLatest/.test(name))
    return false;
  if (name === 'hide') return isLive(value);
  if (name === 'show') return !isPageVisible;
  return isPageVisible || name === 'stream lost';
}

walkScreen({
  model: candleChartModel,
  shows: (page) => page.getByRole('region', { name: 'Chart' }),
  calls: CANDLES,
  streamed: [STREAMED],
  inChromium: { 'scroll back': 'a chart is drawn, and moved by the mouse' },
  happens: (name, { value, context }, variant) => {
    if (variant.name === STREAMED) return happensWithStream(name, value, context.isPageVisible);
    const at = JSON.stringify(value);
    const hasFailed = [context.newestFailure, context.olderFailure].some((failure) => failure !== null);
    const isResting = at === '{"ready":{"newest":"waiting","older":"idle"}}' && !hasFailed;
    const isLong = context.interval === '240';
    // Silence and other refusals look like those that are walked.
    if (/silence|unreadable|too many|no answer/.test(name)) return false;
    // One thing at a time; the actor's walk has combinations.
    if (!context.isPageVisible) return name === 'show';
    if (name === 'show') return false;
    if (name === 'hide') return isResting && isLong && context.bars.length > 0;
    if (name.startsWith('choose')) return isResting || !at.includes('ready');
    if (name === 'refresh') return context.newestFailure !== null;
    if (name === 'scroll back') return isResting;
    if (name === 'after pollPause') return isResting && isLong;
    return true;
  },
  key: ({ value, context }) => [
    value,
    context.interval,
    context.bars.length > 0,
    [context.failure, context.newestFailure, context.olderFailure].map((failure) => failure !== null),
    context.retries,
    context.isPageVisible,
    context.hasInvalidTime,
    context.interval === '1' && [context.emptyWindows, context.readFrom],
  ],
  open: async (page, variant) => {
    watchRequests(page, CANDLES);
    await page.clock.install({ time: NOW * 1000 });
    // No last price, because it would change the last candle.
    if (variant.name === STREAMED) {
      const stream = new ScriptedStream(page, 'candles', { pair_symbol: 'XMR-BTC', frame: 'hour' });
      streams.set(page, stream);
      await stream.start();
    } else await page.routeWebSocket(/\/socket\/ws$/, () => undefined);
    await page.route(/\/(api\/markets|order\/trades)/, (route) => route.fulfill({ json: {} }));
    await page.goto('/trade/XMR-BTC');
    await page.getByRole('region', { name: 'Chart' }).waitFor();
    await untilRulesRead(page);
    await stopTime(page);
    await backToNow(page);
  },
  gestures: {
    'choose 1m': interval('1m'),
    'choose 4h': interval('4h'),
    'scroll back': async (page, { snapshot }) => {
      if (snapshot.context.bars.length === 0) return press(page, '.notice', 'Load older');
      // Drawn at most once a second.
      await page.clock.runFor(1200);
      const canvas = page.getByRole('region', { name: 'Chart' }).getByRole('img');
      const box = await canvas.boundingBox();
      if (!box) throw new Error('the chart has no size');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      // Back and forth, because bars at the end move one way only.
      await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
      await page.clock.runFor(100);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await page.clock.runFor(200);
      await backToNow(page);
    },
    retry: (page, { snapshot }) => press(page, snapshot.matches('failed') ? '.notice' : '.corner', 'Retry'),
    refresh: (page) => press(page, '.stale', 'Retry'),
    hide: (page) => turnPage(page, 'hidden'),
    show: (page) => turnPage(page, 'visible'),
    'pushed next': (page) => push(page, PUSHED.next),
    'pushed far': (page) => push(page, PUSHED.far),
    'stream lost': (page) => streamOf(page).skip({ candles: PUSHED.next }),
  },
  timers: {
    retryPause: async (page) => {
      await passUntilAsked(page, CANDLES);
      await backToNow(page);
    },
    pollPause: async (page) => {
      await passUntilAsked(page, CANDLES, () => page.clock.fastForward(300_000), 10_000);
      await backToNow(page);
    },
  },
  facts: ({ value, context }) => {
    const { bars, failure, olderFailure, newestFailure } = context;
    const at = JSON.stringify(value);
    const isReady = at.includes('ready');
    const isReadingOlder = at.includes('"older":"reading"');
    const isEmpty = isReady && bars.length === 0;
    const close = bars.at(-1)?.close;
    return {
      interval: context.interval === '1' ? '1m' : '4h',
      notice: at.includes('loading')
        ? 'Loading candles…'
        : at.includes('failed')
          ? (failure?.text ?? 'Failed to load historical data')
          : isEmpty
            ? context.hasInvalidTime
              ? 'Invalid time'
              : 'No trades in this period.'
            : null,
      note: isReady && !isEmpty && newestFailure === null && context.hasInvalidTime ? 'Invalid time' : null,
      earlier: !isEmpty || at.includes('exhausted') ? null : isReadingOlder ? 'disabled' : 'enabled',
      corner: isReadingOlder
        ? 'Loading older candles…'
        : olderFailure && (olderFailure.text ?? 'Failed to load historical data'),
      isBehind: newestFailure !== null,
      isAsking: at.includes('reading'),
      close: close === undefined ? null : close.padEnd(8, '0'),
    };
  },
  read: async (page) => ({ ...(await readChart(page)), isAsking: isAsking(page) }),
});

const readChart = (page: Page) =>
  page.getByRole('region', { name: 'Chart' }).evaluate((chart) => {
    const place = (name: string): Element | null => chart.querySelector(`[data-place="${name}"]`);
    const words = (element: Element | null): string | null =>
      element?.querySelector('p, span')?.textContent ?? element?.textContent ?? null;
    const earlier = [...(place('notice')?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Load older',
    );
    const figures = [...chart.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    return {
      interval: chart.querySelector('input:checked')?.closest('label')?.textContent ?? null,
      notice: words(place('notice')),
      earlier: earlier ? (earlier.disabled ? 'disabled' : 'enabled') : null,
      note: words(place('time')),
      corner: words(place('corner')),
      isBehind: place('stale') !== null,
      close: figures[4] ?? null,
    };
  });

const symbol = (prefix: string, index: number): string => prefix + String.fromCodePoint(65 + index);
/** Busiest first: twenty others, then twenty-five that the search finds. */
const MARKETS = [
  ...Array.from({ length: 20 }, (_, index) => symbol('COIN', index)),
  ...Array.from({ length: 25 }, (_, index) => symbol('XMR', index)),
];
const WIRE = Object.fromEntries(
  MARKETS.map((base, index) => [
    `${base}-BTC`,
    { last_price: '0.001', percent_change: '0', base_volume: '1', quote_volume: String(1000 - index) },
  ]),
);

/** Without the product's own functions. */
function expectedRows({
  search,
  sort,
}: {
  search: string;
  sort: { column: string; direction: string };
}): string[] {
  const wanted = search.trim().toUpperCase();
  const found = MARKETS.filter((base) => `${base}-BTC`.includes(wanted));
  if (sort.column === 'asset') found.sort();
  const isTurned = sort.column === 'asset' ? sort.direction === 'descending' : sort.direction === 'ascending';
  return isTurned ? found.toReversed() : found;
}

const TYPED: Readonly<Record<string, string>> = {
  'type xmr': 'xmr',
  'type doge': 'doge',
  'empty the box': '',
  'type blanks': '  ',
};
const PER_PAGE = 20;
const type = (text: string) => (page: Page) =>
  page.getByRole('searchbox', { name: 'Search markets' }).fill(text);
const sortBy = (name: string) => (page: Page) =>
  page.getByRole('columnheader', { name }).getByRole('button').click();
const toPage = (number: number) => (page: Page) =>
  page
    .getByRole('navigation', { name: 'Pagination' })
    .getByRole('button', { name: String(number), exact: true })
    .click();

walkScreen({
  model: marketsTableModel,
  shows: (page) => page.getByRole('region', { name: 'All markets' }),
  happens: (name, { context }) => {
    if (name === 'page 0' || name === 'page 1.5') return false;
    // An empty list has no pages; only it offers to clear the search.
    if (name.startsWith('page')) return context.search !== 'doge';
    if (name === 'clear') return context.search === 'doge';
    if (TYPED[name] === context.search) return false;
    // Combined, order and search would only make the walk long.
    const isUsual = context.sort.column === 'volume' && context.sort.direction === 'descending';
    return name.startsWith('sort') ? context.search === '' : isUsual;
  },
  key: ({ value, context }) => [value, context.search, context.page, context.sort],
  open: async (page) => {
    await page.route('**/api/markets', (route) => route.fulfill({ json: WIRE }));
    await page.goto('/markets');
    await expect(page.getByText('1-20 of 45')).toBeVisible();
  },
  gestures: {
    'type xmr': type('xmr'),
    'type doge': type('doge'),
    'empty the box': type(''),
    'type blanks': type('  '),
    clear: (page) => page.getByRole('button', { name: 'Clear search' }).click(),
    'sort by asset': sortBy('Asset'),
    'sort by volume': sortBy('Volume'),
    'page 1': toPage(1),
    'page 2': toPage(2),
  },
  facts: ({ context }) => {
    const all = expectedRows(context);
    const from = (context.page - 1) * PER_PAGE;
    const rows = all.slice(from, from + PER_PAGE);
    return {
      search: context.search,
      sorted: `${context.sort.column} ${context.sort.direction}`,
      rows: rows.join(' '),
      count: all.length === 0 ? null : `${from + 1}-${from + rows.length} of ${all.length}`,
      page: all.length === 0 ? null : String(context.page),
      empty: all.length === 0 ? `No market matches “${context.search.trim()}”.` : null,
    };
  },
  read: (page) =>
    page.getByRole('region', { name: 'All markets' }).evaluate((panel) => {
      const sorted = panel.querySelector('th[aria-sort]:not([aria-sort="none"])');
      const column = sorted?.textContent
        .replaceAll(/[^\w ]/g, '')
        .trim()
        .toLowerCase();
      return {
        search: panel.querySelector('input')?.value ?? null,
        sorted: `${column} ${sorted?.getAttribute('aria-sort')}`,
        rows: [...panel.querySelectorAll('tbody th')]
          .map(({ textContent }) => textContent.replace(/\/BTC.*/, ''))
          .join(' '),
        count: panel.querySelector('nav [role="status"]')?.textContent ?? null,
        page: panel.querySelector('[aria-current="page"]')?.textContent ?? null,
        empty: panel.querySelector('[role="status"] p')?.textContent ?? null,
      };
    }),
});
