import { compare, decimal, type DecimalText } from './decimal.ts';
import type { NetworkFee } from './networkFees.ts';

export type Congestion = 'normal' | 'congested';

const GWEI = '50';

/** Prices of medium priority above which a network is congested, each in its coin's unit (FEES-03). */
const THRESHOLDS: Readonly<Record<string, DecimalText>> = {
  BTC: '4',
  XMR: '100000000',
  WOW: '1000000000',
  GRIN: '150000000',
  ETH: GWEI,
  USDT: GWEI,
  USDC: GWEI,
};

/**
 * Whether a coin's network is congested: its medium priority costs more than the coin's threshold. A coin without one
 * that is priced in gwei has the threshold of ETH; any other, and one without a price, is normal (FEES-03).
 */
export function congestionOf({ symbol, unit, medium }: NetworkFee): Congestion {
  const own = Object.hasOwn(THRESHOLDS, symbol) ? THRESHOLDS[symbol] : undefined;
  const threshold = own ?? (unit?.trim().toLowerCase() === 'gwei' ? GWEI : undefined);
  if (threshold === undefined || medium.price === null) return 'normal';
  return compare(decimal(medium.price), decimal(threshold)) > 0 ? 'congested' : 'normal';
}
