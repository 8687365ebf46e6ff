// The cost of loading the landing and the trade page, on a fast and on a slow line: requests, bytes, first paint, first
// data (a row of the book, or of the markets), time in which the page does not respond. The built venue answers without
// a proxy.
import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from '../../scripts/browser.ts';
import { median, pause, print, round } from './figures.ts';
import { startVenue } from './venue-process.ts';

const REPEATS = Number(process.env.BENCH_REPEATS ?? 5);
/** Makes the processor as slow as a phone's. */
const SLOWDOWN = 4;
/** Milliseconds of latency, and bytes a second. */
const LINES = {
  fast: { latency: 20, downloadThroughput: 40e6 / 8, uploadThroughput: 20e6 / 8 },
  slow: { latency: 500, downloadThroughput: 1.5e6 / 8, uploadThroughput: 0.5e6 / 8 },
};
const ROUTES = { landing: '/', trade: '/trade/XMR-BTC' };
/**
 * A page with data has loaded after this many quiet milliseconds. Not when all requests have ended: a page does not
 * learn when its worker's file has. Long tasks do not count, because a live book causes them on a busy machine.
 */
const QUIET = 2500;
const LONGEST = 60_000;
/** Limits: milliseconds to the first book on the slow line, and bytes of a warm load. */
const FIRST_BOOK = 5000;
const WARM = 30_000;

/** Missing in TypeScript's DOM types. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}

/** Values that `observe` leaves in the page, in milliseconds. */
interface Observed {
  load: {
    paint: number;
    largest: number;
    moved: number;
    data: number;
    tasks: [at: number, lasted: number][];
  };
}

function observe(): void {
  const seen: Observed['load'] = { paint: 0, largest: 0, moved: 0, data: 0, tasks: [] };
  Object.assign(globalThis, { load: seen });
  const watch = (type: string, note: (entry: PerformanceEntry & Partial<LayoutShift>) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => note(entry))).observe({
      type,
      buffered: true,
    });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (seen.largest = entry.startTime));
  watch('layout-shift', (entry) => (seen.moved += entry.hadRecentInput ? 0 : (entry.value ?? 0)));
  watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
  const look = () => {
    const figure = [...document.querySelectorAll('table')].find(
      ({ caption, tBodies }) =>
        ['Bids', 'Markets'].includes(caption?.textContent ?? '') && /\d/.test(tBodies[0]?.textContent ?? ''),
    );
    if (figure) seen.data = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function measure(context: BrowserContext, url: string, line: keyof typeof LINES) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINES[line] });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  let requests = 0;
  let bytes = 0;
  let lastAt = performance.now();
  session.on('Network.requestWillBeSent', () => {
    requests += 1;
    lastAt = performance.now();
  });
  session.on('Network.dataReceived', () => {
    lastAt = performance.now();
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    lastAt = performance.now();
  });
  await page.addInitScript(observe);
  await page.goto(url);
  const began = performance.now();
  const read = () => page.evaluate(() => (globalThis as unknown as Observed).load);
  let seen = await read();
  while (seen.data === 0 || performance.now() - lastAt < QUIET) {
    if (performance.now() - began > LONGEST) throw new Error(`${url} did not come to rest`);
    await pause(100);
    seen = await read();
  }
  const { paint, largest, moved, data, tasks } = seen;
  const blocked = tasks.reduce(
    (sum, [at, lasted]) => sum + Math.max(0, at + lasted - Math.max(at, paint) - 50),
    0,
  );
  await page.close();
  return { requests, bytes, paint, largest, data, blocked, moved };
}

/** Medians of `REPEATS` loads of each page, on each line, the first time and the second. */
export async function measureLoads() {
  const venue = await startVenue({ MAKERS: 'on', HISTORY: 'on' });
  const browser = await chromium.launch({ executablePath: await requireBrowser(), args: BROWSER_FLAGS });
  try {
    const rows = [];
    for (const [page, route] of Object.entries(ROUTES)) {
      for (const line of ['fast', 'slow'] as const) {
        const loads: {
          cold: Awaited<ReturnType<typeof measure>>;
          warm: Awaited<ReturnType<typeof measure>>;
        }[] = [];
        for (let round = 0; round < REPEATS; round += 1) {
          const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
          loads.push({
            cold: await measure(context, venue.url + route, line),
            warm: await measure(context, venue.url + route, line),
          });
          await context.close();
        }
        for (const kind of ['cold', 'warm'] as const) {
          const middle = (key: keyof (typeof loads)[number]['cold']) =>
            median(loads.map((load) => load[kind][key]));
          rows.push({
            page,
            line,
            load: kind,
            requests: middle('requests'),
            bytes: middle('bytes'),
            paint: middle('paint'),
            largest: middle('largest'),
            data: middle('data'),
            blocked: middle('blocked'),
            moved: middle('moved'),
          });
        }
      }
    }
    return rows;
  } finally {
    await browser.close();
    await venue.stop();
  }
}

/** @throws Error if a limit is exceeded. */
export async function run() {
  const rows = await measureLoads();
  print(
    `Loads, medians of ${REPEATS}, processor ${SLOWDOWN} times slower; fast: 20 ms and 40 Mbit/s, slow: 500 ms and 1.5 Mbit/s`,
    rows.map(({ page, line, load, requests, bytes, paint, largest, data, blocked, moved }) => ({
      page,
      line,
      load,
      requests,
      'kB received': round(bytes / 1000),
      'first paint ms': round(paint, 0),
      'largest paint ms': round(largest, 0),
      'first data ms': round(data, 0),
      'blocking ms': round(blocked, 0),
      'layout shift': round(moved, 3),
    })),
  );
  console.log('Promised: first book on the slow line within 5,000 ms, a warm load of at most 30 kB.');
  const short = rows.flatMap(({ page, line, load, bytes, data }) => [
    ...(page === 'trade' && line === 'slow' && load === 'cold' && data > FIRST_BOOK
      ? [`the first book came after ${round(data, 0)} ms`]
      : []),
    ...(load === 'warm' && bytes > WARM ? [`a warm load of ${page} was ${bytes} bytes`] : []),
  ]);
  if (short.length > 0) throw new Error(`Fell short: ${short.join('; ')}`);
}
