import type { Locator } from '@playwright/test';
import { expectGoodPrivatePage } from './support/axe.ts';
import { failNext } from './support/orders.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';
const BUY = { name: 'Buy XMR', exact: true } as const;

const HELP = { name: 'About order types' } as const;

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('a part of the screen is missing');
  return box;
};

test('at 1280×800 the chart has half of its column, and the form is compact (TRADE-11, ORDER-18)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const form = tradePage.form('Buy');
  const chart = await boxOf(page.getByRole('region', { name: 'Chart' }));
  const mine = await boxOf(tradePage.mine);
  expect(chart.height / (mine.y + mine.height - chart.y)).toBeGreaterThanOrEqual(0.5);
  for (const name of ['Price', 'Quantity', 'Total'])
    expect((await boxOf(form.getByRole('textbox', { name }))).height).toBe(32);
  for (const name of ['25%', '50%', '75%', 'Max'])
    expect((await boxOf(form.getByRole('button', { name, exact: true }))).height).toBe(24);
  const box = await boxOf(form);
  const button = await boxOf(form.getByRole('button', BUY));
  expect(box.y + box.height - (button.y + button.height)).toBeLessThanOrEqual(8);
  // Type and options are in one line.
  const [type, time, postOnly] = await Promise.all([
    boxOf(form.getByRole('combobox', { name: 'Order type' })),
    boxOf(form.getByRole('combobox', { name: 'Time in force' })),
    boxOf(form.getByRole('checkbox', { name: 'Post-only' })),
  ]);
  expect(time.y).toBe(type.y);
  expect(Math.abs(postOnly.y + postOnly.height / 2 - type.y - type.height / 2)).toBeLessThanOrEqual(2);
});

test('one list has the types that the server offers (TYPE-06, STOP-06)', async ({ page }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const form = tradePage.form('Buy');
  const type = form.getByRole('combobox', { name: 'Order type' });
  await expect(type.getByRole('option')).toHaveText([
    'Limit',
    'Market',
    'Stop limit',
    'Stop market',
    'Trailing stop',
    'Iceberg',
    'OCO',
    'Ladder…',
  ]);
  for (const [name, fields] of [
    ['Market', ['At most', 'Total']],
    ['Stop limit', ['Stop price', 'Price', 'Quantity', 'Total']],
    ['Trailing stop', ['Trail by', 'Total']],
    ['Iceberg', ['Price', 'Quantity', 'Visible', 'Total']],
    ['Limit', ['Price', 'Quantity', 'Total']],
  ] as const) {
    await type.selectOption(name);
    await expect(form.getByRole('textbox')).toHaveCount(fields.length);
    for (const field of fields)
      await expect(form.getByRole('textbox', { name: field, exact: true })).toBeVisible();
  }
});

test('whatever the form shows, nothing moves (ORDER-18)', async ({ page, guard }) => {
  guard.expect(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|placeLimitOrder: unreachable|Failed to load resource/);
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const form = tradePage.form('Buy');
  const quantity = form.getByRole('textbox', { name: 'Quantity' });
  const places = () =>
    Promise.all(
      [page.getByRole('region', { name: 'Chart' }), form, tradePage.mine, quantity]
        .concat(form.getByRole('button', BUY))
        .map(boxOf),
    );
  // A notice with buttons covers the fields until it is left; nothing else does.
  const expectSaid = async (words: RegExp, { isNotice = false } = {}): Promise<void> => {
    const said = form.getByText(words);
    await expect(said).toBeInViewport({ ratio: 1 });
    const [box, price] = [await boxOf(said), await boxOf(form.getByRole('textbox', { name: 'Price' }))];
    if (!isNotice) expect(box.y).toBeGreaterThanOrEqual(price.y + price.height);
    expect(box.y + box.height).toBeLessThanOrEqual((await boxOf(form.getByRole('button', BUY))).y);
  };
  for (const [width, height] of [
    [1280, 800],
    [1024, 1600],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const before = await places();
    await tradePage.place('Buy', '0.001', '');
    await expectSaid(/^Enter a valid quantity/);
    expect(await places()).toEqual(before);
    await quantity.fill('10000');
    await expectSaid(/^More than your available BTC/);
    expect(await places()).toEqual(before);
  }
  const before = await places();
  // Never placed, so that it is looked for while the test looks.
  await failNext(page, { call: 'placeLimitOrder', status: 'refuse', times: 100 });
  await tradePage.place('Buy', '0.0011', '0.5');
  await expectSaid(/^No response from the server\. Checking/, { isNotice: true });
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(/XMR-BTC order was placed/);
  expect(await places()).toEqual(before);
});

test("messages of the form cover none of the order's costs (ORDER-21)", async ({ page }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await page.setViewportSize({ width: 1440, height: 900 });
  await tradePage.open();
  const form = tradePage.form('Buy');
  const price = form.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).not.toHaveValue('');
  // Above the best ask, also once that has moved; and so far above that it is asked about.
  const best = Number(await price.inputValue());
  const [near, far] = [(best * 1.02).toFixed(6), (best * 1.07).toFixed(6)];
  const figures = ['Fee', 'You get at least'].map((name) => form.locator('p').filter({ hasText: name }));
  const expectClear = async (said: Locator): Promise<void> => {
    await expect(said).toBeInViewport({ ratio: 1 });
    const { y, height } = await boxOf(said);
    for (const figure of figures) {
      await expect(figure).toBeInViewport({ ratio: 1 });
      await expect(figure).not.toContainText('–');
      const line = await boxOf(figure);
      expect(y + height <= line.y || y >= line.y + line.height, `${y} + ${height}, ${line.y}`).toBe(true);
    }
  };
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [1024, 768],
    [900, 768],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width < 768) await page.keyboard.press('b');
    await price.fill(near);
    await form.getByRole('textbox', { name: 'Quantity' }).fill('0.5');
    await expectClear(form.getByRole('list', { name: 'Please note' }));
    await price.fill(far);
    await form.getByRole('button', BUY).click();
    await expectClear(form.getByRole('alert'));
    await form.getByRole('button', { name: 'Keep editing' }).click();
    await tradePage.place('Buy', near, '');
    const fault = form.getByText(/^Enter a valid quantity/);
    await expect(fault).toBeVisible();
    for (const figure of figures) {
      const [one, other] = [await boxOf(fault), await boxOf(figure)];
      expect(one.y + one.height).toBeLessThanOrEqual(other.y);
    }
  }
});

