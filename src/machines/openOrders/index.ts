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
export {
  cancellationsOf,
  endOf,
  findOrder,
  provideCancelAll,
  type OrderCancellationDependencies,
} from './openOrders.actors.ts';
export {
  isCancelling,
  isUnresolved,
  orderCancellationMachine,
  type OrderCancellationSnapshot,
} from './orderCancellation.machine.ts';
export {
  followCancellations,
  orderCancellationsMachine,
  selectCancellation,
  selectClosed,
  type OrderCancellationsRef,
  type OrderCancellationsSnapshot,
} from './orderCancellations.machine.ts';
