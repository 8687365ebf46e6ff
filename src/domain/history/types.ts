import type { Deposit } from '../deposit.ts';
import type { Execution, Order, OrderType } from '../order.ts';
import type { Withdrawal } from '../withdrawal.ts';

export interface HistoryRows {
  readonly trades: Execution;
  readonly deposits: Deposit;
  readonly withdrawals: Withdrawal;
  /** Open ones. */
  readonly orders: Order;
  /** All, also closed ones (HISTORY-25). */
  readonly orderHistory: Order;
}

export type HistoryName = keyof HistoryRows;
export type HistoryRow = HistoryRows[HistoryName];

export interface HistorySort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** Epoch milliseconds, both ends included; null for an open end. */
export interface TimeRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** What of a history is read: all pages, or what was chosen of them (HISTORY-33). */
export interface HistoryRange extends TimeRange {
  readonly pair?: string;
  readonly type?: OrderType;
}

/** The differences between the histories. */
export interface HistoryRules<Row> {
  /** Rows of a page (HISTORY-06). */
  readonly size: number;
  readonly id: (row: Row) => string;
  /** Epoch milliseconds; null where the server did not send it. */
  readonly time: (row: Row) => number | null;
  /** Of trades and orders, and the types that there are (HISTORY-33). */
  readonly order?: {
    readonly types: readonly OrderType[];
    readonly of: (row: Row) => { readonly pair: string; readonly type: OrderType };
  };
  /** The first one passes everything. */
  readonly filters: readonly string[];
  readonly passes: (row: Row, filter: string) => boolean;
  /** Texts to search in. */
  readonly texts: (row: Row) => readonly (string | null)[];
  /** What a search in quotes must name whole (HISTORY-30); by default one of the texts. */
  readonly whole?: (row: Row) => string | null;
  /** Rows that are shown as one, which opens to them (HISTORY-31). */
  readonly fold?: (rows: readonly Row[]) => readonly Row[];
  /** Columns that sort. */
  readonly columns: Readonly<Record<string, (a: Row, b: Row) => number>>;
  /** Columns of the export with their exact text. */
  readonly cells: Readonly<Record<string, (row: Row) => string | null>>;
}
