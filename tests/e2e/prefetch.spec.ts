import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

const READS = ['/order/orderbook/XMR-BTC', '/pair/pairs/XMR-BTC', '/order/trades/XMR-BTC', '/api/markets'];

test('the trade page starts its reads before its screen is there, and requests nothing twice', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await hold(page, '**/assets/TradeScreen-*.js');
  await page.goto('/trade/XMR-BTC', { waitUntil: 'commit' });
  await expect.poll(() => READS.filter((path) => !asked.includes(path))).toEqual([]);
  await expect(page.getByRole('table', { name: 'Bids' })).toHaveCount(0);
  release();
  await expect(page.getByRole('table', { name: 'Bids' })).toBeVisible();
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(READS.map((path) => [path, asked.filter((one) => one === path).length])).toEqual(
    READS.map((path) => [path, 1]),
  );
});
