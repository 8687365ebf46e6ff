import type { Failure } from '../../domain/failure.ts';
import { checkOrder, isSameOrder, type OrderFault } from './orderEntry.rules.ts';
import type { NewOrder } from '../../domain/order.ts';
import { needsConfirmation } from './orderWarnings.rules.ts';
import type { FoundOrder } from '../../domain/placedOrder.ts';
import type { Result } from '../../domain/result.ts';
import type {
  OrderPress,
  OrderSearch,
  OrderFormContext,
  OrderFormToast,
  PlacedOrder,
} from './orderForm.types.ts';

/** What becomes of one press. */
export type Verdict =
  /** A market order while they are switched off: as if nothing was pressed. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'faulty'; readonly fault: OrderFault }
  /** The same order as a moment ago. */
  | { readonly kind: 'repeat'; readonly order: NewOrder }
  /** It trades at once, and far from the best price. */
  | { readonly kind: 'crossing'; readonly order: NewOrder }
  | { readonly kind: 'clear'; readonly order: NewOrder };

export function judge(context: OrderFormContext, press: OrderPress): Verdict {
  const { side, settings, settingsFailure, last } = context;
  if (press.typed.kind === 'market' && !context.allowsMarket) return { kind: 'ignored' };
  const checked = checkOrder(press.typed, {
    isSignedIn: press.isSignedIn,
    pair: settingsFailure?.status === 404 ? null : context.pair,
    side,
    settings,
    decimalComma: press.decimalComma ?? false,
  });
  if (!checked.ok) return { kind: 'faulty', fault: checked.fault };
  const { order } = checked;
  if (last && isSameOrder(last, order)) return { kind: 'repeat', order };
  return { kind: needsConfirmation(order, press.facts) ? 'crossing' : 'clear', order };
}

export const orderOf = (verdict: Verdict): NewOrder | null => ('order' in verdict ? verdict.order : null);

/**
 * Stands for the server's refusal where it took an order and canceled it at once: a market order met nobody, and a limit
 * order is not open, though a part of it may have traded.
 */
export const cancellationOf = (order: NewOrder | undefined): Failure => ({
  code: 'refused',
  serverCode: order?.kind === 'market' ? 'NO_LIQUIDITY' : 'CANCELED_AT_ONCE',
  retryable: false,
});

/** The words for an order that the server canceled at once. */
export const canceledToastOf = (order: NewOrder | undefined): OrderFormToast => ({
  type: 'toast',
  kind: 'error',
  key: `trade:form.toast.${order?.kind === 'market' ? 'noLiquidity' : 'canceled'}`,
});

export const valueOf = <T>(answer: Result<T>): T | null => (answer.ok ? answer.value : null);
export const foundIn = (search: OrderSearch): FoundOrder | null =>
  search.kind === 'found' ? search.value : null;
export const searchFailureIn = (search: OrderSearch): Failure | null =>
  search.kind === 'unknown' ? search.failure : null;
export const failureIn = <T>(answer: Result<T>): Failure | null => (answer.ok ? null : answer.failure);

/** The words for an accepted order (ORDER-08); `placed` is null when nobody said how it stands. */
export function toastOf({ side, sending }: OrderFormContext, placed: PlacedOrder | null): OrderFormToast {
  const words = sending?.order.kind === 'market' ? marketWords(placed) : limitWords(placed);
  return { type: 'toast', kind: 'success', key: `trade:form.toast.${words}.${side}` };
}

function marketWords(placed: PlacedOrder | null): string {
  return placed?.state === 'FILLED' ? 'marketExecuted' : 'marketAccepted';
}

function limitWords(placed: PlacedOrder | null): string {
  if (placed?.state === 'FILLED') return 'filled';
  return placed?.state === 'PARTIALLY_FILLED' ? 'partlyFilled' : 'placed';
}
