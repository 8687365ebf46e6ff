import type { Locator, Page } from '@playwright/test';
import { parseSketches, type Sketch } from '../../src/domain/sketch.ts';
import { expectGoodPage } from './support/axe.ts';
import { openChart } from './support/candles.ts';
import { inkOf } from './support/chartInk.ts';
import { expect, test } from './support/test.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

const kept = async (page: Page, pair = 'XMR-BTC'): Promise<readonly Sketch[]> =>
  parseSketches((await page.evaluate((name) => localStorage.getItem(`chart_drawings:${name}`), pair)) ?? '');

async function take(chart: Locator, tool: string): Promise<void> {
  await chart.getByRole('button', { name: 'Draw', exact: true }).click();
  await chart.getByRole('button', { name: tool, exact: true }).click();
}

/** Of the plot: shares of its width and height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

async function spot(chart: Locator, { x, y }: Place): Promise<Place> {
  const box = await chart.getByRole('img').boundingBox();
  if (!box) throw new Error('the chart has no size');
  return { x: Math.round(box.x + x * (box.width - 80)), y: Math.round(box.y + y * (box.height - 30)) };
}

async function press(page: Page, chart: Locator, place: Place, isTouch = false): Promise<void> {
  const { x, y } = await spot(chart, place);
  if (isTouch) return page.touchscreen.tap(x, y);
  return page.mouse.click(x, y);
}

/** Of equal height. */
const [A, B] = [
  { x: 0.3, y: 0.5 },
  { x: 0.7, y: 0.5 },
];
const ABOVE = { x: 0.7, y: 0.3 };

/** What the chart waits for, or what is chosen. */
const bar = (chart: Locator): Locator => chart.locator('[data-place="drawing"]');

/** With its candles: without them a press has no place. */
async function openDrawn(page: Page): Promise<Locator> {
  const chart = await openChart(page);
  await expect.poll(() => inkOf(chart, '--up')).toBeGreaterThan(20);
  return chart;
}

/** Moves the pointer to what has this cursor, from left to right. */
async function pointAt(page: Page, from: Place, cursor: 'move' | 'pointer'): Promise<Place> {
  for (let x = from.x - 30; x <= from.x + 30; x += 3) {
    await page.mouse.move(x, from.y);
    const found = await page.evaluate(
      ([left = 0, top = 0]) => getComputedStyle(document.elementFromPoint(left, top) ?? document.body).cursor,
      [x, from.y],
    );
    if (found === cursor) return { x, y: from.y };
  }
  throw new Error(`nothing has the cursor ${cursor}`);
}

