export {
  cancellationsOf,
  endOf,
  findOrder,
  type OrderCancellationDependencies,
} from './openOrders.actors.ts';
export {
  isCancelling,
  isHeld,
  isUncertain,
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
