import type { Locator, Page } from '@playwright/test';
import { openChart } from './support/candles.ts';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

// Bars are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

interface Colours {
  readonly up: string;
  readonly down: string;
  readonly surface: string;
}

const coloursOf = (page: Page): Promise<Colours> =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    return { up: token('--up'), down: token('--down'), surface: token('--surface') };
  });

const switchOf = (page: Page): Locator => page.getByRole('button', { name: 'Colour-blind palette' });

/** Bodies have the colour itself, volumes a third of it. */
const drawnIn = (chart: Locator, colours: Colours): Promise<readonly string[]> =>
  chart.evaluate((panel, { up, down, surface }) => {
    const partsOf = (hex: string): number[] =>
      [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const faint = (hex: string): number[] =>
      partsOf(hex).map((part, index) => part / 3 + ((partsOf(surface)[index] ?? 0) * 2) / 3);
    const wanted = [
      { name: 'rising bars', parts: partsOf(up), pixels: 0 },
      { name: 'falling bars', parts: partsOf(down), pixels: 0 },
      { name: 'volumes of rising bars', parts: faint(up), pixels: 0 },
      { name: 'volumes of falling bars', parts: faint(down), pixels: 0 },
    ];
    for (const canvas of panel.querySelectorAll('canvas')) {
      const { width, height } = canvas;
      if (width === 0 || height === 0) continue;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      for (let at = 0; at < data.length; at += 4) {
        for (const one of wanted) {
          if (one.parts.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) <= 2))
            one.pixels += 1;
        }
      }
    }
    // A single bar has more; soft edges have less.
    return wanted.filter(({ pixels }) => pixels > 20).map(({ name }) => name);
  }, colours);

const ALL = ['rising bars', 'falling bars', 'volumes of rising bars', 'volumes of falling bars'];

test('the chart takes the colours of the palette when it is switched, and wears them from the start', async ({
  page,
}) => {
  const chart = await openChart(page);
  const standard = await coloursOf(page);
  await expect.poll(() => drawnIn(chart, standard)).toEqual(ALL);

  await switchOf(page).click();
  const other = await coloursOf(page);
  expect(other.up).not.toBe(standard.up);
  expect(other.down).not.toBe(standard.down);
  await expect.poll(() => drawnIn(chart, other)).toEqual(ALL);
  expect(await drawnIn(chart, standard)).toEqual([]);

  await page.reload();
  await expect.poll(() => drawnIn(chart, other)).toEqual(ALL);
  expect(await drawnIn(chart, standard)).toEqual([]);
  await switchOf(page).click();
  await expect.poll(() => drawnIn(chart, standard)).toEqual(ALL);
  expect(await drawnIn(chart, other)).toEqual([]);
});

const wearing = (page: Page, { up, down }: Colours): Promise<readonly string[]> =>
  page.evaluate(
    (hexes) => {
      const writtenOut = (hex: string): string =>
        `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
      const avoided = new Set(hexes.map(writtenOut));
      const worn = ['color', 'background-color', 'border-top-color', 'fill', 'stroke', 'outline-color'];
      // The brand keeps its colour.
      return [...document.body.querySelectorAll('*:not(header a[href="/"] *)')]
        .filter((element) =>
          [null, '::before', '::after'].some((part) => {
            const style = getComputedStyle(element, part);
            return worn.some((property) => avoided.has(style.getPropertyValue(property)));
          }),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120));
    },
    [up, down],
  );

test('with the palette for the colour-blind nothing on the trading screen stays green or red', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const standard = await coloursOf(page);
  expect((await wearing(page, standard)).length).toBeGreaterThan(20);
  await switchOf(page).click();
  await tradePage.place('Sell', '', '');
  await tradePage.place('Buy', '0.001', '0.5');
  await expect(page.getByText('Buy order placed')).toBeVisible();
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', '0.001')).toHaveCount(1);
  // Fading elements have both colours for a moment.
  await expect.poll(() => wearing(page, standard)).toEqual([]);
});
