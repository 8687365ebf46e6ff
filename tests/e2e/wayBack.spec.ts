import type { Page } from '@playwright/test';
import { LANGUAGE_NAMES } from '../../src/domain/languages.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { createTrader, newTrader, signUp, type Trader } from './support/trader.ts';

async function enter(page: Page, { email, password }: Pick<Trader, 'email' | 'password'>): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function expectPasswordToggled(page: Page): Promise<void> {
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
}

async function type(tradePage: TradePage, price: string, quantity: string): Promise<void> {
  const form = tradePage.form('Sell');
  await tradePage.expectReady('Sell');
  await form.getByRole('textbox', { name: 'Price' }).fill(price);
  await form.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
}

async function expectTyped(tradePage: TradePage, price: string, quantity: string): Promise<void> {
  const form = tradePage.form('Sell');
  await expect(form.getByRole('textbox', { name: 'Quantity' })).toHaveValue(quantity);
  await expect(form.getByRole('textbox', { name: 'Price' })).toHaveValue(price);
}

test('a session that ends on a public page leaves the page; typed text is there after the next login', async ({
  page,
  guard,
}) => {
  // A jump of the clock ends requests on their way.
  guard.expect(/status of 401|timeout|WebSocket/);
  await page.clock.install();
  const trader = await signUp(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await type(tradePage, '0.9', '1.25');
  await page.clock.fastForward('24:00:05');
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/trade\/XMR-BTC$/);
  await expect(tradePage.form('Sell').getByRole('button', { name: 'Log in to sell' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
  await expect(page.getByText('0.9', { exact: true })).toHaveCount(0);

  await page.reload();
  await tradePage.mine.getByRole('link', { name: 'Log in' }).click();
  await enter(page, trader);
  await expect(page).toHaveURL(/\/trade\/XMR-BTC$/);
  await expectTyped(tradePage, '0.9', '1.25');
});

test.describe('without streams, whose answers need no call (LIVE-07)', () => {
  test.use({ streams: false });

  test('text typed into an order form survives a reload, a 401 and the login after it; nobody else sees it, and a logout ends it @story', async ({
    page,
    context,
    guard,
  }) => {
    guard.expect(/status of 401/);
    const second = await createTrader(page);
    const trader = await newTrader(page);
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.open();
    await type(tradePage, '0.8', '2.5');
    await page.reload();
    await expectTyped(tradePage, '0.8', '2.5');

    await context.clearCookies();
    // A poll may meet the 401 before the press, and take the button away.
    await tradePage.mine.getByRole('button', { name: 'Refresh' }).evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    await expect(page).toHaveURL(/\/login$/);
    await enter(page, trader);
    await expect(page).toHaveURL(/\/trade\/XMR-BTC$/);
    await expectTyped(tradePage, '0.8', '2.5');

    await test.step('the way back leads past the login', async () => {
      await page.goBack();
      await expect(page).toHaveURL(/robots\.txt$/);
      await page.goForward();
      await expectTyped(tradePage, '0.8', '2.5');
    });
    await test.step('another user', async () => {
      await context.clearCookies();
      await page.reload();
      await tradePage.mine.getByRole('link', { name: 'Log in' }).click();
      await enter(page, second);
      await expect(page).toHaveURL(/\/trade\/XMR-BTC$/);
      await tradePage.expectReady('Sell');
      await expect(tradePage.form('Sell').getByRole('textbox', { name: 'Quantity' })).toHaveValue('');
    });
    await test.step('a logout', async () => {
      await type(tradePage, '0.7', '3.5');
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('3.5');
      await page.reload();
      await enter(page, second);
      await expect(page).toHaveURL(/\/dashboard$/);
      await tradePage.open();
      await expect(tradePage.form('Sell').getByRole('textbox', { name: 'Quantity' })).toHaveValue('');
    });
  });
});

test('a logout in another tab clears text typed here', async ({ page, context }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await type(tradePage, '0.8', '2.5');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage))))
    .not.toContain('2.5');
});

test('who registers on the way to a page gets there (LOGIN-06, LOGIN-09, LOGIN-14)', async ({ page }) => {
  await page.goto('/security?from=mail');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Password', { exact: true }).fill('seen');
  await expectPasswordToggled(page);
  await page.getByRole('main').getByRole('link', { name: 'Create one' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  // The login form has a field "Email" too, and is still there for a moment.
  await expect(page).toHaveURL(/\/register$/);
  const email = `way${String(Date.now())}@quietbook.test`;
  await page.getByRole('textbox', { name: 'Username' }).fill(`way${String(Date.now())}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
  await page.getByLabel('Confirm password', { exact: true }).fill('Correct horse 1');
  await expectPasswordToggled(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created successfully! Please sign in.')).toBeVisible();
  await enter(page, { email, password: 'Correct horse 1' });
  await expect(page).toHaveURL(/\/security\?from=mail$/);
});

test('"Go back" of a page that is not there leads to the page before, and home where there is none (PUBLIC-13)', async ({
  page,
  context,
}) => {
  await page.goto('/nowhere');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);

  const other = await context.newPage();
  await other.goto('/fees');
  await other.goto('/nowhere');
  await other.getByRole('button', { name: 'Go back' }).click();
  await expect(other).toHaveURL(/\/fees$/);
});

test('a chosen language stays, whatever the address asks for', async ({ page }) => {
  await page.goto('/login?lng=ru&from=mail');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.getByRole('banner').getByRole('button', { name: 'Язык' }).click();
  await page.getByRole('button', { name: LANGUAGE_NAMES.de, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveURL(/\/login\?from=mail$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});
