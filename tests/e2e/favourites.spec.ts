import { expectGoodPage } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a starred pair comes first, in the list and in the table, only in this browser (MARKET-12)', async ({
  page,
}) => {
  await page.goto('/trade/XMR-BTC');
  const list = page.getByRole('region', { name: 'Markets', exact: true });
  const first = list.getByRole('link').first();
  await expect(first).toHaveText('BTC/USDT');
  const star = list.getByRole('button', { name: 'Favourite GRIN/BTC' });
  await star.focus();
  await page.keyboard.press('Space');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(first).toHaveText('GRIN/BTC');
  await expect(page).toHaveURL(/XMR-BTC/);

  await page.goto('/markets');
  const table = page.getByRole('table', { name: 'Markets' });
  await expect(table.getByRole('row').nth(1)).toContainText('GRIN');
  await table.getByRole('button', { name: 'Favourite WOW/BTC' }).click();
  await table.getByRole('button', { name: 'Asset' }).click();
  const marked = table.getByRole('row').filter({ has: page.locator('[aria-pressed="true"]') });
  await expect(marked).toHaveText([/^GRIN/, /^WOW/]);
  await expect(table.getByRole('row').nth(2)).toContainText('WOW');
  await expectGoodPage(page);
  await table.getByRole('button', { name: 'Favourite GRIN/BTC' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('WOW');
});

for (const width of [360, 768, 1280])
  test(`the pair's name opens a list of pairs by keyboard at ${width} px (MARKET-13)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/trade/XMR-BTC');
    const opener = page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'XMR/BTC' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a pair' });
    const search = dialog.getByRole('searchbox', { name: 'Search markets' });
    await expect(search).toBeFocused();
    await expect(dialog).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await search.fill('grin');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/trade\/GRIN-BTC$/);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('GRIN/BTC');
  });
