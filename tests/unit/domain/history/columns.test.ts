import { describe, expect, it } from 'vitest';
import { depositRules } from '../../../../src/domain/history/deposits.ts';
import { historyRules } from '../../../../src/domain/history/rules.ts';
import { withdrawalRules } from '../../../../src/domain/history/withdrawals.ts';
import type { Deposit } from '../../../../src/domain/deposit.ts';
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

  it('without a hash are sorted by its substitute', () => {
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

describe('deposits', () => {
  const less: Deposit = { ...LESS, fault: null, confirmations: 2, required: 6 };
  const more: Deposit = { ...MORE, fault: null, confirmations: null, required: null };
  it.each(Object.entries(depositRules.columns))('are sorted by %s', (_name, compare) => {
    expect([compare(less, more), compare(more, less), compare(less, less)]).toEqual([-1, 1, 0]);
  });

  it('are written by these parts', () => {
    const { id, amount, fee, address, tag, extraId, txHash, currency, status } = less;
    const written = Object.entries(depositRules.cells).map(([name, cell]) => [name, cell(less)]);
    const same = { id, status, amount, fee, extraId, address, tag, asset: currency, hash: txHash };
    expect(Object.fromEntries(written)).toEqual({ ...same, confirmations: '2', required: '6' });
  });

  it('have no confirmations where none are known', () => {
    expect([less, more].map((row) => depositRules.cells.confirmations?.(row))).toEqual(['2', null]);
  });
});

it.each(Object.entries(historyRules))(
  '%s are told apart by their id, and have their time',
  (_list, rules) => {
    expect([rules.id(LESS as never), rules.time(LESS as never)]).toEqual(['w1', 1]);
  },
);
