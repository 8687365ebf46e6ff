import type { Locator } from '@playwright/test';
import { decimal, toText } from '../../src/domain/decimal.ts';
import { expectAccessible, expectGoodPage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('a part of the screen is missing');
  return box;
};

for (const width of [768, 1280, 1920])
  test(`the user chooses a layout at ${width} px, and it is kept (TRADE-12)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.open();
    const chart = page.getByRole('region', { name: 'Chart' });
    const opener = page.getByRole('button', { name: 'Settings' });
    const choose = async (name: RegExp): Promise<void> => {
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Settings' });
      await dialog.getByRole('radio', { name }).check();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(opener).toBeFocused();
    };
    const standard = { chart: await boxOf(chart), book: await boxOf(tradePage.book) };
    await choose(/^Chart first/);
    expect((await boxOf(chart)).width).toBeGreaterThan(standard.chart.width + 200);
    await choose(/^Book first/);
    const first = { chart: await boxOf(chart), book: await boxOf(tradePage.book) };
    expect(first.book.width).toBeGreaterThan(standard.book.width);
    expect(first.book.x).toBeLessThan(first.chart.x);

    await page.reload();
    await tradePage.expectStatus('Live');
    expect((await boxOf(tradePage.book)).width).toBe(first.book.width);
    await choose(/^Standard/);
    expect(await boxOf(chart)).toEqual(standard.chart);
  });

/** Below 1200 px a layout has other places for its parts. */
const SIZES = [
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

/** Least height of the plot where both forms are below it; its time scale takes 28 px more. */
const STANDARD: Readonly<Record<number, number>> = { 1366: 348, 1440: 428 };

test('the candles have their height in every layout, with both forms and one, at every width (TRADE-12, TRADE-25)', async ({
  page,
}) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const plot = page.getByRole('img', { name: /candles/ });
  const opener = page.getByRole('button', { name: 'Settings' });
  for (const layout of ['Standard', 'Chart first', 'Book first'])
    for (const forms of ['Buy and sell', 'One form']) {
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Settings' });
      await dialog.getByRole('radio', { name: new RegExp(`^${layout}`) }).check();
      await dialog.getByRole('radio', { name: new RegExp(`^${forms}`) }).check();
      await page.keyboard.press('Escape');
      for (const [width, height] of SIZES) {
        const at = `${layout}, ${forms}, ${width} px`;
        await page.setViewportSize({ width, height });
        const shown = await boxOf(plot);
        const least = layout === 'Standard' ? (STANDARD[width] ?? 200) : 200;
        expect(shown.height, at).toBeGreaterThanOrEqual(least);
        expect(shown.width, at).toBeGreaterThanOrEqual(380);
        // Drawings follow their place.
        await expect
          .poll(async () => (await boxOf(plot.locator('canvas').first())).height, { message: at })
          .toBeGreaterThan(shown.height - 40);
      }
    }
});

test('at 1366×768 and 1440×900 two own orders are in sight below candles and forms (TRADE-25)', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const [bid = ''] = await tradePage.prices('bids');
  for (const percent of [96n, 97n]) {
    const price = toText({ units: (decimal(bid).units * percent) / 100n, scale: decimal(bid).scale });
    const data = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', price, quantity: '0.5' };
    expect((await page.request.post('/order/orders/limit', { data })).ok()).toBe(true);
  }
  await tradePage.show('My orders');
  const rows = tradePage.mine.locator('tbody tr');
  for (const [width, height] of [
    [1366, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(rows).toHaveCount(2);
    for (const row of await rows.all()) await expect(row).toBeInViewport({ ratio: 1 });
    // Packed to the left: no two figures of a row are far apart.
    const gaps = await rows.first().evaluate((row) => {
      const boxes = [...row.querySelectorAll('td')].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      });
      return boxes.slice(1).map((box, place) => box.left - (boxes[place]?.right ?? 0));
    });
    expect(Math.max(...gaps)).toBeLessThan(120);
  }
});

test('at 2560 px candles fill the plot, and at 360 px they begin above 200 px (TRADE-34)', async ({
  page,
}) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  const plot = page.getByRole('img', { name: /candles/ });
  await page.setViewportSize({ width: 2560, height: 1440 });
  await tradePage.open();
  const quarters = () =>
    plot.evaluate((part) => {
      const [canvas] = part.querySelectorAll('canvas');
      const context = canvas?.getContext('2d');
      if (!canvas || !context) return [];
      const width = Math.floor(canvas.width / 4);
      return [0, 1, 2, 3].map((place) => {
        const { data } = context.getImageData(place * width, 0, width, canvas.height);
        // Of the colours of candles and volumes; lines and text are grey.
        let ink = 0;
        for (let at = 0; at < data.length; at += 4)
          if (Math.abs((data[at] ?? 0) - (data[at + 1] ?? 0)) > 60) ink += 1;
        return ink;
      });
    });
  await expect.poll(async () => Math.min(...(await quarters()))).toBeGreaterThan(500);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.reload();
  await expect(plot.locator('canvas').first()).toBeVisible();
  expect((await boxOf(plot)).y).toBeLessThan(200);
});

test('at 1024×768 book, chart and both forms are above the fold, the book on the left (TRADE-25)', async ({
  page,
}) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  for (const [width, height] of [
    [1024, 768],
    [900, 768],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await tradePage.open();
    const [book, chart] = [
      await boxOf(tradePage.book),
      await boxOf(page.getByRole('region', { name: 'Chart' })),
    ];
    expect(book.x + book.width).toBeLessThanOrEqual(chart.x);
    for (const part of [tradePage.book, tradePage.form('Buy'), tradePage.form('Sell')])
      await expect(part).toBeInViewport({ ratio: 1 });
    expect((await boxOf(tradePage.form('Sell'))).y).toBe((await boxOf(tradePage.form('Buy'))).y);
  }
});

for (const layout of ['Standard', 'Chart first', 'Book first'])
  test(`one form with tabs, ${layout} (TRADE-13)`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.open();
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('radio', { name: new RegExp(`^${layout}`) }).check();
    await dialog.getByRole('radio', { name: /^One form/ }).check();
    await page.keyboard.press('Escape');
    const [buy, sell] = [tradePage.form('Buy'), tradePage.form('Sell')];
    await expect(page.getByRole('tabpanel', { name: 'Buy' })).toContainText('Log in to buy');
    await expect(buy).toBeInViewport({ ratio: 1 });
    await expect(sell).toBeHidden();
    const tabs = page.getByRole('tablist', { name: 'Place an order' });
    await tabs.getByRole('tab', { name: 'Buy' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(sell).toBeInViewport({ ratio: 1 });
    await expect(buy).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await expect(buy).toBeVisible();
    // A bid is taken by selling.
    await tradePage.bids.getByRole('row').nth(1).click();
    await expect(sell).toBeVisible();
    await expect(sell.getByRole('textbox', { name: 'Price' })).not.toHaveValue('');
    await expectGoodPage(page);
    await page.reload();
    await expect(tabs.getByRole('tab', { name: 'Buy' })).toHaveAttribute('aria-selected', 'true');
    await expect(sell).toBeHidden();
  });
