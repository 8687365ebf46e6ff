import { describe, expect, it } from 'vitest';
import { withdrawalRules } from '../../../../src/domain/history/withdrawals.ts';
import type { Withdrawal } from '../../../../src/domain/withdrawal.ts';

const LESS: Withdrawal = {
  id: 'w1',
  currency: 'AVAX',
  amount: '2',
  status: 'completed',
  fee: '0.1',
  networkFee: '0.01',
  txHash: 'aa',
  extraId: 'e1',
  address: 'addr1',
  tag: 't1',
  isConfirmed: true,
  depositId: 'd1',
  createdAt: 1,
  updatedAt: null,
  confirmedAt: null,
};
/** The amount is larger as a number, not as text. */
const MORE: Withdrawal = {
  ...LESS,
  id: 'w2',
  currency: 'BTC',
  amount: '10',
  status: 'pending',
  txHash: 'bb',
  extraId: 'e2',
  address: 'addr2',
  depositId: 'd2',
  createdAt: 2,
};

describe('withdrawals', () => {
  it.each(Object.entries(withdrawalRules.columns))('are sorted by %s', (_name, compare) => {
    expect([compare(LESS, MORE), compare(MORE, LESS), compare(LESS, LESS)]).toEqual([-1, 1, 0]);
  });

  it('without a hash are sorted by what stands for it', () => {
    const [less, more] = [LESS, MORE].map((row) => ({ ...row, txHash: null })) as [Withdrawal, Withdrawal];
    expect(withdrawalRules.columns.hash?.(less, more)).toBe(-1);
  });

  it('are searched and written by these parts', () => {
    const written = Object.entries(withdrawalRules.cells).map(([name, cell]) => [name, cell(LESS)]);
    expect(Object.fromEntries(written)).toEqual({
      id: 'w1',
      depositId: 'd1',
      asset: 'AVAX',
      amount: '2',
      fee: '0.1',
      networkFee: '0.01',
      status: 'completed',
      address: 'addr1',
      tag: 't1',
      hash: 'aa',
      extraId: 'e1',
    });
  });
});