for (const width of [360, 1280])
  test(`a trend line at ${width} px: drawn, there after a reload, dragged, removed and brought back; not of another pair (DRAW-01, DRAW-03, DRAW-04)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    let chart = await openDrawn(page);
    const plain = await inkOf(chart, '--text');
    await take(chart, 'Trend line');
    await expect(bar(chart)).toContainText('Press the chart where the line begins.');
    await press(page, chart, A);
    await expect(bar(chart)).toContainText('Press the chart where it ends.');
    await press(page, chart, B);
    await expect(bar(chart)).toContainText(/^Trend line from 0\.00\d{4} to 0\.00\d{4} BTC/);
    await expectGoodPage(page);
    const [drawn] = await kept(page);
    expect(drawn).toMatchObject({ kind: 'trend' });
    await page.keyboard.press('Escape');
    await expect(bar(chart)).toHaveCount(0);

    chart = await openDrawn(page);
    await expect.poll(() => inkOf(chart, '--text')).toBeGreaterThan(plain);
    // By its middle, then by its end.
    for (const [place, cursor, down] of [
      [{ x: 0.5, y: 0.5 }, 'move', 20],
      [B, 'pointer', 25],
    ] as const) {
      const [before] = await kept(page);
      const aim = await spot(chart, place);
      // The end is where the first drag left it.
      const from = await pointAt(page, { ...aim, y: aim.y + (cursor === 'pointer' ? 20 : 0) }, cursor);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + down, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => kept(page)).not.toEqual([before]);
      const [after] = await kept(page);
      expect(after?.points[0]?.price === before?.points[0]?.price).toBe(cursor === 'pointer');
      expect(Number(after?.points[1]?.price)).toBeLessThan(Number(before?.points[1]?.price));
      expect(after?.points.map(({ time }) => time)).toEqual(before?.points.map(({ time }) => time));
    }

    await page.keyboard.press('Delete');
    await expect.poll(() => kept(page)).toEqual([]);
    await expect(bar(chart)).toHaveCount(0);
    await chart.getByRole('button', { name: 'Draw', exact: true }).press('Enter');
    await chart.getByRole('button', { name: 'Undo removal' }).press('Enter');
    await expect.poll(() => kept(page)).toHaveLength(1);
    await expectGoodPage(page);
    await chart.getByRole('button', { name: /^Remove: Trend line/ }).press('Enter');
    await expect.poll(() => kept(page)).toEqual([]);
    await chart.getByRole('button', { name: 'Undo removal' }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(chart.getByRole('button', { name: 'Draw', exact: true })).toBeFocused();

    await page.goto('/trade/WOW-BTC');
    const other = page.getByRole('region', { name: 'Chart' });
    await other.getByRole('button', { name: 'Draw', exact: true }).click();
    await expect(other.getByRole('button', { name: 'Trend line' })).toBeVisible();
    await expect(other.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  });

test('a measurement tells difference, share, bars and time, and is not kept (DRAW-02)', async ({ page }) => {
  const chart = await openDrawn(page);
  await take(chart, 'Measure');
  await press(page, chart, A);
  await press(page, chart, ABOVE);
  await expect(bar(chart)).toContainText(
    /^\+0\.00\d{4} BTC \(\+\d+\.\d\d%\), \d+ bars, (\d+ days? ?)?(\d+ hr)?/,
  );
  await expect.poll(() => inkOf(chart, '--info')).toBeGreaterThan(20);
  await press(page, chart, { x: 0.1, y: 0.1 });
  await expect(bar(chart)).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
});

test('a text asks for its words, and stays at its price on another scale and interval (DRAW-01, DRAW-06)', async ({
  page,
}) => {
  const chart = await openDrawn(page);
  const field = chart.getByRole('textbox');
  await take(chart, 'Text');
  await press(page, chart, A);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
  await take(chart, 'Text');
  await press(page, chart, A);
  await field.fill(' sell here ');
  await page.keyboard.press('Enter');
  await expect(bar(chart)).toContainText(/^Text at 0\.00\d{4} BTC: sell here/);
  const drawn = await kept(page);
  await chart.getByRole('button', { name: 'View' }).click();
  await chart.getByRole('checkbox', { name: 'Log scale' }).check();
  await chart.getByRole('radio', { name: '1D' }).check();
  await expect(bar(chart)).toContainText(': sell here');
  expect(await kept(page)).toEqual(drawn);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('two taps draw a rectangle on a phone, and "Cancel" gives a tool up (DRAW-01)', async ({ page }) => {
    const chart = await openDrawn(page);
    await take(chart, 'Rectangle');
    await press(page, chart, A, true);
    await bar(chart).getByRole('button', { name: 'Cancel' }).tap();
    await expect(bar(chart)).toHaveCount(0);
    await take(chart, 'Rectangle');
    await press(page, chart, A, true);
    await press(page, chart, ABOVE, true);
    await expect(bar(chart)).toContainText('Rectangle from');
    await expectGoodPage(page);
    expect(await kept(page)).toMatchObject([{ kind: 'box' }]);
    await bar(chart).getByRole('button', { name: 'Remove' }).tap();
    await expect.poll(() => kept(page)).toEqual([]);
  });
});
