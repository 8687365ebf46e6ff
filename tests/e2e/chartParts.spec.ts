import { expectGoodPage } from './support/axe.ts';
import { answerCandles, openChart } from './support/candles.ts';
import { inkOf } from './support/chartInk.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/test.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

/** Of lines through 40 bars. */
const LINES = [
  ['SMA 20', '--line-1'],
  ['EMA 20', '--line-3'],
  ['VWAP', '--line-5'],
  ['RSI 14', '--line-6'],
] as const;

test('indicators are drawn once they are ticked, by keyboard, and are there after a reload (CHART-10)', async ({
  page,
}) => {
  let chart = await openChart(page);
  const opener = chart.getByRole('button', { name: 'View' });
  for (const [, token] of LINES) expect(await inkOf(chart, token)).toBe(0);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(chart.getByRole('radio', { name: 'Candles' })).toBeFocused();
  await expect(chart.getByRole('checkbox', { name: 'My open orders' })).toHaveCount(0);
  for (const [name, token] of LINES) {
    await chart.getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
    // Beside the sign of its colour in the list, which is no canvas.
    await expect.poll(() => inkOf(chart, token)).toBeGreaterThan(20);
  }
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await expect(chart.getByRole('checkbox')).toHaveCount(0);
  await expect(opener).toBeFocused();

  chart = await openChart(page);
  for (const [, token] of LINES) await expect.poll(() => inkOf(chart, token)).toBeGreaterThan(20);
  await chart.getByRole('button', { name: 'View' }).click();
  for (const [name, token] of LINES) {
    await chart.getByRole('checkbox', { name }).uncheck();
    await expect.poll(() => inkOf(chart, token)).toBe(0);
  }
  expect(await page.evaluate(() => localStorage.getItem('chart_parts'))).toBe('');
});

test('an indicator has the length that was typed, after a reload too (CHART-21)', async ({ page }) => {
  let chart = await openChart(page);
  await chart.getByRole('button', { name: 'View' }).click();
  await chart.getByRole('checkbox', { name: 'SMA 50' }).check();
  // More than there are bars: no line.
  await expect.poll(() => inkOf(chart, '--line-2')).toBe(0);
  await chart.getByRole('textbox', { name: 'Length of SMA 50' }).fill('5');
  await expect.poll(() => inkOf(chart, '--line-2')).toBeGreaterThan(20);
  await chart.getByRole('textbox', { name: 'Length of SMA 5' }).fill('1');
  await expect(chart.getByText('2 to 500')).toBeVisible();
  await expectGoodPage(page);
  chart = await openChart(page);
  await expect.poll(() => inkOf(chart, '--line-2')).toBeGreaterThan(20);
  await chart.getByRole('button', { name: 'View' }).click();
  await expect(chart.getByRole('checkbox', { name: 'SMA 5' })).toBeChecked();
});

test('candles have the room of the volumes when these are off, and follow a logarithmic scale (CHART-10)', async ({
  page,
}) => {
  const chart = await openChart(page);
  await chart.getByRole('button', { name: 'View' }).click();
  const candles = await inkOf(chart, '--up');
  await chart.getByRole('checkbox', { name: 'Volume' }).uncheck();
  await expect.poll(() => inkOf(chart, '--up')).toBeGreaterThan(candles);
  const before = await chart.getByRole('img').screenshot();
  await chart.getByRole('checkbox', { name: 'Log scale' }).check();
  await expect.poll(async () => before.equals(await chart.getByRole('img').screenshot())).toBe(false);
});

