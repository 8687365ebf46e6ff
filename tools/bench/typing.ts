// Typing into the order form while the order book runs, and the cost of a hidden page. Chromium's processor is
// slowed four times.
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from '../../scripts/browser.ts';
import { makeFeed } from './book/feed.ts';
import { slowedPage } from './book/page.ts';
import { serveBook } from './book/server.ts';
import { median, pause, print, quantile, round } from './figures.ts';
import { startVenue } from './venue-process.ts';

const RATES = (process.env.BENCH_RATES ?? '10,50,200,1000').split(',').map(Number);
/** `BENCH_WORKER=off` reads the socket in the page. */
const HAS_WORKER = process.env.BENCH_WORKER !== 'off';
const REPEATS = Number(process.env.BENCH_REPEATS ?? 3);
const SLOWDOWN = 4;
const KEYS = 60;
/** Milliseconds between keys of a fast typist. */
const KEY_EVERY = 120;
/** Most milliseconds of an interaction. */
const INTERACTION = 100;
const HIDDEN_SECONDS = 20;
/** Browsers report durations from 16 ms, in steps of 8. */
const LEAST = 16;

/** Values that `observe` leaves in the page. */
interface Observed {
  typing: { interactions: Map<number, number>; changes: number };
}

function observe(): void {
  const interactions = new Map<number, number>();
  Object.assign(globalThis, { typing: { interactions, changes: 0 } });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0)
        interactions.set(
          entry.interactionId,
          Math.max(interactions.get(entry.interactionId) ?? 0, entry.duration),
        );
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((list) => {
      (globalThis as unknown as Observed).typing.changes += list.length;
    }).observe(document.body, { childList: true, characterData: true, attributes: true, subtree: true }),
  );
}

async function onTradePage<T>(
  browser: Browser,
  venue: string,
  rate: number,
  measure: (page: Page, session: CDPSession) => Promise<T>,
) {
  const server = await serveBook({ venue, feed: makeFeed('XMR-BTC', rate * 60), rate });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const { page, session } = await slowedPage(context, SLOWDOWN, observe, HAS_WORKER);
    // The form needs a user; this one exists in every sandbox.
    await page.goto(`${server.url}/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill('trader@quietbook.test');
    await page.getByLabel('Password', { exact: true }).fill('Quietbook1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.goto(`${server.url}/trade/XMR-BTC`);
    await server.watched();
    await pause(4000);
    server.start();
    await pause(1500);
    return await measure(page, session);
  } finally {
    await context.close();
    await server.close();
  }
}

async function type(page: Page) {
  const field = page.getByRole('form', { name: 'Buy XMR' }).getByRole('textbox', { name: 'Quantity' });
  await field.click();
  for (let key = 0; key < KEYS; key += 1) {
    // Types and deletes, so that the form checks numbers of every length.
    await page.keyboard.press(key % 12 < 6 ? String(1 + (key % 9)) : 'Backspace');
    await pause(KEY_EVERY);
  }
  const durations = await page.evaluate(() => [
    ...(globalThis as unknown as Observed).typing.interactions.values(),
  ]);
  // Shorter durations are not reported.
  const waits = [...durations, ...Array.from({ length: Math.max(0, KEYS - durations.length) }, () => LEAST)];
  return { p50: quantile(waits, 0.5), p98: quantile(waits, 0.98), longest: Math.max(...waits) };
}

async function leave(page: Page, session: CDPSession) {
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // It ends its subscription after a minute.
  await pause(65_000);
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  requests = 0;
  await page.evaluate(() => ((globalThis as unknown as Observed).typing.changes = 0));
  const before = await read();
  await pause(HIDDEN_SECONDS * 1000);
  const main = ((await read()) - before) / HIDDEN_SECONDS;
  const changes = await page.evaluate(() => (globalThis as unknown as Observed).typing.changes);
  return { requests, changes, main };
}

export async function run() {
  const venue = await startVenue();
  const browser = await chromium.launch({ executablePath: await requireBrowser(), args: BROWSER_FLAGS });
  try {
    const rows = [];
    for (const rate of RATES) {
      const turns = [];
      for (let round = 0; round < REPEATS; round += 1)
        turns.push(await onTradePage(browser, venue.url, rate, type));
      rows.push({
        'updates/s': rate,
        keys: KEYS,
        'p50 ms': median(turns.map(({ p50 }) => p50)),
        'p98 ms': median(turns.map(({ p98 }) => p98)),
        'longest ms': median(turns.map(({ longest }) => longest)),
        'promised ms': INTERACTION,
      });
    }
    print(
      `From a key to what it paints in the order form, processor ${SLOWDOWN} times slower, medians of ${REPEATS}`,
      rows,
    );
    const hidden = await onTradePage(browser, venue.url, 50, leave);
    print(`The trade page when nobody looks at it, 50 updates a second for ${HIDDEN_SECONDS} s`, [
      {
        requests: hidden.requests,
        'changes of the page': hidden.changes,
        'main thread ms/s': round(hidden.main),
      },
    ]);
  } finally {
    await browser.close();
    await venue.stop();
  }
}