test('at 360 px the notice of a lost answer moves nothing (ORDER-18)', async ({ page, guard }) => {
  guard.expect(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|placeLimitOrder: unreachable|Failed to load resource/);
  await page.setViewportSize({ width: 360, height: 740 });
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await page.goto(`/trade/${PAIR}`);
  const chart = page.getByRole('region', { name: 'Chart' });
  // Never placed, so that it is looked for while the test looks.
  await failNext(page, { call: 'placeLimitOrder', status: 'refuse', times: 100 });
  await page.getByRole('group', { name: 'Place an order' }).getByRole('button', { name: 'Buy' }).click();
  const before = await boxOf(chart);
  await tradePage.place('Buy', '0.0011', '0.5');
  const notice = page.getByRole('region', { name: 'Notices' }).getByText(/XMR-BTC order was placed/);
  await expect(notice).toBeVisible();
  expect(await boxOf(chart)).toEqual(before);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(notice.getByRole('link')).toBeInViewport({ ratio: 1 });
  await expectGoodPrivatePage(page);
});

test('a stop takes no more height than a limit, and the help is in the row of the type (ORDER-18)', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await tradePage.open();
    const form = tradePage.form('Buy');
    const type = form.getByRole('combobox', { name: 'Order type' });
    await type.selectOption('Limit');
    const limit = await boxOf(form);
    for (const name of ['Market', 'Stop limit', 'Stop market']) {
      await type.selectOption(name);
      expect((await boxOf(form)).height).toBe(limit.height);
    }
  }
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const side of ['Buy', 'Sell'] as const) {
    const form = tradePage.form(side);
    const [type, help] = [form.getByRole('combobox', { name: 'Order type' }), form.getByRole('button', HELP)];
    expect((await boxOf(help)).y).toBe((await boxOf(type)).y);
  }
});

test('the help closes by Escape and by a press elsewhere, and covers no message of the form (TYPE-09)', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width < 768) await page.keyboard.press('b');
    for (const side of width < 768 ? (['Buy'] as const) : (['Buy', 'Sell'] as const)) {
      const form = tradePage.form(side);
      const help = form.getByRole('button', HELP);
      const text = form.getByText('You never trade with yourself.');
      await tradePage.place(side, '0.0011', '');
      const fault = form.getByText(/^Enter a valid quantity/);
      await help.click();
      await expect(text).toBeVisible();
      if (width >= 768) await expect(text).toBeInViewport({ ratio: 1 });
      const [covering, said] = [await boxOf(text.locator('xpath=ancestor::dl/..')), await boxOf(fault)];
      const isClear =
        covering.y + covering.height <= said.y ||
        covering.x + covering.width <= said.x ||
        said.x + said.width <= covering.x;
      expect(isClear).toBe(true);
      await page.keyboard.press('Escape');
      await expect(text).toBeHidden();
      await expect(help).toBeFocused();
      await expect(form).toBeVisible();
      await help.click();
      await form.getByRole('textbox', { name: 'Quantity' }).click();
      await expect(text).toBeHidden();
      await help.click();
      await help.click();
      await expect(text).toBeHidden();
    }
  }
  // From here to the question, on a phone, too.
  await tradePage.form('Buy').getByRole('button', HELP).click();
  await tradePage.form('Buy').getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('textbox', { name: 'Confirm orders above (BTC)' }).fill('1,2,3');
  await expect(settings.getByRole('alert')).toHaveText(/^Enter an amount/);
  await expectGoodPrivatePage(page);
});

test('every field, list and button of the form shows the keyboard focus (ORDER-19)', async ({ page }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  const form = tradePage.form('Buy');
  await form.getByRole('combobox', { name: 'Order type' }).selectOption('Stop limit');
  await form.getByRole('button', { name: 'Max', exact: true }).click();
  await form.getByRole('combobox', { name: 'Order type' }).focus();
  const seen = new Set<string>();
  for (;;) {
    const { name, isIn, outline } = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
      const name = at.labels?.[0]?.textContent ?? at.getAttribute('aria-label') ?? at.textContent;
      const isIn = at.closest('form')?.dataset.side === 'buy';
      return { name, isIn, outline: `${outlineStyle} ${outlineWidth} ${outlineColor}` };
    });
    if (!isIn) break;
    expect(outline, name).toBe('solid 2px rgb(107, 168, 255)');
    seen.add(name);
    await page.keyboard.press('Tab');
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['Order type', 'Stop price', 'Price', 'Quantity', 'Total', 'Max', 'Buy XMR']),
  );
  await expectGoodPrivatePage(page);
});
