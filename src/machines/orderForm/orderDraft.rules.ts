/**
 * The text of one order form. The best price is filled in once per pair and never over a field that the user has
 * touched; a click in the book is the user's own doing and fills both (ORDER-06).
 */
import {
  add,
  compare,
  decimal,
  type DecimalText,
  floorToStep,
  isPositive,
  larger,
  subtract,
  toText,
} from '../../domain/decimal.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import { TIMES_IN_FORCE, type TimeInForce } from '../../domain/order.ts';
import { normaliseQuantity, priceStep, quantityForTotal } from '../../domain/orderFigures.ts';
import { type PriceOptions, priceFieldText, readPrice, toBtc } from '../../domain/satoshi.ts';
import { fieldText, readTypedDecimal, type TypedDecimalOptions } from '../../domain/typedDecimal.ts';

export type DraftField = 'price' | 'quantity' | 'cost' | 'stop' | 'stopLimit' | 'trail' | 'display';

const DRAFT_FIELDS = [
  'price',
  'quantity',
  'cost',
  'stop',
  'stopLimit',
  'trail',
  'display',
] as const satisfies readonly DraftField[];

/** Percent that a market order may trade worse than the best price. */
export const TOLERANCES = ['0.5', '1', '2', '5'] as const;

/** The terms of the order besides its figures; shown where the server offers them. */
export interface OrderTerms {
  readonly kind: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  /** It waits for its stop price (STOP-01). */
  readonly isStop: boolean;
  /** The book shows a part of it (TYPE-13). */
  readonly isIceberg: boolean;
  /** It takes profit in the book or stops at its stop price (OCO-06). */
  readonly isOco: boolean;
  /** A market order that waits until a trade is so far from the best last price (TRAIL-06). */
  readonly isTrailing: boolean;
  /** A market buy names its quantity, not what it spends (TYPE-10). */
  readonly isByQuantity: boolean;
  readonly tolerance: (typeof TOLERANCES)[number];
}

const USUAL_TERMS: OrderTerms = {
  kind: 'limit',
  timeInForce: 'GTC',
  isPostOnly: false,
  isStop: false,
  isIceberg: false,
  isOco: false,
  isTrailing: false,
  isByQuantity: false,
  tolerance: '1',
};

const UNTOUCHED = {
  price: false,
  quantity: false,
  cost: false,
  stop: false,
  stopLimit: false,
  trail: false,
  display: false,
};

export interface OrderDraft extends OrderTerms {
  readonly price: string;
  /** Base coin. */
  readonly quantity: string;
  /** Quote coin that a market buy spends. */
  readonly cost: string;
  /** The stop price. */
  readonly stop: string;
  /** The limit of the stop leg (OCO-06). */
  readonly stopLimit: string;
  /** Percent by which the stop trails (TRAIL-06). */
  readonly trail: string;
  /** The visible quantity, in base coin. */
  readonly display: string;
  /** Of a limit order, while its total is typed: the quantity follows it. Null: the total follows the quantity. */
  readonly total: string | null;
  readonly isTouched: Readonly<Record<DraftField, boolean>>;
  readonly isSeeded: boolean;
  /** The texts of its prices are in satoshi; absent: in the quote coin (ORDER-26). */
  readonly isSat?: boolean;
}

export const EMPTY_DRAFT: OrderDraft = {
  ...USUAL_TERMS,
  price: '',
  quantity: '',
  cost: '',
  stop: '',
  stopLimit: '',
  trail: '',
  display: '',
  total: null,
  isTouched: UNTOUCHED,
  isSeeded: false,
};

const PRICES = ['price', 'stop', 'stopLimit'] as const satisfies readonly DraftField[];

export const isPrice = (field: string): boolean => PRICES.some((one) => one === field);

/** How the text of a price is read and written (ORDER-26). */
const unitOf = ({ isSat = false }: OrderDraft, options?: TypedDecimalOptions): PriceOptions => ({
  ...options,
  isSat,
});

/**
 * Its prices in the other unit, to the last digit; what cannot be read stays as it was typed (ORDER-26). A price that is
 * too long for the other unit keeps its own, which its field says.
 */
