import { expectGoodPrivatePage } from './support/axe.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('a stop order waits, shows it, is reached by a trade of others and then is in the book (STOP-01, STOP-06, STOP-08) @story', async ({
  page,
  otherPage,
  ownVenue,
  guard,
}) => {
  guard.expect(/status of 409/);
  // Without market makers nobody else trades.
  const venue = await ownVenue();
  const second = await otherPage();
  const third = await otherPage();
  for (const one of [page, second, third]) await newTrader(one, venue.url);
  const [ann, bob, cyd] = [page, second, third].map((one) => new TradePage(one, 'XMR-BTC'));
  if (!ann || !bob || !cyd) throw new Error('there are three traders');
  for (const one of [ann, bob, cyd]) await one.open(venue.url);
  const trade = async (price: string): Promise<void> => {
    await bob.place('Sell', price, '1');
    await expect.poll(() => cyd.prices('asks')).toEqual([price]);
    await cyd.place('Buy', price, '1');
    await expect.poll(() => cyd.prices('asks')).toEqual([]);
  };
  await trade('0.006');

  const form = ann.form('Sell');
  const type = form.getByRole('combobox', { name: 'Order type' });
  const stopPrice = form.getByRole('textbox', { name: 'Stop price' });
  await test.step('it takes post-only back, and needs a stop price', async () => {
    await form.getByRole('checkbox', { name: 'Post-only' }).check();
    await type.selectOption('Stop limit');
    await expect(form.getByRole('checkbox', { name: 'Post-only' })).not.toBeChecked();
    await ann.place('Sell', '0.0054', '2');
    await expect(form.getByText('Enter a valid stop price')).toBeVisible();
    await form.getByRole('button', { name: 'About order types' }).click();
    await expect(form.getByText('The order waits outside the book until a trade is')).toBeVisible();
    await form.getByRole('button', { name: 'About order types' }).click();
  });
  await test.step('one that is reached already is refused, and nothing typed is lost', async () => {
    await stopPrice.fill('0.0061');
    await ann.place('Sell', '0.0054', '2');
    await expect(form.getByText('has reached this stop price already. It must be below')).toBeVisible();
    await expect(stopPrice).toHaveValue('0.0061');
  });
  await test.step('it waits outside the book, and its stop price can be changed', async () => {
    await stopPrice.fill('0.0053');
    await ann.place('Sell', '0.0054', '2');
    await expect(page.getByText('Stop sell order placed. It triggers at the stop price.')).toBeVisible();
    await ann.show('My orders');
    await expect(ann.rows('Sell', 'Stop limit', '0.0053')).toHaveCount(1);
    await ann.mine.getByRole('button', { name: 'Amend', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Amend sell order, XMR/BTC' });
    await expect(dialog.getByText('The order waits until a trade is at 0.0053 BTC or below.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Stop price' }).fill('0.0055');
    await dialog.getByRole('button', { name: 'Amend order' }).click();
    await expect(page.getByText('Order amended')).toBeVisible();
    await expect(ann.rows('Sell', 'Stop limit', '0.0055')).toHaveCount(1);
    await expect(ann.mine.getByRole('button', { name: 'Cancel order' })).toBeVisible();
    expect((await venue.book('XMR-BTC')).asks).toEqual([]);
    await expectGoodPrivatePage(page);
  });
  await test.step('a trade that does not reach it changes nothing', async () => {
    await trade('0.0056');
    expect((await venue.book('XMR-BTC')).asks).toEqual([]);
  });
  await test.step('a trade at its price puts it into the book, where it can be amended', async () => {
    await bob.place('Buy', '0.0055', '1');
    await expect.poll(() => cyd.prices('bids')).toEqual(['0.0055']);
    await cyd.place('Sell', '0.0055', '1');
    await expect.poll(() => cyd.prices('asks')).toEqual(['0.0054']);
    await expect(ann.mine.getByRole('button', { name: 'Amend', exact: true })).toBeVisible();
    await page.goto(`${venue.url}/active-orders`);
    await expect(page.getByText('Limit · Stop 0.0055')).toBeVisible();
  });
});
