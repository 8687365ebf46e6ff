export { historyExportMachine, type HistoryExportSnapshot } from './historyExport.machine.ts';
export * from './selectors.ts';
export type {
  ExportFileInput,
  ExportPageInput,
  ExportPageOutput,
  ExportWish,
  HistoryExportContext,
  HistoryExportEvent,
  HistoryExportInput,
} from './types.ts';
