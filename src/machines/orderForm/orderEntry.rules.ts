/** The rules of an order before it is sent (ORDER-03). The first check that fails is shown, and nothing is sent. */
import {
  add,
  compare,
  decimal,
  type Decimal,
  type DecimalText,
  floorToStep,
  isMultipleOf,
  isPositive,
  larger,
  multiply,
  toText,
} from '../../domain/decimal.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { LimitOrder, MarketOrder, NewOrder, TimeInForce } from '../../domain/order.ts';
import { normaliseQuantity, priceStep, protectionOf, quantityStep } from '../../domain/orderFigures.ts';
import { readPrice } from '../../domain/satoshi.ts';
import { type DecimalComma, readTypedDecimal, type TypedFault } from '../../domain/typedDecimal.ts';
import type { MarketFacts } from './orderWarnings.rules.ts';

/** Why an order was not sent, in the order of the checks; `values` belong into the words. */
export interface OrderFault {
  readonly code:
    | 'loginRequired'
    | 'pairNotAvailable'
    | 'settingsLoading'
    | 'priceInvalid'
    | 'priceOffTick'
    | 'priceTooLow'
    | 'stopInvalid'
    | 'quantityInvalid'
    | 'quantityTooSmall'
    | 'belowMinimum'
    | 'displayInvalid'
    | 'displayTooSmall'
    | 'displayTooLarge'
    | 'stopLimitInvalid'
    | 'ocoStopTooHigh'
    | 'ocoStopTooLow'
    | 'trailInvalid'
    | 'bestPriceUnknown';
  readonly field: 'form' | 'price' | 'quantity' | 'stop' | 'stopLimit' | 'trail' | 'display';
  /** Why the text could not be read, where it could not. */
  readonly typed?: TypedFault;
  readonly values?: Readonly<Record<string, string>>;
}

/** The user's entries, as typed. */
export interface TypedOrder {
  readonly kind: 'limit' | 'market';
  readonly price: string;
  /** Its prices are in satoshi (ORDER-26). */
  readonly isSat?: boolean;
  /** Base coin; the quote coin to spend for a market buy that is not by quantity. */
  readonly quantity: string;
  readonly isByQuantity?: boolean;
  /** GTC when absent; of a limit order. */
  readonly timeInForce?: TimeInForce;
  readonly isPostOnly?: boolean;
  /** The stop price; absent: the order does not wait (STOP-01). */
  readonly stop?: string;
  /** Percent by which the stop of a market order trails, in place of a stop price (TRAIL-06). */
  readonly trail?: string;
  /** The visible quantity of a limit order; absent: the book shows all of it (TYPE-13). */
  readonly display?: string;
  /** The stop leg of a limit order with two legs (OCO-06); `limit` may be empty in a sale. */
  readonly oco?: { readonly stop: string; readonly limit: string };
  /** Percent from the best price that a market order may trade at worst (TYPE-05); absent: at any price. */
  readonly tolerance?: DecimalText;
}

/** What the checks need besides the text. */
export interface EntryRules {
  readonly isSignedIn: boolean;
  /** Null when the address names none. */
  readonly pair: string | null;
  readonly side: Side;
  /** Null while they are not loaded. */
  readonly settings: PairSettings | null;
  readonly facts?: MarketFacts;
  readonly decimalComma?: DecimalComma;
}

export type CheckedOrder =
  | { readonly ok: true; readonly order: NewOrder }
  | { readonly ok: false; readonly fault: OrderFault };

const faultOf = (
  code: OrderFault['code'],
  field: OrderFault['field'],
  more: Pick<OrderFault, 'typed' | 'values'> = {},
): CheckedOrder => ({ ok: false, fault: { code, field, ...more } });