test('prices are drawn as candles, bars, a line or an area, also after a reload (CHART-19)', async ({
  page,
}) => {
  let chart = await openChart(page);
  const picture = () => chart.getByRole('img').screenshot();
  await chart.getByRole('button', { name: 'View' }).click();
  await chart.getByRole('checkbox', { name: 'Volume' }).uncheck();
  await page.keyboard.press('Escape');
  const rising = await inkOf(chart, '--up');
  for (const [kind, token] of [
    ['Bars', '--up'],
    ['Line', '--info'],
    ['Area', '--info'],
  ] as const) {
    await chart.getByRole('button', { name: 'View' }).click();
    await chart.getByRole('radio', { name: kind }).check();
    await expect.poll(() => inkOf(chart, token)).toBeGreaterThan(20);
    // The line of the last price, whose candle is transparent.
    await expect.poll(() => inkOf(chart, '--info')).toBeGreaterThan(20);
    if (kind === 'Bars') await expect.poll(() => inkOf(chart, token)).toBeLessThan(rising);
    else await expect.poll(() => inkOf(chart, '--up')).toBe(0);
    const drawn = await picture();
    chart = await openChart(page);
    await expect.poll(() => inkOf(chart, token)).toBeGreaterThan(20);
    expect((await picture()).length).toBeGreaterThan(drawn.length / 2);
  }
  await chart.getByRole('button', { name: 'View' }).click();
  await chart.getByRole('radio', { name: 'Candles' }).check();
  await expect.poll(() => inkOf(chart, '--up')).toBeGreaterThan(20);
  expect(await inkOf(chart, '--info')).toBe(0);
});

test('the chart fills the window, and gives it back by Escape or the focus elsewhere (CHART-20)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const chart = await openChart(page);
  const button = chart.getByRole('button', { name: 'Full screen' });
  const before = await chart.boundingBox();
  for (const leave of ['press', 'Escape', 'focus'] as const) {
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => chart.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 800 });
    await expect.poll(async () => (await chart.getByRole('img').boundingBox())?.height).toBeGreaterThan(700);
    if (leave === 'press') await button.click();
    else if (leave === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('link', { name: 'Markets' }).first().focus();
    await expect.poll(() => chart.boundingBox()).toEqual(before);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }
  // A browser without full screen fills its window, and a phone that is turned keeps the way out.
  await page.evaluate(() => {
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('not allowed'));
  });
  await button.click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => chart.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  await button.click();
  await expect.poll(async () => (await chart.boundingBox())?.y).toBeGreaterThan(40);
  await expect(button).toBeHidden();
});

for (const width of [360, 768, 1200, 1920])
  for (const [language, region] of [
    ['en', 'Chart'],
    ['fr', 'Graphique'],
    ['ru', 'График'],
  ] as const)
    test(`figures and tools at ${width} px in ${language}: one row of tools, and nothing over the candles (CHART-14)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript((code) => localStorage.setItem('i18nextLng', code), language);
      const chart = await openChart(page, undefined, region);
      const canvas = await chart.getByRole('img').boundingBox();
      const figures = await chart.locator('dl').boundingBox();
      const interval = await chart.getByRole('radio').first().boundingBox();
      if (!canvas || !figures || !interval) throw new Error('a part of the chart has no size');
      // Below the candles of a narrow chart.
      if (width < 1200) expect(figures.y).toBeGreaterThanOrEqual(canvas.y + canvas.height);
      else expect(figures.y + figures.height).toBeLessThanOrEqual(canvas.y);
      const tools = [...(await chart.getByRole('radio').all()), ...(await chart.getByRole('button').all())];
      for (const tool of tools) {
        const box = await tool.boundingBox();
        if (!box) throw new Error('a tool has no size');
        expect(box.y + box.height / 2).toBeCloseTo(interval.y + interval.height / 2, 0);
        expect(box.x + box.width).toBeLessThanOrEqual(canvas.x + canvas.width);
      }
    });

test('the figures come with the decimals of the pair, and do not move for them (TRADE-20)', async ({
  page,
}) => {
  const release = await hold(page, /\/pair\/pairs\/XMR-BTC$/);
  await answerCandles(page);
  await page.goto('/trade/XMR-BTC');
  const chart = page.getByRole('region', { name: 'Chart' });
  await expect.poll(() => inkOf(chart, '--up')).toBeGreaterThan(20);
  await expect(chart.locator('dl')).toHaveCount(0);
  release();
  await expect(chart.locator('dl')).toContainText(/O\s*\d\.\d{6}\s*H/);
});
