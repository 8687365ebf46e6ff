import { describe, expect, it } from 'vitest';
import type { RefundAddress } from '../../../src/domain/refundAddress.ts';
import {
  availableOf,
  choosableCoins,
  withdrawalGate,
} from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { someCoin } from '../../samples.ts';

const refund = (address: string | null, isRequired: boolean | null = null): RefundAddress => ({
  ticker: 'XMR',
  name: 'Monero',
  network: null,
  address,
  setAt: null,
  isRequired,
  isDepositEnabled: true,
});

describe('the gates of the wizard (WITHDRAW-03)', () => {
  const needs = someCoin('XMR', { refundAddressRequired: true });
  it.each([
    ['an unknown coin', undefined, [], 'assetNotFound'],
    ['withdrawals switched off', someCoin('XMR', { isWithdrawalEnabled: false }), [], 'withdrawalsDisabled'],
    [
      'switched off and no refund address',
      { ...needs, isWithdrawalEnabled: false },
      [],
      'withdrawalsDisabled',
    ],
    ['a refund address that is required and missing', needs, [refund(null)], 'refundAddressMissing'],
    ['one that is blank', needs, [refund('')], 'refundAddressMissing'],
    ['one that is not listed', needs, [], 'refundAddressMissing'],
    ['one that is set', needs, [refund('4abc')], 'open'],
    ['none needed', someCoin('XMR'), [refund(null)], 'open'],
    ['nothing can come in', { ...needs, isDepositEnabled: false }, [refund(null)], 'open'],
    [
      'an address takes coins while deposits are off',
      { ...needs, isDepositEnabled: false },
      [refund(null, true)],
      'refundAddressMissing',
    ],
    ['the list of refund addresses knows better', needs, [refund(null, false)], 'open'],
    ['and the other way round', someCoin('XMR'), [refund(null, true)], 'refundAddressMissing'],
  ] as const)('%s', (_what, given, addresses, gate) => {
    expect(withdrawalGate(given, addresses)).toBe(gate);
  });
});

describe('the coin choice (WITHDRAW-08)', () => {
  const coins = [
    someCoin('BTC'),
    someCoin('GRIN'),
    someCoin('WOW', { isWithdrawalEnabled: false }),
    someCoin('XMR'),
  ];
  const balances = [
    { currency: 'BTC', available: '0.1', inOrders: '0' },
    { currency: 'GRIN', available: '0.00000000', inOrders: '5' },
    { currency: 'WOW', available: '3', inOrders: '0' },
  ];
  const tickers = (current: string) => choosableCoins(coins, balances, current).map(({ ticker }) => ticker);
  it('hides zero balances and switched off coins, but never the current one', () => {
    expect(tickers('BTC')).toEqual(['BTC']);
    expect(tickers('GRIN')).toEqual(['BTC', 'GRIN']);
    expect(tickers('WOW')).toEqual(['BTC', 'WOW']);
    expect(tickers('XMR')).toEqual(['BTC', 'XMR']);
  });
  it('knows the available amount', () => {
    expect(availableOf(balances, 'BTC')).toBe('0.1');
    expect(availableOf(balances, 'XMR')).toBe('0');
  });
});
