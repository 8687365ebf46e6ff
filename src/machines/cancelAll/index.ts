export { cancelAllMachine, type CancelAllSnapshot } from './cancelAll.machine.ts';
export * from './selectors.ts';
export type {
  CancelAllContext,
  CancelAllEvent,
  CancelOrdersInput,
  OrderResult,
  OrdersPageInput,
  OrdersPageOutput,
} from './types.ts';
