import type { Failure } from '../../domain/failure.ts';
import type { Order } from '../../domain/order.ts';
import type { Result } from '../../domain/result.ts';

export interface CancelAllContext {
  /** Whose orders are meant: those of one pair, or null for all of the user's. */
  readonly pair: string | null;
  /** The open orders that were found. */
  readonly orders: readonly Order[];
  /** What became of each order so far, by its id. */
  readonly results: Readonly<Record<string, OrderResult>>;
  /** Why the orders could not be listed. */
  readonly failure: Failure | null;
}

export interface OrderResult {
  /** `failed` leaves the order open; `unknown`: reading did not tell; `gone`: the server does not say how it ended. */
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed' | 'unknown';
  /** Why it failed. */
  readonly failure: Failure | null;
}

export type CancelAllEvent =
  | { readonly type: 'user.begin'; readonly pair: string | null }
  | { readonly type: 'user.confirm' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.dismiss' }
  | { readonly type: 'order.ended'; readonly orderId: string; readonly result: OrderResult };

export interface OrdersPageInput {
  readonly pair: string | null;
  /** How many orders are known already. */
  readonly skip: number;
}

export type OrdersPageOutput = Result<readonly Order[]>;

export interface CancelOrdersInput {
  readonly orders: readonly Order[];
}
