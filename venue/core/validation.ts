import { type DecimalText, parseDecimal } from '../../src/domain/decimal.ts';
import type { LimitOrder, MarketOrder, OrderAmendment, Refusal } from '../exchange.ts';
import { LARGEST_UNITS, unitsOf, valueOf } from '../ledger/units.ts';
import type { Amendment, IncomingOrder } from './terms.ts';
import type { Pair } from './pairs.ts';
import { refuse } from './refusals.ts';

export type Valid = { readonly ok: true; readonly value: IncomingOrder };

const whyDisabled = ({ isInMaintenance, rules }: Pair): Refusal =>
  isInMaintenance ? refuse.maintenance() : refuse.pairDisabled(rules.symbol);

/** Book and balance are checked later. */
export function checkLimit(pair: Pair, accountId: string, order: LimitOrder): Valid | Refusal {
  const { rules } = pair;
  if (!rules.isEnabled) return whyDisabled(pair);
  const { timeInForce = 'GTC', isPostOnly = false } = order;
  if (isPostOnly && timeInForce !== 'GTC') return refuse.postOnlyMustRest();
  if (isPostOnly && order.stopPrice !== undefined) return refuse.stopMustTake();
  const stop = checkStop(pair, order.stopPrice);
  if (!stop.ok) return stop;
  const price = checkPrice(pair, order.price);
  if (!price.ok) return price;
  const quantity = checkQuantity(pair, order.quantity);
  if (!quantity.ok) return quantity;
  const refusal = valueRefusal(pair, price.units, quantity.units);
  if (refusal) return refusal;
  const display = checkDisplay(pair, order, quantity.units);
  if (!display.ok) return display;
  const oco = checkOco(pair, order, price.units, quantity.units);
  if (!oco.ok) return oco;
  return {
    ok: true,
    value: {
      ...NO_AMOUNTS,
      ...stop.terms,
      ...display.terms,
      ...oco.terms,
      accountId,
      side: order.side,
      kind: 'limit',
      limit: price.units,
      quantity: quantity.units,
      increment: pair.increment,
      timeInForce,
      isPostOnly,
      priceCheck: order.priceCheck,
    },
  };
}

/** What an iceberg order hides, in parts of what it shows: at most 99 of 100 (TYPE-12). */
const LARGEST_PARTS = 100n;

export const hidesTooMuch = (display: bigint, quantity: bigint): boolean =>
  quantity > display * LARGEST_PARTS;

/** @param quantity of the whole order, in units. */
function checkDisplay(
  { increment, minimum, rules }: Pair,
  { displayQuantity: text, timeInForce = 'GTC', stopPrice }: LimitOrder,
  quantity: bigint,
): { readonly ok: true; readonly terms: Pick<IncomingOrder, 'display'> } | Refusal {
  if (text === undefined) return { ok: true, terms: {} };
  if (timeInForce !== 'GTC' || stopPrice !== undefined) return refuse.icebergMustRest();
  const display = unitsOf(text);
  if (display === null || display < minimum || display % increment !== 0n || display >= quantity)
    return refuse.invalidDisplay(rules.minOrderSize, rules.minQuantityIncrement, rules.base);
  return hidesTooMuch(display, quantity) ? refuse.hidesTooMuch() : { ok: true, terms: { display } };
}

/** The legs are on different sides of the market, which is checked later (OCO-05). */
function checkOco(
  pair: Pair,
  order: LimitOrder,
  price: bigint,
  quantity: bigint,
): { readonly ok: true; readonly terms: Pick<IncomingOrder, 'oco'> } | Refusal {
  const { side, ocoStopPrice, ocoLimitPrice, timeInForce = 'GTC', isPostOnly = false } = order;
  if (ocoStopPrice === undefined)
    return ocoLimitPrice === undefined ? { ok: true, terms: {} } : refuse.ocoLimitAlone();
  const isPlain = timeInForce === 'GTC' && !isPostOnly;
  if (!isPlain || order.stopPrice !== undefined || order.displayQuantity !== undefined)
    return refuse.ocoStandsAlone();
  const stop = checkPrice(pair, ocoStopPrice);
  if (!stop.ok) return stop;
  if (side === 'sell' ? price <= stop.units : price >= stop.units) return refuse.ocoWrongSides(side);
  if (ocoLimitPrice === undefined)
    return side === 'buy'
      ? refuse.ocoBuyNeedsLimit()
      : { ok: true, terms: { oco: { stop: stop.units, limit: null } } };
  const limit = checkPrice(pair, ocoLimitPrice);
  if (!limit.ok) return limit;
  return (
    valueRefusal(pair, limit.units, quantity) ?? {
      ok: true,
      terms: { oco: { stop: stop.units, limit: limit.units } },
    }
  );
}

