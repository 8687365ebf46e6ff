import type { Locator } from '@playwright/test';
import { sandbox, setRefundAddress } from '../e2e/support/coins.ts';
import { expect, test } from '../e2e/support/test.ts';
import { TradePage } from '../e2e/support/tradePage.ts';
import { newTrader, signUp } from '../e2e/support/trader.ts';
import { Wizard } from '../e2e/support/withdraw.ts';

/** By BiDi, Playwright's own sets the value of a field where React does not see it. Keys are what a user has, too. */
test.beforeEach(({ page }) => {
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  locators.fill = async function fill(this: Locator, text: string) {
    await this.press('Control+a');
    await this.press('Delete');
    await this.pressSequentially(text);
  };
});

test('a trader registers, signs in, and a first order is filled (PUBLIC-19)', async ({ page, venue }) => {
  await signUp(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const { asks } = await venue.book('XMR-BTC');
  await tradePage.place('Buy', asks[5]?.[0] ?? '', '0.25');
  await tradePage.show('My trades');
  await expect(tradePage.rows('Buy', '0.25').first()).toBeVisible();
});

test('GRIN is withdrawn by slatepacks (PUBLIC-19)', async ({ page }) => {
  await newTrader(page);
  await setRefundAddress(page, 'GRIN');
  await sandbox(page, 'fund', { coin: 'GRIN', amount: '50' });
  const wizard = new Wizard(page);
  await wizard.open('GRIN');
  await wizard.fill('5');
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.message).toHaveValue(/^BEGINSLATEPACK\. [^\n]+ ENDSLATEPACK\.$/);
  await expect(wizard.main.getByRole('timer')).toHaveText(/^\d+:\d{2}/);
  await wizard.reply.fill(await wizard.walletReply());
  await wizard.button('Finalize').click();
  await expect(wizard.heading('Broadcasted successfully')).toBeVisible();
});

test('where storage of every kind is blocked, public pages work, and the login names the cause (CALL-18)', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('table', { name: 'Markets' }).getByText('XMR').first()).toBeVisible();
  await new TradePage(page, 'XMR-BTC').open();
  for (const path of ['/login', '/deposit/GRIN', '/wallet']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your browser blocks cookies for this site.')).toBeVisible();
  }
});
