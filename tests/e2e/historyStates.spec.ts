import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { parseCsv } from '../csv.ts';
import { History, serve, type HistoryScreenName } from './support/histories.ts';
import { pretendSession } from './support/screenWalk.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test } from './support/test.ts';

// Every state and name of the specification, on the wire and on the screen.

test.beforeEach(async ({ page }) => {
  await pretendSession(page, {});
  await page.route(/\/coin\/coins\?/, (route) =>
    route.fulfill({ json: { items: [{ ticker: 'PTS', name: 'Points', network: 'internal' }] } }),
  );
});

const COLOURS = {
  green: '#2fcb8c',
  amber: '#f2b84b',
  red: '#ff6b6b',
  orange: '#ff9a52',
  grey: '#a7b0bd',
} as const;
type Colour = keyof typeof COLOURS;

const rgb = (colour: Colour): string => {
  const [, red = '', green = '', blue = ''] = /#(..)(..)(..)/.exec(COLOURS[colour]) ?? [];
  return `rgb(${[red, green, blue].map((part) => Number.parseInt(part, 16)).join(', ')})`;
};

/** Rows are found by their day. */
const at = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T13:05:09`;
const rowOf = (history: History, day: number): Locator => history.rows(`Jan ${day}, 2026`);
const cell = (row: Locator, column: string): Locator => row.locator(`td[data-column="${column}"]`);
const words = async (locator: Locator): Promise<string> =>
  (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();

interface Shown {
  readonly wire: object;
  readonly status: string;
  readonly colour: Colour;
  readonly cells?: Readonly<Record<string, string>>;
}

const isPulsing = (row: Locator): Promise<boolean> =>
  cell(row, 'status')
    .locator('*')
    .evaluateAll((parts) =>
      parts.some((part) => getComputedStyle(part, '::before').animationName !== 'none'),
    );

async function expectShown(
  page: Page,
  name: HistoryScreenName,
  table: readonly Shown[],
  base: object,
): Promise<void> {
  for (let first = 0; first < table.length; first += 10) {
    const part = table.slice(first, first + 10);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await pretendSession(page, {});
    await page.route(/\/coin\/coins\?/, (route) =>
      route.fulfill({ json: { items: [{ ticker: 'PTS', name: 'Points', network: 'internal' }] } }),
    );
    await serve(
      page,
      name,
      part.map(({ wire }, index) => ({ ...base, created_at: at(28 - index), ...wire })),
    );
    const history = new History(page, name);
    await history.open();
    await expect(history.rows()).toHaveCount(part.length);
    for (const [index, { wire, status, colour, cells = {} }] of part.entries()) {
      const row = rowOf(history, 28 - index);
      const badge = cell(row, 'status').locator('[data-tone]');
      expect(await words(cell(row, 'status')), JSON.stringify(wire)).toBe(status);
      expect(await badge.evaluate((element) => getComputedStyle(element).color), JSON.stringify(wire)).toBe(
        rgb(colour),
      );
      expect(await isPulsing(row), JSON.stringify(wire)).toBe(/^(Processing|Created)/.test(status));
      for (const [column, text] of Object.entries(cells)) {
        expect(await words(cell(row, column)), `${column} of ${JSON.stringify(wire)}`).toBe(text);
      }
    }
  }
}

const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test('deposits: every status, name and mark (HISTORY-09, HISTORY-18, HISTORY-19, HISTORY-20)', async ({
  page,
}) => {
  const other = (state: string): object => ({ monitoring_state: 'SOMETHING', state });
  await expectShown(
    page,
    'deposits',
    [
      { wire: {}, status: 'Pending', colour: 'amber' },
      { wire: { state: 'NO_ACCUMULATION' }, status: 'Pending', colour: 'amber' },
      {
        wire: { monitoring_state: 'CONFIRMED', confirmations: 6 },
        status: 'Completed Confirmations 6/6',
        colour: 'green',
      },
      {
        wire: { monitoring_state: 'UNCONFIRMED', confirmations: 2 },
        status: 'Processing Confirmations 2/6',
        colour: 'amber',
      },
      { wire: { monitoring_state: 'NOT_CHECKED' }, status: 'Pending', colour: 'amber' },
      {
        wire: { monitoring_state: 'WRONG_AMOUNT' },
        status:
          'Failed The amount was not accepted. It may be below the minimum deposit. Contact support about this',
        colour: 'red',
      },
      {
        wire: { monitoring_state: 'CONFIRMATION_FAILED' },
        status: 'Failed The network did not confirm it. Contact support about this',
        colour: 'red',
      },
      { wire: other('NO_ACCUMULATION'), status: 'Completed', colour: 'green' },
      { wire: other('WAITING_FOR_ACCUMULATION'), status: 'Processing', colour: 'amber' },
      { wire: other('CONFIRMED'), status: 'Confirmed', colour: 'green' },
      { wire: other('ERROR'), status: 'Error Contact support about this', colour: 'red' },
      { wire: other('CANCELLED'), status: 'Cancelled', colour: 'grey' },
      { wire: other('CANCELED'), status: 'Cancelled', colour: 'grey' },
      { wire: other('Frozen'), status: 'frozen', colour: 'grey' },
      {
        wire: {
          currency: null,
          coin_ticker: 'KAS',
          confirmations: 4,
          id: null,
          deposit_id: 'deposit-1234567890',
        },
        status: 'Pending Confirmations 4 / N/A',
        colour: 'amber',
        cells: { asset: 'KAS deposi…7890', amount: '1.23456789 KAS', hash: '–' },
      },
      {
        wire: { coin_ticker: 'USDT', confirmations: 12_345, txid: HASH, fee_amount: '0.00012345' },
        status: 'Pending Confirmations 12.3k/6',
        colour: 'amber',
        cells: { amount: '1.23 USDT Fee 0.00012345 USDT', hash: 'e3b0c4…b855' },
      },
      {
        wire: { currency: 'GRIN', extra_id: '0436430c-2b02-624c-2032-570501212b00', tx_hash: HASH },
        status: 'Pending',
        colour: 'amber',
        cells: { hash: '043643…2b00' },
      },
      { wire: { currency: 'GRIN', tx_hash: HASH }, status: 'Pending', colour: 'amber', cells: { hash: '–' } },
      {
        wire: {
          transaction_hash: 'short',
          amount: '0.123456789',
          created_at: null,
          timestamp: '2026-01-20T23:59:59',
        },
        status: 'Pending',
        colour: 'amber',
        cells: { hash: 'short', amount: '0.12345678 BTC', date: 'Jan 20, 2026 23:59:59' },
      },
    ],
    { id: 'd-1', currency: 'BTC', amount: '1.23456789' },
  );
});

test('withdrawals: every status, name and mark (HISTORY-10, HISTORY-19, HISTORY-21, FORMAT-07)', async ({
  page,
}) => {
  await expectShown(
    page,
    'withdrawals',
    [
      {
        wire: { state: 'CREATED', our_fee_amount: '0.1', fee: '0.2' },
        status: 'Created',
        colour: 'amber',
        cells: {
          id: 'withdr…7890',
          depositId: '–',
          amount: '1.23456789 BTC Fee 0.1 BTC',
          address: 'bc1qar…5mdq',
          hash: '–',
        },
      },
      {
        wire: { status: 'pending', fee: '0.2' },
        status: 'Pending',
        colour: 'amber',
        cells: { amount: '1.23456789 BTC Fee 0.2 BTC' },
      },
      { wire: { state: 'Completed' }, status: 'Completed', colour: 'green' },
      {
        wire: {
          state: 'completed',
          confirmed: true,
          memo: 'memo 7',
          tx_hash: HASH,
          deposit_id: 'deposit-1234',
        },
        status: 'Completed Confirmed',
        colour: 'green',
        cells: { address: 'bc1qar…5mdq Tag memo 7', hash: 'e3b0c4…b855', depositId: 'depo…234' },
      },
      {
        wire: { state: 'failed' },
        status: 'Failed Returned to your balance Contact support about this',
        colour: 'red',
      },
      { wire: { state: 'cancelled' }, status: 'Cancelled Returned to your balance', colour: 'orange' },
      { wire: { state: 'rejected' }, status: 'Unsuccessful Contact support about this', colour: 'red' },
      {
        wire: { state: 'completed', coin_ticker: 'GRIN', extra_id: '0436430c-2b02-624c-2032-570501212b00' },
        status: 'Completed',
        colour: 'green',
        cells: { address: '–', hash: '043643…2b00', asset: 'GRIN' },
      },
      {
        wire: { state: 'completed', coin_ticker: 'PTS', tx_hash: HASH },
        status: 'Completed',
        colour: 'green',
        cells: { address: '–', hash: '–' },
      },
      {
        wire: { state: 'completed', address: null, id: null, withdrawal_id: 77 },
        status: 'Completed',
        colour: 'green',
        cells: { address: '–', id: '77' },
      },
    ],
    { id: 'withdrawal-1234567890', currency: 'BTC', amount: '1.23456789', address: ADDRESS },
  );
  const first = new History(page, 'withdrawals').rows().first();
  await expect(cell(first, 'id')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(cell(first, 'id')).toBeHidden();
  for (const column of ['amount', 'status', 'address'])
    await expect(cell(first, column)).toBeInViewport({ ratio: 1 });
  expect((await first.boundingBox())?.height).toBeLessThanOrEqual(76);
});

test('orders: price, kind, state and progress (HISTORY-11, HISTORY-17, HISTORY-22)', async ({ page }) => {
  const order = (day: number, wire: object): object => ({
    id: `order-${day}-1234567890`,
    pair_symbol: 'XMR-BTC',
    operation: 'BUY',
    type: 'LIMIT',
    price: '0.00389',
    quantity: '3',
    quantity_left: '3',
    created_at: at(day),
    ...wire,
  });
  const table = [
    [{}, 'Limit Open', '0.00389000 BTC', '0%'],
    [
      { state: 'PARTIALLY_FILLED', quantity_left: '2' },
      'Limit Partially filled · 1 of 3 filled · Trades',
      '0.00389000 BTC',
      '33%',
    ],
    [
      { quantity: '1000', quantity_left: '995' },
      'Limit Open · 5 of 1000 filled · Trades',
      '0.00389000 BTC',
      '1%',
    ],
    [{ type: 'MARKET', price: null, operation: 'SELL' }, 'Market Open', 'Market', '0%'],
    // Without a stop price the state is the server's own.
    [{ state: 'Waiting' }, 'Limit waiting', '0.00389000 BTC', '0%'],
    [{ state: 'WAITING', stop_price: '0.004' }, 'Limit · Stop 0.004 Not triggered', '0.00389000 BTC', '0%'],
    [{ state: 'TRIGGERED', stop_price: '0.004' }, 'Limit · Stop 0.004 Triggered', '0.00389000 BTC', '0%'],
  ] as const;
  await serve(
    page,
    'orders',
    table.map(([wire], index) => order(28 - index, wire)),
  );
  const history = new History(page, 'orders');
  await history.open();
  await expect(history.rows()).toHaveCount(table.length);
  for (const [index, [wire, kind, price, progress]] of table.entries()) {
    const row = rowOf(history, 28 - index);
    const seen = await Promise.all(['kind', 'price', 'progress'].map((column) => words(cell(row, column))));
    expect(seen, JSON.stringify(wire)).toEqual([kind, price, progress]);
  }
  expect(
    await Promise.all(['Active', 'Buy', 'Sell', 'Partially filled'].map((name) => history.sum(name))),
  ).toEqual(['7', '6', '1', '1']);
  for (const [width, amount, progress] of [
    [1440, true, true],
    [1024, true, false],
    [768, true, false],
    [360, false, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(cell(history.rows().first(), 'amount')).toBeVisible({ visible: amount });
    await expect(cell(history.rows().first(), 'progress')).toBeVisible({ visible: progress });
  }
});

test('trades: fee with its currency, role, total (HISTORY-08, HISTORY-23)', async ({ page }) => {
  const trade = (day: number, wire: object): object => ({
    id: `trade-${day}-1234567890`,
    pair_symbol: 'XMR-BTC',
    operation: 'SELL',
    type: 'LIMIT',
    executed_price: '0.00389',
    executed_quantity: '2',
    created_at: at(day),
    ...wire,
  });
  await serve(page, 'trades', [
    trade(28, {
      fee_amount: '0.000012',
      fee_currency: 'BTC',
      fee_rate: '0.0015',
      is_maker: true,
      trade_value: '0.00778',
    }),
    trade(27, { fee_amount: '1.5', is_maker: false, type: 'MARKET' }),
    trade(26, { pair_symbol: 'BTC-USDT', executed_price: '67000.123', executed_quantity: '0.5' }),
  ]);
  const history = new History(page, 'trades');
  await history.open();
  const columns = ['pair', 'type', 'side', 'price', 'amount', 'total', 'fee'];
  const seen = (day: number): Promise<string[]> =>
    Promise.all(columns.map((column) => words(cell(rowOf(history, day), column))));
  await expect(history.rows()).toHaveCount(3);
  expect(await seen(28)).toEqual([
    'XMR/BTC trade-28…',
    'Sell',
    'Maker Limit',
    '0.00389000 BTC',
    '2.00 XMR',
    '0.00778 BTC',
    '0.000012 BTC 0.15%',
  ]);
  expect(await seen(27)).toEqual([
    'XMR/BTC trade-27…',
    'Sell',
    'Taker Market',
    '0.00389000 BTC',
    '2.00 XMR',
    '0.00778 BTC',
    '1.50',
  ]);
  expect(await seen(26)).toEqual([
    'BTC/USDT trade-26…',
    'Sell',
    '– Limit',
    '67000.12 USDT',
    '0.5 BTC',
    '33500.06 USDT',
    '–',
  ]);
  expect((await history.sum('Total volume')).replaceAll(/\s+/g, ' ')).toBe('0.01556 BTC 33.50K USDT');
});

// Hostile data: it must stay text, in its place.

const HOSTILE = [
  '<img src=x onerror="window.attacked=1">',
  '"><script>window.attacked=1</script>',
  "javascript:window.attacked=1//'",
  '{{constructor.constructor("window.attacked=1")()}}',
  '${window.attacked=1}',
  `=HYPERLINK("http://evil.example","win")`,
  "=cmd|' /C calc'!A0",
  '\u202Eevil\u202C\u2066x\u2069',
  'w'.repeat(4000),
  `${'\u0301'.repeat(400)}z`,
  '$t(toast.refreshed)',
  'a\u0000b\r\nc,d"e;=1+1',
] as const;

for (const [name, base, fields] of [
  ['deposits', { amount: '1' }, ['id', 'currency', 'state', 'tx_hash', 'address', 'tag', 'extra_id']],
  [
    'withdrawals',
    { amount: '1' },
    ['id', 'currency', 'state', 'tx_hash', 'address', 'tag', 'deposit_id', 'extra_id'],
  ],
  [
    'trades',
    {
      pair_symbol: 'XMR-BTC',
      operation: 'BUY',
      executed_price: '1',
      executed_quantity: '1',
      fee_amount: '1',
    },
    ['id', 'fee_currency', 'type'],
  ],
  [
    'orders',
    { pair_symbol: 'XMR-BTC', operation: 'BUY', price: '1', quantity: '1', quantity_left: '1' },
    ['id', 'state', 'type'],
  ],
] as const) {
  test(`${name}: hostile text executes nothing, breaks no layout, and leaves the file inert`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const records = HOSTILE.map((text, index) => ({
      ...base,
      created_at: at(28 - index),
      ...(name === 'deposits' ? { monitoring_state: 'SOMETHING' } : {}),
      ...Object.fromEntries(fields.map((field) => [field, field === 'id' ? `${text}${index}` : text])),
      ...((fields as readonly string[]).includes('currency') ? { currency: text.slice(0, 32) } : {}),
    }));
    await serve(page, name, records);
    const history = new History(page, name);
    await history.open();
    await expect(history.rows()).toHaveCount(
      Math.min(records.length, name === 'deposits' || name === 'withdrawals' ? 10 : 20),
    );
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page, `at ${width} px`);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    const shortened = history.rows().nth(8).getByRole('button').first();
    await shortened.hover();
    await expectNoSidewaysScroll(page, 'with the whole value');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      history.button('Export CSV').click(),
    ]);
    const [, ...rows] = parseCsv(await readFile(await download.path(), 'utf8'));
    expect(rows).toHaveLength(records.length);
    for (const text of rows.flat()) {
      const isDate = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);
      expect(isDate || !/(^|[,;\t\r\n])[\s\p{C}\p{Z}]*[=+\-@|]/u.test(text), JSON.stringify(text)).toBe(true);
    }
    expect(await page.evaluate(() => 'attacked' in globalThis)).toBe(false);
    await expect(page.locator('main img, main script, main iframe')).toHaveCount(0);
  });
}