export function checkMarket(pair: Pair, accountId: string, order: MarketOrder): Valid | Refusal {
  const { rules } = pair;
  if (!rules.isEnabled) return whyDisabled(pair);
  if ((order.cost === undefined) === (order.quantity === undefined)) return refuse.costOrQuantity();
  const price = order.price === undefined ? null : checkPrice(pair, order.price);
  if (price?.ok === false) return price;
  const stop = checkStop(pair, order.stopPrice);
  if (!stop.ok) return stop;
  const trail = checkTrail(order);
  if (!trail.ok) return trail;
  const terms = { ...stop.terms, ...trail.terms, limit: price?.units ?? null, priceCheck: order.priceCheck };
  if (order.quantity !== undefined) {
    // What it will pay is unknown, so nothing could be reserved.
    const waits = stop.terms.stop !== undefined || trail.terms.trail !== undefined;
    if (waits && order.side === 'buy') return refuse.stopBuyNeedsCost();
    const quantity = checkQuantity(pair, order.quantity);
    return quantity.ok
      ? market(pair, accountId, order.side, { ...terms, quantity: quantity.units })
      : quantity;
  }
  if (order.side === 'sell') return refuse.costOfSale();
  const cost = unitsOf(order.cost ?? '');
  if (cost === null || cost <= 0n) return refuse.invalidCost();
  if (cost > LARGEST_UNITS) return refuse.tooLarge();
  if (cost < pair.minimumValue) return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  return market(pair, accountId, order.side, { ...terms, cost });
}

/** @returns why an order of this price and quantity is too large or too small. */
export function valueRefusal(
  { minimumValue, rules }: Pair,
  price: bigint,
  quantity: bigint,
): Refusal | undefined {
  const value = valueOf(price, quantity);
  if (value > LARGEST_UNITS) return refuse.tooLarge();
  return value < minimumValue ? refuse.belowMinimumValue(rules.minOrderValue, rules.quote) : undefined;
}

/** Value, book and balance are checked later (AMEND-01). */
export function checkAmendment(
  pair: Pair,
  order: OrderAmendment,
): { readonly ok: true; readonly value: Amendment } | Refusal {
  const { rules } = pair;
  if (order.price === undefined && order.quantity === undefined && order.stopPrice === undefined)
    return refuse.amendsNothing();
  if (!rules.isEnabled) return whyDisabled(pair);
  const price = order.price === undefined ? undefined : checkPrice(pair, order.price);
  if (price?.ok === false) return price;
  const quantity = order.quantity === undefined ? undefined : checkQuantity(pair, order.quantity);
  if (quantity?.ok === false) return quantity;
  const stop = checkStop(pair, order.stopPrice);
  if (!stop.ok) return stop;
  return {
    ok: true,
    value: {
      limit: price?.units,
      quantity: quantity?.units,
      stop: stop.terms.stop,
      priceCheck: order.priceCheck,
    },
  };
}

const NO_AMOUNTS = { limit: null, quantity: null, cost: null };

function market(
  pair: Pair,
  accountId: string,
  side: IncomingOrder['side'],
  amounts: Partial<Pick<IncomingOrder, 'limit' | 'quantity' | 'cost' | 'stop' | 'trail' | 'priceCheck'>>,
): Valid {
  const terms = { kind: 'market', timeInForce: 'IOC', isPostOnly: false } as const;
  return {
    ok: true,
    value: { ...NO_AMOUNTS, ...amounts, ...terms, accountId, side, increment: pair.increment },
  };
}

type Units = { readonly ok: true; readonly units: bigint };

/** @param text undefined for an order that does not wait. */
function checkStop(
  pair: Pair,
  text: DecimalText | undefined,
): { readonly ok: true; readonly terms: Pick<IncomingOrder, 'stop'> } | Refusal {
  if (text === undefined) return { ok: true, terms: {} };
  const price = checkPrice(pair, text);
  return price.ok ? { ok: true, terms: { stop: price.units } } : price;
}

/** A tenth of a percent, and the widest trail in those (TRAIL-03). */
const TRAIL_STEP = 10_000_000n;
const WIDEST_TRAIL = 500n;

function checkTrail({
  trailPercent: text,
  stopPrice,
}: MarketOrder): { readonly ok: true; readonly terms: Pick<IncomingOrder, 'trail'> } | Refusal {
  if (text === undefined) return { ok: true, terms: {} };
  if (stopPrice !== undefined) return refuse.trailStandsAlone();
  const units = unitsOf(text);
  const trail = units === null || units % TRAIL_STEP !== 0n ? 0n : units / TRAIL_STEP;
  if (trail < 1n || trail > WIDEST_TRAIL) return refuse.invalidTrail();
  return { ok: true, terms: { trail } };
}

const checkPrice = (pair: Pair, text: DecimalText): Units | Refusal =>
  multiple(text, pair.tick, refuse.invalidPrice, () =>
    refuse.offTick(pair.rules.minPriceIncrement, pair.rules.quote),
  );

function checkQuantity(pair: Pair, text: DecimalText): Units | Refusal {
  const { rules, increment, minimum } = pair;
  const quantity = multiple(text, increment, refuse.invalidQuantity, () =>
    refuse.offIncrement(rules.minQuantityIncrement, rules.base),
  );
  if (quantity.ok && quantity.units < minimum) return refuse.belowMinimum(rules.minOrderSize, rules.base);
  return quantity;
}

function multiple(
  text: DecimalText,
  step: bigint,
  invalid: () => Refusal,
  offStep: () => Refusal,
): Units | Refusal {
  const value = parseDecimal(text);
  if (!value || value.units <= 0n) return invalid();
  const units = unitsOf(text);
  if (units === null || units % step !== 0n) return offStep();
  if (units > LARGEST_UNITS) return refuse.tooLarge();
  return { ok: true, units };
}
