// The trade screen for hours, with 50 updates of its book a second and market makers: does the heap after
// collection, or the number of listeners, timers and nodes grow?
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from '../../scripts/browser.ts';
import { makeFeed } from './book/feed.ts';
import { serveBook } from './book/server.ts';
import { pause, print, round } from './figures.ts';
import { startVenue } from './venue-process.ts';

const RATE = 50;
const MINUTE = 60_000;
/** The comparison starts after this many minutes, when caches are full, or after a quarter of a short run. */
const WARM_UP = 10;
/** Largest growth of the heap. */
const MAX_GROWN = 1.1;
/** The list of the latest trades must be full first, or its rows would count as growth. */
const TRADES = 100;
/** Makers are twelve times slower while nobody watches the venue's own socket. */
const MAKERS_RATE = '200';
/** The least of this many samples counts, because a poll or an animation may be active in one. */
const SAMPLES = 40;
const SAMPLE_EVERY = 250;

/** Values that `countTimers` leaves in the page. */
interface Counted {
  soak: { timers: () => number };
}

/** Runs in the page before its scripts: counts waiting timers. */
function countTimers(): void {
  const waiting = new Set<unknown>();
  Object.assign(globalThis, { soak: { timers: () => waiting.size } });
  const { setTimeout: later, setInterval: always, clearTimeout: forget, clearInterval: end } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (work: () => void, after: number, ...rest: []) => {
      const id = later(() => {
        waiting.delete(id);
        work.apply(globalThis, rest);
      }, after);
      waiting.add(id);
      return id;
    },
    setInterval: (work: () => void, every: number) => {
      const id = always(work, every);
      waiting.add(id);
      return id;
    },
    clearTimeout: (id: number) => {
      waiting.delete(id);
      forget(id);
    },
    clearInterval: (id: number) => {
      waiting.delete(id);
      end(id);
    },
  });
}

async function sample(page: Page, session: CDPSession) {
  const least = { heap: Infinity, listeners: Infinity, timers: Infinity, nodes: Infinity };
  for (let round = 0; round < SAMPLES; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
    const timers = await page.evaluate(() => (globalThis as unknown as Counted).soak.timers());
    least.heap = Math.min(least.heap, valueOf('JSHeapUsedSize') / 2 ** 20);
    least.listeners = Math.min(least.listeners, valueOf('JSEventListeners'));
    least.nodes = Math.min(least.nodes, valueOf('Nodes'));
    least.timers = Math.min(least.timers, timers);
    await pause(SAMPLE_EVERY);
  }
  const found = { ...least, heap: round(least.heap, 2) };
  console.log(JSON.stringify(found));
  return found;
}

async function tradesOf(venue: string) {
  const list = await (await fetch(`${venue}/order/trades/XMR-BTC?limit=${TRADES}`)).json();
  return (Array.isArray(list) ? list : list.trades).length;
}

/** @throws Error if something has grown */
export async function run(minutes: number) {
  const venue = await startVenue({ MAKERS: 'on', MAKERS_RATE });
  const browser = await chromium.launch({ executablePath: await requireBrowser(), args: BROWSER_FLAGS });
  const feed = makeFeed('XMR-BTC', Math.ceil(RATE * 60 * (minutes + 2)));
  const server = await serveBook({ venue: venue.url, feed, rate: RATE });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.addInitScript(countTimers);
    while ((await tradesOf(venue.url)) < TRADES) await pause(1000);
    await page.goto(`${server.url}/trade/XMR-BTC`);
    await server.watched();
    server.start();
    const began = performance.now();
    const warmUp = Math.min(WARM_UP, minutes / 4);
    await pause(warmUp * MINUTE);
    const rows = [{ minute: round(warmUp), ...(await sample(page, session)) }];
    while (performance.now() - began < minutes * MINUTE) {
      const left = minutes * MINUTE - (performance.now() - began);
      await pause(Math.min(left, Math.max(1, minutes / 12) * MINUTE));
      const minute = round((performance.now() - began) / MINUTE);
      rows.push({ minute, ...(await sample(page, session)) });
    }
    print(`The trade screen at ${RATE} updates a second, after collection (heap in MB)`, rows);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) throw new Error('nothing was measured');
    const shown = await page.locator('table tr').count();
    console.log(
      `${server.sequence()} updates, heap × ${round(last.heap / first.heap, 3)}, ${shown} rows on the screen, ` +
        `${complaints.length} errors in the console`,
    );
    const grown = [
      ...(last.heap > first.heap * MAX_GROWN ? ['heap'] : []),
      ...(last.listeners > first.listeners ? ['listeners'] : []),
      ...(last.timers > first.timers ? ['timers'] : []),
      ...(last.nodes > first.nodes ? ['nodes'] : []),
      ...complaints,
    ];
    if (grown.length > 0) throw new Error(`Grown, or complained of: ${grown.join(', ')}`);
  } finally {
    await browser.close();
    await server.close();
    await venue.stop();
  }
}
