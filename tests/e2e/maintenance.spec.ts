import { expect, test } from './support/test.ts';

test('a page that cannot be loaded leads to the maintenance page, and back once the server answers @story', async ({
  page,
  ownVenue,
  guard,
}) => {
  guard.expectOutage();
  guard.expect(/Failed to fetch dynamically imported/);
  const venue = await ownVenue();
  await page.goto(`${venue.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await venue.kill();

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Markets' }).click();
  await expect(page).toHaveURL(/\/maintenance$/);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect(retry).toBeEnabled();
  await expect(page).toHaveURL(/\/maintenance$/);

  await venue.start();
  // The page retries by itself, too, and may be back before the press.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(page).toHaveURL(/\/markets$/, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('table', { name: 'Markets' }).getByText('XMR').first()).toBeVisible();
});

test('a trade screen that cannot start leads to the maintenance page, and back to its pair', async ({
  page,
  ownVenue,
  guard,
}) => {
  guard.expect(/status of 503|: server 503|WebSocket/);
  const venue = await ownVenue();
  // The first try and three retries.
  await venue.sandbox('fail', { call: 'pair', status: 503, times: 4 });
  await page.goto(`${venue.url}/faq`);
  await page.goto(`${venue.url}/trade/XMR-BTC?from=mail`);
  await expect(page).toHaveURL(/\/maintenance$/, { timeout: 30_000 });
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/trade\/XMR-BTC\?from=mail$/);
  await expect(page.getByRole('region', { name: 'Order book' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});

test('the maintenance page opened directly leads home (PUBLIC-14)', async ({ page }) => {
  await page.goto('/maintenance');
  await expect(page).toHaveTitle(/Quietbook/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a new page starts at its top, with the focus on its heading, and has a title (NAV-02)', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('table', { name: 'Markets' }).getByRole('row').nth(3)).toBeVisible();
  // The first page does not move the focus.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page).toHaveTitle('Log in · Quietbook');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/login$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
});
