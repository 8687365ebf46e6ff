import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { expectAccessible, expectGoodPage, expectNoSidewaysScroll } from './support/axe.ts';
import { TradePage } from './support/tradePage.ts';
import { expectOwnStyleOnly } from './support/styles.ts';
import { pretendSession } from './support/screenWalk.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('public pages: accessible, no style but its own, no sideways scroll', async ({ page }) => {
  for (const route of [
    ...STATIC_PAGES.map(({ path }) => path),
    '/solvency',
    '/login',
    '/register',
    '/no/such/page',
  ]) {
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

test('an unknown path, and an invalid pair, shows so and leads home (PUBLIC-13, TRADE-02)', async ({
  page,
  guard,
}) => {
  // The browser names the page itself; of a pair that is not there nothing is asked (TRADE-29).
  guard.expect(/status of 404 .* https?:\/\/[^/]+\/trade\/[^/]+$/);
  for (const route of [
    '/trade/XMR',
    '/trade/-BTC',
    '/trade/XMR-BTC-USDT',
    '/trade/NOPE-BTC',
    '/no/such/page',
  ]) {
    await test.step(route, async () => {
      await page.goto(route);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page.getByText('This page does not exist.')).toBeVisible();
      await expect(page.getByRole('main').getByText('Home', { exact: true })).toBeVisible();
      await expect(page.getByRole('form')).toHaveCount(0);
    });
  }
  await page.getByRole('main').getByText('Home', { exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the interface is dark, whatever the system prefers or an older version stored (PUBLIC-04)', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('theme', 'light'));
  await page.goto('/markets');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const channels = (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  expect(channels).toHaveLength(3);
  expect(Math.max(...channels)).toBeLessThan(64);
});

test('the header stays at the top and offers what the session allows, whatever the role (NAV-01, NAV-12, NAV-14)', async ({
  page,
}) => {
  const banner = page.getByRole('banner');
  const expectOffered = async (links: readonly string[], others: readonly string[]): Promise<void> => {
    for (const name of links) await expect(banner.getByRole('link', { name, exact: true })).toBeVisible();
    for (const name of others) await expect(banner.getByRole('link', { name, exact: true })).toHaveCount(0);
    await expect(banner.getByRole('button', { name: 'Language' })).toBeVisible();
  };
  await page.goto('/faq');
  await expectOffered(['Quietbook', 'Markets', 'Fees', 'Log in', 'Register'], ['Wallet', 'Dashboard']);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  expect((await banner.boundingBox())?.y).toBe(0);

  for (const role of [null, 'user', 'admin']) {
    await pretendSession(page, { role });
    await page.goto('/faq');
    await expect(banner.getByRole('button', { name: 'Log out' })).toBeVisible();
    const offered = ['Quietbook', 'Markets', 'Fees', 'Wallet', 'Orders', 'Dashboard'];
    await expectOffered(offered, ['Log in', 'Register']);
    await expect(banner.getByRole('link')).toHaveCount(offered.length);
    const kept = await page.evaluate(
      () => JSON.parse(localStorage.getItem('user') ?? '{}') as { role: unknown },
    );
    expect(kept.role).toBe(role);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  const wallet = banner.getByRole('link', { name: 'Wallet' });
  await expect(wallet).toBeHidden();
  await banner.getByRole('button', { name: 'Menu' }).click();
  await expect(wallet).toBeVisible();
});
