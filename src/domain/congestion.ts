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
 * Whether the medium priority fee is above the coin's threshold (FEES-03). A coin without one that is priced in gwei
 * takes ETH's; any other, and one without a price, counts as normal.
 */
export function congestionOf({ symbol, unit, medium }: NetworkFee): Congestion {
  const own = Object.hasOwn(THRESHOLDS, symbol) ? THRESHOLDS[symbol] : undefined;
  const threshold = own ?? (unit?.trim().toLowerCase() === 'gwei' ? GWEI : undefined);
  if (threshold === undefined || medium.price === null) return 'normal';
  return compare(decimal(medium.price), decimal(threshold)) > 0 ? 'congested' : 'normal';
}
