import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { OrderState, NewOrder } from '../../domain/order.ts';
import type { OrderFault, TypedOrder } from './orderEntry.rules.ts';
import type { MarketFacts } from './orderWarnings.rules.ts';
import type { BeforeSending, FoundOrder, SentOrder } from '../../domain/placedOrder.ts';
import type { Result } from '../../domain/result.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import type { Toast } from '../shared/index.ts';

export interface OrderFormInput {
  /** Null when the address names no pair. */
  readonly pair: string | null;
  readonly side: Side;
  readonly allowsMarket: boolean;
  /** The form's last order, which a reload or a new login found unsettled. */
  readonly kept?: Sending | null;
}

export interface OrderPress {
  readonly typed: TypedOrder;
  readonly isSignedIn: boolean;
  readonly facts: MarketFacts;
  /** A UUID for each press; sending the order again uses the same one. */
  readonly idempotencyKey: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly decimalComma?: DecimalComma;
  /** Quote coin: an order worth more is asked about (ORDER-17). */
  readonly askAbove?: DecimalText;
  /** Of the second factor, where the server asked for it (ORDER-20). */
  readonly privateCode?: string;
}

export type Sending = SentOrder;

export interface PlacedOrder {
  readonly id: string | null;
  readonly state: OrderState;
  readonly quantityLeft: DecimalText | null;
  /** Whether a part of it was filled, as far as the server says. */
  readonly isExecuted: boolean;
}

export interface OrderFormContext extends Omit<OrderFormInput, 'kept'> {
  readonly settings: PairSettings | null;
  readonly settingsFailure: Failure | null;
  readonly fault: OrderFault | null;
  readonly sending: Sending | null;
  /** Until the order is sent, once. It is not kept with the order. */
  readonly privateCode: string | null;
  readonly last: NewOrder | null;
  /** Why the order was refused, or why its answer was lost. */
  readonly failure: Failure | null;
}

export type OrderFormEvent =
  | { readonly type: 'settings.loaded'; readonly settings: PairSettings }
  | { readonly type: 'settings.failed'; readonly failure: Failure }
  | { readonly type: 'user.submit'; readonly press: OrderPress }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.confirm' }
  | { readonly type: 'user.decline' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.sendAgain' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.leave' };

export interface SettingsFeedEvent {
  readonly type: 'retry';
}

/** A key under `form.toast` of the namespace `trade`. */
export type OrderFormToast = Toast & { readonly key: `trade:form.toast.${string}` };

export type PlaceAnswer = Result<PlacedOrder>;
export type BeforeAnswer = Result<BeforeSending>;
export type OrderSearch = ReconcileWriteOutput<FoundOrder>;