/** The checks in order (ORDER-03); the first that fails is reported. */
export function checkOrder(typed: TypedOrder, rules: EntryRules): CheckedOrder {
  const { pair, settings, side } = rules;
  if (!rules.isSignedIn) return faultOf('loginRequired', 'form');
  if (pair === null || settings?.isEnabled === false) return faultOf('pairNotAvailable', 'form');
  if (settings === null) return faultOf('settingsLoading', 'form');
  const stop = checkStop(typed, settings, rules);
  if (!stop.ok) return stop;
  if (typed.kind === 'market') {
    const trail = checkTrail(typed, rules);
    return trail.ok
      ? checkMarketOrder(typed, { ...stop.price, ...trail.part }, pair, side, settings, rules)
      : trail;
  }
  const price = readPrice(typed.price, priceOptions(typed, rules));
  if (!price.ok) return faultOf('priceInvalid', 'price', { typed: price.fault });
  if (!isPositive(decimal(price.text))) return faultOf('priceInvalid', 'price');
  const quantity = readTypedDecimal(typed.quantity, rules);
  if (!quantity.ok) return faultOf('quantityInvalid', 'quantity', { typed: quantity.fault });
  if (!isPositive(decimal(quantity.text))) return faultOf('quantityInvalid', 'quantity');
  const offTick = tickFault(price.text, settings);
  if (offTick) return { ok: false, fault: offTick };
  const normal = normaliseQuantity(quantity.text, settings);
  const tooSmall = sizeFault(normal, settings);
  if (tooSmall) return { ok: false, fault: tooSmall };
  const display = checkDisplay(typed.display, decimal(normal), settings, rules);
  if (!display.ok) return display;
  const oco = checkOco(typed, price.text, side, settings, rules);
  if (!oco.ok) return oco;
  return {
    ok: true,
    order: {
      kind: 'limit',
      pair,
      side,
      price: price.text,
      quantity: normal,
      ...stop.price,
      ...display.part,
      ...oco.part,
      ...termsOf(typed),
    },
  };
}

const priceOptions = (
  { isSat = false }: Pick<TypedOrder, 'isSat'>,
  { decimalComma = false }: Pick<EntryRules, 'decimalComma'>,
) => ({ decimalComma, isSat });

/** Of an order whose other terms stay (STOP-07). */
export function checkStopAlone(
  stop: string,
  { settings, ...options }: Pick<EntryRules, 'settings' | 'decimalComma'>,
): ReturnType<typeof checkStop> {
  if (settings === null) return { ok: false, fault: { code: 'settingsLoading', field: 'form' } };
  return checkStop({ stop }, settings, options);
}

/** Only the server knows whether the market has reached it, and then refuses it. */
function checkStop(
  { stop, isSat = false }: Pick<TypedOrder, 'stop' | 'isSat'>,
  settings: PairSettings,
  options: Pick<EntryRules, 'decimalComma'>,
): { readonly ok: true; readonly price: StopPrice } | { readonly ok: false; readonly fault: OrderFault } {
  if (stop === undefined) return { ok: true, price: {} };
  const price = readPrice(stop, priceOptions({ isSat }, options));
  const code = 'stopInvalid';
  if (!price.ok) return { ok: false, fault: { code, field: 'stop', typed: price.fault } };
  if (!isPositive(decimal(price.text))) return { ok: false, fault: { code, field: 'stop' } };
  const offTick = tickFault(price.text, settings);
  return offTick
    ? { ok: false, fault: { ...offTick, field: 'stop' } }
    : { ok: true, price: { stopPrice: price.text } };
}

type StopPrice = Pick<NewOrder, 'stopPrice'>;
type Waits = Pick<MarketOrder, 'stopPrice' | 'trailPercent'>;

/** Percent (TRAIL-03). */
const TRAIL_STEP = decimal('0.1');
const WIDEST_TRAIL = decimal('50');

function checkTrail(
  { trail }: Pick<TypedOrder, 'trail'>,
  options: Pick<EntryRules, 'decimalComma'>,
): { readonly ok: true; readonly part: Waits } | { readonly ok: false; readonly fault: OrderFault } {
  if (trail === undefined) return { ok: true, part: {} };
  const fault = { code: 'trailInvalid', field: 'trail' } as const;
  const percent = readTypedDecimal(trail, options);
  if (!percent.ok) return { ok: false, fault: { ...fault, typed: percent.fault } };
  const value = decimal(percent.text);
  const isRight = isPositive(value) && isMultipleOf(value, TRAIL_STEP) && compare(value, WIDEST_TRAIL) <= 0;
  return isRight ? { ok: true, part: { trailPercent: percent.text } } : { ok: false, fault };
}

