import { rmSync } from 'node:fs';
import { brandFolder } from '../venue/brand/folder.ts';
import { expect, test } from './support/test.ts';

test('a venue of another brand is that brand, with scripts and without (BRAND-02 to BRAND-05)', async ({
  page,
  guard,
  ownVenue,
}) => {
  guard.expect(/status of 404.*bugbounty/);
  const folder = brandFolder();
  const venue = await ownVenue({ BRAND_DIR: folder });
  rmSync(folder, { recursive: true });
  await page.goto(`${venue.url}/terms`);
  await expect(page.getByRole('heading', { level: 1, name: 'House rules' })).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Still & Water' })).toBeVisible();
  const logo = header.locator('img[src="/logo.svg"]');
  await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await expect(page).toHaveTitle('House rules · Still & Water');
  const link = page.getByRole('article').getByRole('link', { name: 'fees' });
  await expect(link).toHaveCSS('color', 'rgb(242, 184, 75)');
  await expect(page.getByRole('link', { name: 'Bug bounty' })).toHaveCount(0);
  await link.click();
  await expect(page).toHaveTitle(/ · Still & Water$/);

  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.getByText('Who runs it?').click();
  await expect(page.getByText('We do.')).toBeVisible();
  const answer = await page.goto(`${venue.url}/bugbounty`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('a slow line does not show the product’s terms instead of the operator’s (BRAND-04)', async ({
  page,
  ownVenue,
}) => {
  const folder = brandFolder();
  const venue = await ownVenue({ BRAND_DIR: folder });
  rmSync(folder, { recursive: true });
  let letCome = (): void => undefined;
  const come = new Promise<void>((resolve) => (letCome = resolve));
  await page.route('**/locales/en/common.json', (route) => come.then(() => route.continue()));
  await page.goto(`${venue.url}/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible({ timeout: 5000 });
  letCome();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('House rules');
});
