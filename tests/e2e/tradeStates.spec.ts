import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts';
import { TradePage } from './support/tradePage.ts';
import { ScriptedFeed, type Sides } from './support/scriptedFeed.ts';
import { SOON } from './support/soon.ts';
import { expectSound } from './support/sound.ts';
import { expect, test } from './support/test.ts';
import { askAgain } from './support/time.ts';
import { newTrader } from './support/trader.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

const FULL: Sides = { bids: [['0.0050', '1.5']], asks: [['0.0051', '0.25']] };
/** Axe looks at neighbours at different widths, and with different panels. */
const STATES = [
  'visitor',
  'my orders',
  'faults and questions',
  'book loading',
  'empty book',
  'stale',
  'disconnected',
  'connection failed',
  'failed',
] as const;
const expectDeskSound = (page: Page, state: (typeof STATES)[number]): Promise<void> =>
  expectSound(page, state, STATES.indexOf(state), { hasTabs: true });

test.describe('the trade screen is sound in every state:', () => {
  // Axe blocks the page for seconds, so reads may time out on a busy machine.
  test.beforeEach(({ guard }) => guard.expect(/^console: \w+: timeout/));

  test('a visitor, with the table of candles and the list of keys', async ({ page }) => {
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.open();
    await expectDeskSound(page, 'visitor');
    await page.getByRole('button', { name: 'Table' }).click();
    await expect(page.getByRole('table', { name: 'Visible candles' })).toBeVisible();
    await expectAccessible(page, 'table of candles');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page, 'list of keys');
  });

  test('signed in, with trades, a partial order, and a question (CANCEL-08)', async ({ page }) => {
    await newTrader(page);
    const tradePage = new TradePage(page, 'XMR-BTC');
    await page.route(/\/order\/orders\?/, (route) => route.fulfill({ json: [partial] }));
    await tradePage.open();
    await tradePage.show('My orders');
    await expect(tradePage.rows('partial', '0.25 of 0.5')).toHaveCount(1);
    await expectDeskSound(page, 'my orders');
    await tradePage.mine.getByRole('button', { name: 'Cancel all XMR/BTC orders' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'cancel all');
  });

  test('forms with faults, warnings and questions, beside the book and as a sheet', async ({ page }) => {
    await newTrader(page);
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.open();
    const buy = tradePage.form('Buy');
    await tradePage.place('Buy', '', '');
    await expect(buy.getByText('Enter a valid price')).toBeVisible();
    await tradePage.place('Sell', '0.001', '10.129');
    const sell = tradePage.form('Sell');
    await expect(sell.getByText(/This order executes immediately/)).toBeVisible();
    await expectDeskSound(page, 'faults and questions');
    await sell.getByRole('textbox', { name: 'Price' }).fill('0.0011');
    await expect(sell.getByRole('list', { name: 'Please note' })).toBeVisible();
    await expectAccessible(page, 'warnings');

    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Buy XMR with BTC' });
    await expect(sheet.getByText('Enter a valid price')).toBeVisible();
    await expectAccessible(page, 'sheet with a fault');
  });

  test('a book on its way, no orders, and a gap', async ({ page, guard }) => {
    guard.expect(/status of 404.*orderbook/);
    const feed = new ScriptedFeed(page);
    const tradePage = new TradePage(page, 'XMR-BTC');
    await feed.start();
    await page.goto('/trade/XMR-BTC');
    await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
    await expectDeskSound(page, 'book loading');
    feed.snapshot({ bids: [], asks: [] }, { last_trade_price: '0.00512' });
    await expect(tradePage.book.getByText('No Orders Available')).toBeVisible();
    await expectDeskSound(page, 'empty book');
    feed.snapshot(FULL);
    await tradePage.expectStatus('Live');
    feed.delta({ bids: [['0.005', '7']] }, 1);
    await expect(tradePage.book.getByText('Stale', { exact: true })).toBeVisible();
    await expectDeskSound(page, 'stale');
  });

  test('a cut link, and no link at all', async ({ page, guard }) => {
    guard.expect(/status of 404.*orderbook|WebSocket/);
    const feed = new ScriptedFeed(page);
    const tradePage = new TradePage(page, 'XMR-BTC');
    await page.clock.install();
    await feed.start();
    await page.goto('/trade/XMR-BTC');
    await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
    feed.snapshot(FULL);
    await tradePage.expectStatus('Live');
    feed.isRefusing = true;
    await feed.cut();
    await expect(tradePage.book.getByText(/^(Disconnected|Connection failed)$/)).toBeVisible();
    await expectDeskSound(page, 'disconnected');
    // Five tries before the user is asked.
    const isAsking = async (): Promise<boolean> => {
      await page.clock.runFor(1000);
      return tradePage.book.getByRole('button', { name: 'Reconnect' }).isVisible();
    };
    await expect.poll(isAsking, SOON).toBe(true);
    await expectDeskSound(page, 'connection failed');
  });

  test('every read failed (MARKET-06, TRADE-03, TRADE-08, CHART-06)', async ({ page, guard }) => {
    guard.expect(/status of 500|: server/);
    await newTrader(page);
    const [markets, candles, trades, own] = [
      /\/api\/markets/,
      /\/stats\/chartx/,
      /\/order\/trades/,
      /\/(order\/orders|user\/balances)/,
    ] as const;
    for (const calls of [markets, candles, trades, own])
      await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
    await page.clock.install();
    await page.goto('/trade/XMR-BTC');
    const chart = page.getByRole('region', { name: 'Chart' });
    await expect(chart.getByRole('alert')).toContainText('Failed to load historical data', {
      timeout: 60_000,
    });
    await expect(page.getByText('Error fetching markets')).toBeVisible();
    await expect(page.getByText('Error fetching market data').first()).toBeVisible();
    await expect(page.getByText(/^Error loading market history: /)).toBeVisible();
    await expect(page.getByText('Try refreshing the page')).toBeVisible({ timeout: 60_000 });
    await expectDeskSound(page, 'failed');
    // Fixed only by a manual request: an automatic read would come first.
    const retryOf = (where: Locator): Locator => where.getByRole('button', { name: 'Retry' });
    await askAgain(page, retryOf(page.getByText('Error fetching markets')), () => page.unroute(markets));
    await expect(page.getByRole('region', { name: 'Markets', exact: true })).toBeVisible();
    await askAgain(page, retryOf(chart), () => page.unroute(candles));
    await expect(chart.getByRole('alert')).toHaveCount(0);
    const history = page.getByRole('region', { name: 'Market history' });
    await askAgain(page, retryOf(history), () => page.unroute(trades));
    await expect(history.getByText(/^Error loading/)).toHaveCount(0);
  });
});

