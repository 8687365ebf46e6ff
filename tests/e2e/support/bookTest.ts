import type { Page } from '@playwright/test';
import { TradePage } from './tradePage.ts';
import { ScriptedFeed, type Sides } from './scriptedFeed.ts';
import { SOON } from './soon.ts';
import { expect, test } from './test.ts';

/** Two prices on each side. */
export const FULL: Sides = {
  bids: [
    ['0.0050', '1.5'],
    ['0.0049', '2'],
  ],
  asks: [
    ['0.0051', '0.25'],
    ['0.0052', '4'],
  ],
};

/** The tradePage of XMR-BTC, with the other end of its socket in the hands of the test. */
export const bookTest = test.extend<{ feed: ScriptedFeed; tradePage: TradePage }>({
  feed: async ({ page, guard }, use) => {
    guard.expect(/status of 404.*orderbook/);
    await use(new ScriptedFeed(page));
  },
  tradePage: async ({ page }, use) => {
    await use(new TradePage(page, 'XMR-BTC'));
  },
});

/** Opens the screen with this book. */
export async function openBook(
  page: Page,
  feed: ScriptedFeed,
  tradePage: TradePage,
  sides: Sides,
): Promise<void> {
  await feed.start();
  await page.goto('/trade/XMR-BTC');
  await expect.poll(() => feed.sent, SOON).toContain('subscribe_orderbook');
  feed.snapshot(sides);
  await tradePage.expectStatus('Live');
}

/** The same behind a clock that runs, and that the test moves on. Reads that are under way then time out. */
export async function openBookByClock(
  page: Page,
  feed: ScriptedFeed,
  tradePage: TradePage,
  sides: Sides,
): Promise<void> {
  await page.clock.install();
  await feed.start();
  await page.goto('/trade/XMR-BTC');
  await page.clock.runFor(1000);
  await expect.poll(() => feed.sent, SOON).toContain('subscribe_orderbook');
  feed.snapshot(sides);
  await page.clock.runFor(1000);
  await tradePage.expectStatus('Live');
}
