import { compare, decimal } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import { checkOrder, isSameOrder, type OrderFault } from './orderEntry.rules.ts';
import type { NewOrder } from '../../domain/order.ts';
import { needsConfirmation, valueOfOrder } from './orderWarnings.rules.ts';
import type { FoundOrder } from '../../domain/placedOrder.ts';
import type { Result } from '../../domain/result.ts';
import type {
  OrderPress,
  OrderSearch,
  OrderFormContext,
  OrderFormToast,
  PlacedOrder,
} from './orderForm.types.ts';

export type Verdict =
  /** A market order while the configuration forbids them. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'faulty'; readonly fault: OrderFault }
  | { readonly kind: 'repeat'; readonly order: NewOrder }
  /** It trades at once, far from the best price. */
  | { readonly kind: 'crossing'; readonly order: NewOrder }
  /** Worth more than the user wants to send unasked. */
  | { readonly kind: 'large'; readonly order: NewOrder }
  | { readonly kind: 'clear'; readonly order: NewOrder };

export function judge(context: OrderFormContext, press: OrderPress): Verdict {
  const { side, settings, settingsFailure, last } = context;
  if (press.typed.kind === 'market' && !context.allowsMarket) return { kind: 'ignored' };
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

export const orderOf = (verdict: Verdict): NewOrder | null => ('order' in verdict ? verdict.order : null);

const CANCELLATIONS = {
  noLiquidity: 'NO_LIQUIDITY',
  notFilledWhole: 'NOT_FILLED_WHOLE',
  nothingFilled: 'NOTHING_FILLED',
  canceled: 'CANCELED_AT_ONCE',
} as const;

/** For an order that the server took and canceled at once. A part of a limit order may have traded. */
function cancellationWords(
  order: NewOrder | undefined,
  placed: PlacedOrder | null,
): keyof typeof CANCELLATIONS {
  if (order?.kind === 'market') return 'noLiquidity';
  if (order?.timeInForce === 'FOK') return 'notFilledWhole';
  const left = placed?.quantityLeft ?? null;
  const isWhole =
    order?.timeInForce === 'IOC' && left !== null && compare(decimal(left), decimal(order.quantity)) === 0;
  return isWhole ? 'nothingFilled' : 'canceled';
}

export const cancellationOf = (order: NewOrder | undefined, placed: PlacedOrder | null): Failure => ({
  code: 'refused',
  serverCode: CANCELLATIONS[cancellationWords(order, placed)],
  retryable: false,
});

export const canceledToastOf = (order: NewOrder | undefined, placed: PlacedOrder | null): OrderFormToast => ({
  type: 'toast',
  kind: 'error',
  key: `trade:form.toast.${cancellationWords(order, placed)}`,
});

/** Whether the order was to trade at once or not at all, and a part of it did (TYPE-02, TYPE-05). */
export const isPartlyTraded = (order: NewOrder | undefined, answer: Result<PlacedOrder>): boolean => {
  const mayTradePartly = order?.kind === 'market' ? order.protection : order?.timeInForce;
  return (
    mayTradePartly !== undefined && answer.ok && answer.value.state === 'CANCELED' && answer.value.isExecuted
  );
};

/** What an answer would have said of an order that was found by reading. */
export const placedAsFound = (found: FoundOrder): PlacedOrder => ({
  id: null,
  state: { filled: 'FILLED', partly: 'CANCELED', resting: 'OPENED' }[found],
  quantityLeft: null,
  isExecuted: found !== 'resting',
});

export const valueOf = <T>(answer: Result<T>): T | null => (answer.ok ? answer.value : null);
export const foundIn = (search: OrderSearch): FoundOrder | null =>
  search.kind === 'found' ? search.value : null;
export const searchFailureIn = (search: OrderSearch): Failure | null =>
  search.kind === 'unknown' ? search.failure : null;
export const failureIn = <T>(answer: Result<T>): Failure | null => (answer.ok ? null : answer.failure);

/** The message for an accepted order (ORDER-08). @param placed null when its state is not known. */
export function toastOf({ side, sending }: OrderFormContext, placed: PlacedOrder | null): OrderFormToast {
  const words = wordsOf(sending?.order, placed);
  return { type: 'toast', kind: 'success', key: `trade:form.toast.${words}.${side}` };
}

function wordsOf(order: NewOrder | undefined, placed: PlacedOrder | null): string {
  const mayWait = placed === null || placed.state === 'WAITING' || placed.state === 'OPENED';
  if (order?.stopPrice !== undefined && mayWait) return 'stopPlaced';
  return order?.kind === 'market' ? marketWords(placed) : limitWords(placed);
}

function marketWords(placed: PlacedOrder | null): string {
  if (placed?.state === 'CANCELED') return 'marketPartly';
  return placed?.state === 'FILLED' ? 'marketExecuted' : 'marketAccepted';
}

function limitWords(placed: PlacedOrder | null): string {
  if (placed?.state === 'FILLED') return 'filled';
  if (placed?.state === 'CANCELED') return 'partlyTraded';
  return placed?.state === 'PARTIALLY_FILLED' ? 'partlyFilled' : 'placed';
}
