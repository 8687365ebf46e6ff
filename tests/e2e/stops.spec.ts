import { expectGoodPrivatePage } from './support/axe.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('a stop order waits, shows it, is reached by a trade of others and then is in the book (STOP-01, STOP-06, STOP-08, NOTICE-03) @story', async ({
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
    await expect(page.getByText('Stop to sell XMR triggered at 0.0055 BTC')).toBeVisible();
    await expect(ann.mine.getByRole('button', { name: 'Amend', exact: true })).toBeVisible();
    await page.goto(`${venue.url}/active-orders`);
    await expect(page.getByText('Limit · Stop 0.0055')).toBeVisible();
  });
});

test('a trailing stop follows the highest price, and sells once a trade is as far below it (TRAIL-02, TRAIL-06) @story', async ({
  page,
  otherPage,
  ownVenue,
  guard,
}) => {
  guard.expect(/status of 409/);
  const venue = await ownVenue();
  const others = [await otherPage(), await otherPage()];
  for (const one of [page, ...others]) await newTrader(one, venue.url);
  const ann = new TradePage(page, 'XMR-BTC');
  const trade = async (price: string): Promise<void> => {
    for (const [index, operation] of (['SELL', 'BUY'] as const).entries()) {
      const data = { pair: 'XMR-BTC', type: 'LIMIT', operation, price, quantity: '1' };
      const answer = await others[index]?.request.post(`${venue.url}/order/orders/limit`, { data });
      expect(answer?.status(), await answer?.text()).toBeLessThan(300);
    }
  };
  await ann.open(venue.url);
  const form = ann.form('Sell');
  const send = form.getByRole('button', { name: 'Sell XMR' });
  await test.step('it needs a percentage that the server takes, and a last price', async () => {
    await ann.expectReady('Sell');
    await form.getByRole('combobox', { name: 'Order type' }).selectOption('Trailing stop');
    await form.getByRole('textbox', { name: 'Quantity' }).fill('2');
    await form.getByRole('textbox', { name: 'Trail by' }).fill('0.05');
    await send.click();
    await expect(form.getByText('Enter a percentage from 0.1 to 50, in steps of 0.1')).toBeVisible();
    await form.getByRole('textbox', { name: 'Trail by' }).fill('2.5');
    await send.click();
    await expect(form.getByText('has not traded yet')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Trail by' })).toHaveValue('2.5');
  });
  await test.step('it waits, and shows by how much it trails', async () => {
    await trade('0.006');
    await form.getByRole('textbox', { name: 'Quantity' }).fill('1');
    await expect(form.getByText('Stop 2.5% below the highest price')).toBeVisible();
    await send.click();
    await expect(page.getByText('Stop sell order placed. It triggers at the stop price.')).toBeVisible();
    await ann.show('My orders');
    await expect(ann.rows('Sell', 'Trailing stop', '2.5%')).toHaveCount(1);
    await expectGoodPrivatePage(page);
  });
  await test.step('its stop rises with the price, and does not fall with it', async () => {
    await trade('0.0064');
    await trade('0.00625');
    await page.goto(`${venue.url}/active-orders`);
    await expect(page.getByText('Market · Trails by 2.5%')).toBeVisible();
  });
  await test.step('a trade 2.5 % below the highest price triggers it', async () => {
    const data = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', price: '0.0062', quantity: '2' };
    await others[1]?.request.post(`${venue.url}/order/orders/limit`, { data });
    await trade('0.00624');
    await page.goto(`${venue.url}/order-history`);
    await expect(page.getByText('Market · Trails by 2.5% · Stop 0.00624')).toBeVisible();
  });
});
