import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Bytes of a second visit, headers included. */
const MOST = 30_000;

/** @returns bytes received until all first requests are answered */
async function opened(page: Page, path: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(path);
  const table = page.getByRole('table', { name: path === '/' ? 'Markets' : 'Bids' });
  await expect(table.getByRole('row').nth(1)).toContainText(/\d/);
  if (path !== '/') await expect(page.locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return bytes;
}

for (const path of ['/', '/trade/XMR-BTC']) {
  test(`a second visit of ${path} receives at most ${MOST / 1000} kB`, async ({ page, context }) => {
    const cold = await opened(page, path);
    await page.close();
    const warm = await opened(await context.newPage(), path);
    expect(warm).toBeGreaterThan(3000);
    expect(warm).toBeLessThanOrEqual(MOST);
    expect(cold).toBeGreaterThan(5 * warm);
  });
}
