import type { OrderCancellationSnapshot } from './orderCancellation.machine.ts';

/** The request is on its way, or its outcome is being found out. */
export const isCancelling = (snapshot: OrderCancellationSnapshot): boolean => snapshot.hasTag('busy');
/** Whether the order was cancelled is not known: the next press reads again. */
export const isUnresolved = (snapshot: OrderCancellationSnapshot): boolean => snapshot.hasTag('unknown');