export function withUnit(draft: OrderDraft, isSat: boolean, options?: TypedDecimalOptions): OrderDraft {
  if ((draft.isSat ?? false) === isSat) return draft;
  const next = { ...draft, isSat };
  const texts = PRICES.map((field) => {
    const read = readPrice(draft[field], unitOf(draft, options));
    if (!read.ok) return [field, draft[field]] as const;
    const text = priceFieldText(read.text, unitOf(next, options));
    return [field, readPrice(text, unitOf(next, options)).ok ? text : null] as const;
  });
  return texts.some(([, text]) => text === null) ? draft : { ...next, ...Object.fromEntries(texts) };
}

/** The text of a field in the units of what is sent, for the rules of what is typed (TYPED-02). */
export function typedText(draft: OrderDraft, field: DraftField, options?: TypedDecimalOptions): string {
  const read = readTypedDecimal(draft[field], options);
  const isInSat = draft.isSat === true && isPrice(field) && read.ok;
  return isInSat ? fieldText(toBtc(read.text), options) : draft[field];
}

/**
 * A market buy names its cost in quote coin, unless it is by quantity, which no stop order can be (STOP-02, TRAIL-03);
 * every other order its quantity in base coin.
 */
export const amountOf = (
  {
    kind,
    isByQuantity,
    isStop,
    isTrailing,
  }: Pick<OrderDraft, 'kind' | 'isByQuantity' | 'isStop' | 'isTrailing'>,
  side: Side,
): 'cost' | 'quantity' =>
  kind === 'market' && side === 'buy' && (isStop || isTrailing || !isByQuantity) ? 'cost' : 'quantity';

/** The user typed, or pressed Max. */
export function withTyped(draft: OrderDraft, field: DraftField, text: string): OrderDraft {
  const total = field === 'quantity' ? null : draft.total;
  return { ...draft, [field]: text, total, isTouched: { ...draft.isTouched, [field]: true } };
}

/** The quantity that the typed total pays for at the price, in whole steps; empty while it is unknown (ORDER-14). */
export function withTotal(
  draft: OrderDraft,
  total: string | null,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): OrderDraft {
  if (total === null) return draft;
  const read = readTypedDecimal(total, options);
  const price = priceOf(draft, options);
  const quantity =
    read.ok && price !== null && settings ? quantityForTotal(read.text, price, settings) : null;
  return { ...withTyped(draft, 'quantity', fieldText(quantity ?? '', options)), total };
}

/** The user left the total: it is shown as the quantity makes it, where there is one. */
export const withTotalDone = (draft: OrderDraft): OrderDraft =>
  draft.total === null || draft.quantity === '' ? draft : { ...draft, total: null };

/** One tick up or down, or to the next one from between two; null where there is none (ORDER-15). */
export function steppedPrice(
  draft: OrderDraft,
  direction: 'up' | 'down',
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): string | null {
  const price = priceOf(draft, options);
  if (price === null || settings === null) return null;
  const step = priceStep(settings);
  const shown = unitOf(draft, options);
  const below = floorToStep(decimal(price), step);
  if (direction === 'up') return priceFieldText(toText(add(below, step)), shown);
  const next = compare(below, decimal(price)) < 0 ? below : subtract(below, step);
  return isPositive(next) ? priceFieldText(toText(next), shown) : null;
}

/**
 * Post-only orders, icebergs and orders with two legs rest, so they take the other choices back, and those them (TYPE-04,
 * TYPE-13, OCO-06).
 */
export function withTerms(draft: OrderDraft, terms: Partial<OrderTerms>): OrderDraft {
  const next = { ...draft, ...terms };
  // Its quantity does not follow a total.
  if (terms.isOco === true)
    return { ...next, timeInForce: 'GTC', isStop: false, isIceberg: false, isPostOnly: false, total: null };
  if (terms.isPostOnly === true || terms.isIceberg === true)
    return { ...next, timeInForce: 'GTC', isStop: false, isOco: false };
  return next.timeInForce === 'GTC' && !next.isStop
    ? next
    : { ...next, isPostOnly: false, isIceberg: false, isOco: false };
}

/** The best price became known: fills it in, once. */
export function withSeed(draft: OrderDraft, price: DecimalText, options?: TypedDecimalOptions): OrderDraft {
  if (draft.isSeeded) return draft;
  const seeded = priceFieldText(price, unitOf(draft, options));
  return { ...draft, isSeeded: true, price: draft.isTouched.price ? draft.price : seeded };
}

