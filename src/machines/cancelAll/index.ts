export { provideCancelAll } from './cancelAll.actors.ts';
export {
  cancelAllMachine,
  isOpen,
  mayRetry,
  selectOrders,
  selectResults,
  selectStage,
  type CancelAllSnapshot,
  type CancelAllStage,
  type OrderResult,
} from './cancelAll.machine.ts';
