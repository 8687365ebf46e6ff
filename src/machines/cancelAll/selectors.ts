import type { CancelAllSnapshot } from './cancelAll.machine.ts';

export type CancelAllStage = 'idle' | 'listing' | 'notListed' | 'confirming' | 'cancelling' | 'told';

export const selectStage = (snapshot: CancelAllSnapshot): CancelAllStage => snapshot.value;
/** Whether the dialog shows. */
export const isOpen = (snapshot: CancelAllSnapshot): boolean => snapshot.hasTag('open');
export const selectOrders = (snapshot: CancelAllSnapshot) => snapshot.context.orders;
export const selectResults = (snapshot: CancelAllSnapshot) => snapshot.context.results;
export const selectFailure = (snapshot: CancelAllSnapshot) => snapshot.context.failure;
/** Whether some of the orders are still open, as far as is known. */
export const mayRetry = (snapshot: CancelAllSnapshot): boolean =>
  snapshot.matches('told') && snapshot.can({ type: 'user.retry' });