const partial = {
  id: 'o1',
  pair_symbol: 'XMR-BTC',
  operation: 'BUY',
  type: 'LIMIT',
  price: '0.001',
  quantity: '0.5',
  quantity_left: '0.25',
  state: 'PARTIALLY_FILLED',
  created_at: '2026-01-05T12:00:00',
};

test('KAS-USDT, WOW-BTC and BTC-USDT at 320 and 360 px: no figure is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  for (const pair of ['KAS-USDT', 'WOW-BTC', 'BTC-USDT']) {
    await test.step(pair, async () => {
      const tradePage = new TradePage(page, pair);
      await page.goto(`/trade/${pair}`);
      await page.getByRole('tab', { name: 'Book', exact: true }).click();
      await tradePage.expectStatus('Live');
      for (const tab of ['Chart', 'Book', 'Trades', 'Orders']) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        for (const width of [320, 360]) {
          await page.setViewportSize({ width, height: 780 });
          await expectNoSidewaysScroll(page, `${width} px, ${tab}`);
          expect(await cutFigures(page), `${pair} at ${width} px, ${tab}`).toEqual([]);
        }
      }
    });
  }
});

/** Beyond their panel, or over their neighbour. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>('main td, main th, main dd')) {
      // The book cuts its rows itself, and has tests of its own.
      if (cell.offsetParent === null || cell.closest('.visually-hidden, thead, #trade-book')) continue;
      const range = document.createRange();
      range.selectNodeContents(cell);
      const text = range.getBoundingClientRect();
      const box = cell.getBoundingClientRect();
      if (text.width === 0 || cell.textContent === '') continue;
      const isCut = text.left < box.left - 1 || text.right > box.right + 1;
      if (isCut || text.right > innerWidth || text.left < 0) found.push(cell.textContent);
    }
    return found;
  });
}
