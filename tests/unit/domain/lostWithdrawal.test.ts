import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSentWithdrawal, fingerprint } from '../../../src/domain/lostWithdrawal.ts';
import type { Withdrawal } from '../../../src/domain/withdrawal.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const record = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: 'w-2',
  currency: 'BTC',
  amount: '0.5',
  status: 'pending',
  fee: null,
  networkFee: null,
  txHash: null,
  extraId: null,
  address: ADDRESS,
  tag: null,
  isConfirmed: false,
  depositId: null,
  createdAt: 0,
  updatedAt: null,
  confirmedAt: null,
  ...change,
});
const sent = {
  ticker: 'BTC',
  print: fingerprint('BTC', { amount: '0.50', address: ADDRESS }),
  before: ['w-1'],
};

describe('a withdrawal whose answer was lost', () => {
  it('is found by coin, amount and address', () => {
    expect(findSentWithdrawal(sent, [record({ id: 'w-3', amount: '0.6' }), record()])?.id).toBe('w-2');
    expect(findSentWithdrawal(sent, [record({ address: ADDRESS.toUpperCase() })])?.id).toBe('w-2');
  });
  it.each([
    ['one that was there before', { id: 'w-1' }],
    ['another coin', { currency: 'XMR' }],
    ['another amount', { amount: '0.50000001' }],
    ['another address', { address: `${ADDRESS}x` }],
    ['no address', { address: null }],
  ])('is not %s', (_what, change) => {
    expect(findSentWithdrawal(sent, [record(change)])).toBeNull();
  });
  it('of a coin without addresses is found whatever the server shows as one', () => {
    const grin = { ticker: 'GRIN', print: fingerprint('GRIN', { amount: '5', address: '' }), before: [] };
    for (const address of [null, '', 'slatepack']) {
      expect(findSentWithdrawal(grin, [record({ currency: 'GRIN', amount: '5', address })])).not.toBeNull();
    }
  });
  it('is identified by its stored data, which contains neither amount nor address', () => {
    const described = fc.record({
      amount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(String),
      address: fc.string(),
    });
    fc.assert(
      fc.property(described, described, (a, b) => {
        const isSame = a.amount === b.amount && a.address.toLowerCase() === b.address.toLowerCase();
        expect(fingerprint('XMR', a) === fingerprint('XMR', b)).toBe(isSame);
        expect(fingerprint('XMR', a)).toMatch(/^[0-9a-f]{32}$/);
      }),
    );
  });
});
