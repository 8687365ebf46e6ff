export { orderCancellationMachine, type OrderCancellationSnapshot } from './orderCancellation.machine.ts';
export * from './selectors.ts';
export type {
  CancelAnswer,
  OrderCancellationEvent,
  OrderCancellationInput,
  OrderCancellationOutput,
  OrderCancellationToast,
  OrderEnd,
  OrderSearch,
} from './types.ts';
