import type { Failure } from '../../domain/failure.ts';
import type { HistorySelection } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow, TimeRange } from '../../domain/history/types.ts';
import type { Result } from '../../domain/result.ts';

export interface HistoryExportInput {
  readonly list: HistoryName;
}

export interface HistoryExportContext extends HistoryExportInput {
  readonly range: TimeRange;
  /** Which records of the range are wanted: those that the screen shows of its page. */
  readonly selection: HistorySelection;
  /** Words over the columns of the file. */
  readonly headings: readonly string[];
  /** Ids of all records that were read, also of those that are not wanted. */
  readonly seen: readonly string[];
  /** Wanted records so far. */
  readonly rows: readonly HistoryRow[];
  /** Failed tries of the page that is being read. */
  readonly attempt: number;
  readonly failure: Failure | null;
}

/** What the user wants in the file. */
export interface ExportWish {
  readonly range: TimeRange | null;
  readonly selection: HistorySelection;
  readonly headings: readonly string[];
}

export type HistoryExportEvent =
  | ({ readonly type: 'user.export' } & ExportWish)
  | { readonly type: 'user.cancel' }
  | { readonly type: 'user.retry' };

export interface ExportPageInput extends HistoryExportInput {
  readonly skip: number;
}

export type ExportPageOutput = Result<readonly HistoryRow[]>;

export type ExportFileInput = Pick<
  HistoryExportContext,
  'list' | 'range' | 'selection' | 'headings' | 'rows'
>;
