import { describe, expect, it } from 'vitest';
import { exportColumns, exportName, exportText } from '../../../../src/machines/history/csv.rules.ts';
import type { Execution } from '../../../../src/domain/order.ts';
import type { Withdrawal } from '../../../../src/domain/withdrawal.ts';
import type { Order } from '../../../../src/domain/order.ts';
import { parseCsv } from '../../../csv.ts';
import { someOrder } from '../../../samples.ts';

const trade: Execution = {
  id: '=evil()',
  pair: 'XMR-BTC',
  side: 'sell',
  kind: 'limit',
  price: '0.00312345',
  quantity: '123456789.00000001',
  value: '385606.1',
  fee: '1156.8183',
  feeCurrency: 'BTC',
  feeRate: '0.003',
  isMaker: true,
  createdAt: Date.UTC(2026, 6, 5, 23, 30, 1, 5),
};

describe('the file of a history', () => {
  it('holds exact figures, UTC and a named zone', () => {
    const columns = exportColumns('trades', 'Europe/Berlin');
    const [headings, row] = parseCsv(exportText('trades', [trade], columns, 'Europe/Berlin'));
    expect(headings).toEqual([...columns]);
    expect(row).toEqual([
      '2026-07-05T23:30:01.005Z',
      '2026-07-06T01:30:01+02:00',
      "'=evil()",
      'XMR-BTC',
      'sell',
      'maker',
      'limit',
      '0.00312345',
      '123456789.00000001',
      '385606.1',
      '1156.8183',
      'BTC',
      '0.3',
      '',
    ]);
  });

  const order = someOrder({
    pair: 'BTC-USDT',
    price: '97338.3',
    quantity: '0.01',
    quantityLeft: '0',
    state: 'FILLED',
  });
  const cellsOf = (row: Order, names: readonly string[]): (string | undefined)[] => {
    const columns = exportColumns('orderHistory', 'UTC');
    const [, line] = parseCsv(exportText('orderHistory', [row], columns, 'UTC'));
    return names.map((name) => line?.[columns.indexOf(name)]);
  };

  it('has the cost of an order, and is empty where it is unknown (COST-02)', () => {
    const said = { averagePrice: '90128.06', cost: '901.2806', fee: '0.00001', feeCurrency: 'BTC' };
    const names = Object.keys(said);
    expect(cellsOf({ ...order, ...said }, names)).toEqual(Object.values(said));
    expect(cellsOf(order, names)).toEqual(['', '', '', '']);
  });

  it.each([
    [{}, ['', '']],
    [{ stopPrice: '97000' }, ['97000', '']],
    [{ stopPrice: '97000', trailPercent: '5' }, ['97000', '5']],
    // It may have moved.
    [{ stopPrice: '97000', trailPercent: '5', state: 'WAITING' }, ['', '5']],
  ])('tells a stop order and a trailing one apart (TRAIL-06): %j', (more, said) => {
    expect(cellsOf({ ...order, ...more }, ['stopPrice', 'trailPercent'])).toEqual(said);
  });

  it('is only headings without rows', () => {
    for (const list of ['trades', 'deposits', 'withdrawals', 'orders', 'orderHistory'] as const) {
      const columns = exportColumns(list, 'UTC');
      expect(parseCsv(exportText(list, [], columns, 'UTC'))).toEqual([[...columns]]);
    }
  });

  it('has semicolons and decimal commas for spreadsheets that expect them (HISTORY-28)', () => {
    const row = { ...trade, price: '-0.5', id: '=1;2', pair: 'A;B,C' };
    const columns = exportColumns('trades', 'Europe/Berlin');
    const text = exportText('trades', [row], columns, 'Europe/Berlin', 'semicolons');
    const [headings, line] = text.replace('\uFEFF', '').split('\r\n');
    expect(headings).toBe(columns.join(';'));
    expect(line).toBe(
      '2026-07-05T23:30:01.005Z;2026-07-06T01:30:01+02:00;"\'=1;2";"A;B,C";sell;maker;limit;-0,5;' +
        '123456789,00000001;385606,1;1156,8183;BTC;;',
    );
  });

  it('tells the two hours of a night on which the clocks go back apart (HISTORY-28)', () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    const rows = [first, first + 3_600_000].map((createdAt) => ({ ...trade, createdAt }));
    const columns = exportColumns('trades', 'Europe/Berlin');
    const [, ...lines] = parseCsv(exportText('trades', rows, columns, 'Europe/Berlin'));
    expect(lines.map(([utc, local]) => [utc, local])).toEqual([
      ['2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00+02:00'],
      ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
    ]);
  });

  it.each(['UTC', 'Etc/UTC', 'GMT', 'Atlantic/Reykjavik', 'Africa/Abidjan'])(
    'has the time once where the user is in %s',
    (zone) => {
      const columns = exportColumns('trades', zone);
      expect(columns.slice(0, 2)).toEqual(['timeUtc', 'id']);
      const [headings, row] = parseCsv(exportText('trades', [trade], columns, zone));
      expect(headings).toEqual([...columns]);
      expect(row?.slice(0, 3)).toEqual(['2026-07-05T23:30:01.005Z', "'=evil()", 'XMR-BTC']);
    },
  );

  const withdrawal: Withdrawal = {
    id: 'w1',
    currency: 'BTC',
    amount: '1',
    status: 'completed',
    fee: '0.3783',
    networkFee: '0.37830',
    txHash: null,
    extraId: null,
    address: null,
    tag: null,
    isConfirmed: true,
    depositId: null,
    createdAt: 0,
    updatedAt: null,
    confirmedAt: null,
  };
  const charges = (over: Partial<Withdrawal>): (string | undefined)[] => {
    const columns = exportColumns('withdrawals', 'UTC');
    const [, row] = parseCsv(exportText('withdrawals', [{ ...withdrawal, ...over }], columns, 'UTC'));
    return ['fee', 'networkFee'].map((name) => row?.[columns.indexOf(name)]);
  };
  it('has one charge in one column, so that a sum over both does not count it twice', () => {
    expect(charges({})).toEqual(['0.3783', '']);
    expect(charges({ networkFee: '0.0001' })).toEqual(['0.3783', '0.0001']);
    expect(charges({ fee: null })).toEqual(['', '0.37830']);
    expect(charges({ networkFee: null })).toEqual(['0.3783', '']);
  });

  const now = Date.UTC(2026, 10, 21, 12);
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1) - 1];
  const every = { filter: 'all', search: '' };
  it('names the pair and the kind (HISTORY-33)', () => {
    const chosen = { from: null, to: null, pair: 'BTC-USDT', type: 'stop' } as const;
    expect(exportName('orders', { filter: 'buy', search: '' }, chosen, now)).toBe(
      'active-orders_BTC-USDT_stop_buy_2026-11-21.csv',
    );
  });

  it('names the filter, and that there was a search', () => {
    const range = { from: null, to: null };
    expect(exportName('trades', { filter: 'buy', search: '' }, range, now)).toBe(
      'trading-history_buy_2026-11-21.csv',
    );
    expect(exportName('deposits', { filter: 'failed', search: ' btc' }, range, now)).toBe(
      'deposit-history_failed_searched_2026-11-21.csv',
    );
  });

  it.each([
    [{ from: null, to: null }, 'trading-history_2026-11-21.csv'],
    [{ from, to }, 'trading-history_2026-01-01_2026-01-31.csv'],
    [{ from, to: null }, 'trading-history_2026-01-01_2026-11-21.csv'],
    [{ from: null, to }, 'trading-history_start_2026-01-31.csv'],
  ])('is named after its content: %j', (range, name) => {
    expect(exportName('trades', every, range, now)).toBe(name);
  });
});
