import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { expectAccessible, expectGoodPage, expectNoSidewaysScroll } from './support/axe.ts';
import { TradePage } from './support/tradePage.ts';
import { expectOwnStyleOnly } from './support/styles.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('public pages: accessible, no style but its own, no sideways scroll', async ({ page }) => {
  for (const route of [...STATIC_PAGES.map(({ path }) => path), '/login', '/register', '/no/such/page']) {
    await test.step(route, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(route);
      await expect(page.getByRole('main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, route);
      await expectOwnStyleOnly(page);
      for (const width of [360, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `of ${route} at ${width} px`);
      }
    });
  }
});

test('trade, as a visitor and signed in: accessible', async ({ page }) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await expectAccessible(page);
  await newTrader(page);
  await tradePage.open();
  await expectOwnStyleOnly(page);
  await expectGoodPage(page, 'trade', [360, 768, 1440]);
});

test('an unknown path, and what is no pair, says so and leads home (PUBLIC-13, TRADE-02)', async ({
  page,
  guard,
}) => {
  // An unknown pair is asked for, and the venue answers 404.
  guard.expect(/status of 404/);
  for (const route of [
    '/trade/XMR',
    '/trade/-BTC',
    '/trade/XMR-BTC-USDT',
    '/trade/NOPE-BTC',
    '/no/such/page',
  ]) {
    await test.step(route, async () => {
      await page.goto(route);
      await expect(page.getByRole('main').getByText('Home', { exact: true })).toBeVisible();
      await expect(page.getByRole('form')).toHaveCount(0);
    });
  }
  await page.getByRole('main').getByText('Home', { exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});
