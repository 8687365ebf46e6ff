import type { Page } from '@playwright/test';
import { candleChartModel, PUSHED } from '../models/candleChart.model.ts';
import { NOW } from '../models/candleChart.model.ts';
import { passUntilAsked, untilRulesRead } from '../e2e/support/asks.ts';
import { isAsking, watchRequests } from '../e2e/support/openRequests.ts';
import { turnPage } from '../e2e/support/pageFacts.ts';
import { walkScreen } from '../e2e/support/screenWalk.ts';
import { ScriptedStream } from '../e2e/support/scriptedStream.ts';
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

/** The page is hidden, and data is read, shown and lost then. */
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
