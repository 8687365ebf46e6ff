import { csvText } from '../csv.ts';
import { dateText, isoText, isUtc, zonedText } from '../dates.ts';
import { rulesOf, type HistorySelection } from './rules.ts';
import type { HistoryName, HistoryRow, TimeRange } from './types.ts';

/**
 * Columns of the file of a history, by name: the instant in UTC and in the user's zone, then its own. Where the zone
 * is UTC, the instant stands there once.
 */
export const exportColumns = (list: HistoryName, zone: string): readonly string[] => [
  'timeUtc',
  ...(isUtc(zone) ? [] : ['timeZone']),
  ...Object.keys(rulesOf(list).cells),
];

/**
 * The file of a history: every figure exact and whole, every instant in UTC and in a named zone.
 * @param headings for `exportColumns`, in their order.
 * @param zone an IANA name, which the heading of its column tells.
 */
export function exportText(
  list: HistoryName,
  rows: readonly HistoryRow[],
  headings: readonly string[],
  zone: string,
): string {
  const { time, cells } = rulesOf(list);
  const pickers = Object.values(cells);
  return csvText(
    headings,
    rows.map((row) => [
      isoText(time(row)),
      ...(isUtc(zone) ? [] : [zonedText(time(row), zone)]),
      ...pickers.map((pick) => pick(row)),
    ]),
  );
}

const FILE_NAMES: Readonly<Record<HistoryName, string>> = {
  trades: 'trading-history',
  deposits: 'deposit-history',
  withdrawals: 'withdrawal-history',
  orders: 'active-orders',
};

/**
 * `trading-history_buy_2026-01-01_2026-01-31.csv`: which rows, and of which days; without a range the day of the export.
 * @param now epoch milliseconds.
 */
export function exportName(
  list: HistoryName,
  { filter, search }: HistorySelection,
  { from, to }: TimeRange,
  now: number,
): string {
  const days = [from, to].map((time) => (time === null ? null : dateText(time)));
  const span = days.every((day) => day === null)
    ? [dateText(now)]
    : [days[0] ?? 'start', days[1] ?? dateText(now)];
  const selection = [filter === 'all' ? [] : filter, search.trim() === '' ? [] : 'searched'].flat();
  return `${[FILE_NAMES[list], ...selection, ...span].join('_')}.csv`;
}
