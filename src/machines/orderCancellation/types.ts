import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import type { Toast } from '../shared/index.ts';

export interface OrderCancellationInput {
  readonly orderId: string;
  readonly pair: string;
}

export interface OrderCancellationContext extends OrderCancellationInput {
  /** Why the cancellation failed, or what was heard instead of an answer. */
  readonly failure: Failure | null;
}

/** Where the outcome of the last press is not known, the next one reads again instead of sending. */
export type OrderCancellationEvent = { readonly type: 'user.cancel' };

/** How it ended: `failed` leaves the order in the list, the others take it out. */
export interface OrderCancellationOutput {
  readonly orderId: string;
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed';
}

/** Words under `mine.toast` in the namespace `trade`. */
export type OrderCancellationToast = Toast & { readonly key: `trade:mine.toast.${string}` };

export type CancelAnswer = Result<null>;
/** How an order ended; `gone`: the server lists it no more, and does not say how. */
export type OrderEnd = 'canceled' | 'filled' | 'gone';
/** What the lists show after a lost answer; `absent`: the order is still open. */
export type OrderSearch = ReconcileWriteOutput<OrderEnd>;
