import type { Page } from '@playwright/test';
import { TradePage } from './tradePage.ts';
import { ScriptedFeed, type Sides } from './scriptedFeed.ts';
import { SOON } from './soon.ts';
import { expect, test } from './test.ts';

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

/** XMR-BTC with a scripted socket. */
export const bookTest = test.extend<{ feed: ScriptedFeed; tradePage: TradePage }>({
  feed: async ({ page, guard }, use) => {
    guard.expect(/status of 404.*orderbook/);
    await use(new ScriptedFeed(page));
  },
  tradePage: async ({ page }, use) => {
    await use(new TradePage(page, 'XMR-BTC'));
  },
});

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

/** With a clock that the test moves; reads then time out. */
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
