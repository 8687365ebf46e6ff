import {
  compare,
  decimal,
  type Decimal,
  isPositive,
  multiply,
  percentOf,
  toText,
  type DecimalText,
} from './decimal.ts';
import { parsePair } from './market.ts';
import type { Execution } from './order.ts';

type Charge = Pick<Execution, 'pair' | 'price' | 'quantity' | 'value' | 'fee' | 'feeCurrency' | 'feeRate'>;

const HUNDRED = decimal('100');
/** How far a rounded fee may be from its rate, in percent. */
const LEAST = decimal('90');
const MOST = decimal('110');

/**
 * The rate of a trade's fee in percent. The specification does not define whether `fee_rate` is a percentage or a
 * fraction, so the charged fee decides. Null without a rate, or when it matches neither.
 */
export function feePercent(trade: Charge): DecimalText | null {
  if (trade.feeRate === null) return null;
  const rate = decimal(trade.feeRate);
  if (!isPositive(rate)) return '0';
  const charged = chargedOn(trade);
  if (trade.fee === null || charged === null) return null;
  const fee = decimal(trade.fee);
  if (isAbout(fee, percentOf(charged, rate))) return toText(rate);
  return isAbout(fee, multiply(charged, rate)) ? toText(multiply(rate, HUNDRED)) : null;
}

function chargedOn({ pair, price, quantity, value, feeCurrency }: Charge): Decimal | null {
  const coins = parsePair(pair);
  if (coins === null || feeCurrency === null) return null;
  if (feeCurrency === coins.base) return quantity === null ? null : decimal(quantity);
  if (feeCurrency !== coins.quote) return null;
  if (value !== null) return decimal(value);
  return price === null || quantity === null ? null : multiply(decimal(price), decimal(quantity));
}

const isAbout = (fee: Decimal, expected: Decimal): boolean =>
  compare(fee, percentOf(expected, LEAST)) >= 0 && compare(fee, percentOf(expected, MOST)) <= 0;

export interface FeeRange {
  readonly low: DecimalText;
  readonly high: DecimalText;
}

export function rangeOf(rates: readonly (DecimalText | null)[]): FeeRange | null {
  let range: FeeRange | null = null;
  for (const rate of rates) {
    if (rate === null) continue;
    const { low, high }: FeeRange = range ?? { low: rate, high: rate };
    range = {
      low: compare(decimal(rate), decimal(low)) < 0 ? rate : low,
      high: compare(decimal(rate), decimal(high)) > 0 ? rate : high,
    };
  }
  return range;
}
