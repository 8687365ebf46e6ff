import { type DecimalText, parseDecimal } from '../../src/domain/decimal.ts';
import type { LimitOrder, MarketOrder, Refusal } from '../exchange.ts';
import { LARGEST_UNITS, unitsOf, valueOf } from '../ledger/units.ts';
import type { Incoming } from '../matching/match.ts';
import type { Pair } from './pairs.ts';
import { refuse } from './refusals.ts';

export type Valid = { readonly ok: true; readonly value: Incoming };

/** Book and balance are checked later. */
export function checkLimit(pair: Pair, accountId: string, order: LimitOrder): Valid | Refusal {
  const { rules } = pair;
  if (!rules.isEnabled) return refuse.pairDisabled(rules.symbol);
  const price = multiple(order.price, pair.tick, refuse.invalidPrice, () =>
    refuse.offTick(rules.minPriceIncrement, rules.quote),
  );
  if (!price.ok) return price;
  const quantity = checkQuantity(pair, order.quantity);
  if (!quantity.ok) return quantity;
  const value = valueOf(price.units, quantity.units);
  if (value > LARGEST_UNITS) return refuse.tooLarge();
  if (value < pair.minimumValue) return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  return incoming(pair, accountId, order.side, { limit: price.units, quantity: quantity.units });
}

export function checkMarket(pair: Pair, accountId: string, order: MarketOrder): Valid | Refusal {
  const { rules } = pair;
  if (!rules.isEnabled) return refuse.pairDisabled(rules.symbol);
  if ((order.cost === undefined) === (order.quantity === undefined)) return refuse.costOrQuantity();
  if (order.quantity !== undefined) {
    const quantity = checkQuantity(pair, order.quantity);
    return quantity.ok ? incoming(pair, accountId, order.side, { quantity: quantity.units }) : quantity;
  }
  if (order.side === 'sell') return refuse.costOfSale();
  const cost = unitsOf(order.cost ?? '');
  if (cost === null || cost <= 0n) return refuse.invalidCost();
  if (cost > LARGEST_UNITS) return refuse.tooLarge();
  if (cost < pair.minimumValue) return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  return incoming(pair, accountId, order.side, { cost });
}

function incoming(
  pair: Pair,
  accountId: string,
  side: Incoming['side'],
  amounts: { limit?: bigint; quantity?: bigint; cost?: bigint },
): Valid {
  const { limit = null, quantity = null, cost = null } = amounts;
  return { ok: true, value: { accountId, side, limit, quantity, cost, increment: pair.increment } };
}

type Units = { readonly ok: true; readonly units: bigint };

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