/** A row of the book was clicked: its price is for a limit order. */
export function filledDraft(
  price: DecimalText,
  quantity: DecimalText,
  before: OrderDraft = EMPTY_DRAFT,
  options?: TypedDecimalOptions,
): OrderDraft {
  return {
    ...before,
    kind: 'limit',
    price: priceFieldText(price, unitOf(before, options)),
    quantity: fieldText(quantity, options),
    cost: '',
    total: null,
    isTouched: { ...before.isTouched, price: true, quantity: true, cost: false },
    isSeeded: true,
  };
}

/** The user's entries, as stored for their next visit; empty when there are none. */
export function keptText(draft: OrderDraft): string {
  const { isTouched } = draft;
  const own = {
    ...Object.fromEntries(
      TERMS.filter((term) => draft[term] !== USUAL_TERMS[term]).map((term) => [term, draft[term]]),
    ),
    ...Object.fromEntries(
      DRAFT_FIELDS.filter((field) => isTouched[field] && draft[field] !== '').map((field) => [
        field,
        draft[field],
      ]),
    ),
  };
  if (Object.keys(own).length === 0) return '';
  return JSON.stringify(draft.isSat === true ? { ...own, isSat: true } : own);
}

/** The stored form; an unreadable one is empty. */
export function recalledDraft(text: string): OrderDraft {
  const kept = readKept(text);
  const empty = kept.isSat === true ? { ...EMPTY_DRAFT, isSat: true } : EMPTY_DRAFT;
  let draft = withTerms(empty, {
    ...(kept.kind === 'market' && { kind: 'market' }),
    ...(kept.isPostOnly === true && { isPostOnly: true }),
    ...(kept.isStop === true && { isStop: true }),
    ...(kept.isIceberg === true && { isIceberg: true }),
    ...(kept.isOco === true && { isOco: true }),
    ...(kept.isTrailing === true && { isTrailing: true }),
    ...(kept.isByQuantity === true && { isByQuantity: true }),
    ...chosen('timeInForce', TIMES_IN_FORCE, kept.timeInForce),
    ...chosen('tolerance', TOLERANCES, kept.tolerance),
  });
  for (const field of DRAFT_FIELDS) {
    const typed = kept[field];
    if (typeof typed === 'string') draft = withTyped(draft, field, typed);
  }
  return draft;
}

const TERMS = Object.keys(USUAL_TERMS) as (keyof OrderTerms)[];

function chosen<K extends keyof OrderTerms>(
  name: K,
  among: readonly OrderTerms[K][],
  value: unknown,
): Partial<OrderTerms> {
  const found = among.find((one) => one === value);
  return found === undefined ? {} : { [name]: found };
}

function readKept(text: string): Partial<Record<DraftField | keyof OrderTerms | 'isSat', unknown>> {
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
  const read = readPrice(draft.price, unitOf(draft, options));
  return read.ok ? read.text : null;
}

/** The price at which the order costs most: a buy with two legs pays for either (OCO-03). */
export function dearestPriceOf(
  draft: OrderDraft,
  side: Side,
  options?: TypedDecimalOptions,
): DecimalText | null {
  const price = priceOf(draft, options);
  if (!draft.isOco || side === 'sell' || price === null) return price;
  const limit = readPrice(draft.stopLimit, unitOf(draft, options));
  return limit.ok ? toText(larger(decimal(price), decimal(limit.text))) : price;
}

/** The quantity as it will be sent, once the settings are known; null while it cannot be read. */
export function quantityOf(
  draft: OrderDraft,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
  field: 'quantity' | 'display' = 'quantity',
): DecimalText | null {
  const read = readTypedDecimal(draft[field], options);
  if (!read.ok) return null;
  return settings ? normaliseQuantity(read.text, settings) : read.text;
}

/**
 * The quantity that will be sent, where it differs from the typed one: the rest does not fit the pair's steps. Null
 * while nothing is cut, or nothing would be left.
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
  const read = readField(draft, field, settings, options);
  if (read === null || !isPositive(decimal(read))) return draft;
  const text = isPrice(field) ? priceFieldText(read, unitOf(draft, options)) : fieldText(read, options);
  return text === draft[field] ? draft : { ...draft, [field]: text };
}

function readField(
  draft: OrderDraft,
  field: DraftField,
  settings: PairSettings | null,
  options?: TypedDecimalOptions,
): DecimalText | null {
  if (field === 'quantity' || field === 'display') return quantityOf(draft, settings, options, field);
  const read = isPrice(field)
    ? readPrice(draft[field], unitOf(draft, options))
    : readTypedDecimal(draft[field], options);
  return read.ok ? read.text : null;
}
