// Several limit orders of one press.
import type { Page } from '@playwright/test';
import { failNext, ordersAtVenue, watchSentOrders } from './support/orders.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'GRIN-BTC';
/** Far below the market, so they rest. */
const PRICES = ['0.0000001', '0.00000012', '0.00000014'];

async function openLadder(page: Page): Promise<TradePage> {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  await tradePage.form('Buy').getByRole('combobox', { name: 'Order type' }).selectOption('Ladder…');
  const dialog = page.getByRole('dialog', { name: 'Buy GRIN with a ladder' });
  for (const [name, text] of [
    ['First price', '0.0000001'],
    ['Last price', '0.00000014'],
    ['Number of orders', '3'],
    ['Total quantity', '10000'],
  ] as const)
    await dialog.getByRole('textbox', { name }).fill(text);
  await dialog.getByRole('button', { name: 'Review orders' }).click();
  await expect(dialog.getByText(/^10000 GRIN in total\. .* 0\.00120002 BTC\.$/)).toBeVisible();
  return tradePage;
}

const pricesAtVenue = async (page: Page): Promise<string[]> =>
  (await ordersAtVenue(page, PAIR)).map(({ price }) => price.replace(/0+$/, '')).sort();

test('a ladder asks, places each order once and says so; each is a row of My orders (LADDER-01 to LADDER-04) @story', async ({
  page,
}) => {
  const sent = watchSentOrders(page);
  const tradePage = await openLadder(page);
  const dialog = page.getByRole('dialog');
  expect(sent).toEqual([]);
  await dialog.getByRole('button', { name: 'Place 3 orders' }).click();
  await expect(dialog.getByText('3 of 3 placed')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Placed' })).toHaveCount(3);
  expect(new Set(sent).size).toBe(3);
  expect(await pricesAtVenue(page)).toEqual(PRICES);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', 'Limit')).toHaveCount(3);
});

test('a ladder whose first answer is lost finds the order by reading, and sends each once (LADDER-05)', async ({
  page,
}) => {
  const sent = watchSentOrders(page);
  await openLadder(page);
  const dialog = page.getByRole('dialog');
  await failNext(page, { call: 'placeLimitOrder', status: 'drop' });
  await dialog.getByRole('button', { name: 'Place 3 orders' }).click();
  await expect(dialog.getByText('3 of 3 placed')).toBeVisible();
  expect(new Set(sent).size).toBe(3);
  expect(sent).toHaveLength(3);
  expect(await pricesAtVenue(page)).toEqual(PRICES);
});
