export { CSV_FORMS, type CsvForm } from './exported.rules.ts';
export {
  historyRead,
  provideHeldWithdrawal,
  provideHistory,
  provideHistoryExport,
} from './history.actors.ts';
export { heldWithdrawalMachine, isCancelling, selectUncertain } from './heldWithdrawal.machine.ts';
export {
  hasNext,
  hasPrevious,
  historyMachine,
  isBusy,
  selectFilter,
  selectPage,
  selectPhase,
  selectRange,
  selectSearch,
  selectSort,
  type HistoryContext,
  type HistoryPhase,
  type HistorySnapshot,
  type RecordsEvent,
} from './history.machine.ts';
export {
  historyExportMachine,
  selectRead,
  selectStage,
  type ExportWish,
  type HistoryExportContext,
  type HistoryExportSnapshot,
} from './historyExport.machine.ts';
export { exportColumns } from './exported.rules.ts';
