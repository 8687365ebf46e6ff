import { History, placeOrder } from './support/histories.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';

test('order history: open, filled and cancelled orders, with their terms, by filter and in the file (HISTORY-25, TYPE-08) @story', async ({
  page,
}) => {
  await newTrader(page);
  const book = (await (await page.request.get(`/order/orderbook/${PAIR}?depth=1`)).json()) as {
    asks: [string, string][];
  };
  const low = { pair: PAIR, operation: 'BUY', quantity: '0.5', price: '0.001' } as const;
  await placeOrder(page, { ...low, quantity: '0.02', price: book.asks[0]?.[0] ?? '' });
  await placeOrder(page, { ...low, post_only: true });
  await placeOrder(page, { ...low, time_in_force: 'IOC' });
  await placeOrder(page, { ...low, price: '0.0011' });
  const [last] = (await (await page.request.get('/order/orders?limit=1')).json()) as [{ id: string }];
  expect((await page.request.delete(`/order/cancel/${last.id}`)).status()).toBe(200);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Order history' }).click();
  const history = new History(page, 'orderHistory');
  await expect(history.rows()).toHaveCount(4);
  for (const [state, name, count] of [
    ['Cancelled', 'Cancelled', 2],
    ['Open', 'Active', 1],
    ['Filled', 'Filled', 1],
  ] as const) {
    await expect(history.rows('Limit', state)).toHaveCount(count);
    expect(await history.sum(name)).toBe(String(count));
  }
  await expect(history.rows('Limit · Post-only', 'Open')).toHaveCount(1);
  await expect(history.rows('Limit · IOC', 'Cancelled')).toHaveCount(1);
  await expect(history.rows().filter({ hasText: 'Filled' })).toContainText('100%');
  // Closed orders can only be viewed here.
  await expect(history.table.getByRole('button', { name: /Cancel|Amend/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancelled', exact: true }).click();
  await expect(history.rows()).toHaveCount(2);
  await expect(history.rows('0.00110000')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^order-history_canceled_\d{4}-\d\d-\d\d\.csv$/);
});
