import type { HistoryExportSnapshot } from './historyExport.machine.ts';

export type ExportStage = HistoryExportSnapshot['value'];

export const selectStage = (snapshot: HistoryExportSnapshot): ExportStage => snapshot.value;
/** Records that were read so far, also those outside the range. */
export const selectRead = (snapshot: HistoryExportSnapshot): number => snapshot.context.seen.length;
export const selectFailure = (snapshot: HistoryExportSnapshot) => snapshot.context.failure;
