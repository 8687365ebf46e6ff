import type { Page } from '@playwright/test';
import { openBook } from './support/bookTest.ts';
import { TradePage } from './support/tradePage.ts';
import { hold } from './support/hold.ts';
import { openSettled } from './support/openRequests.ts';
import { ScriptedFeed } from './support/scriptedFeed.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

/** The wall clock runs, but no timer fires and no event is sent. */
async function sleep(page: Page, hours: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + hours * 3_600_000);
}

test('after a night of sleep no old price is shown as current, and all is read again', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 404.*orderbook/);
  await page.clock.install();
  await newTrader(page);
  const feed = new ScriptedFeed(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await openBook(page, feed, tradePage, { bids: [['0.0050', '1.5']], asks: [['0.0051', '0.25']] });
  await expect(tradePage.form('Buy')).toHaveAttribute('aria-busy', 'false');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await sleep(page, 8);
  await expect.poll(() => feed.links).toBe(2);
  await expect(tradePage.book.getByText('Live', { exact: true })).toHaveCount(0);
  await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
  feed.snapshot({ bids: [['0.0042', '3']], asks: [['0.0043', '2']] });
  await tradePage.expectStatus('Live');
  await expect.poll(() => tradePage.prices('bids')).toEqual(['0.0042']);
  const again = ['/auth/me', '/user/balances', '/order/orders', '/order/trades/XMR-BTC', '/stats/chartx'];
  for (const path of again) await expect.poll(() => asked).toContain(path);
});

test('a page that slept shows nothing of the account until the session is confirmed', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 429/);
  await page.clock.install();
  await newTrader(page);
  await openSettled(page, '/security#password');
  const content = page.getByRole('main');
  const field = page.getByLabel('Current password', { exact: true });
  await field.fill('Correct horse');
  const lock = page.getByRole('dialog', { name: 'Checking your session' });
  let isDown = false;
  const release = await hold(page, '**/auth/me');
  await page.route('**/auth/me', (route) =>
    isDown ? route.fulfill({ status: 429, json: { message: 'Slow down' } }) : route.fallback(),
  );

  await sleep(page, 8);
  await expect(lock).toContainText('This page was inactive.');
  await expect(content).toBeHidden();
  await expect(field).toBeHidden();
  for (const key of ['Enter', 'Space', 'Escape', 'Escape', 'Enter']) await page.keyboard.press(key);
  await expect(lock).toBeFocused();
  release();
  await expect(field).toBeVisible();
  await expect(lock).toBeHidden();
  await expect(content).toBeVisible();
  await expect(field).toHaveValue('Correct horse');
  await expect(field).toBeFocused();

  await test.step('the server does not say, and is asked again', async () => {
    isDown = true;
    await sleep(page, 1);
    await expect(lock).toContainText('The server has not responded yet.');
    await expect(content).toBeHidden();
    isDown = false;
    await lock.getByRole('button', { name: 'Try again' }).click();
    await expect(content).toBeVisible();
    isDown = true;
    await sleep(page, 1);
    await expect(lock).toContainText('The server has not responded yet.');
    isDown = false;
    await expect(lock).toBeHidden();
    await expect(field).toHaveValue('Correct horse');
  });
});

test('who slept over the end of the session is signed out on waking, and nothing of it stays', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 401/);
  await page.clock.install();
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  await expect(page.getByText(trader.email)).toBeVisible();
  await sleep(page, 25);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(trader.email)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});
