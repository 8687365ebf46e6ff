import { depositRules } from './deposits.ts';
import { sortRows } from './order.ts';
import { orderRules } from './orders.ts';
import { tradeRules } from './trades.ts';
import type { HistoryName, HistoryRow, HistoryRows, HistoryRules, HistorySort, TimeRange } from './types.ts';
import { withdrawalRules } from './withdrawals.ts';

export const historyRules: { readonly [N in HistoryName]: HistoryRules<HistoryRows[N]> } = {
  trades: tradeRules,
  deposits: depositRules,
  withdrawals: withdrawalRules,
  orders: orderRules,
};

/** The rules of a history whose rows come with it: whoever holds rows of the name got them under that name. */
export const rulesOf = (list: HistoryName): HistoryRules<HistoryRow> =>
  historyRules[list] as HistoryRules<HistoryRow>;

/** Newest first (HISTORY-02). */
export const NEWEST_FIRST: HistorySort = { column: 'date', direction: 'descending' };

/** Ascending at the first click on a column, then the other way round at each further one (HISTORY-02). */
export function nextSort({ column, direction }: HistorySort, chosen: string): HistorySort {
  const isTurned = column === chosen && direction === 'ascending';
  return { column: chosen, direction: isTurned ? 'descending' : 'ascending' };
}

/** Which rows are wanted. */
export interface HistorySelection {
  readonly filter: string;
  readonly search: string;
}

export interface HistoryView extends HistorySelection {
  readonly sort: HistorySort;
}

/** Whether a row passes the filter and holds what is searched for, without regard to case. */
export function isSelected(
  { passes, texts }: Pick<HistoryRules<HistoryRow>, 'passes' | 'texts'>,
  row: HistoryRow,
  { filter, search }: HistorySelection,
): boolean {
  if (!passes(row, filter)) return false;
  const wanted = search.trim().toLowerCase();
  return wanted === '' || !texts || texts(row).some((text) => text?.toLowerCase().includes(wanted) ?? false);
}

/** The rows of a page as they are looked at: filtered, searched without regard to case, sorted (HISTORY-03). */
export function viewRows<N extends HistoryName>(
  list: N,
  rows: readonly HistoryRows[N][],
  { sort, ...selection }: HistoryView,
): HistoryRows[N][] {
  const found = rows.filter((row) => isSelected(rulesOf(list), row, selection));
  const by = historyRules[list].columns[sort.column];
  return by ? sortRows(found, by, sort.direction) : found;
}

export const isInRange = (time: number, { from, to }: TimeRange): boolean =>
  (from === null || time >= from) && (to === null || time <= to);

/**
 * Whether nothing of the range can follow: the page runs from new to old and ends before the range begins. A server
 * that sends another order is read to its end.
 */
export function isPastRange(times: readonly number[], { from }: TimeRange): boolean {
  const last = times.at(-1);
  if (from === null || last === undefined || last >= from) return false;
  return times.every((time, index) => time <= (times[index - 1] ?? time));
}
