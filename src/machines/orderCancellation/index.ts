export { orderCancellationMachine, type OrderCancellationSnapshot } from './orderCancellation.machine.ts';
export * from './selectors.ts';
export type {
  CancelAnswer,
  OrderCancellationEvent,
  OrderCancellationInput,
  OrderCancellationOutput,
  OrderCancellationToast,
  OrderStateAnswer,
} from './types.ts';