/** Parts of an iceberg at most (TYPE-12). */
const LARGEST_PARTS = 100n;

/** The hundredth of a quantity that must be visible, in whole steps (TYPE-12). */
export function leastVisible(quantity: Decimal, settings: PairSettings): Decimal {
  const step = quantityStep(settings);
  const least = floorToStep({ units: quantity.units, scale: quantity.scale + 2 }, step);
  return compare(multiply(least, { units: LARGEST_PARTS, scale: 0 }), quantity) < 0
    ? add(least, step)
    : least;
}

/** @param quantity of the whole order. */
function checkDisplay(
  typed: string | undefined,
  quantity: Decimal,
  settings: PairSettings,
  options: Pick<EntryRules, 'decimalComma'>,
):
  | { readonly ok: true; readonly part: Pick<LimitOrder, 'displayQuantity'> }
  | { readonly ok: false; readonly fault: OrderFault } {
  if (typed === undefined) return { ok: true, part: {} };
  const faulty = (code: OrderFault['code'], more: Pick<OrderFault, 'typed' | 'values'> = {}) =>
    ({ ok: false, fault: { code, field: 'display', ...more } }) as const;
  const read = readTypedDecimal(typed, options);
  if (!read.ok) return faulty('displayInvalid', { typed: read.fault });
  if (!isPositive(decimal(read.text))) return faulty('displayInvalid');
  const normal = normaliseQuantity(read.text, settings);
  if (compare(decimal(normal), quantity) >= 0) return faulty('displayTooLarge');
  const minimum = [decimal(settings.minOrderSize ?? '0'), quantityStep(settings)].reduce(
    larger,
    leastVisible(quantity, settings),
  );
  if (compare(decimal(normal), minimum) < 0)
    return faulty('displayTooSmall', { values: { minimum: toText(minimum) } });
  return { ok: true, part: { displayQuantity: normal } };
}

/** Only the server knows whether the last price is between the legs (OCO-05). */
function checkOco(
  { oco: typed, isSat = false }: Pick<TypedOrder, 'oco' | 'isSat'>,
  price: DecimalText,
  side: Side,
  settings: PairSettings,
  options: Pick<EntryRules, 'decimalComma'>,
):
  | { readonly ok: true; readonly part: Pick<LimitOrder, 'ocoStopPrice' | 'ocoLimitPrice'> }
  | { readonly ok: false; readonly fault: OrderFault } {
  if (typed === undefined) return { ok: true, part: {} };
  const checked = checkStop({ stop: typed.stop, isSat }, settings, options);
  if (!checked.ok) return checked;
  const { stopPrice: ocoStopPrice = '' } = checked.price;
  const order = compare(decimal(ocoStopPrice), decimal(price));
  if (side === 'sell' ? order >= 0 : order <= 0)
    return {
      ok: false,
      fault: { code: side === 'sell' ? 'ocoStopTooHigh' : 'ocoStopTooLow', field: 'stop' },
    };
  if (typed.limit.trim() === '' && side === 'sell') return { ok: true, part: { ocoStopPrice } };
  const limit = readPrice(typed.limit, priceOptions({ isSat }, options));
  const fault = { code: 'stopLimitInvalid', field: 'stopLimit' } as const;
  if (!limit.ok) return { ok: false, fault: { ...fault, typed: limit.fault } };
  if (!isPositive(decimal(limit.text))) return { ok: false, fault };
  const offTick = tickFault(limit.text, settings);
  return offTick
    ? { ok: false, fault: { ...offTick, field: 'stopLimit' } }
    : { ok: true, part: { ocoStopPrice, ocoLimitPrice: limit.text } };
}

