import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { congestionOf } from '../../../src/domain/congestion.ts';
import type { NetworkFee } from '../../../src/domain/networkFees.ts';
import { readFees } from '../../../src/services/contract/index.ts';

function fee(symbol: string, price: string | null, unit: string | null = null): NetworkFee {
  const { fees } = readFees({ [symbol]: { unit, priorities: { medium: { price } } } });
  const entry = fees[symbol];
  if (!entry) throw new Error('not an entry');
  return entry;
}

// FEES-03: threshold by coin, and the unit in which it is counted.
const TABLE = [
  ['BTC', 4n, 'sat/vB'],
  ['XMR', 100_000_000n, 'piconero/kB'],
  ['WOW', 1_000_000_000n, 'picowow/kB'],
  ['GRIN', 150_000_000n, 'nanogrin'],
  ['ETH', 50n, 'gwei'],
  ['USDT', 50n, 'gwei'],
  ['USDC', 50n, 'gwei'],
  ['AVAX', 50n, 'gwei'],
  ['NEWCOIN', 50n, ' Gwei'],
] as const;

describe('congestion (FEES-03)', () => {
  it.each(TABLE)('%s: congested above %s and not at it', (symbol, threshold, unit) => {
    expect(congestionOf(fee(symbol, String(threshold), unit))).toBe('normal');
    expect(congestionOf(fee(symbol, `${threshold}.00000001`, unit))).toBe('congested');
  });

  it.each(TABLE)('%s: every price below is normal, every one above congested', (symbol, threshold, unit) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (price) => {
        const expected = price > threshold ? 'congested' : 'normal';
        expect(congestionOf(fee(symbol, String(price), unit))).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('a coin without a threshold, or without a price, is normal', () => {
    expect(congestionOf(fee('KAS', '1000000000', 'sompi/gram'))).toBe('normal');
    expect(congestionOf(fee('BTC', null, 'sat/vB'))).toBe('normal');
    expect(congestionOf(fee('CONSTRUCTOR', '9'))).toBe('normal');
  });
});
