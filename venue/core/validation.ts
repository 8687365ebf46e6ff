import { type DecimalText, parseDecimal } from '../../src/domain/decimal.ts';
import type { LimitOrder, MarketOrder, Refusal } from '../exchange.ts';
import { LARGEST_UNITS, unitsOf, valueOf } from '../ledger/units.ts';
import type { IncomingOrder } from './terms.ts';
import type { Pair } from './pairs.ts';
import { refuse } from './refusals.ts';

export type Valid = { readonly ok: true; readonly value: IncomingOrder };

/** Book and balance are checked later. */
export function checkLimit(pair: Pair, accountId: string, order: LimitOrder): Valid | Refusal {
  const { rules } = pair;
  if (!rules.isEnabled) return refuse.pairDisabled(rules.symbol);
  const { timeInForce = 'GTC', isPostOnly = false } = order;
  if (isPostOnly && timeInForce !== 'GTC') return refuse.postOnlyMustRest();
  const price = checkPrice(pair, order.price);
  if (!price.ok) return price;
  const quantity = checkQuantity(pair, order.quantity);
  if (!quantity.ok) return quantity;
  const value = valueOf(price.units, quantity.units);
  if (value > LARGEST_UNITS) return refuse.tooLarge();
  if (value < pair.minimumValue) return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  return {
    ok: true,
    value: {
      ...NO_AMOUNTS,
      accountId,
      side: order.side,
      kind: 'limit',
      limit: price.units,
      quantity: quantity.units,
      increment: pair.increment,
      timeInForce,
      isPostOnly,
    },
  };
}

export function checkMarket(pair: Pair, accountId: string, order: MarketOrder): Valid | Refusal {
  const { rules } = pair;
  if (!rules.isEnabled) return refuse.pairDisabled(rules.symbol);
  if ((order.cost === undefined) === (order.quantity === undefined)) return refuse.costOrQuantity();
  const price = order.price === undefined ? null : checkPrice(pair, order.price);
  if (price?.ok === false) return price;
  const limit = price?.units ?? null;
  if (order.quantity !== undefined) {
    const quantity = checkQuantity(pair, order.quantity);
    return quantity.ok ? market(pair, accountId, order.side, { limit, quantity: quantity.units }) : quantity;
  }
  if (order.side === 'sell') return refuse.costOfSale();
  const cost = unitsOf(order.cost ?? '');
  if (cost === null || cost <= 0n) return refuse.invalidCost();
  if (cost > LARGEST_UNITS) return refuse.tooLarge();
  if (cost < pair.minimumValue) return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  return market(pair, accountId, order.side, { limit, cost });
}

const NO_AMOUNTS = { limit: null, quantity: null, cost: null };

function market(
  pair: Pair,
  accountId: string,
  side: IncomingOrder['side'],
  amounts: Partial<Pick<IncomingOrder, 'limit' | 'quantity' | 'cost'>>,
): Valid {
  const terms = { kind: 'market', timeInForce: 'IOC', isPostOnly: false } as const;
  return {
    ok: true,
    value: { ...NO_AMOUNTS, ...amounts, ...terms, accountId, side, increment: pair.increment },
  };
}

type Units = { readonly ok: true; readonly units: bigint };

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
