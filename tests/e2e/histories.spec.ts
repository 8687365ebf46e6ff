import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { parseCsv } from '../csv.ts';
import { History, HISTORIES, placeOrder, serve } from './support/histories.ts';
import { pretendSession } from './support/screenWalk.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';
/** Far from the market, so it rests. */
const LOW = { pair: PAIR, operation: 'BUY', quantity: '0.5', price: '0.001' } as const;

const trade = (number: number, over: object = {}): object => ({
  id: `trade-${String(number).padStart(4, '0')}-${'f'.repeat(20)}`,
  pair_symbol: PAIR,
  operation: number % 3 === 0 ? 'SELL' : 'BUY',
  type: 'LIMIT',
  executed_price: '0.00389',
  executed_quantity: `${number}.23456789`,
  fee_amount: '0.0001',
  fee_currency: 'XMR',
  is_maker: true,
  created_at: new Date(Date.UTC(2026, 0, 31, 12) - number * 3_600_000).toISOString().replace('Z', ''),
  ...over,
});

async function readDownload(download: Download): Promise<string[][]> {
  return parseCsv(await readFile(await download.path(), 'utf8'));
}

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('a new user is led to where a first row comes from (HISTORY-26)', async ({ page }) => {
  await newTrader(page);
  for (const [path, name, target] of [
    ['/trading-history', 'Choose a market to trade', '/markets'],
    ['/order-history', 'Choose a market to trade', '/markets'],
    ['/deposit-history', 'Choose a coin in the wallet', '/wallet'],
    ['/withdrawal-history', 'Choose a coin in the wallet', '/wallet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', target);
  }
});

test('Back is one step back (HISTORY-15)', async ({ page }) => {
  await newTrader(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Trading history' }).click();
  await expect(page).toHaveURL(/\/trading-history$/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an order leads to its trades, in all pages (HISTORY-03)', async ({ page, venue }) => {
  await newTrader(page);
  const { asks } = await venue.book(PAIR);
  for (const quantity of ['0.02', '0.03'])
    await placeOrder(page, { pair: PAIR, operation: 'BUY', quantity, price: asks[0]?.[0] ?? '' });
  const orders = new History(page, 'orderHistory');
  await orders.open();
  await orders.rows('0.03').getByRole('link', { name: 'Trades', exact: true }).click();
  const trades = new History(page, 'trades');
  await expect(trades.rows()).toHaveCount(1);
  await expect(trades.rows()).toContainText('0.03');
  await expect(page.getByRole('searchbox')).toHaveValue(/^"[\w-]{8,}"$/);
  await page.reload();
  await expect(trades.rows()).toHaveCount(1);
  await test.step('another user finds nothing of it', async () => {
    await page.evaluate(() => {
      const state = history.state as { usr: { search: string; searchOf: string } };
      history.replaceState({ ...state, usr: { ...state.usr, searchOf: 'somebody else' } }, '');
    });
    await page.reload();
    await expect(trades.rows()).toHaveCount(2);
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });
});

test('trading history: a real trade, its figures, its id in the clipboard (HISTORY-08, HISTORY-14, FORMAT-05) @story', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newTrader(page);
  const book = (await (await page.request.get(`/order/orderbook/${PAIR}?depth=1`)).json()) as {
    asks: [string, string][];
  };
  const price = book.asks[0]?.[0] ?? '';
  await placeOrder(page, { pair: PAIR, operation: 'BUY', quantity: '0.02', price: price });
  const history = new History(page, 'trades');
  await history.open();
  const row = history.rows('XMR/BTC', 'Buy').first();
  await expect(row).toContainText('Taker');
  await expect(row).toContainText('0.02');
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  expect(await history.sum('Buy')).toBe('1');
  expect(await history.sum('Sell')).toBe('0');
  expect(await history.sum('Total volume')).toMatch(/ BTC$/);
  const [execution] = (await (await page.request.get('/order/orders/history/executions?limit=1')).json()) as [
    { id: string },
  ];
  const id = row.getByRole('button', { name: /^Copy trade ID/ });
  await expect(id).toHaveText(`${execution.id.slice(0, 8)}…`);
  await id.click();
  await expect(page.getByText('Trade ID copied')).toBeVisible();
  expect(await clipboard(page)).toBe(execution.id);
});

test.describe('the table', () => {
  test.beforeEach(async ({ page }) => pretendSession(page, {}));

  test('sorts: date descending at first, a column ascending, then turned (HISTORY-02)', async ({ page }) => {
    await serve(page, 'trades', [trade(2), trade(10), trade(1)]);
    const history = new History(page, 'trades');
    await history.open();
    await expect(history.heading('Date/time')).toHaveAttribute('aria-sort', 'descending');
    expect(await history.cells('amount')).toEqual(['1.23456789 XMR', '2.23456789 XMR', '10.23456789 XMR']);
    await history.heading('Amount').getByRole('button').click();
    await expect(history.heading('Amount')).toHaveAttribute('aria-sort', 'ascending');
    await expect(history.heading('Date/time')).toHaveAttribute('aria-sort', 'none');
    expect(await history.cells('amount')).toEqual(['1.23456789 XMR', '2.23456789 XMR', '10.23456789 XMR']);
    await history.heading('Amount').getByRole('button').click();
    expect(await history.cells('amount')).toEqual(['10.23456789 XMR', '2.23456789 XMR', '1.23456789 XMR']);
  });

  test('filters and sums this page only, and pages know only a full page (HISTORY-03, HISTORY-04, HISTORY-23, HISTORY-24)', async ({
    page,
  }) => {
    const asked = await serve(
      page,
      'trades',
      Array.from({ length: 40 }, (_, number) => trade(number)),
    );
    const history = new History(page, 'trades');
    await history.open();
    await expect(history.rows()).toHaveCount(20);
    await expect(history.previous).toBeDisabled();
    expect(await history.sum('Total')).toBe('20');
    await history.next.click();
    await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
    await expect(history.rows()).toHaveCount(20);
    await history.next.click();
    await expect(page.getByText('No trades found')).toBeVisible();
    await expect(page.getByText('Try another filter, page or date range.')).toBeVisible();
    await expect(history.next).toBeDisabled();
    await history.previous.click();
    await expect(history.rows()).toHaveCount(20);
    await history.button('Sell').click();
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
    await expect(history.rows()).toHaveCount(7);
    await expect(history.rows('Buy')).toHaveCount(0);
    await expect(history.button('Sell')).toHaveAttribute('aria-pressed', 'true');
    expect(await history.sum('Total')).toBe('20');
    expect(asked.slice(0, 3)).toEqual(['?skip=0&limit=20', '?skip=20&limit=20', '?skip=40&limit=20']);
  });

  test('filters, searches and sums all pages, where the user asks for it (HISTORY-03)', async ({ page }) => {
    const asked = await serve(
      page,
      'trades',
      Array.from({ length: 45 }, (_, number) =>
        trade(number, {
          pair_symbol: number < 3 ? 'WOW-BTC' : PAIR,
          order_id: `order-${number % 9}-${number}`,
        }),
      ),
    );
    const history = new History(page, 'trades');
    await history.open();
    await expect(history.rows()).toHaveCount(20);
    await history.button('Search all pages').click();
    await expect(page.getByText('totals apply to all 45 records loaded')).toBeVisible();
    expect(asked.slice(1)).toEqual(['?skip=0&limit=100', '?skip=45&limit=100']);
    expect(await history.sum('Total')).toBe('45');
    await history.button('Sell').click();
    await expect(history.rows()).toHaveCount(15);
    await expect(history.next).toBeDisabled();
    await history.button('All').click();
    for (const rows of [20, 20, 5]) {
      await expect(history.rows()).toHaveCount(rows);
      if (rows === 20) await history.next.click();
    }
    await expect(history.next).toBeDisabled();
    const search = page.getByRole('searchbox', { name: 'Search the list' });
    for (const [text, rows] of [
      ['wow/btc', 3],
      ['order-7', 5],
      ['"order-7-7"', 1],
      ['"order-7"', 0],
      ['trade-0044', 1],
    ] as const) {
      await search.fill(text);
      await expect(history.rows()).toHaveCount(rows);
    }
    await search.fill('nothing like it');
    await expect(page.getByText('No records match.')).toBeVisible();
    await search.fill('');
    await history.button('This page only').click();
    expect(await history.sum('Total')).toBe('20');
  });

  test('filters by pair, which the server is asked for, and by kind, over all pages (HISTORY-33)', async ({
    page,
  }) => {
    const trades = Array.from({ length: 45 }, (_, number) =>
      trade(number, {
        pair_symbol: number < 3 ? 'WOW-BTC' : PAIR,
        type: number === 0 ? 'MARKET' : 'LIMIT',
        order_id: `order-${number}`,
      }),
    );
    const asked = await serve(page, 'trades', trades);
    const history = new History(page, 'trades');
    await history.open();
    await page.getByRole('combobox', { name: 'Pair' }).selectOption('WOW/BTC');
    await expect(page.getByText('totals apply to all 3 records loaded')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Summary of the selection' })).toBeVisible();
    expect(asked.at(1)).toBe('?skip=0&limit=100&pair=WOW-BTC');
    await page.getByRole('combobox', { name: 'Order type' }).selectOption('Market');
    await expect(history.rows()).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Pair' }).selectOption('All pairs');
    await expect(history.rows('Market')).toHaveCount(1);
    expect(asked.at(-1)).not.toContain('pair=');
    await history.button('This page only').click();
    await expect(history.rows()).toHaveCount(20);
    await expect(page.getByRole('combobox', { name: 'Order type' })).toHaveValue('');
  });

  test('shows truncated text in full on hover, on focus and on copy', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await serve(page, 'trades', [trade(1, { executed_quantity: '1234.567890129' })]);
    const history = new History(page, 'trades');
    await history.open();
    const amount = history.rows().locator('td[data-column="amount"]').getByRole('button');
    await expect(amount).toHaveText('1234.56789012 XMR');
    await expect(amount).toHaveAccessibleName('Copy 1234.567890129 XMR');
    const shown = () =>
      amount.evaluate((element) => getComputedStyle(element, '::after').getPropertyValue('content'));
    expect(await shown()).toBe('none');
    await amount.hover();
    expect(await shown()).toBe('"1234.567890129 XMR"');
    await page.mouse.move(0, 0);
    await history.heading('Fee').getByRole('button').focus();
    await page.keyboard.press('Tab');
    while (!(await amount.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab');
    expect(await shown()).toBe('"1234.567890129 XMR"');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Copied to clipboard')).toBeVisible();
    expect(await clipboard(page)).toBe('1234.567890129');
  });

  test('Retry works at once, also within ten seconds of the last one (HISTORY-05)', async ({
    page,
    guard,
  }) => {
    guard.expect(/status of 404/);
    let asked = 0;
    await page.route(HISTORIES.trades.call, (route) => {
      asked += 1;
      return asked < 4
        ? route.fulfill({ status: 404, json: { message: 'Not here' } })
        : route.fulfill({ json: [trade(1)] });
    });
    const history = new History(page, 'trades');
    await history.open();
    for (const reads of [1, 2, 3]) {
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Not here');
      await expect.poll(() => asked).toBe(reads);
      await history.button('Retry').click();
    }
    await expect(history.rows()).toHaveCount(1);
    await expect(page.getByText(/before refreshing again/)).toHaveCount(0);
  });

  test('a server that is down at the first look leads to the maintenance page', async ({ page, guard }) => {
    // A jump of the clock ends requests on their way.
    guard.expect(/status of 500|server|timeout/);
    await page.clock.install();
    await page.route(HISTORIES.deposits.call, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(HISTORIES.deposits.path);
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect(page).toHaveURL(/\/maintenance$/, { timeout: 500 });
    }).toPass();
  });
});

test.describe('what leads on', () => {
  test.beforeEach(async ({ page }) => pretendSession(page, {}));
  const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const coin = (ticker: string, explorer_url: string | null): object => ({
    ticker,
    name: ticker,
    network: ticker,
    explorer_url,
  });

  test('a transaction hash leads to the explorer of its coin, where one is known', async ({ page }) => {
    await page.route(/\/coin\/coins\?/, (route) =>
      route.fulfill({
        json: {
          items: [
            coin('BTC', 'https://explorer.example/tx/{hash}'),
            coin('XMR', 'http://explorer.example/tx/{hash}'),
            coin('WOW', 'https://explorer.example'),
          ],
        },
      }),
    );
    const record = (currency: string, over: object = {}): object => ({
      id: `transfer-${currency}`,
      currency,
      amount: '1',
      tx_hash: HASH,
      created_at: '2026-01-31T12:00:00',
      ...over,
    });
    const records = ['BTC', 'XMR', 'WOW', 'KAS'].map((currency) => record(currency));
    for (const name of ['deposits', 'withdrawals'] as const) {
      await serve(page, name, [...records, record('BTC', { id: 'odd', tx_hash: '../logout' })]);
      const history = new History(page, name);
      await history.open();
      await expect(history.rows()).toHaveCount(5);
      const links = history.table.getByRole('link', { name: /in the block explorer/ });
      await expect(links).toHaveCount(1);
      await expect(links).toHaveAttribute('href', `https://explorer.example/tx/${HASH}`);
      await expect(links).toHaveAttribute('target', '_blank');
      await expect(links).toHaveAttribute('rel', 'noreferrer noopener');
    }
  });

  test('help opens the form of a new ticket, about the record where one failed', async ({ page }) => {
    await page.route('**/support/tickets/list*', (route) => route.fulfill({ json: { items: [], total: 0 } }));
    await serve(
      page,
      'deposits',
      [
        { id: 'deposit-77', currency: 'BTC', amount: '1', state: 'FAILED', monitoring_state: 'WRONG_AMOUNT' },
      ].map((record) => ({ ...record, created_at: '2026-01-31T12:00:00' })),
    );
    const history = new History(page, 'deposits');
    await history.open();
    await page.getByRole('link', { name: 'Create a support ticket' }).click();
    await expect(page.getByRole('heading', { name: 'New ticket' })).toBeVisible();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await expect(subject).toHaveValue('');
    await expect(page).toHaveURL(/\/support$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Contact support about this' }).click();
    await expect(subject).toHaveValue('Deposit deposit-77');
    await expect(page).toHaveURL(/\/support$/);
    await subject.fill('Mine');
    await page.goBack();
    await page.getByRole('link', { name: 'Contact support about this' }).click();
    await expect(subject).toHaveValue('Mine');
  });
});

test.describe('dates and files', () => {
  test.beforeEach(async ({ page }) => pretendSession(page, {}));
  /** More than three long pages, hourly. */
  const records = Array.from({ length: 350 }, (_, number) => trade(number));

  test('a date range holds both of its days, of all pages (HISTORY-12)', async ({ page }) => {
    await serve(page, 'trades', records);
    const history = new History(page, 'trades');
    await history.open();
    await history.button('Date range').click();
    const form = page.getByRole('form', { name: 'Date range, UTC' });
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(form.getByText('Choose a start date, an end date, or both.')).toBeVisible();
    await form.getByLabel('From').fill('2026-01-26');
    await form.getByLabel('To').fill('2026-01-25');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(form.getByText('The start date must not be after the end date.')).toBeVisible();
    await form.getByLabel('From').fill('2026-01-25');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Jan 25, 2026 to Jan 25, 2026, UTC')).toBeVisible();
    await expect(history.rows()).toHaveCount(20);
    expect((await history.cells('date'))[0]?.replaceAll(/\s+/g, ' ')).toBe('Jan 25, 2026 23:00:00');
    await history.next.click();
    await expect(history.rows()).toHaveCount(4);
    expect((await history.cells('date')).at(-1)?.replaceAll(/\s+/g, ' ')).toBe('Jan 25, 2026 00:00:00');
    await expect(history.next).toBeDisabled();
    await history.button('Clear dates').click();
    await expect(history.rows('Jan 31, 2026')).toHaveCount(13);
  });

  test('the export holds every record, exact, in UTC and a named zone, and nothing is left after (HISTORY-12) @story', async ({
    page,
  }) => {
    const asked = await serve(page, 'trades', [
      ...records,
      trade(400, {
        executed_quantity: '123456789.00000001',
        executed_price: '0.00000001',
        id: '=HYPERLINK("x")',
      }),
    ]);
    const history = new History(page, 'trades');
    await history.open();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      history.button('Export CSV').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^trading-history_\d{4}-\d\d-\d\d\.csv$/);
    const [headings, ...rows] = await readDownload(download);
    expect(headings?.slice(0, 3)).toEqual(['Time (UTC)', 'ID', 'Pair']);
    expect(rows).toHaveLength(351);
    expect(rows[0]?.[0]).toBe('2026-01-31T12:00:00.000Z');
    const last = rows.at(-1);
    expect(last?.[1]).toBe(`'=HYPERLINK("x")`);
    expect(last).toContain('123456789.00000001');
    expect(last).toContain('1.2345678900000001');
    await expect(page.getByText('351 records exported')).toBeVisible();
    await expect(page.locator('a[download]')).toHaveCount(0);
    expect(asked).toContain('?skip=300&limit=100');
  });

  test('the export follows the current filter, of all pages, and its name shows it', async ({ page }) => {
    await serve(page, 'trades', records);
    const history = new History(page, 'trades');
    await history.open();
    await history.button('Sell').click();
    await expect(history.button('Export CSV')).toHaveAccessibleDescription(
      /with the current filter and search/,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      history.button('Export CSV').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^trading-history_sell_\d{4}-\d\d-\d\d\.csv$/);
    const [headings, ...rows] = await readDownload(download);
    const side = headings?.indexOf('Side') ?? -1;
    expect(rows).toHaveLength(117);
    expect(new Set(rows.map((row) => row[side]))).toEqual(new Set(['sell']));
  });

  test('cost and result of all trades, on the page and as a file (RESULT-01, RESULT-04)', async ({
    page,
  }) => {
    const bought = trade(3, {
      operation: 'BUY',
      executed_price: '0.004',
      executed_quantity: '2',
      fee_amount: '0',
    });
    const sold = trade(1, {
      operation: 'SELL',
      executed_price: '0.006',
      executed_quantity: '3',
      fee_amount: '0',
    });
    await serve(page, 'trades', [sold, bought]);
    const history = new History(page, 'trades');
    await history.open();
    const results = page.getByRole('region', { name: 'Profit and loss' });
    await results.getByRole('button', { name: 'Calculate' }).click();
    await expect(results.getByRole('row', { name: 'XMR/BTC' })).toContainText('+0.004');
    await expect(results).toContainText('XMR/BTC: 1 XMR sold here were not bought on this pair.');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      results.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^results_\d{4}-\d\d-\d\d\.csv$/);
    const [headings, row] = await readDownload(download);
    expect(headings?.slice(0, 4)).toEqual(['Pair', 'Bought and held', 'Average cost', 'Cost']);
    expect(row?.slice(0, 4)).toEqual(['XMR-BTC', '0', '', '0']);
    expect(row?.slice(6)).toEqual(['0.004', '1']);
    await expect(page.getByText('The results were saved.')).toBeVisible();
  });

  test.describe('in Berlin', () => {
    test.use({ timezoneId: 'Europe/Berlin' });
    test('the file has the time in UTC and where the user is', async ({ page }) => {
      await serve(page, 'trades', [trade(1)]);
      const history = new History(page, 'trades');
      await history.open();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        history.button('Export CSV').click(),
      ]);
      const [headings, row] = await readDownload(download);
      expect(headings?.slice(0, 3)).toEqual(['Time (UTC)', 'Time (Europe/Berlin)', 'ID']);
      expect(row?.slice(0, 2)).toEqual(['2026-01-31T11:00:00.000Z', '2026-01-31T12:00:00+01:00']);
    });
  });
});

