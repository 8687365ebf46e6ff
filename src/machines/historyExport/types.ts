import type { Failure } from '../../domain/failure.ts';
import type { HistoryName, HistoryRow, TimeRange } from '../../domain/history/types.ts';
import type { Result } from '../../domain/result.ts';

export interface HistoryExportInput {
  readonly list: HistoryName;
}

export interface HistoryExportContext extends HistoryExportInput {
  readonly range: TimeRange;
  /** Words over the columns of the file. */
  readonly headings: readonly string[];
  /** Ids of all records that were read, also of those outside the range. */
  readonly seen: readonly string[];
  /** Records of the range so far. */
  readonly rows: readonly HistoryRow[];
  /** Failed tries of the page that is being read. */
  readonly attempt: number;
  readonly failure: Failure | null;
}

export type HistoryExportEvent =
  | { readonly type: 'user.export'; readonly range: TimeRange | null; readonly headings: readonly string[] }
  | { readonly type: 'user.cancel' }
  | { readonly type: 'user.retry' };

export interface ExportPageInput extends HistoryExportInput {
  readonly skip: number;
}

export type ExportPageOutput = Result<readonly HistoryRow[]>;

export type ExportFileInput = Pick<HistoryExportContext, 'list' | 'range' | 'headings' | 'rows'>;
