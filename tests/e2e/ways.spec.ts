import { expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

test('the header leads to the pair that was shown last, and to the open orders (NAV-14)', async ({
  page,
  guard,
}) => {
  guard.expect(/Failed to load resource: the server responded with a status of 404.*(NOPE-BTC|chartx)/);
  await page.setViewportSize({ width: 1280, height: 800 });
  const main = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/markets');
  await expect(main.getByRole('link', { name: 'Markets' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Trade' })).toHaveCount(0);
  await newTrader(page);
  const tradePage = new TradePage(page, 'KAS-USDT');
  await tradePage.open();
  await tradePage.place('Sell', '0.09', '100');
  await expect(tradePage.mine).toBeVisible();
  // Where a toast was, the links of the header are pressed again.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toHaveCount(0);
  await main.getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/active-orders$/);
  await expect(page.getByRole('row', { name: /KAS/ })).toHaveCount(1);
  await main.getByRole('link', { name: 'Wallet' }).click();
  // What is in orders, with all its digits (WALLET-09).
  await expect(page.getByRole('row', { name: /KAS/ })).toContainText('100 in orders');
  await page.goto('/trade/NOPE-BTC');
  await main.getByRole('link', { name: 'Trade' }).click();
  await expect(page).toHaveURL(/\/trade\/KAS-USDT$/);
  await tradePage.expectStatus('Live');
  await expectGoodPrivatePage(page);
});