test.describe('active orders', () => {
  test('pages of twenty; a cancelled order leaves; all the others are cancelled after a question @story', async ({
    page,
  }) => {
    test.slow();
    await newTrader(page);
    for (let count = 0; count < 21; count += 1) await placeOrder(page, { ...LOW, quantity: '0.01' });
    const history = new History(page, 'orders');
    await history.open();
    await expect(history.rows()).toHaveCount(20);
    await expect(history.next).toBeEnabled();
    const row = history.rows().first();
    await expect(row.getByRole('progressbar')).toHaveAttribute('value', '0');
    await expect(row).toContainText('0%');

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent.push(request.url());
    });
    await row.getByRole('button', { name: 'Cancel order' }).dblclick();
    await expect(page.getByText('Order cancellation requested')).toBeVisible();
    await expect(history.rows()).toHaveCount(20);
    await expect(history.next).toBeEnabled();
    expect(sent).toHaveLength(1);

    await history.button('Cancel all orders').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Cancel all 20 orders?');
    await dialog.getByRole('button', { name: 'Keep orders' }).click();
    await expect(dialog).toHaveCount(0);
    await history.button('Cancel all orders').click();
    await dialog.getByRole('button', { name: 'Cancel 20 orders' }).click();
    await expect(dialog.getByText('Orders no longer open: 20 of 20.')).toBeVisible();
    await expect(dialog.getByText('Cancelled', { exact: true })).toHaveCount(20);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('No active orders found')).toBeVisible();
    await expect(page.getByText('Try another filter')).toBeHidden();
    await history.button('Buy').click();
    await expect(page.getByText('Try another filter')).toBeVisible();
    expect(await (await page.request.get('/order/orders?state=OPENED,PARTIALLY_FILLED')).json()).toEqual([]);
  });

  test('cancelling the last order of a page leads to the page before it', async ({ page }) => {
    test.slow();
    await newTrader(page);
    for (let count = 0; count < 21; count += 1) await placeOrder(page, { ...LOW, quantity: '0.01' });
    const history = new History(page, 'orders');
    await history.open();
    await history.next.click();
    await expect(history.rows()).toHaveCount(1);
    await history.rows().first().getByRole('button', { name: 'Cancel order' }).click();
    await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
    await expect(history.rows()).toHaveCount(20);
    await test.step('of all pages, too (HISTORY-03)', async () => {
      await placeOrder(page, { ...LOW, quantity: '0.01' });
      await history.button('Search all pages').click();
      await history.next.click();
      await expect(history.rows()).toHaveCount(1);
      await history.rows().first().getByRole('button', { name: 'Cancel order' }).click();
      await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
      await expect(history.rows()).toHaveCount(20);
    });
  });

  test('an order that filled in the meantime is reported as such, also among all', async ({
    page,
    guard,
  }) => {
    guard.expect(/status of 40[49]/);
    await newTrader(page);
    const [filled, refused] = [await placeOrder(page, LOW), await placeOrder(page, LOW)];
    await placeOrder(page, LOW);
    const history = new History(page, 'orders');
    await history.open();
    await page.route(`**/order/cancel/${filled}`, (route) =>
      route.fulfill({ status: 409, json: { message: 'Filled', code: 'ORDER_FILLED' } }),
    );
    await page.route(`**/order/cancel/${refused}`, (route) =>
      route.fulfill({ status: 404, json: { message: 'No such order' } }),
    );
    await history.button('Cancel all orders').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel 3 orders' }).click();
    await expect(dialog.getByText('Orders no longer open: 2 of 3.')).toBeVisible();
    await expect(dialog.getByText('Already filled')).toBeVisible();
    await expect(dialog.getByText('No such order')).toBeVisible();
    await page.unroute(`**/order/cancel/${refused}`);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText('Orders no longer open: 3 of 3.')).toBeVisible();
  });
});
