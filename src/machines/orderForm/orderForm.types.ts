import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { OrderState, NewOrder } from '../../domain/order.ts';
import type { OrderFault, TypedOrder } from './orderEntry.rules.ts';
import type { MarketFacts } from './orderWarnings.rules.ts';
import type { BeforeSending, FoundOrder, SentOrder } from '../../domain/placedOrder.ts';
import type { Result } from '../../domain/result.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import type { Toast } from '../shared/index.ts';

export interface OrderFormInput {
  /** Null when the address names no pair. */
  readonly pair: string | null;
  readonly side: Side;
  /** The switch of the configuration; off, a market order is not even looked at. */
  readonly allowsMarket: boolean;
  /** What a page that was reloaded, or a new login, finds of the form's last order: it was sent and never settled. */
  readonly kept?: Sending | null;
}

/** One press of the submit button: what the form says and what the user saw beside it. */
export interface OrderPress {
  readonly typed: TypedOrder;
  readonly isSignedIn: boolean;
  readonly facts: MarketFacts;
  /** A fresh UUID: two presses are two idempotency keys, one press is one idempotency key however often it is sent. */
  readonly idempotencyKey: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly decimalComma?: boolean;
}

/** An order on its way. */
export type Sending = SentOrder;

/** What the server said of an accepted order. */
export interface PlacedOrder {
  readonly id: string | null;
  readonly state: OrderState;
  readonly quantityLeft: DecimalText | null;
}

export interface OrderFormContext extends Omit<OrderFormInput, 'kept'> {
  readonly settings: PairSettings | null;
  readonly settingsFailure: Failure | null;
  /** Why the last press was not sent. */
  readonly fault: OrderFault | null;
  readonly sending: Sending | null;
  /** The order that was placed a moment ago. */
  readonly last: NewOrder | null;
  /** Why the order was refused, or what is known of the lost answer. */
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

/** What the settings feed is told. */
export interface SettingsFeedEvent {
  readonly type: 'retry';
}

/** Words under `form.toast` in the namespace `trade`. */
export type OrderFormToast = Toast & { readonly key: `trade:form.toast.${string}` };

export type PlaceAnswer = Result<PlacedOrder>;
export type BeforeAnswer = Result<BeforeSending>;
/** What the lists show of an order whose answer was lost. */
export type OrderSearch = ReconcileWriteOutput<FoundOrder>;
