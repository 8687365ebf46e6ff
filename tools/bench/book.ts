// Main-thread time of the order book on the real trade page, compared in the same run with a bare page that reads the
// same socket and draws nothing. Chromium's processor is slowed four times. Times are processor time of the page's main
// thread, so that other load on the machine counts for little. Both pages run the same animation loop, which counts
// lost frames. The trade page is measured with its worker and without; the time of all threads of the page is given
// beside it.
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from '../../scripts/browser.ts';
import { makeFeed } from './book/feed.ts';
import { slowedPage } from './book/page.ts';
import { serveBook } from './book/server.ts';
import { median, pause, print, quantile, round } from './figures.ts';
import { startVenue } from './venue-process.ts';

const RATES = (process.env.BENCH_RATES ?? '10,50,200,1000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const REPEATS = Number(process.env.BENCH_REPEATS ?? 3);
/** 1 does not slow the processor down, which is more exact on a busy machine. */
const SLOWDOWN = Number(process.env.BENCH_SLOWDOWN ?? 4);
/** Goals by updates a second: main-thread time relative to the bare page, and time from update to paint. */
const GOALS = { 50: '3 × floor', 1000: '1.25 × floor, p99 150 ms' } as Record<number, string>;

/** Values that `observe` leaves in the page. */
interface Observed {
  bench: {
    paints: [sequence: number, at: number][];
    tasks: number[];
    lost: number;
    areRowsSame: () => boolean;
    noteRows: () => void;
  };
}

/**
 * Runs in both pages: notes long tasks and lost frames, and on the trade page when the book's table shows
 * which update, and whether its rows stay the same nodes.
 */
function observe(): void {
  const { paints, tasks }: Pick<Observed['bench'], 'paints' | 'tasks'> = { paints: [], tasks: [] };
  const rows: Element[] = [];
  const bench: Observed['bench'] = {
    paints,
    tasks,
    lost: 0,
    areRowsSame: () => rows.every((row) => row.isConnected),
    noteRows: () => void rows.splice(0, rows.length, ...document.querySelectorAll('table tr')),
  };
  Object.assign(globalThis, { bench });
  const channel = new MessageChannel();
  channel.port1.onmessage = () => undefined;
  let before = 0;
  const loop = (now: number) => {
    if (before > 0) bench.lost += Math.max(0, Math.round((now - before) / (1000 / 60)) - 1);
    before = now;
    channel.port2.postMessage(0);
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  const watch = () => {
    const isBids = (one: HTMLTableElement) => one.caption?.textContent === 'Bids';
    const table = [...document.querySelectorAll('table')].find(isBids);
    if (!table) {
      requestAnimationFrame(watch);
      return;
    }
    new MutationObserver(() => {
      // The best bid's quantity is the number of the update.
      const cells = [...(table.querySelector('tbody tr:not([hidden])')?.children ?? [])];
      const shown = cells.map((cell) => /^1\.(\d{5})$/.exec(cell.textContent ?? '')?.[1]).find(Boolean);
      if (shown) paints.push([Number(shown), performance.timeOrigin + performance.now()]);
    }).observe(table, { childList: true, characterData: true, subtree: true });
  };
  document.addEventListener('DOMContentLoaded', watch);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
}

async function measure(
  browser: Browser,
  venue: string,
  rate: number,
  route: '/bench/floor' | '/trade/XMR-BTC',
  hasWorker = true,
) {
  const server = await serveBook({ venue, feed: makeFeed('XMR-BTC', rate * (SECONDS + 6)), rate });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const { page, session } = await slowedPage(context, SLOWDOWN, observe, hasWorker);
    const whole = await browser.newBrowserCDPSession();
    await page.goto(server.url + route);
    await server.watched();
    // Waits until the page has loaded.
    await pause(4000);
    server.start();
    await pause(1500);
    const figures = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const valueOf = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
      return {
        // Not ThreadTime: slowing the processor down also takes time between tasks.
        main: valueOf('TaskDuration'),
        script: valueOf('ScriptDuration'),
        layout: valueOf('LayoutDuration') + valueOf('RecalcStyleDuration'),
        at: performance.now(),
        all: await processorTime(whole),
      };
    };
    const read = () =>
      page.evaluate(() => {
        const { paints, tasks, lost, areRowsSame } = (globalThis as unknown as Observed).bench;
        return { paints, tasks, lost, areRowsSame: areRowsSame() };
      });
    const heap = async () => {
      for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
    };
    const heapBefore = await heap();
    await page.evaluate(() => (globalThis as unknown as Observed).bench.noteRows());
    const readBefore = await read();
    const firstSequence = server.sequence();
    const before = await figures();
    const startedAt = Date.now();
    await pause(SECONDS * 1000);
    const after = await figures();
    const seconds = (after.at - before.at) / 1000;
    const { paints, tasks, lost, areRowsSame } = await read();
    const inTime = paints.filter(([, at]) => at >= startedAt && at <= startedAt + seconds * 1000);
    return {
      main: (after.main - before.main) / seconds,
      all: (after.all - before.all) / seconds,
      script: (after.script - before.script) / seconds,
      layout: (after.layout - before.layout) / seconds,
      paints: inTime.length / seconds,
      longest: Math.max(0, ...tasks.slice(readBefore.tasks.length)),
      lost: (lost - readBefore.lost) / seconds,
      areRowsSame,
      // Includes the notes of the bench, about 16 bytes a paint.
      grown: (await heap()) - heapBefore,
      ...latencies(inTime, server.sentAt, firstSequence),
    };
  } finally {
    await context.close();
    await server.close();
  }
}

