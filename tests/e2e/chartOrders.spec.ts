import type { Locator, Page } from '@playwright/test';
import { add, decimal, subtract, toText } from '../../src/domain/decimal.ts';
import { expectGoodPage } from './support/axe.ts';
import { inkOf } from './support/chartInk.ts';
import { ordersAtVenue, switchFeatures } from './support/orders.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';
const TICK = decimal('0.000001');

const less = (price: string, by: string): string => toText(subtract(decimal(price), decimal(by)));

interface Scene {
  readonly chart: Locator;
  readonly tradePage: TradePage;
  readonly price: string;
  readonly handle: Locator;
  /** Prices that were sent to amend with. */
  readonly sent: readonly string[];
}

/** With one open order a little below the book's bids. */
async function withOrder(page: Page): Promise<Scene> {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const bids = await tradePage.prices('bids');
  const price = less(bids.at(-1) ?? '', '0.00001');
  await tradePage.place('Buy', price, '0.5');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/order/amend/'))
      sent.push((request.postDataJSON() as { price: string }).price);
  });
  const chart = page.getByRole('region', { name: 'Chart' });
  const handle = chart.getByRole('button', { name: /^My buy order: 0.5 XMR at / });
  await expect(handle).toHaveAccessibleName(ownOrderAt(price));
  return { chart, tradePage, price, handle, sent };
}

async function drag(page: Page, handle: Locator, down: number): Promise<void> {
  // A candle that comes moves the scale, and the handle with it: a press that missed it is made again.
  await expect(async () => {
    await handle.hover();
    await page.mouse.down();
    try {
      await expect(handle).toBeFocused({ timeout: 500 });
    } catch (missed) {
      await page.mouse.up();
      throw missed;
    }
  }).toPass();
  const box = await handle.boundingBox();
  if (!box) throw new Error('the order has no handle');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x + 4, y + down / 2);
  // Beside the handle, too: the pointer is held.
  await page.mouse.move(x + 200, y + down, { steps: 3 });
  await page.mouse.up();
}

/** In the notation of the pair's prices (FORMAT-10). */
const ownOrderAt = (price = ''): RegExp =>
  new RegExp(`^My buy order: 0\\.5 XMR at ${price.replace('.', '\\.')}0* BTC$`);

for (const width of [360, 1280])
  test(`a line is dragged to another price at ${width} px: asked about before it is sent (CHART-15, CHART-16)`, async ({
    page,
  }) => {
    const { price, handle, sent } = await withOrder(page);
    await page.setViewportSize({ width, height: 800 });
    await expect(handle).toBeInViewport();
    await drag(page, handle, 12);
    const dialog = page.getByRole('dialog', { name: 'Amend buy order, XMR/BTC' });
    const field = dialog.getByRole('textbox', { name: 'Price' });
    const lower = await field.inputValue();
    expect(Number(lower)).toBeLessThan(Number(price));
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(handle).toHaveAccessibleName(ownOrderAt(price));
    expect(sent).toEqual([]);

    await drag(page, handle, 12);
    await dialog.getByRole('button', { name: 'Amend order' }).click();
    await expect(dialog).toBeHidden();
    const [order] = await ordersAtVenue(page, PAIR);
    expect(sent).toHaveLength(1);
    expect(toText(decimal(order?.price ?? ''))).toBe(sent[0]);
    await expect(handle).toHaveAccessibleName(ownOrderAt(sent[0]));
  });

