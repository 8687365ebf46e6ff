import type { Locator } from '@playwright/test';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

test('the header shows the day of the pair, and the value of a BTC price in USD, on a phone as well (MARKET-08)', async ({
  page,
}) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const bar = page.getByRole('main').locator('header').first();
  for (const name of ['24h change', '24h high', '24h low', '24h volume, XMR', '24h volume, BTC'])
    await expect(bar.getByText(name, { exact: true })).toBeVisible();
  for (const width of [1199, 900, 768]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['24h change', '24h high', '24h low', '24h volume, XMR', '24h volume, BTC'])
      await expect(bar.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  }
  for (const width of [1440, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bar.getByText(/^≈ [\d,]+\.\d\d USD$/)).toBeInViewport({ ratio: 1 });
  }
  // A phone's bar has the change; the rest is above the chart.
  for (const name of ['24h high', '24h low', '24h volume, XMR', '24h volume, BTC'])
    await expect(page.getByText(name, { exact: true }).last()).toBeVisible();
  await page.goto('/trade/KAS-USDT');
  await expect(page).toHaveTitle(/^0\.\d+ KAS\/USDT/);
  await expect(bar.getByText(/≈/)).toHaveCount(0);
});

test('the parts of the screen are where traders look for them (TRADE-01)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox();
    if (!box) throw new Error('a part of the screen is missing');
    return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
  };
  const [figures, book, chart, buy, sell, markets, history, mine] = await Promise.all(
    [
      page.getByRole('main').locator('header').first(),
      tradePage.book,
      page.getByRole('region', { name: 'Chart' }),
      tradePage.form('Buy'),
      tradePage.form('Sell'),
      page.getByRole('region', { name: 'Markets', exact: true }),
      page.getByRole('region', { name: 'Market history' }),
      tradePage.mine,
    ].map(boxOf),
  );
  if (!figures || !book || !chart || !buy || !sell || !markets || !history || !mine)
    throw new Error('no boxes');
  for (const { top } of [book, chart, markets]) expect(top).toBeGreaterThanOrEqual(figures.bottom);
  for (const { left, right } of [chart, buy, sell]) {
    expect(left).toBeGreaterThanOrEqual(book.right);
    expect(right).toBeLessThanOrEqual(Math.min(markets.left, history.left));
  }
  for (const { top } of [buy, sell]) expect(top).toBeGreaterThanOrEqual(chart.bottom);
  expect(history.top).toBeGreaterThanOrEqual(markets.bottom);
  for (const { bottom } of [chart, buy, sell]) expect(mine.top).toBeGreaterThanOrEqual(bottom);
});

test('where the day does not fit beside the price, a figure is left out whole, and never cut', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 800 });
  const day = { last_price: '0.00000034', high_24h: '0.00000038', low_24h: '0.00000034' };
  const figuresOfGrin = {
    ...day,
    percent_change: '-12.34',
    base_volume: '873120',
    quote_volume: '0.23002353',
  };
  await page.route('**/api/markets', (route) => route.fulfill({ json: { 'GRIN-BTC': figuresOfGrin } }));
  await page.goto('/trade/GRIN-BTC?lng=ru');
  const figures = page.getByRole('main').locator('header').first().locator('dl > div');
  await expect(figures.first()).toContainText('-12.34%');
  const seen = (): Promise<readonly number[]> =>
    figures.evaluateAll((all) =>
      all.map((one) => {
        const list = one.parentElement?.getBoundingClientRect();
        const { top, right, height } = one.getBoundingClientRect();
        if (!list || top >= list.bottom) return 0;
        return right <= list.right && top + height <= list.bottom ? 1 : 0.5;
      }),
    );
  await expect.poll(seen).toEqual([1, 1, 1, 1, 0]);
  await page.setViewportSize({ width: 1199, height: 800 });
  await expect.poll(seen).toEqual([1, 1, 1, 1, 1]);
});

test('unreadable figures show why, in the words of the server (TRADE-08)', async ({ page, guard }) => {
  guard.expect(/status of 403/);
  await page.route('**/api/markets', (route) =>
    route.fulfill({ status: 403, json: { message: 'Not here' } }),
  );
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await expect(page.getByRole('main').locator('header').first().getByText('Not here')).toBeVisible();
});

test('a panel that cannot be refreshed shows which (TRADE-09)', async ({ page, guard }) => {
  guard.expect(/status of 400/);
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  for (const [tab, calls] of [
    ['My orders', /\/order\/orders\?/],
    ['My trades', /\/order\/orders\/history\/executions/],
  ] as const) {
    await tradePage.show(tab);
    await expect(tradePage.mine.getByRole('button', { name: 'Refresh' })).toBeEnabled();
    await page.route(calls, (route) => route.fulfill({ status: 400, json: { message: 'Not now' } }));
    await tradePage.mine.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(`Failed to refresh ${tab}`)).toBeVisible();
  }
});

