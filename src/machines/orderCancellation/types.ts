import type { Failure } from '../../domain/failure.ts';
import type { OrderState } from '../../domain/order.ts';
import type { Result } from '../../domain/result.ts';
import type { Toast } from '../shared/index.ts';

export interface OrderCancellationInput {
  readonly orderId: string;
  readonly pair: string;
}

export interface OrderCancellationContext extends OrderCancellationInput {
  /** Why the cancellation failed, or what was heard instead of an answer. */
  readonly failure: Failure | null;
  /** How often a lost answer was looked for. */
  readonly looks: number;
}

export type OrderCancellationEvent = { readonly type: 'user.cancel' };

/** How it ended: `failed` leaves the order in the list, the others take it out. */
export interface OrderCancellationOutput {
  readonly orderId: string;
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed';
}

/** Words under `mine.toast` in the namespace `trade`. */
export type OrderCancellationToast = Toast & { readonly key: `trade:mine.toast.${string}` };

export type CancelAnswer = Result<null>;
/** `value`: the state in which the server lists the order; null when it lists it no more. */
export type OrderStateAnswer = Result<OrderState | null>;
