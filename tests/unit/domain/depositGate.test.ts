import { describe, expect, it } from 'vitest';
import { addressFormatOf, depositGate, usesSlatepacks } from '../../../src/domain/depositGate.ts';
import { finalizeWindow } from '../../../src/domain/deposit.ts';
import { coinOf, refundOf } from '../../models/deposit.model.ts';

describe('the gates of a deposit (DEPOSIT-02)', () => {
  it.each([
    ['unknown coin', undefined, null, 'unavailable'],
    ['disabled', coinOf('BTC', { isDepositEnabled: false }), 'r1', 'unavailable'],
    ['disabled, no refund address', coinOf('BTC', { isDepositEnabled: false }), null, 'unavailable'],
    ['refund address missing', coinOf('BTC'), null, 'refundAddressMissing'],
    ['refund address set', coinOf('BTC'), 'r1', 'open'],
    ['none required', coinOf('BTC', { refundAddressRequired: false }), null, 'open'],
  ] as const)('%s', (_name, coin, address, gate) => {
    expect(depositGate(coin, [refundOf('BTC', address)])).toBe(gate);
  });
});

describe('address formats (DEPOSIT-04)', () => {
  it.each([
    ['BTC', 'SegWit (Bech32)'],
    ['XMR', 'Standard'],
    ['GRIN', 'Slatepack'],
    ['WOW', 'Standard'],
    ['USDT', 'EVM (ERC-20)'],
    ['ETH', 'EVM (ETH)'],
    ['NEW', null],
  ])('%s: %s', (ticker, format) => {
    expect(addressFormatOf(coinOf(ticker))).toBe(format);
  });

  it("the server's own value wins", () => {
    expect(addressFormatOf(coinOf('BTC', { addressFormat: 'Taproot' }))).toBe('Taproot');
  });

  it('only GRIN has none', () => {
    expect(['BTC', 'GRIN', 'XMR'].map(usesSlatepacks)).toEqual([false, true, false]);
  });
});

describe('the window to finalize (DEPOSIT-05)', () => {
  it('30 to 60 minutes, or to the end that the server sends', () => {
    expect(finalizeWindow(1000, null)).toEqual({ safeUntil: 1_801_000, closesAt: 3_601_000 });
    expect(finalizeWindow(1000, 2_000_000)).toEqual({ safeUntil: 2_000_000, closesAt: 2_000_000 });
  });
});
