import type { ReactNode } from 'react';

/** Headings are under `column` in the namespace `history`. */
export type ColumnName =
  | 'date'
  | 'pair'
  | 'type'
  | 'side'
  | 'price'
  | 'amount'
  | 'total'
  | 'fee'
  | 'status'
  | 'asset'
  | 'hash'
  | 'id'
  | 'depositId'
  | 'address'
  | 'kind'
  | 'progress'
  | 'average'
  | 'cost'
  | 'action';

export interface Column<Row> {
  readonly name: ColumnName;
  readonly isFigure?: boolean;
  /** The narrowest screen that shows it: small is a phone, large a desktop (HISTORY-21, HISTORY-22). */
  readonly from?: 'small' | 'large';
  readonly cell: (row: Row) => ReactNode;
}

export interface SummaryItem {
  readonly name: SummaryName;
  readonly value: ReactNode;
}

export type SummaryName =
  | 'total'
  | 'buy'
  | 'sell'
  | 'volume'
  | 'active'
  | 'partial'
  | 'completed'
  | 'processing'
  | 'pending'
  | 'filled'
  | 'canceled'
  | 'failed'
  | 'cancelled'
  | 'created'
  | 'unsuccessful';
