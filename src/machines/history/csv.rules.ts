import { dateText, isoText, isUtc, zonedText } from '../../domain/dates.ts';
import { rulesOf, type HistorySelection } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistoryRow } from '../../domain/history/types.ts';

/**
 * Tables as files for spreadsheets (RFC 4180). Every cell is exact text; a cell that a spreadsheet would take for a
 * formula is made plain text by an apostrophe before it, because ids, addresses and tags come from others.
 */

/** So that spreadsheets read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Spaces, controls, and marks that are not seen: a formula may hide behind them. */
const UNSEEN = String.raw`[\s\p{C}\p{Z}]*`;
/** The start of a formula, also in the wide forms of East Asian keyboards; a bar starts a command in old programs. */
const SIGN = '[=+\\-@|＝＋－＠]';
/**
 * A formula at the start of a cell, or where a program that separates by something else, or does not know quotes, would
 * start one.
 */
const FORMULA = new RegExp(String.raw`([,;\t\r\n]|^)(?=${UNSEEN}${SIGN})`, 'gu');
/** Tabs and line ends at the beginning hide what follows. */
const HIDDEN_START = /^[\t\r\n]/;
/** A plain negative number is no formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** `commas`: 1234.5 between commas, as programs read it. `semicolons`: 1234,5 as spreadsheets of most languages do. */
export const CSV_FORMS = ['commas', 'semicolons'] as const;
export type CsvForm = (typeof CSV_FORMS)[number];

/** The text of one cell as written to the file; no spreadsheet takes it for a formula (HISTORY-12). */
export function csvCell(text: string, form: CsvForm = 'commas'): string {
  if (form === 'semicolons' && NUMBER.test(text)) return text.replace('.', ',');
  const inert = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'");
  const safe = HIDDEN_START.test(inert) ? `'${inert}` : inert;
  return /[",;\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A whole file: headings, then rows; null is an empty cell. */
export function csvText(
  headings: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  form: CsvForm = 'commas',
): string {
  const between = form === 'commas' ? ',' : ';';
  const lines = [headings, ...rows].map((cells) =>
    cells.map((cell) => csvCell(cell ?? '', form)).join(between),
  );
  return BYTE_ORDER_MARK + lines.map((line) => line + LINE_END).join('');
}

/**
 * Columns of the file of a history, by name: the instant in UTC and in the user's zone, then its own. Where the zone is
 * UTC, the instant appears once.
 */
export const exportColumns = (list: HistoryName, zone: string): readonly string[] => [
  'timeUtc',
  ...(isUtc(zone) ? [] : ['timeZone']),
  ...Object.keys(rulesOf(list).cells),
];

/**
 * The file of a history: every figure exact and whole, every instant in UTC and in a named zone.
 * @param headings for `exportColumns`, in their order.
 * @param zone an IANA name, which is in the heading of its column.
 */
export function exportText(
  list: HistoryName,
  rows: readonly HistoryRow[],
  headings: readonly string[],
  zone: string,
  form?: CsvForm,
): string {
  const { time, cells } = rulesOf(list);
  const pickers = Object.values(cells);
  const isOnce = isUtc(zone);
  return csvText(
    headings,
    rows.map((row) => [
      isoText(time(row)),
      ...(isOnce ? [] : [zonedText(time(row), zone)]),
      ...pickers.map((pick) => pick(row)),
    ]),
    form,
  );
}

const FILE_NAMES: Readonly<Record<HistoryName, string>> = {
  trades: 'trading-history',
  deposits: 'deposit-history',
  withdrawals: 'withdrawal-history',
  orders: 'active-orders',
  orderHistory: 'order-history',
};

/**
 * `trading-history_BTC-USDT_buy_2026-01-01_2026-01-31.csv`: which rows, and of which days; without a range the day of
 * the export.
 * @param now epoch milliseconds.
 */
export function exportName(
  list: HistoryName,
  { filter, search }: HistorySelection,
  { from, to, pair, type }: HistoryRange,
  now: number,
): string {
  const days = [from, to].map((time) => (time === null ? null : dateText(time)));
  const span = days.every((day) => day === null)
    ? [dateText(now)]
    : [days[0] ?? 'start', days[1] ?? dateText(now)];
  const selection = [
    pair ?? [],
    type ?? [],
    filter === 'all' ? [] : filter,
    search.trim() === '' ? [] : 'searched',
  ].flat();
  return `${[FILE_NAMES[list], ...selection, ...span].join('_')}.csv`;
}
