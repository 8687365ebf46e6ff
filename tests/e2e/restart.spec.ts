import { decimal, toText } from '../../src/domain/decimal.ts';
import { settle, watchRequests } from './support/openRequests.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('the venue is killed and comes back while the page is open', async ({ page, guard, ownVenue }) => {
  const venue = await ownVenue();
  await newTrader(page, venue.url);
  const order = async (operation: 'BUY' | 'SELL', price: string): Promise<void> => {
    const data = { pair: 'XMR-BTC', type: 'LIMIT', operation, quantity: '0.1', price };
    const response = await page.request.post(`${venue.url}/order/orders/limit`, { data });
    expect(response.ok(), await response.text()).toBe(true);
  };
  for (const price of ['0.0049', '0.00485', '0.0048']) await order('BUY', price);
  for (const price of ['0.0051', '0.00515', '0.0052']) await order('SELL', price);

  const tradePage = new TradePage(page, 'XMR-BTC');
  watchRequests(page, /\/assets\//);
  await tradePage.open(venue.url);
  await expect.poll(() => tradePage.prices('bids')).toEqual(['0.0049', '0.00485', '0.0048']);

  // A part that still loads when the venue ends leads to the maintenance page.
  await expect(page.getByRole('region', { name: 'Chart' }).locator('canvas').first()).toBeVisible();
  await settle(page);
  guard.expectOutage();
  const killedAt = Date.now();
  await venue.kill();
  await tradePage.expectStatus(/^(Disconnected|Stale)$/);
  expect(Date.now() - killedAt).toBeLessThan(5000);

  await venue.start();
  await tradePage.expectStatus('Live');
  await test.step('the book is that of REST', async () => {
    const { bids, asks } = await venue.book('XMR-BTC');
    const plain = (levels: readonly [string, string][]): string[] =>
      levels.map(([price]) => toText(decimal(price)));
    expect(plain(bids)).toHaveLength(3);
    await expect.poll(() => tradePage.prices('bids')).toEqual(plain(bids));
    await expect.poll(() => tradePage.prices('asks')).toEqual(plain(asks));
  });
  await test.step('the session holds, and the book continues', async () => {
    await tradePage.place('Buy', '0.0047', '0.2');
    await expect.poll(() => tradePage.prices('bids')).toEqual(['0.0049', '0.00485', '0.0048', '0.0047']);
    expect((await venue.book('XMR-BTC')).bids).toHaveLength(4);
  });
});
