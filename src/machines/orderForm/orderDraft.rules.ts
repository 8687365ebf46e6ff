/**
 * The text of one order form. The best price is filled in once per pair and never over a field that the user has
 * touched; a click in the book is the user's own doing and fills both (ORDER-06).
 */
import { compare, decimal, type DecimalText, isPositive } from '../../domain/decimal.ts';
import type { PairSettings } from '../../domain/market.ts';
import { normaliseQuantity } from '../../domain/orderFigures.ts';
import { readTypedDecimal, type TypedDecimalOptions } from '../../domain/typedDecimal.ts';

export type DraftField = 'price' | 'quantity' | 'cost';

export interface OrderDraft {
  readonly price: string;
  /** Base coin. */
  readonly quantity: string;
  /** Quote coin that a market buy spends. */
  readonly cost: string;
  readonly isTouched: Readonly<Record<DraftField, boolean>>;
  readonly isSeeded: boolean;
}

export const EMPTY_DRAFT: OrderDraft = {
  price: '',
  quantity: '',
  cost: '',
  isTouched: { price: false, quantity: false, cost: false },
  isSeeded: false,
};

/** The user typed, or pressed Max. */
export function withTyped(draft: OrderDraft, field: DraftField, text: string): OrderDraft {
  return { ...draft, [field]: text, isTouched: { ...draft.isTouched, [field]: true } };
}

/** The best price became known: fills it in, once. */
export function withSeed(draft: OrderDraft, price: DecimalText): OrderDraft {
  if (draft.isSeeded) return draft;
  return { ...draft, isSeeded: true, price: draft.isTouched.price ? draft.price : price };
}

/** A row of the book was clicked. */
export function filledDraft(price: DecimalText, quantity: DecimalText): OrderDraft {
  return {
    price,
    quantity,
    cost: '',
    isTouched: { price: true, quantity: true, cost: false },
    isSeeded: true,
  };
}

/** What the user filled in, as it is kept for their next visit; empty when there is nothing. */
export function keptText(draft: OrderDraft): string {
  const { price, quantity, cost, isTouched } = draft;
  const own = {
    ...(isTouched.price && price !== '' ? { price } : {}),
    ...(isTouched.quantity && quantity !== '' ? { quantity } : {}),
    ...(isTouched.cost && cost !== '' ? { cost } : {}),
  };
  return Object.keys(own).length === 0 ? '' : JSON.stringify(own);
}

/** The form as it was kept; what cannot be read is an empty one. */
export function recalledDraft(text: string): OrderDraft {
  const kept = readKept(text);
  let draft = EMPTY_DRAFT;
  for (const field of ['price', 'quantity', 'cost'] as const) {
    const typed = kept[field];
    if (typeof typed === 'string') draft = withTyped(draft, field, typed);
  }
  return draft;
}

function readKept(text: string): Partial<Record<DraftField, unknown>> {
  if (text === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // Not JSON: nothing that this product wrote.
    return {};
  }
}

/** The price as it will be sent, or null while it cannot be read. */
export function priceOf(draft: OrderDraft, options?: TypedDecimalOptions): DecimalText | null {
  const read = readTypedDecimal(draft.price, options);
  return read.ok ? read.text : null;
}

/** What a market buy will spend, or null while it cannot be read. */
export function costOf(draft: OrderDraft, options?: TypedDecimalOptions): DecimalText | null {
  const read = readTypedDecimal(draft.cost, options);
  return read.ok ? read.text : null;
}

/** The quantity as it will be sent, once the settings are known; null while it cannot be read. */
export function quantityOf(
  draft: OrderDraft,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): DecimalText | null {
  const read = readTypedDecimal(draft.quantity, options);
  if (!read.ok) return null;
  return settings ? normaliseQuantity(read.text, settings) : read.text;
}

/**
 * The quantity that will be sent, where it is another one than what was typed: the rest does not fit the pair's steps.
 * Null while nothing is cut, or nothing would be left.
 */
export function cutQuantityOf(
  draft: OrderDraft,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): DecimalText | null {
  const typed = quantityOf(draft, null, options);
  const sent = quantityOf(draft, settings, options);
  if (typed === null || sent === null || !isPositive(decimal(sent))) return null;
  return compare(decimal(typed), decimal(sent)) === 0 ? null : sent;
}

/**
 * The user left a field: what can be read is written as it will be sent (dot, no groups, quantity cut to its step),
 * so that the text on the screen is the text that goes out. What cannot be read, or would become 0, stays as typed.
 */
export function withTidied(
  draft: OrderDraft,
  field: DraftField,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): OrderDraft {
  const text = readField(draft, field, settings, options);
  if (text === null || text === draft[field] || !isPositive(decimal(text))) return draft;
  return { ...draft, [field]: text };
}

function readField(
  draft: OrderDraft,
  field: DraftField,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): DecimalText | null {
  if (field === 'quantity') return quantityOf(draft, settings, options);
  return field === 'price' ? priceOf(draft, options) : costOf(draft, options);
}
