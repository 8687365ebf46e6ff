import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { noteToasts } from './support/toasts.ts';
import { newTrader } from './support/trader.ts';

test("one trader's order fills another's, and both see it @story", async ({ page, otherPage, ownVenue }) => {
  // Without market makers nobody else can take the order.
  const venue = await ownVenue();
  const second = await otherPage();
  await newTrader(page, venue.url);
  await newTrader(second, venue.url);
  const seller = new TradePage(page, 'XMR-BTC');
  const buyer = new TradePage(second, 'XMR-BTC');
  await page.goto(`${venue.url}/trade/XMR-BTC`);
  await second.goto(`${venue.url}/trade/XMR-BTC`);

  const [saidToSeller, saidToBuyer] = [await noteToasts(page), await noteToasts(second)];
  await seller.place('Sell', '0.006', '2');
  await expect.poll(() => buyer.prices('asks')).toEqual(['0.006']);

  await buyer.place('Buy', '0.006', '1.5');
  await buyer.show('My trades');
  await expect(buyer.rows('Buy', '1.5')).toHaveCount(1);
  await seller.show('My trades');
  await expect(seller.rows('Sell', '1.5')).toHaveCount(1);

  await test.step('the rest of the first order is still offered', async () => {
    await seller.show('My orders');
    await expect(seller.rows('Sell', '0.5')).toHaveCount(1);
    expect((await venue.book('XMR-BTC')).asks).toEqual([['0.006', '0.5']]);
    await expect.poll(() => buyer.prices('asks')).toEqual(['0.006']);
  });

  await test.step('the fill is announced once to each', async () => {
    await expect.poll(saidToSeller).toEqual(['Sell order placed', 'Sold 1.5 XMR at 0.006 BTC']);
    // The stream may tell of the fill before the order is answered.
    const toBuyer = ['Bought 1.5 XMR at 0.006 BTC', 'Buy order filled'];
    await expect.poll(async () => (await saidToBuyer()).toSorted()).toEqual(toBuyer);
    await buyer.mine.getByRole('button', { name: 'Refresh' }).click();
    await buyer.place('Buy', '0.001', '1');
    await expect.poll(async () => (await saidToBuyer()).toSorted()).toEqual([...toBuyer, 'Buy order placed']);
  });

  await test.step('the next one, too, to a seller who reads another page (TRADE-35)', async () => {
    await page.goto(`${venue.url}/support`);
    // What is filled before the page knows the fills so far is no news, and nothing shows when it does.
    await expect(async () => {
      await buyer.place('Buy', '0.006', '0.1');
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
        'Sold 0.1 XMR at 0.006 BTC',
        { timeout: 3000 },
      );
    }).toPass();
  });
});
