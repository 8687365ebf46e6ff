import { expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

test('own orders of this pair or of all; tab and choice are stored, and no old fill is announced (TRADE-14, TRADE-23, TRADE-26)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await newTrader(page);
  const [xmr, btc] = [new TradePage(page, 'XMR-BTC'), new TradePage(page, 'BTC-USDT')];
  await btc.open();
  const tab = (name: string) => btc.mine.getByRole('tab', { name });
  await expect(tab('My trades')).toHaveAttribute('aria-selected', 'true');
  await btc.place('Buy', '20000', '0.001');
  // Without a press (TRADE-26).
  await expect(btc.rows('20000')).toHaveCount(1);
  await expect(tab('My orders')).toHaveAttribute('data-count', '1');
  await expect(tab('My trades')).toHaveAttribute('data-count', '0');
  await btc.show('My orders');
  await xmr.open();
  // The tab is the same.
  await expect(xmr.mine.getByRole('tab', { name: 'My orders' })).toHaveAttribute('aria-selected', 'true');
  await xmr.place('Buy', '0.0011', '0.5');
  await expect(xmr.rows('0.0011')).toHaveCount(1);
  const all = xmr.mine.getByRole('checkbox', { name: 'All pairs' });
  await expect(xmr.rows('20000')).toHaveCount(0);
  await all.check();
  await expect(xmr.rows('BTC/USDT', '20000')).toHaveCount(1);
  const row = xmr.rows('XMR/BTC', '0.001100');
  await expect(row).toHaveCount(1);
  expect((await row.boundingBox())?.height).toBe(22);
  const cancel = row.getByRole('button', { name: 'Cancel order' });
  await expect(cancel).toBeInViewport({ ratio: 1 });
  await expect(xmr.mine.getByRole('button', { name: 'Cancel all' })).toBeVisible();
  await expectGoodPrivatePage(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  // In a narrow panel every digit is there; in a wide one the columns stay where they are, whatever they contain.
  const cells = xmr.mine.locator('tbody td');
  await page.setViewportSize({ width: 700, height: 800 });
  await page.getByRole('tab', { name: 'Orders', exact: true }).click();
  await expect(cells).not.toHaveCount(0);
  const cut = () =>
    cells.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  await expect.poll(cut).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const columns = () => xmr.mine.locator('thead th').evaluateAll((all) => all.map((one) => one.clientWidth));
  const before = await columns();
  await xmr.place('Buy', '0.0012', '12.5');
  await expect(xmr.rows('0.001200')).toHaveCount(1);
  expect(await columns()).toEqual(before);

  // A fill is announced once; entries that the other choice of pairs lists are no news.
  const bought = page.getByRole('region', { name: 'Notifications' }).getByText(/^Bought/);
  const [ask = ''] = await xmr.prices('asks');
  await xmr.place('Buy', ask, '0.01');
  await expect(bought).toBeVisible();
  await expect(bought).toHaveCount(0);
  await xmr.show('My trades');
  await all.uncheck();
  await expect(xmr.rows('Buy')).toHaveCount(1);
  await all.check();
  await expect(xmr.rows('XMR/BTC', 'Buy')).toHaveCount(1);
  await expect(bought).toHaveCount(0);

  // A fill announced while one pair was listed is no news in the list of all.
  await all.uncheck();
  const [next = ''] = await xmr.prices('asks');
  await xmr.place('Buy', next, '0.02');
  await expect(bought).toBeVisible();
  await expect(bought).toHaveCount(0);
  await all.check();
  await expect(xmr.rows('XMR/BTC', 'Buy')).toHaveCount(2);
  await expect(bought).toHaveCount(0);

  await page.reload();
  await expect(all).toBeChecked();
  await xmr.show('My orders');
  await cancel.click();
  await expect(row).toHaveCount(0);
});
