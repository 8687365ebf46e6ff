import { depositRules } from './deposits.ts';
import { sortRows } from './order.ts';
import { orderHistoryRules, orderRules } from './orders.ts';
import { tradeRules } from './trades.ts';
import type {
  HistoryName,
  HistoryRange,
  HistoryRow,
  HistoryRows,
  HistoryRules,
  HistorySort,
  TimeRange,
} from './types.ts';
import { withdrawalRules } from './withdrawals.ts';

export const historyRules: { readonly [N in HistoryName]: HistoryRules<HistoryRows[N]> } = {
  trades: tradeRules,
  deposits: depositRules,
  withdrawals: withdrawalRules,
  orders: orderRules,
  orderHistory: orderHistoryRules,
};

/** The cast is safe: rows always come with the name of their list. */
export const rulesOf = (list: HistoryName): HistoryRules<HistoryRow> =>
  historyRules[list] as HistoryRules<HistoryRow>;

/** All pages. */
export const EVER: TimeRange = { from: null, to: null };
export const isEver = ({ from, to }: TimeRange): boolean => from === null && to === null;
/** A pair or a type was chosen. */
export const isChosen = ({ pair, type }: HistoryRange): boolean => pair !== undefined || type !== undefined;

/** Newest first (HISTORY-02). */
export const NEWEST_FIRST: HistorySort = { column: 'date', direction: 'descending' };

/** Ascending at the first press on a column, then reversed by each further one (HISTORY-02). */
export function nextSort({ column, direction }: HistorySort, chosen: string): HistorySort {
  const isTurned = column === chosen && direction === 'ascending';
  return { column: chosen, direction: isTurned ? 'descending' : 'ascending' };
}

export interface HistorySelection {
  readonly filter: string;
  readonly search: string;
}

export interface HistoryView extends HistorySelection {
  readonly sort: HistorySort;
}

/** Case does not matter. In quotes it is the whole ID, which another one may contain (HISTORY-30). */
export function isSelected(
  { passes, texts, whole }: Pick<HistoryRules<HistoryRow>, 'passes' | 'texts' | 'whole'>,
  row: HistoryRow,
  { filter, search }: HistorySelection,
): boolean {
  if (!passes(row, filter)) return false;
  const wanted = search.trim().toLowerCase();
  const exact = /^"(.+)"$/.exec(wanted)?.[1];
  if (exact !== undefined)
    return (whole ? [whole(row)] : texts(row)).some((text) => text?.toLowerCase() === exact);
  return wanted === '' || texts(row).some((text) => text?.toLowerCase().includes(wanted) ?? false);
}

/** Rows filtered, searched, folded and sorted (HISTORY-03). */
export function viewRows<N extends HistoryName>(
  list: N,
  rows: readonly HistoryRows[N][],
  { sort, ...selection }: HistoryView,
): HistoryRows[N][] {
  const { columns, fold } = historyRules[list];
  const selected = rows.filter((row) => isSelected(rulesOf(list), row, selection));
  const found = fold ? [...fold(selected)] : selected;
  const by = columns[sort.column];
  return by ? sortRows(found, by, sort.direction) : found;
}

/** Without a time it is in no range that has an end. */
export const isInRange = (time: number | null, { from, to }: TimeRange): boolean =>
  (from === null || (time !== null && time >= from)) && (to === null || (time !== null && time <= to));

/** Whether a record is in the range, and of the pair and the type (HISTORY-33). */
export function isCovered(
  { time, order }: Pick<HistoryRules<HistoryRow>, 'time' | 'order'>,
  row: HistoryRow,
  range: HistoryRange,
): boolean {
  const { pair, type } = order?.of(row) ?? {};
  return (
    isInRange(time(row), range) &&
    (range.pair === undefined || range.pair === pair) &&
    (range.type === undefined || range.type === type)
  );
}

/** True when rows run from new to old and end before the range; in any other order all pages are read. */
export function isPastRange(listed: readonly (number | null)[], { from }: TimeRange): boolean {
  const times = listed.filter((time) => time !== null);
  const last = times.at(-1);
  if (from === null || last === undefined || last >= from) return false;
  return times.every((time, index) => time <= (times[index - 1] ?? time));
}
