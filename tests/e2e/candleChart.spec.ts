import { openChart, pricesOf } from './support/candles.ts';
import { expect, test } from './support/test.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

const NEWEST = pricesOf(0).close;

test('the bar under the crosshair is shown in figures, and the newest one when the pointer leaves @story', async ({
  page,
}) => {
  const chart = await openChart(page);
  const told = chart.locator('dl');
  const canvas = await chart.getByRole('img').boundingBox();
  if (!canvas) throw new Error('the chart has no size');
  const y = canvas.y + canvas.height / 2;
  // Each bar shows its own prices, with the sign of its change.
  const seen = new Set<string>();
  for (let x = canvas.x + canvas.width / 2; seen.size < 2; x += 2) {
    if (x > canvas.x + canvas.width) throw new Error('no bar is under the pointer');
    await page.mouse.move(x, y);
    const text = await told.innerText();
    const age = Array.from({ length: 40 }, (_, one) => one).find((one) => {
      const { open, close } = pricesOf(one);
      return text.includes(open) && text.includes(close);
    });
    if (age === undefined) throw new Error(`of no bar: ${text}`);
    if (age === 0) continue;
    expect(text).toContain(age % 2 === 0 ? '▲' : '▼');
    seen.add(text.includes('▲') ? 'rising' : 'falling');
  }
  await page.mouse.move(0, 0);
  await expect(told).toContainText(NEWEST);
});

for (const [width, height] of [
  [320, 640],
  [360, 780],
  [768, 1024],
  [1280, 800],
] as const) {
  test(`the table of candles at ${width} px: every figure can be reached without scrolling sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const chart = await openChart(page);
    await chart.getByRole('button', { name: 'Table' }).click();
    const panel = chart.getByRole('region', { name: 'Visible candles' });
    await expect(panel.getByRole('row').nth(1)).toContainText(NEWEST);
    expect(await panel.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await panel.focus();
    // Rows that arrive while the chart finds its size are beyond the first end.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(panel.getByRole('row').last().getByRole('cell').last()).toBeInViewport({
        ratio: 1,
        timeout: 2000,
      });
    }).toPass();
  });
}

test('candles at a time that no calendar has: the chart reports it, and shows the others', async ({
  page,
  guard,
}) => {
  guard.expect(/candles: \d+\.0: not a time/);
  const untimed = ['2026-13-01T00:00:00Z', '9', '9', '9', '9', '9'];
  let send: (bars: readonly unknown[]) => readonly unknown[] = (bars) => [untimed, ...bars];
  const chart = await openChart(page, (bars) => send(bars));
  const told = chart.getByText('Invalid time', { exact: true });
  await expect(told).toBeVisible();
  await expect(chart.getByText('No trades in this period.')).toHaveCount(0);
  await chart.getByRole('button', { name: 'Table' }).click();
  await expect(chart.getByRole('rowheader')).not.toHaveCount(0);
  expect(await chart.getByRole('rowheader').allInnerTexts()).not.toContain('');
  await expect(chart.getByRole('cell', { name: /^9[.0]*$/ })).toHaveCount(0);
  await chart.getByRole('button', { name: 'Table' }).click();

  send = () => [untimed];
  await chart.getByRole('radio', { name: '1h', exact: true }).check();
  await expect(chart.locator('dl')).toHaveCount(0);
  await expect(told).toBeVisible();
  await expect(chart.getByText('No trades in this period.')).toHaveCount(0);

  send = () => [];
  await chart.getByRole('radio', { name: '1D', exact: true }).check();
  await expect(chart.getByText('No trades in this period.')).toBeVisible();
  await expect(told).toHaveCount(0);
});