/** Default terms are left out. */
const termsOf = ({ timeInForce = 'GTC', isPostOnly = false }: TypedOrder) => ({
  ...(timeInForce === 'GTC' ? {} : { timeInForce }),
  ...(isPostOnly && timeInForce === 'GTC' ? { isPostOnly } : {}),
});

function checkMarketOrder(
  typed: TypedOrder,
  waits: Waits,
  pair: string,
  side: Side,
  settings: PairSettings,
  options: Pick<EntryRules, 'facts' | 'decimalComma'>,
): CheckedOrder {
  const amount = readTypedDecimal(typed.quantity, options);
  if (!amount.ok) return faultOf('quantityInvalid', 'quantity', { typed: amount.fault });
  if (!isPositive(decimal(amount.text))) return faultOf('quantityInvalid', 'quantity');
  const isStop = (waits.stopPrice ?? waits.trailPercent) !== undefined;
  const isByQuantity = side === 'buy' && typed.isByQuantity === true && !isStop;
  const isCost = side === 'buy' && !isByQuantity;
  const normal = isCost ? amount.text : normaliseQuantity(amount.text, settings);
  const tooSmall = isCost ? null : sizeFault(normal, settings);
  if (tooSmall) return { ok: false, fault: tooSmall };
  const unit = isByQuantity ? ({ isByQuantity } as const) : {};
  const order = { kind: 'market', pair, side, amount: normal, ...unit, ...waits } as const;
  // Today's best price tells nothing about the one at which it will be reached.
  if (typed.tolerance === undefined || isStop) return { ok: true, order };
  const protection = protectionOf(side, typed.tolerance, options.facts ?? null, settings);
  return protection === null
    ? faultOf('bestPriceUnknown', 'form')
    : { ok: true, order: { ...order, protection } };
}

/** A price is never changed behind the user's back: one that is off the tick is refused with its neighbours. */
function tickFault(price: DecimalText, settings: PairSettings): OrderFault | null {
  const value = decimal(price);
  const step = priceStep(settings);
  if (isMultipleOf(value, step)) return null;
  const below = floorToStep(value, step);
  const values = { step: toText(step), below: toText(below), above: toText(add(below, step)) };
  return { code: isPositive(below) ? 'priceOffTick' : 'priceTooLow', field: 'price', values };
}

function sizeFault(normal: DecimalText, settings: PairSettings): OrderFault | null {
  const value = decimal(normal);
  const step = toText(quantityStep(settings));
  if (!isPositive(value)) return { code: 'quantityTooSmall', field: 'quantity', values: { step } };
  const { minOrderSize } = settings;
  if (minOrderSize === null || compare(value, decimal(minOrderSize)) >= 0) return null;
  return { code: 'belowMinimum', field: 'quantity', values: { minimum: minOrderSize } };
}

/** Whether two orders ask for the same thing: the guard against sending one twice. */
export function isSameOrder(a: NewOrder, b: NewOrder): boolean {
  if (a.pair !== b.pair || a.side !== b.side) return false;
  if (!haveSameStop(a, b)) return false;
  if (a.kind === 'market' || b.kind === 'market') {
    if (a.kind !== 'market' || b.kind !== 'market') return false;
    return (
      a.isByQuantity === b.isByQuantity && isSame(a.trailPercent, b.trailPercent) && equal(a.amount, b.amount)
    );
  }
  const haveSameTerms =
    a.timeInForce === b.timeInForce &&
    a.isPostOnly === b.isPostOnly &&
    isSame(a.displayQuantity, b.displayQuantity) &&
    isSame(a.ocoStopPrice, b.ocoStopPrice) &&
    isSame(a.ocoLimitPrice, b.ocoLimitPrice);
  return haveSameTerms && equal(a.price, b.price) && equal(a.quantity, b.quantity);
}

const haveSameStop = (a: NewOrder, b: NewOrder): boolean => isSame(a.stopPrice, b.stopPrice);

const isSame = (a: DecimalText | undefined, b: DecimalText | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equal(a, b);

const equal = (a: DecimalText, b: DecimalText): boolean => compare(decimal(a), decimal(b)) === 0;
