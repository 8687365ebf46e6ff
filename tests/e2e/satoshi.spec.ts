// Prices in satoshi, of a pair whose prices are a few of them.
import type { Page } from '@playwright/test';
import { ordersAtVenue } from './support/orders.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'GRIN-BTC';

async function switchUnit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('checkbox', { name: 'Show GRIN/BTC prices in satoshi (sat)' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Of panels, rows of the book, fields and buttons. */
const placesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main :is(section, form, h2, tr[data-level], form :is(input, select, button))',
      ),
    ].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const across = element.localName === 'tr' ? [] : [x, width];
      return `${element.localName} ${[y, height, ...across].map(Math.round).join()}`;
    }),
  );

test('a pair in satoshi: all its prices, an order at one, a row of the book; a reload keeps it (FORMAT-11, ORDER-26) @story', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const form = tradePage.form('Buy');
  const price = form.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).toHaveValue(/^0\.000000\d+$/);
  const before = await placesOf(page);
  await switchUnit(page);
  await expect(price).toHaveValue(/^\d\d$/);
  await expect(page).toHaveTitle(/^\d\d sat GRIN\/BTC/);
  for (const part of [tradePage.book, page.getByRole('region', { name: 'Market history' })])
    await expect(part.getByText('Price, sat').first()).toBeVisible();
  const chart = page.getByRole('region', { name: 'Chart' });
  await expect(chart.getByText(/^\d\d sat$/).first()).toBeVisible();
  expect(await placesOf(page)).toEqual(before);

  await tradePage.place('Buy', '12', '5000');
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', '12')).toHaveCount(1);
  const placed = await ordersAtVenue(page, PAIR);
  expect(placed.map((order) => order.price)).toEqual(['0.00000012']);

  await page.reload();
  await tradePage.expectStatus('Live');
  await expect(price).toHaveValue('12');
  await expect(form.getByText('sat', { exact: true })).toBeVisible();
  await tradePage.asks.getByRole('button').last().click();
  await expect(price).toHaveValue(/^[2-9]\d$/);
  const picked = await price.inputValue();
  await switchUnit(page);
  await expect(price).toHaveValue(`0.000000${picked}`);
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', '0.00000012')).toHaveCount(1);
});
