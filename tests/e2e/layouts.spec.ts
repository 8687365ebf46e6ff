import type { Locator } from '@playwright/test';
import { expectAccessible, expectGoodPage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';

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
        const least = width === 1366 && layout === 'Standard' ? 240 : 200;
        expect(shown.height, at).toBeGreaterThanOrEqual(least);
        expect(shown.width, at).toBeGreaterThanOrEqual(380);
        // What is drawn follows its place.
        await expect
          .poll(async () => (await boxOf(plot.locator('canvas').first())).height, { message: at })
          .toBeGreaterThan(shown.height - 40);
      }
    }
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
