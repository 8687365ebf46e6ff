import { describe, expect, it } from 'vitest';
import { exportColumns, exportName, exportText } from '../../../../src/domain/history/exported.ts';
import type { Execution } from '../../../../src/domain/order.ts';
import { parseCsv } from '../../../csv.ts';

const trade: Execution = {
  id: '=evil()',
  pair: 'XMR-BTC',
  side: 'sell',
  kind: 'limit',
  price: '0.00312345',
  quantity: '123456789.00000001',
  value: '385606.1',
  fee: '0.000000001',
  feeCurrency: 'BTC',
  isMaker: true,
  createdAt: Date.UTC(2026, 6, 5, 23, 30, 1, 5),
};

describe('the file of a history', () => {
  it('holds exact figures, UTC and a named zone', () => {
    const columns = exportColumns('trades');
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
      '0.000000001',
      'BTC',
    ]);
  });

  it('is only headings without rows', () => {
    for (const list of ['trades', 'deposits', 'withdrawals', 'orders'] as const) {
      expect(parseCsv(exportText(list, [], exportColumns(list), 'UTC'))).toEqual([[...exportColumns(list)]]);
    }
  });

  const now = Date.UTC(2026, 10, 21, 12);
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1) - 1];
  it.each([
    [{ from: null, to: null }, 'trading-history_2026-11-21.csv'],
    [{ from, to }, 'trading-history_2026-01-01_2026-01-31.csv'],
    [{ from, to: null }, 'trading-history_2026-01-01_2026-11-21.csv'],
    [{ from: null, to }, 'trading-history_start_2026-01-31.csv'],
  ])('is named after what it holds: %j', (range, name) => {
    expect(exportName('trades', range, now)).toBe(name);
  });
});
