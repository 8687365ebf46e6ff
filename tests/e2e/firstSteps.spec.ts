import type { Locator, Page } from '@playwright/test';
import { expectGoodPage } from './support/axe.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

const mine = (page: Page): Locator => page.getByRole('region', { name: 'My trades and orders' });
const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

test('NAV-15 an empty list shows so in one sentence, beside the form of its first entry', async ({
  page,
}) => {
  await newTrader(page);
  await page.goto('/trade/XMR-BTC');
  for (const [tab, words] of [
    ['My orders', 'No open orders in this pair'],
    ['My trades', 'No trades in this pair yet'],
  ] as const) {
    await mine(page).getByRole('tab', { name: tab }).click();
    await expect(mine(page).getByText(words)).toBeVisible();
    await expect(mine(page).getByRole('tabpanel').getByRole('button')).toHaveCount(0);
  }
  await press(page, 'Price alerts');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No alerts yet')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Price of XMR/BTC' })).toBeVisible();

  await page.goto('/support');
  await expect(page.getByText('You have no tickets yet.')).toBeVisible();
  for (const role of ['searchbox', 'combobox', 'navigation'] as const)
    await expect(page.getByRole('main').getByRole(role)).toHaveCount(0);
  await press(page, 'New ticket');
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
});

/** What is held, where, and what a screen reader announces. */
const LOADING: readonly (readonly [string | RegExp, string, string])[] = [
  [/\/auth\/sessions$/, '/security#sessions', 'Loading your sessions…'],
  [/\/support\/tickets\/list/, '/support', 'Loading tickets…'],
];

for (const [call, path, words] of LOADING) {
  test(`NAV-16 placeholder bars appear for what is read on ${path}, without moving`, async ({ page }) => {
    await newTrader(page);
    const release = await hold(page, call);
    await page.goto(path);
    const bars = page.locator('[aria-busy="true"]').filter({ hasText: words }).first();
    await expect(bars).toBeVisible();
    expect((await bars.boundingBox())?.height).toBeGreaterThan(60);
    expect(await bars.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
    release();
    await expect(bars).toHaveCount(0);
  });
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } });
  test('RECOVERY-06 a code is asked for with digits, and with letters after a press', async ({ page }) => {
    await page.goto('/login');
    const code = page.getByRole('textbox', { name: /code/i });
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await press(page, 'Use a recovery code');
    await expect(code).toHaveAttribute('inputmode', 'text');
    await expect(code).toBeFocused();
    await press(page, 'Use a code from the app');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expectGoodPage(page, 'login', [360]);
  });
});