/** Milliseconds of all pages' processes, workers and slowing down included. */
async function processorTime(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0);
}

/** The time from each update to the first paint that shows it or a later one. */
function latencies(
  paints: readonly [sequence: number, at: number][],
  sentAt: readonly number[],
  first: number,
) {
  const waits: number[] = [];
  let next = first + 1;
  for (const [shown, at] of paints) {
    for (; next <= shown; next += 1) {
      const sent = sentAt[next];
      if (sent !== undefined) waits.push(at - sent);
    }
  }
  return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
}

export async function run() {
  const venue = await startVenue();
  const browser = await chromium.launch({ executablePath: await requireBrowser(), args: BROWSER_FLAGS });
  try {
    const rows = [];
    for (const rate of RATES) {
      const floors: Awaited<ReturnType<typeof measure>>[] = [];
      const ways = [true, false].map((hasWorker) => ({ hasWorker, pages: [] as typeof floors }));
      // In turns, so that other load affects all.
      for (let round = 0; round < REPEATS; round += 1) {
        floors.push(await measure(browser, venue.url, rate, '/bench/floor'));
        for (const { hasWorker, pages } of ways)
          pages.push(await measure(browser, venue.url, rate, '/trade/XMR-BTC', hasWorker));
      }
      const floor = median(floors.map(({ main }) => main));
      for (const { hasWorker, pages } of ways) {
        const main = median(pages.map((one) => one.main));
        rows.push({
          'updates/s': rate,
          worker: hasWorker ? 'yes' : 'no',
          'floor ms/s': round(floor),
          'page ms/s': round(main),
          'page / floor': round(main / floor, 2),
          'all threads ms/s': round(median(pages.map(({ all }) => all))),
          'script ms/s': round(median(pages.map(({ script }) => script))),
          'layout ms/s': round(median(pages.map(({ layout }) => layout))),
          'paints/s': round(median(pages.map(({ paints }) => paints))),
          'to paint p50': round(median(pages.map(({ p50 }) => p50)), 0),
          'p99 ms': round(median(pages.map(({ p99 }) => p99)), 0),
          'longest task': round(Math.max(...pages.map(({ longest }) => longest)), 0),
          'lost frames/s': round(median(pages.map(({ lost }) => lost))),
          'heap MB': round(median(pages.map(({ grown }) => grown)), 2),
          'same rows': pages.every(({ areRowsSame }) => areRowsSame),
          goal: GOALS[rate] ?? '',
        });
      }
    }
    print(
      `Order book on the trade page: main-thread milliseconds a second, processor ${SLOWDOWN} times slower, medians of ${REPEATS}`,
      rows,
    );
  } finally {
    await browser.close();
    await venue.stop();
  }
}
