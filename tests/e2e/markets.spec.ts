import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { askAgain } from './support/time.ts';
import { PAIRS } from '../venue/pairs.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const marketsTable = (page: Page): Locator => page.getByRole('table', { name: 'Markets', exact: true });
const rows = (page: Page): Locator => marketsTable(page).getByRole('row').filter({ hasText: 'Trade' });

test('the landing page explains itself, shows real figures and leads on (PUBLIC-01, PUBLIC-02, PUBLIC-15) @story', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Quietbook/);
  await expect(
    page.getByRole('list', { name: 'What this exchange stands for' }).getByRole('listitem'),
  ).toHaveText(['No identity checks', 'Zero logging', 'Exact to the last digit']);
  await expect(region(page, 'Why trade here').getByRole('heading')).toHaveText([
    'No identity checks',
    'Zero logging',
    'Fund protection',
    'Global access',
  ]);
  await expect(page.getByRole('link', { name: 'View data policy' })).toHaveAttribute('href', '/logs');
  const figures = page.getByRole('main').locator('dl');
  await expect(figures).toContainText(/24h volume\s*\d+\.\d\d BTC/);
  await expect(figures).toContainText(new RegExp(`Markets\\s*${PAIRS.length}`));
  await expect(figures).toContainText(/\d+\.\d\d USD/);
  await expect(region(page, 'Related sites').getByRole('link')).toHaveText([
    'Monero',
    'Grin',
    'Kaspa',
    'Wownero',
  ]);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const figure of await figures.locator('dd').all()) {
    const lines = () =>
      figure.evaluate((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight));
    await expect.poll(lines, 'a figure and its unit stand in one line').toBeLessThan(1.5);
  }
  await page.getByRole('link', { name: 'Start trading' }).click();
  await expect(page).toHaveURL(/\/markets$/);
  await expect(rows(page)).toHaveCount(PAIRS.length);
});

