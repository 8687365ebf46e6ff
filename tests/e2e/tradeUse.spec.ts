import { bookTest, FULL, openBook } from './support/bookTest.ts';
import { openChart } from './support/candles.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

bookTest(
  'the form is filled once, takes parts of the balance and commas, and keeps typed text (ORDER-01, ORDER-05, ORDER-06)',
  async ({ page, feed, tradePage }) => {
    await newTrader(page);
    const balances = { BTC: '1', XMR: '100.019' };
    const coins = Object.entries(balances).map(([currency, available]) => ({ currency, available }));
    await page.route(/\/user\/balances/, (route) => route.fulfill({ json: coins }));
    await openBook(page, feed, tradePage, FULL);
    await Promise.all((['Buy', 'Sell'] as const).map((side) => tradePage.expectReady(side)));
    const field = (side: 'Buy' | 'Sell', name: string) => tradePage.form(side).getByRole('textbox', { name });
    const part = (side: 'Buy' | 'Sell', name: string) =>
      tradePage.form(side).getByRole('button', { name, exact: true });

    // Once: the market moves on without the form.
    await expect(field('Buy', 'Price')).toHaveValue('0.0051');
    await expect(field('Sell', 'Price')).toHaveValue('0.005');
    feed.delta({ bids: [['0.00505', '1']], asks: [['0.00507', '1']] });
    await expect.poll(() => tradePage.prices('asks')).toEqual(['0.00507', '0.0051', '0.0052']);
    await expect(field('Buy', 'Price')).toHaveValue('0.0051');
    await expect(field('Sell', 'Price')).toHaveValue('0.005');

    // Cut to the pair's step, never rounded up.
    for (const [side, name, quantity] of [
      ['Sell', '25%', '25'],
      ['Sell', '50%', '50'],
      ['Sell', '75%', '75.01'],
      ['Sell', 'Max', '100.01'],
      ['Buy', '25%', '49.01'],
      ['Buy', '50%', '98.03'],
      ['Buy', '75%', '147.05'],
      ['Buy', 'Max', '196.07'],
    ] as const) {
      await part(side, name).click();
      await expect(field(side, 'Quantity'), `${side} ${name}`).toHaveValue(quantity);
    }
    await expect(field('Buy', 'Total')).toHaveValue('0.99995700');

    await field('Buy', 'Price').fill('0,0052');
    await field('Buy', 'Quantity').fill('2,5');
    await expect(field('Buy', 'Total')).toHaveValue('0.01300000');
    // Normalised when the field is left.
    await expect(field('Buy', 'Price')).toHaveValue('0.0052');
    await expect(field('Buy', 'Quantity')).toHaveValue('2,5');
    await field('Buy', 'Price').fill('');
    await expect(field('Buy', 'Quantity')).toHaveValue('2.5');
    // Without a price only the maximum of a sale is known.
    await expect(part('Buy', 'Max')).toBeDisabled();
    await expect(part('Sell', 'Max')).toBeEnabled();
    feed.delta({ asks: [['0.00506', '1']] });
    await expect.poll(() => tradePage.prices('asks')).toContain('0.00506');
    await expect(field('Buy', 'Price')).toHaveValue('');
  },
);

bookTest(
  'the filter shows both sides or one, each with its depth (BOOK-01)',
  async ({ page, feed, tradePage }) => {
    await openBook(page, feed, tradePage, FULL);
    const depth = (side: 'bid' | 'ask'): Promise<number> =>
      tradePage.book
        .locator(`[data-cell="${side}-bars"]`)
        .evaluate((bars) => Math.round((bars as SVGPathElement).getBBox().width));
    const filter = (name: string) => tradePage.book.getByRole('radio', { name, exact: true });
    await expect(filter('All')).toBeChecked();
    await expect.poll(() => tradePage.prices('asks')).toEqual(['0.0051', '0.0052']);
    // 3.5 of 4.25: both sides have one scale.
    await expect.poll(() => depth('ask')).toBe(1000);
    await expect.poll(() => depth('bid')).toBe(823);

    await filter('Buy').check();
    await expect(tradePage.asks).toBeHidden();
    await expect(tradePage.bids).toBeVisible();
    await expect.poll(() => depth('bid')).toBe(1000);
    await filter('Sell').check();
    await expect(tradePage.bids).toBeHidden();
    await expect(tradePage.asks).toBeVisible();
    expect(await tradePage.prices('asks')).toEqual(['0.0051', '0.0052']);
    await filter('All').check();
    await expect(tradePage.bids).toBeVisible();
    await expect.poll(() => depth('bid')).toBe(823);
  },
);

test.describe('far from Greenwich', () => {
  // The answers of calls are scripted here.
  test.use({ timezoneId: 'Pacific/Auckland', streams: false });

  test('the market history shows days and times in UTC, and cuts amounts (CALL-16, TRADE-03, CHART-05)', async ({
    page,
  }) => {
    const now = '2026-03-10T12:00:00Z';
    await page.clock.setFixedTime(now);
    const trades = [
      ['2026-03-10T00:00:01Z', '0.00512', '1.123456789', 'BUY'],
      ['2026-03-09T23:59:59', '0.00511', '2.5', 'SELL'],
      [Date.parse('2026-03-08T23:59:59Z') / 1000, '0.0051', '0.000000009', 'BUY'],
      // Not every server sorts them.
      ['2026-03-09T22:00:00Z', '0.00513', '3', 'BUY'],
    ].map(([time, price, amount, operation], id) => ({
      id: String(id),
      pair: 'XMR-BTC',
      time,
      price,
      amount,
      operation,
    }));
    await page.route(/\/order\/trades\/XMR-BTC\?limit=100$/, (route) => route.fulfill({ json: trades }));
    await page.goto('/trade/XMR-BTC');
    const history = page.getByRole('region', { name: 'Market history' });
    const rows = history.getByRole('row');
    await expect(rows).toHaveText([
      /Price, BTC.*Amount, XMR.*Time/,
      /Buy0\.005120+1\.1234567800:00:01/,
      'Yesterday',
      /Sell0\.005110+2\.5000000023:59:59/,
      /Buy0\.005130+3\.0000000022:00:00/,
      'Older',
      /Buy0\.00510+0\.0000000003-08 23:59/,
    ]);
    const colours = await history
      .locator('tbody tr:has(time)')
      .evaluateAll((trades) => trades.map((trade) => getComputedStyle(trade).color));
    expect(new Set(colours).size).toBe(3);
    await expect(history.locator('time').nth(1)).toHaveAttribute(
      'title',
      '2026-03-09 23:59:59 UTC, Yesterday',
    );
  });

  test('candles and own orders are at their time in UTC', async ({ page }) => {
    await newTrader(page);
    const chart = await openChart(page);
    const bar = /\d{4}-\d\d-\d\d (00|04|08|12|16|20):00/;
    await expect(chart.locator('dl')).toContainText(bar);
    await chart.getByRole('button', { name: 'Table' }).click();
    const told = chart.getByRole('rowheader');
    await expect(told.nth(20)).toBeAttached();
    const times = await told.allInnerTexts();
    expect(times.filter((time) => !bar.test(time))).toEqual([]);

    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.place('Buy', '0.001', '0.5');
    await tradePage.show('My orders');
    const time = tradePage.rows('Buy', '0.001').locator('time');
    const iso = (await time.getAttribute('datetime')) ?? '';
    expect(iso).toMatch(/Z$/);
    await expect(time).toHaveText(iso.slice(5, 19).replace('T', ' '));
  });
});