for (const width of [360, 1280])
  test(`an alert's line is dragged to another price at ${width} px, and moved by keyboard (ALERT-06)`, async ({
    page,
  }) => {
    const tradePage = new TradePage(page, PAIR);
    await tradePage.open();
    const price = less((await tradePage.prices('bids')).at(-1) ?? '', '0.00001');
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((kept) => {
      localStorage.setItem('alerts', kept);
      dispatchEvent(new StorageEvent('storage', { key: 'alerts', newValue: kept }));
    }, `${PAIR}<${price}@1`);
    const chart = page.getByRole('region', { name: 'Chart' });
    const handle = chart.getByRole('button', { name: /^Alert at 0\.\d+ BTC$/ });
    const kept = async () =>
      /^XMR-BTC<(0\.\d+)@\d{13}$/.exec(
        (await page.evaluate(() => localStorage.getItem('alerts'))) ?? '',
      )?.[1] ?? '';
    await expect(handle).toBeInViewport();
    await expectGoodPage(page);
    await drag(page, handle, 12);
    await expect.poll(kept).not.toBe('');
    const lower = await kept();
    expect(Number(lower)).toBeLessThan(Number(price));
    await handle.focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await expect.poll(kept).toBe(less(lower, '0.00001'));
    await expect(handle).toBeFocused();
    await page.getByRole('button', { name: 'Price alerts' }).click();
    await expect(page.getByRole('row', { name: `≤ ${await kept()} BTC` })).toBeVisible();
  });

test('by keyboard: arrows move the line a tick, Escape puts it back, Enter asks (CHART-16)', async ({
  page,
}) => {
  const { price, handle, sent } = await withOrder(page);
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowUp');
  const lower = less(price, '0.000011');
  await expect(handle).toHaveAccessibleName(ownOrderAt(lower));
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await expect(handle).toHaveAccessibleName(ownOrderAt(price));
  await expect(handle).toBeFocused();
  // Beyond the prices that are shown it stays at the edge, with its focus.
  for (let press = 0; press < 200; press += 1) await page.keyboard.press('PageDown');
  await expect(handle).toBeFocused();
  await expect(handle).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(handle).toHaveAccessibleName(ownOrderAt(price));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Amend buy order, XMR/BTC' });
  const higher = toText(add(decimal(price), TICK));
  await expect(dialog.getByRole('textbox', { name: 'Price' })).toHaveValue(higher);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(handle).toHaveAccessibleName(ownOrderAt(higher));
  expect(sent).toEqual([higher]);
});

test('a cancelled order leaves the chart, and lines and trades can be switched off (CHART-15)', async ({
  page,
}) => {
  const { chart, tradePage, handle } = await withOrder(page);
  expect(await inkOf(chart, '--text')).toBe(0);
  const [best = ''] = await tradePage.prices('asks');
  await tradePage.place('Buy', toText(add(decimal(best), decimal('0.00002'))), '0.1');
  await expect(page.getByText(/^Bought/).first()).toBeVisible();
  await expect.poll(() => inkOf(chart, '--text')).toBeGreaterThan(5);
  await chart.getByRole('button', { name: 'View' }).click();
  await chart.getByRole('checkbox', { name: 'My trades' }).uncheck();
  await expect.poll(() => inkOf(chart, '--text')).toBe(0);
  await chart.getByRole('checkbox', { name: 'My open orders' }).uncheck();
  await expect(handle).toHaveCount(0);
  await chart.getByRole('checkbox', { name: 'My open orders' }).check();
  await expect(handle).toBeVisible();
  await tradePage.show('My orders');
  await tradePage.mine.getByRole('button', { name: 'Cancel order' }).first().click();
  await expect(handle).toHaveCount(0);
});