test('the markets table searches by name and symbol, sorts, and shows when nothing matches (MARKET-01, MARKET-02, MARKET-03, MARKET-09) @story', async ({
  page,
}) => {
  await page.goto('/markets');
  await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible();
  await expect(rows(page)).toHaveCount(PAIRS.length);
  await expect(page.getByText(`1-${PAIRS.length} of ${PAIRS.length}`)).toBeVisible();
  const heading = (name: string): Locator => marketsTable(page).getByRole('columnheader', { name });
  await expect(heading('Volume')).toHaveAttribute('aria-sort', 'descending');
  await heading('Asset').getByRole('button').click();
  await expect(heading('Asset')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading('Volume')).toHaveAttribute('aria-sort', 'none');
  await expect(rows(page).first()).toContainText('AVAX/USDT');
  await heading('Asset').getByRole('button').click();
  await expect(rows(page).first()).toContainText('XMR/USDT');

  const search = page.getByRole('searchbox', { name: 'Search markets' });
  await search.fill('monero');
  await expect(rows(page)).toHaveCount(2);
  await search.fill('grin-b');
  await expect(rows(page)).toHaveCount(1);
  await search.fill('doge');
  await expect(page.getByText('No markets match “doge”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows(page)).toHaveCount(PAIRS.length);

  await rows(page).filter({ hasText: 'WOW/BTC' }).getByRole('link', { name: 'Trade', exact: true }).click();
  await expect(page).toHaveURL(/\/trade\/WOW-BTC$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('WOW/BTC');
  await expect(page).toHaveTitle(/^0\.000000\d\d WOW\/BTC/);
});

test('a coin without an icon of its own has the default one, and the console hears of it once (PUBLIC-05)', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const figures = {
    last_price: '0.5',
    percent_change: '1',
    quote_volume: '9',
    high_24h: '1',
    low_24h: '0.1',
  };
  const markets = { 'NEW-BTC': figures, 'NEW-USDT': figures, 'XMR-BTC': figures };
  await page.route('**/api/markets', (route) => route.fulfill({ json: { markets } }));
  await page.goto('/markets');
  const icon = (pair: string) => rows(page).filter({ hasText: pair }).locator('use').first();
  await expect(icon('XMR/BTC')).toHaveAttribute('href', '/coins.svg#xmr');
  for (const pair of ['NEW/BTC', 'NEW/USDT'])
    await expect(icon(pair)).toHaveAttribute('href', '/coins.svg#coin');
  expect(warnings.filter((text) => text.includes('icon'))).toEqual(['no icon for the coin NEW']);
});

test('unreadable markets show so, and return on Retry (MARKET-05, MARKET-11)', async ({ page, guard }) => {
  guard.expect(/markets|status of 500/);
  let isDown = true;
  await page.route('**/api/markets', (route) =>
    isDown ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  );
  await page.clock.install();
  await page.goto('/markets');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch market data');
  await expect(marketsTable(page)).toHaveCount(0);
  await askAgain(page, page.getByRole('button', { name: 'Retry' }), () => {
    isDown = false;
  });
  await expect(rows(page)).toHaveCount(PAIRS.length);

  await page.unroute('**/api/markets');
  await page.route('**/api/markets', (route) => route.fulfill({ body: '"not today"' }));
  await page.goto('/markets');
  await expect(page.getByRole('alert')).toContainText('Error loading market data');
});

test('the chart remembers its interval, shows its candles in figures, and reads on when scrolled back (CHART-01)', async ({
  page,
}) => {
  const asked: { frame: string; start_ts: number; stop_ts: number }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/stats/chartx')) asked.push(request.postDataJSON() as (typeof asked)[number]);
  });
  await page.goto('/trade/XMR-BTC');
  const chart = region(page, 'Chart');
  const interval = (name: string): Locator => chart.getByRole('radio', { name, exact: true });
  await expect(interval('4h')).toBeChecked();
  await interval('1m').check();
  await expect.poll(() => asked.at(-1)?.frame).toBe('minute');
  const latest = asked.at(-1);

  const table = chart.getByRole('table', { name: 'Visible candles' });
  await chart.getByRole('button', { name: 'Table' }).click();
  await expect(table.getByRole('row').nth(20)).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d\s*0\.00\d+/);
  await chart.getByRole('button', { name: 'Table' }).click();

  const canvas = await chart.getByRole('img').boundingBox();
  if (!canvas) throw new Error('the chart has no size');
  const y = canvas.y + canvas.height / 2;
  await expect
    .poll(async () => {
      await page.mouse.move(canvas.x + 40, y);
      await page.mouse.down();
      await page.mouse.move(canvas.x + canvas.width - 120, y, { steps: 6 });
      await page.mouse.up();
      return asked.some(({ stop_ts }) => stop_ts === (latest?.start_ts ?? 0) - 1);
    })
    .toBe(true);

  await page.reload();
  await expect(interval('1m')).toBeChecked();
  await expect(chart.getByRole('link', { name: 'Charts by TradingView' })).toBeVisible();
});

test('another market in the list starts the trading screen anew (MARKET-06)', async ({ page }) => {
  await page.goto('/trade/XMR-BTC');
  const list = region(page, 'Markets');
  await expect(list.getByRole('link')).toHaveCount(PAIRS.length);
  await expect(list.getByRole('link', { name: 'XMR/BTC' })).toHaveAttribute('aria-current', 'page');
  await list.getByRole('link', { name: 'BTC/USDT' }).click();
  await expect(page).toHaveURL(/\/trade\/BTC-USDT$/);
  await expect(page).toHaveTitle(/^\d+\.\d\d BTC\/USDT/);
  await expect(region(page, 'Market history')).toContainText('Price, USDT');
});

test('a phone shows one panel at a time and brings the form up as a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/trade/XMR-BTC');
  const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true });
  await expect(tab('Chart')).toHaveAttribute('aria-selected', 'true');
  await expect(region(page, 'Chart')).toBeVisible();
  await expect(region(page, 'Order book')).toBeHidden();
  await tab('Chart').press('ArrowRight');
  await expect(tab('Book')).toBeFocused();
  await expect(region(page, 'Order book')).toBeVisible();
  await expect(region(page, 'Chart')).toBeHidden();
  await tab('Trades').click();
  await expect(region(page, 'Market history')).toBeVisible();
  await tab('Orders').click();
  await expect(region(page, 'My trades and orders')).toBeVisible();

  await expect(page.getByRole('form')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sell', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Sell XMR for BTC' });
  await expect(sheet.getByRole('form', { name: 'Sell XMR' })).toBeVisible();
  await expect(sheet.getByText('Best bid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sell', exact: true })).toBeFocused();
});