test('the panel of own trades and orders keeps its link and button beside the tabs (TRADE-04, TRADE-10)', async ({
  page,
}) => {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await tradePage.place('Buy', '0.001', '0.5');
  await tradePage.show('My orders');
  const link = tradePage.mine.getByRole('link', { name: 'All open orders' });
  await expect(link).toHaveAttribute('href', '/active-orders');
  for (const width of [1440, 900, 768, 560]) {
    await page.setViewportSize({ width, height: 800 });
    if (width < 768) await page.getByRole('tab', { name: 'Orders', exact: true }).click();
    const tools = [
      tradePage.mine.getByRole('tab', { name: 'My orders' }),
      link,
      tradePage.mine.getByRole('button', { name: 'Refresh' }),
    ];
    for (const one of tools) {
      // On a tablet it is below the fold.
      await one.scrollIntoViewIfNeeded();
      await expect(one).toBeInViewport({ ratio: 1 });
    }
    const areInLine = async (): Promise<boolean> => {
      const [tab, all, refresh] = await Promise.all(tools.map((one) => one.boundingBox()));
      if (!tab || !all || !refresh) return false;
      const isBeside = (box: { readonly y: number; readonly height: number }): boolean =>
        box.y >= tab.y - 1 && box.y + box.height <= tab.y + tab.height + 1;
      return all.x < refresh.x && isBeside(all) && isBeside(refresh);
    };
    await expect.poll(areInLine, `${width} px`).toBe(true);
  }
  await tradePage.show('My trades');
  await expect(tradePage.mine.getByRole('link', { name: 'All my trades' })).toHaveAttribute(
    'href',
    '/trading-history',
  );
});

test('a visitor is asked to sign in where own trades and orders would be (TRADE-04)', async ({ page }) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  for (const tab of ['My trades', 'My orders']) {
    await tradePage.mine.getByRole('tab', { name: tab }).click();
    await expect(tradePage.mine.getByText('Log in to see your trades and orders.')).toBeVisible();
    await expect(tradePage.mine.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
  }
  await expect(tradePage.mine.getByRole('link', { name: 'Create account' })).toHaveAttribute(
    'href',
    '/register',
  );
  await tradePage.mine.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('who wants less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('sees nothing move for longer than a frame', async ({ page }) => {
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.open();
    expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
    const slow = (): Promise<readonly string[]> =>
      page.evaluate(() => {
        const FRAME = 0.017;
        const seconds = (text: string): number => Math.max(...text.split(',').map(Number.parseFloat));
        return [...document.querySelectorAll('*')]
          .filter((element) =>
            [null, '::before', '::after'].some((part) => {
              const style = getComputedStyle(element, part);
              const isAnimated = style.animationName !== 'none' && seconds(style.animationDuration) > FRAME;
              return isAnimated || seconds(style.transitionDuration) > FRAME;
            }),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 120));
      });
    expect(await slow()).toEqual([]);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await slow()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Buy XMR with BTC' })).toBeVisible();
    expect(await slow()).toEqual([]);
  });
});

test('a part that cannot be loaded shows so in its place, and typed text stays (NAV-17)', async ({
  page,
  guard,
}) => {
  guard.expect(/ERR_FAILED|status of 404|failed loading/);
  await page.route(/\/assets\/(OwnFills|OrdersTable|PairSwitch|ShortcutsDialog)-[^/]*\.js$/, (route) =>
    route.abort(),
  );
  await page.route('**/locales/en/alerts.json', (route) => route.fulfill({ status: 404, body: '' }));
  await newTrader(page);
  const trade = new TradePage(page, 'XMR-BTC');
  await trade.open();
  const price = trade.form('Buy').getByRole('textbox', { name: 'Price' });
  await price.fill('0.0031');
  const missing = (part: Locator) => part.getByText('This part of the page could not be loaded.');
  const header = page.getByRole('main').locator('header').first();

  await page.getByRole('button', { name: 'Price alerts' }).click();
  await expect(missing(header)).toHaveCount(1);
  await page.getByRole('button', { name: 'XMR/BTC', exact: true }).click();
  await expect(missing(header)).toHaveCount(1);
  await trade.mine.getByRole('tab', { name: 'My orders' }).click();
  await expect(missing(trade.mine)).toHaveCount(1);
  await expect(trade.mine.getByRole('tab', { name: 'My orders' })).toBeVisible();
  await expect(price).toHaveValue('0.0031');
  await expect(page).toHaveURL(/\/trade\/XMR-BTC$/);

  await page.unrouteAll();
  await missing(trade.mine).getByRole('button', { name: 'Reload' }).click();
  await expect(missing(page.getByRole('main'))).toHaveCount(0);
  await page.getByRole('button', { name: 'Price alerts' }).click();
  await expect(page.getByRole('dialog', { name: 'Price alerts' })).toBeVisible();
});
