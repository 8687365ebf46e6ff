import type { Locator, Page } from '@playwright/test';
import { failNext, ordersAtVenue } from './support/orders.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';

/** With one open order far below the market. */
async function withOrder(page: Page): Promise<TradePage> {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  await tradePage.place('Buy', '0.001', '0.5');
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', '0.001')).toHaveCount(1);
  return tradePage;
}

async function begin(page: Page, tradePage: TradePage): Promise<Locator> {
  await tradePage.mine.getByRole('button', { name: 'Amend', exact: true }).click();
  return page.getByRole('dialog', { name: 'Amend buy order, XMR/BTC' });
}

test('an order is amended by keyboard: the same order, at its new price and quantity (AMEND-01, AMEND-06) @story', async ({
  page,
}) => {
  const tradePage = await withOrder(page);
  const [before] = await ordersAtVenue(page, PAIR);
  const dialog = await begin(page, tradePage);
  await expect(dialog.getByText('0 of 0.5 XMR filled so far')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Price' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('0.4');
  await expect(dialog.getByText('The order keeps its place in the queue.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.0012');
  await expect(dialog.getByText(/^The order goes to the end of the queue/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Order amended')).toBeVisible();
  await expect(tradePage.rows('Buy', '0.0012', '0.40')).toHaveCount(1);
  const after = await ordersAtVenue(page, PAIR);
  expect(after.map(({ id }) => id)).toEqual([before?.id]);
  expect(Number(after[0]?.price)).toBe(0.0012);
});

test('a mistake moves nothing in the dialog, and typed text survives a refusal (AMEND-04, AMEND-06)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 422/);
  const tradePage = await withOrder(page);
  const dialog = await begin(page, tradePage);
  const submit = dialog.getByRole('button', { name: 'Amend order' });
  const place = await submit.boundingBox();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.0010001');
  await submit.click();
  await expect(dialog.getByText('Price must be a multiple of 0.000001: 0.001 or 0.001001')).toBeVisible();
  expect(await submit.boundingBox()).toEqual(place);
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.001');
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('90000');
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('this amendment needs 89.9995 BTC more');
  await expect(dialog.getByRole('textbox', { name: 'Quantity' })).toHaveValue('90000');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(tradePage.rows('Buy', '0.001', '0.50')).toHaveCount(1);
});

test('an amendment whose answer is lost is found in the list, and not sent again (AMEND-07)', async ({
  page,
  guard,
}) => {
  guard.expect(/Failed to load resource|amendOrder/);
  const tradePage = await withOrder(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/order/amend/')) sent += 1;
  });
  // A browser repeats a request by itself when a connection dies.
  await failNext(page, { call: 'amendOrder', status: 'drop', times: 100 });
  const dialog = await begin(page, tradePage);
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.0013');
  await dialog.getByRole('button', { name: 'Amend order' }).click();
  await expect(dialog.getByText(/^No response from the server\. Checking/)).toBeVisible();
  await expect(page.getByText('Order amended')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(tradePage.rows('Buy', '0.0013')).toHaveCount(1);
  expect(sent).toBe(1);
});
