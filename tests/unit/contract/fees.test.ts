import { describe, expect, it } from 'vitest';
import { readFees } from '../../../src/services/contract/index.ts';
import { someFee } from '../../samples.ts';

const WHOLE = {
  unit: 'sat/vB',
  calculated: '0.00000282',
  priorities: { medium: { fee: '0.00000282', price: 2, blocks: 3 } },
  coin_info: {
    name: 'Bitcoin',
    network: 'Bitcoin',
    min_deposit_amount: '0.0001',
    min_withdrawal_amount: '0.0002',
    deposit_fee: '0',
    withdrawal_fee: '0.00001',
    last_block_height: 900_000,
    is_deposit_enabled: false,
    is_withdrawal_enabled: false,
    is_trading_enabled: false,
    decimal_places: 8,
    updated_at: '2026-01-05T12:00:00',
  },
};

describe('fee entries (FEES-01)', () => {
  it('are read whole', () => {
    expect(readFees({ BTC: WHOLE })).toEqual({
      fees: {
        BTC: {
          symbol: 'BTC',
          unit: 'sat/vB',
          calculated: '0.00000282',
          medium: { fee: '0.00000282', price: '2', blocks: 3 },
          name: 'Bitcoin',
          network: 'Bitcoin',
          minDeposit: '0.0001',
          minWithdrawal: '0.0002',
          depositFee: '0',
          withdrawalFee: '0.00001',
          lastBlockHeight: 900_000,
          isDepositEnabled: false,
          isWithdrawalEnabled: false,
          isTradingEnabled: false,
          decimalPlaces: 8,
          updatedAt: Date.UTC(2026, 0, 5, 12),
        },
      },
      faults: [],
    });
  });

  it('the figure that is certainly in the coin decides which of the two is', () => {
    const medium = (fee: string, price: string, known: object) =>
      readFees({ BTC: { priorities: { medium: { fee, price } }, ...known } }).fees.BTC?.medium;
    const inCoin = { fee: '0.00002', price: '3', blocks: null };
    expect(medium('0.00002', '3', {})).toEqual(inCoin);
    expect(medium('0.00002', '3', { calculated: '0.000020' })).toEqual(inCoin);
    expect(medium('3', '0.00002', { calculated: 0.00002 })).toEqual(inCoin);
    expect(medium('3', '0.00002', { coin_info: { withdrawal_fee: '0.00002' } })).toEqual(inCoin);
    expect(medium('3', '0.00002', { calculated: '3', coin_info: { withdrawal_fee: '3' } })?.fee).toBe('3');
  });

  it('coins are enabled by default; eight decimals; unknown figures stay unknown (FEES-06)', () => {
    expect(readFees({ xmr: {} }).fees).toEqual({ XMR: someFee({ symbol: 'XMR', name: 'XMR' }) });
  });

  it('parts that are there without all of theirs', () => {
    const { fees, faults } = readFees({
      BTC: { priorities: {}, coin_info: { is_deposit_enabled: false } },
      XMR: { priorities: { medium: { fee: '1E-8' } } },
      WOW: { priorities: { low: { fee: '1' } }, calculated: true },
    });
    expect(faults).toEqual([]);
    expect(fees.BTC).toMatchObject({ medium: { fee: null }, isDepositEnabled: false, name: 'BTC' });
    expect(fees.XMR?.medium.fee).toBe('0.00000001');
    expect(fees.WOW).toMatchObject({ medium: { fee: null }, calculated: null });
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['text', '0.1'],
    ['a negative fee', { priorities: { medium: { fee: '-1' } } }],
    ['words for a fee', { priorities: { medium: { fee: 'cheap' } } }],
    ['a switch that is none', { coin_info: { is_deposit_enabled: 'yes' } }],
  ])('%s is left out and counted, the rest is kept', (_name, entry) => {
    const { fees, faults } = readFees({ BTC: entry, XMR: WHOLE });
    expect(Object.keys(fees)).toEqual(['XMR']);
    expect(faults.length).toBeGreaterThan(0);
  });

  it('a key that is no symbol is left out', () => {
    const raw = JSON.parse('{"__proto__":{"unit":"x"},"a b":{},"":{}}') as Record<string, unknown>;
    expect(readFees(raw).fees).toEqual({});
  });
});