for (const width of [360, 1280])
  test(`depth at ${width} px: the sum up to a price, by pointer and by keyboard (CHART-17)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/trade/${PAIR}`);
    const chart = page.getByRole('region', { name: 'Chart' });
    await chart.getByRole('button', { name: 'Depth' }).click();
    const level = chart.getByRole('slider', { name: 'Price in the depth view' });
    await expect(level).toHaveAttribute('aria-valuetext', /^Asks up to 0\.\d+ BTC: [\d.K]+ XMR$/);
    await expectGoodPage(page);
    await level.focus();
    await page.keyboard.press('Home');
    await expect(chart.getByText(/^Bids down to 0\.\d+ BTC: [\d.K]+ XMR$/)).toBeVisible();
    await page.keyboard.press('End');
    const said = chart.getByText(/^Asks up to 0\.\d+ BTC: [\d.K]+ XMR$/);
    await expect(said).toBeVisible();
    const box = await level.boundingBox();
    if (!box) throw new Error('the depth has no size');
    await page.mouse.move(box.x + 2, box.y + 10);
    await expect(said).toBeHidden();
    await expect(chart.getByText(/^Bids down to/)).toBeVisible();
    // The mid price is in the middle, at every zoom.
    const prices = chart.locator('[class*="prices"] span');
    const middle = async () => {
      const [low, mid, high] = (await prices.allInnerTexts())
        .filter((_, place) => place % 2 === 0)
        .map(Number);
      return Math.abs((low ?? 0) + (high ?? 0) - 2 * (mid ?? 0));
    };
    const span = async () =>
      Number((await prices.last().innerText()) || 0) - Number(await prices.first().innerText());
    await expect.poll(middle).toBeLessThan(0.000003);
    const whole = await span();
    await chart.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(span).toBeLessThan(whole * 0.75);
    await expect.poll(middle).toBeLessThan(0.000003);
    await chart.getByRole('button', { name: 'Zoom out' }).click();
    await expect(chart.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await chart.getByRole('button', { name: 'Depth' }).click();
    await expect(level).toHaveCount(0);
  });

test('at a server that cannot amend, an order is a line that cannot be moved (CHART-16)', async ({
  page,
}) => {
  await switchFeatures(page, { amend: false });
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const bids = await tradePage.prices('bids');
  await tradePage.place('Buy', less(bids.at(-1) ?? '', '0.00001'), '0.5');
  const chart = page.getByRole('region', { name: 'Chart' });
  await expect(chart.getByText('Buy 0.5')).toBeVisible();
  await expect(chart.getByRole('button', { name: /^My buy order/ })).toHaveCount(0);
});

test('depth of a venue that is gone shows that it is not connected (CHART-17)', async ({
  page,
  ownVenue,
  guard,
}) => {
  guard.expectOutage();
  const venue = await ownVenue({ MAKERS: 'on' });
  await page.goto(`${venue.url}/trade/${PAIR}`);
  const chart = page.getByRole('region', { name: 'Chart' });
  await chart.getByRole('button', { name: 'Depth' }).click();
  await expect(chart.getByText(/Asks up to/)).toBeVisible();
  await expect(chart.getByRole('status').getByText(/Disconnected|Connection failed/)).toHaveCount(0);
  await venue.close();
  await expect(chart.getByText(/^Disconnected Asks up to|^Connection failed Asks up to/)).toBeVisible();
});

test('ten orders close together keep their tags apart, and the scale its figures (CHART-18)', async ({
  page,
}) => {
  await newTrader(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const bids = await tradePage.prices('bids');
  for (let step = 1n; step <= 10n; step += 1n) {
    const price = less(bids.at(-1) ?? '', toText({ units: step * 4n, scale: 6 }));
    const data = { pair: PAIR, type: 'LIMIT', operation: 'BUY', price, quantity: '0.5' };
    expect((await page.request.post('/order/orders/limit', { data })).ok()).toBe(true);
  }
  const chart = page.getByRole('region', { name: 'Chart' });
  const tags = chart.getByRole('button', { name: /^My buy order/ });
  for (const [width, height] of [
    [1280, 800],
    [768, 1024],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(tags).toHaveCount(10);
    // The chart follows the window with a pause.
    await expect
      .poll(() =>
        tags.evaluateAll((all) => {
          const boxes = all.map((one) => one.getBoundingClientRect());
          const scale = document.querySelector('section [role="img"] td:last-child')?.getBoundingClientRect();
          return boxes.filter((a, place) =>
            boxes.some(
              (b, other) =>
                (other !== place &&
                  a.left < b.right &&
                  b.left < a.right &&
                  a.top < b.bottom &&
                  b.top < a.bottom) ||
                a.right > (scale?.left ?? 0),
            ),
          ).length;
        }),
      )
      .toBe(0);
    for (const tag of await tags.all()) await expect(tag).toBeInViewport({ ratio: 0.9 });
  }
  if (process.env.E2E_PICTURES !== undefined)
    await page.screenshot({ path: `${process.env.E2E_PICTURES}/tags.png` });
});
