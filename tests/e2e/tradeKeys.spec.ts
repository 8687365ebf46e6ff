import { openBook } from './support/bookTest.ts';
import { TradePage } from './support/tradePage.ts';
import { watchSentOrders } from './support/orders.ts';
import { ScriptedFeed } from './support/scriptedFeed.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('keys lead to the forms and the search, and nowhere while somebody types', async ({ page }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const sent = watchSentOrders(page);
  const field = (side: 'Buy' | 'Sell', name: string) => tradePage.form(side).getByRole('textbox', { name });
  const search = page.getByRole('searchbox', { name: 'Search markets' });
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await page.keyboard.press('b');
  await expect(field('Buy', 'Price')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('bs/?');
  await expect(field('Buy', 'Quantity')).toHaveValue('bs/?');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(field('Buy', 'Quantity')).not.toBeFocused();

  for (const key of ['Control+s', 'Alt+s', 'Meta+s', 'Control+b', 'Control+/'])
    await page.keyboard.press(key);
  await expect(field('Sell', 'Price')).not.toBeFocused();
  await page.keyboard.press('Shift+S');
  await expect(field('Sell', 'Price')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('kas');
  const markets = page.getByRole('region', { name: 'Markets', exact: true });
  await expect(markets.getByRole('link')).toHaveText(['KAS/USDT']);
  await search.fill('nothing like it');
  await expect(markets.getByText('No matching markets')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  const opener = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await opener.focus();
  await page.keyboard.press('?');
  await expect(list).toContainText('Shortcuts never place an order');
  // Open dialogs keep the keys.
  const isOn = list.getByRole('checkbox', { name: 'Enable single-key shortcuts (Esc always works)' });
  await page.keyboard.press('b');
  await expect(isOn).toBeFocused();
  // Also in every later page.
  await isOn.uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await tradePage.expectStatus('Live');
  for (const key of 'bsp/?') await page.keyboard.press(key);
  await expect(list).toHaveCount(0);
  await expect(field('Buy', 'Price')).not.toBeFocused();
  await opener.click();
  await isOn.check();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(opener).toBeFocused();
  // No key sends an order.
  await page.keyboard.press('Escape');
  for (const key of 'abcdefghijklmnopqrtuvwxyz0123456789.,-+') await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  expect(sent).toEqual([]);
});

test('on a phone a key brings up the sheet, and the search its tab', async ({ page }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Sell XMR for BTC' });
  // The drawer is loaded once the window is narrow.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await expect(sheet.getByRole('textbox', { name: 'Price' })).toBeFocused({ timeout: 1000 });
  }).toPass();
  // A window that became wide has both forms, and no sheet once it is narrow again.
  await page.setViewportSize({ width: 1024, height: 844 });
  await expect(page.getByRole('form')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: 'Orders', exact: true })).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('tab', { name: 'Orders', exact: true }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Chart', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('for a visitor a key leads to the way to log in', async ({ page }) => {
  await new TradePage(page, 'XMR-BTC').open();
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Log in to buy' })).toBeFocused();
  await page.goto('/markets');
  await expect(page.getByRole('table', { name: 'Markets', exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
});

test('the form shows what is unusual, and what will be sent, before anything is sent', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 404.*orderbook/);
  await newTrader(page);
  const feed = new ScriptedFeed(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  const sides = { bids: [['0.0050', '1.5']], asks: [['0.0051', '0.25']] } as const;
  await openBook(page, feed, tradePage, sides);
  const sent = watchSentOrders(page);
  const form = tradePage.form('Buy');
  const [price, quantity] = ['Price', 'Quantity'].map((name) => form.getByRole('textbox', { name }));
  const notes = form.getByRole('list', { name: 'Please note' }).getByRole('listitem');
  const worth = /^≈ [\d,.]+ USD$/;
  if (!price || !quantity) throw new Error('the form has no fields');
  await expect(price).toHaveValue('0.0051');

  await quantity.fill('0.5');
  // Icebergs may hide more than the book shows.
  const atOnce = 'At or above the best ask: executes immediately';
  await expect(notes).toHaveText([atOnce, 'at least 0.25 XMR immediately']);
  const terms = form.getByRole('combobox', { name: 'Time in force' });
  await terms.selectOption('FOK');
  await expect(notes).toHaveText([atOnce, 'Larger than the visible book']);
  await quantity.fill('0.2');
  await expect(notes.nth(1)).toHaveText('Average 0.0051');
  await quantity.fill('0.5');
  await terms.selectOption('GTC');
  await expect(notes).toHaveText([atOnce, 'at least 0.25 XMR immediately']);
  // A frame is missing: the book may be old.
  feed.delta({ bids: [['0.0049', '1']] }, 1);
  await tradePage.expectStatus('Stale');
  await expect(notes).toHaveText(['At or above the best ask: executes immediately', worth]);
  feed.snapshot(sides);
  await expect(notes).toHaveText([atOnce, 'at least 0.25 XMR immediately']);
  await price.fill('0.0049');
  await expect(notes).toHaveText([worth]);
  await price.fill('0.0040');
  await expect(notes).toHaveText(['More than 5% from the best price', worth]);
  await price.fill('0.0049');
  await quantity.fill('0.001');
  await expect(notes).toHaveText([/^Below the minimum order of/]);
  await quantity.fill('1.23999');
  await expect(notes).toHaveText(['Will be sent as 1.23 XMR (quantity step 0.01)', worth]);
  await expect(form.getByRole('textbox', { name: 'Total' })).toHaveValue('0.00602700');
  await quantity.fill('9999');
  await expect(notes).toHaveText(['More than your available BTC', worth]);
  await price.focus();
  await quantity.fill('1.23999');
  await price.focus();
  await expect(quantity).toHaveValue('1.23');
  expect(sent).toEqual([]);
});

test('from the price of the form to buy to own orders are at most 8 stops (TRADE-30)', async ({ page }) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await tradePage.place('Buy', '0.0035', '0.5');
  const link = tradePage.form('Buy').locator('..').getByRole('link', { name: 'Skip to my orders' });
  const price = tradePage.form('Buy').getByRole('textbox', { name: 'Price' });
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await price.focus();
    let stops = 0;
    while (!(await link.evaluate((element) => element === document.activeElement)) && stops < 20) {
      await page.keyboard.press('Tab');
      stops += 1;
    }
    expect(stops, `${width} px`).toBeLessThanOrEqual(8);
    await expect(link).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(tradePage.mine).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(tradePage.mine.getByRole('tab', { selected: true })).toBeFocused();
  }
});
