import { describe, expect, it } from 'vitest';
import { feePercent } from '../../../src/domain/feePercent.ts';

const bought = {
  pair: 'XMR-BTC',
  price: '0.004',
  quantity: '1.5',
  value: '0.006',
  fee: '0.003',
  feeCurrency: 'XMR',
  feeRate: '0.2',
};

describe('the rate of a fee', () => {
  it.each([
    ['a percentage', {}, '0.2'],
    ['a percentage with needless zeros', { feeRate: '0.200' }, '0.2'],
    ['a fraction', { feeRate: '0.002' }, '0.2'],
    ['of the quote coin', { fee: '0.000012', feeCurrency: 'BTC' }, '0.2'],
    ['where the server sends no value', { value: null, fee: '0.000012', feeCurrency: 'BTC' }, '0.2'],
    ['a rounded fee', { fee: '0.00301' }, '0.2'],
    ['no charge', { feeRate: '0', fee: '0' }, '0'],
    ['no charge and no fee', { feeRate: '0', fee: null }, '0'],
  ])('%s', (_title, over, percent) => {
    expect(feePercent({ ...bought, ...over })).toBe(percent);
  });

  it.each([
    ['none is named', { feeRate: null }],
    ['the fee is not known', { fee: null }],
    ['nor its coin', { feeCurrency: null }],
    ['the fee is in a third coin', { fee: '0.000012', feeCurrency: 'USDT' }],
    ['the pair cannot be read', { pair: 'XMR' }],
    ['the fee is not of that rate', { fee: '0.005' }],
    ['dust was rounded up', { quantity: '0.00000004', fee: '0.00000001' }],
  ])('is unknown where %s', (_title, over) => {
    expect(feePercent({ ...bought, ...over })).toBeNull();
  });
});
