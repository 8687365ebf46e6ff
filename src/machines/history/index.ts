export { CSV_FORMS, type CsvForm } from './exported.rules.ts';
export { provideHeldWithdrawal, provideHistory, provideHistoryExport } from './history.actors.ts';
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
  type HistoryPhase,
  type HistorySnapshot,
} from './history.machine.ts';
export { historyRead, type HistoryContext, type RecordsEvent } from './history.types.ts';
export {
  historyExportMachine,
  selectRead,
  selectStage,
  type ExportWish,
  type HistoryExportContext,
  type HistoryExportSnapshot,
} from './historyExport.machine.ts';
export { exportColumns } from './exported.rules.ts';
