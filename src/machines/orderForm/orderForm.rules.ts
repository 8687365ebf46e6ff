import { compare, decimal, type DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { NewOrder, OrderState } from '../../domain/order.ts';
import type { FoundOrder, SentOrder } from '../../domain/placedOrder.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import type { Toast } from '../shared/common.ts';
import { checkOrder, isSameOrder, type OrderFault, type TypedOrder } from './orderEntry.rules.ts';
import { type MarketFacts, needsConfirmation, valueOfOrder } from './orderWarnings.rules.ts';

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
  /** Code of the second factor, where the server asked for it (ORDER-20). */
  readonly privateCode?: string;
}

export interface PlacedOrder {
  readonly id: string | null;
  readonly state: OrderState;
  readonly quantityLeft: DecimalText | null;
  /** Whether a part of it was filled, as far as the server tells. */
  readonly isExecuted: boolean;
}

/** A key under `form.toast` of the namespace `trade`. */
export type OrderFormToast = Toast & { readonly key: `trade:form.toast.${string}` };

export type Verdict =
  | { readonly kind: 'faulty'; readonly fault: OrderFault }
  | { readonly kind: 'repeat'; readonly order: NewOrder }
  /** It trades at once, far from the best price. */
  | { readonly kind: 'crossing'; readonly order: NewOrder }
  /** Worth more than the user wants to send unasked. */
  | { readonly kind: 'large'; readonly order: NewOrder }
  | { readonly kind: 'clear'; readonly order: NewOrder };

/** What a press is judged by, besides itself. */
export interface FormFacts {
  readonly pair: string | null;
  readonly side: Side;
  readonly settings: PairSettings | null;
  readonly settingsFailure: Failure | null;
  readonly last: NewOrder | null;
}

export function judge(context: FormFacts, press: OrderPress): Verdict {
  const { side, settings, settingsFailure, last } = context;
  const checked = checkOrder(press.typed, {
    isSignedIn: press.isSignedIn,
    pair: settingsFailure?.status === 404 ? null : context.pair,
    side,
    settings,
    facts: press.facts,
    decimalComma: press.decimalComma ?? false,
  });
  if (!checked.ok) return { kind: 'faulty', fault: checked.fault };
  const { order } = checked;
  if (last && isSameOrder(last, order)) return { kind: 'repeat', order };
  if (needsConfirmation(order, press.facts)) return { kind: 'crossing', order };
  return { kind: isLarge(order, press) ? 'large' : 'clear', order };
}

function isLarge(order: NewOrder, { askAbove, facts }: OrderPress): boolean {
  const value = valueOfOrder(order, facts);
  if (askAbove === undefined) return false;
  return value === null || compare(decimal(value), decimal(askAbove)) > 0;
}

/** What a valid press is about to send. */
export const sendingOf = (verdict: Verdict, { idempotencyKey, now }: OrderPress): SentOrder | null =>
  verdict.kind === 'faulty'
    ? null
    : { order: verdict.order, idempotencyKey, sentAt: now, before: null, isAgain: false };

const CANCELLATIONS = {
  noLiquidity: 'NO_LIQUIDITY',
  notFilledWhole: 'NOT_FILLED_WHOLE',
  nothingFilled: 'NOTHING_FILLED',
  canceled: 'CANCELED_AT_ONCE',
} as const;

/** For an order that the server took and canceled at once. A part of a limit order may have traded. */
function cancellationWords(order: NewOrder | undefined, placed: PlacedOrder): keyof typeof CANCELLATIONS {
  if (order?.kind === 'market') return 'noLiquidity';
  if (order?.timeInForce === 'FOK') return 'notFilledWhole';
  const left = placed.quantityLeft;
  const isWhole =
    order?.timeInForce === 'IOC' && left !== null && compare(decimal(left), decimal(order.quantity)) === 0;
  return isWhole ? 'nothingFilled' : 'canceled';
}

export const cancellationOf = (order: NewOrder | undefined, placed: PlacedOrder): Failure => ({
  code: 'refused',
  serverCode: CANCELLATIONS[cancellationWords(order, placed)],
  retryable: false,
});

export const cancelledToastOf = (order: NewOrder | undefined, placed: PlacedOrder): OrderFormToast => ({
  type: 'toast',
  kind: 'error',
  key: `trade:form.toast.${cancellationWords(order, placed)}`,
});

/** Whether the order was to trade at once or not at all, and a part of it did (TYPE-02, TYPE-05). */
export const isPartlyTraded = (order: NewOrder | undefined, placed: PlacedOrder): boolean => {
  const mayTradePartly = order?.kind === 'market' ? order.protection : order?.timeInForce;
  return mayTradePartly !== undefined && placed.state === 'CANCELED' && placed.isExecuted;
};

/** The missing answer of an order that was found by reading. */
export const placedAsFound = (found: FoundOrder): PlacedOrder => ({
  id: null,
  state: { filled: 'FILLED', partly: 'CANCELED', resting: 'OPENED' }[found],
  quantityLeft: null,
  isExecuted: found !== 'resting',
});

/** The message for an accepted order (ORDER-08). */
export function toastOf(
  { side, sending }: { readonly side: Side; readonly sending: SentOrder | null },
  placed: PlacedOrder,
): OrderFormToast {
  const words = wordsOf(sending?.order, placed);
  return { type: 'toast', kind: 'success', key: `trade:form.toast.${words}.${side}` };
}

function wordsOf(order: NewOrder | undefined, placed: PlacedOrder): string {
  const mayWait = placed.state === 'WAITING' || placed.state === 'OPENED';
  const isStop =
    order?.stopPrice !== undefined || (order?.kind === 'market' && order.trailPercent !== undefined);
  if (isStop && mayWait) return 'stopPlaced';
  return order?.kind === 'market' ? marketWords(placed) : limitWords(placed);
}

function marketWords(placed: PlacedOrder): string {
  if (placed.state === 'CANCELED') return 'marketPartly';
  return placed.state === 'FILLED' ? 'marketExecuted' : 'marketAccepted';
}

function limitWords(placed: PlacedOrder): string {
  if (placed.state === 'FILLED') return 'filled';
  if (placed.state === 'CANCELED') return 'partlyTraded';
  return placed.state === 'PARTIALLY_FILLED' ? 'partlyFilled' : 'placed';
}
