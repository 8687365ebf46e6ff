import type { Deposit } from '../deposit.ts';
import type { Execution, Order } from '../order.ts';
import type { Withdrawal } from '../withdrawal.ts';

/** The four histories and what their rows are. */
export interface HistoryRows {
  readonly trades: Execution;
  readonly deposits: Deposit;
  readonly withdrawals: Withdrawal;
  readonly orders: Order;
}

export type HistoryName = keyof HistoryRows;
export type HistoryRow = HistoryRows[HistoryName];

export interface HistorySort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** A span of time, both ends included; epoch milliseconds, null for an open end. */
export interface TimeRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** What differs between the histories. Everything else about them is shared. */
export interface HistoryRules<Row> {
  /** Rows of a page (HISTORY-06). */
  readonly size: number;
  readonly id: (row: Row) => string;
  /** Epoch milliseconds. */
  readonly time: (row: Row) => number;
  /** The first one lets everything pass. */
  readonly filters: readonly string[];
  readonly passes: (row: Row, filter: string) => boolean;
  /** Texts of a row in which a search looks; null where the history has no search. */
  readonly texts: ((row: Row) => readonly (string | null)[]) | null;
  /** Columns that sort, by name. */
  readonly columns: Readonly<Record<string, (a: Row, b: Row) => number>>;
  /** Columns of the export, by name, and their exact text. */
  readonly cells: Readonly<Record<string, (row: Row) => string | null>>;
}
