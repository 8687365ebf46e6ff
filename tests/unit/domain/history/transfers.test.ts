import { describe, expect, it } from 'vitest';
import { depositAnswer, withdrawalAnswer } from '../../../../src/services/contract/wallet.ts';
import { depositTone } from '../../../../src/domain/depositStatus.ts';
import {
  confirmationProgress,
  depositRules,
  isProcessing,
  summariseDeposits,
} from '../../../../src/domain/history/deposits.ts';
import { viewRows } from '../../../../src/domain/history/rules.ts';
import { chainId, isInternalKind } from '../../../../src/domain/history/transfers.ts';
import {
  summariseWithdrawals,
  withdrawalMark,
  withdrawalRules,
} from '../../../../src/domain/history/withdrawals.ts';
import { withdrawalTone } from '../../../../src/domain/withdrawalStatus.ts';

const deposit = (wire: object = {}) =>
  depositAnswer.parse({ id: 'd1', currency: 'BTC', amount: '1', created_at: '2026-01-05T12:00:00', ...wire });
const withdrawal = (wire: object = {}) =>
  withdrawalAnswer.parse({
    id: 'w1',
    currency: 'BTC',
    amount: '1',
    created_at: '2026-01-05T12:00:00',
    ...wire,
  });

const filtersOf = <Row>(
  rules: { filters: readonly string[]; passes: (row: Row, filter: string) => boolean },
  row: Row,
) => rules.filters.slice(1).filter((filter) => rules.passes(row, filter));

describe('the status of a deposit (HISTORY-18)', () => {
  // monitoring_state, state → status, colour, filter
  it.each([
    [undefined, undefined, 'pending', 'waiting', 'pending'],
    [undefined, 'NO_ACCUMULATION', 'pending', 'waiting', 'pending'],
    ['CONFIRMED', undefined, 'completed', 'good', 'completed'],
    ['UNCONFIRMED', 'NO_ACCUMULATION', 'processing', 'waiting', 'processing'],
    ['NOT_CHECKED', undefined, 'pending', 'waiting', 'pending'],
    ['WRONG_AMOUNT', undefined, 'failed', 'bad', 'failed'],
    ['CONFIRMATION_FAILED', undefined, 'failed', 'bad', 'failed'],
    ['OTHER', 'NO_ACCUMULATION', 'completed', 'good', 'completed'],
    ['OTHER', 'WAITING_FOR_ACCUMULATION', 'processing', 'waiting', 'processing'],
    ['OTHER', 'CONFIRMED', 'confirmed', 'good', 'completed'],
    ['OTHER', 'ERROR', 'error', 'bad', 'failed'],
    ['OTHER', 'CANCELLED', 'cancelled', 'unknown', 'cancelled'],
    ['OTHER', 'CANCELED', 'canceled', 'unknown', 'cancelled'],
    ['OTHER', 'Strange', 'strange', 'unknown', undefined],
    ['OTHER', undefined, 'pending', 'waiting', 'pending'],
  ])('%s, %s: %s, %s, under %s', (monitoring_state, state, status, tone, filter) => {
    const row = deposit({ monitoring_state, state });
    expect(row.status).toBe(status);
    expect(depositTone(row.status)).toBe(tone);
    expect(isProcessing(row)).toBe(status === 'processing');
    expect(filtersOf(depositRules, row)).toEqual(filter === undefined ? [] : [filter]);
  });
});

describe('the status of a withdrawal (HISTORY-10)', () => {
  it.each([
    [{ state: 'CREATED' }, 'created', 'waiting', 'created', 'created'],
    [{ status: 'Pending' }, 'pending', 'waiting', 'pending', null],
    [{ state: 'completed', status: 'failed' }, 'completed', 'good', 'completed', null],
    [{ state: 'completed', confirmed: true }, 'completed', 'good', 'completed', 'confirmed'],
    [{ state: 'created', confirmed: true }, 'created', 'waiting', 'created', 'created'],
    [{ state: 'FAILED' }, 'failed', 'bad', 'failed', null],
    [{ state: 'cancelled' }, 'cancelled', 'stopped', undefined, null],
    [{ state: 'rejected' }, 'unsuccessful', 'bad', 'unsuccessful', null],
    [{ state: 'canceled' }, 'unsuccessful', 'bad', 'unsuccessful', null],
  ])('%j: %s, %s, under %s, marked %s', (wire, status, tone, filter, mark) => {
    const row = withdrawal(wire);
    expect(row.status).toBe(status);
    expect(withdrawalTone(row.status)).toBe(tone);
    expect(filtersOf(withdrawalRules, row)).toEqual(filter === undefined ? [] : [filter]);
    expect(withdrawalMark(row)).toBe(mark);
  });
});

describe('alternative names (CALL-13)', () => {
  it.each([
    ['id', { deposit_id: 'x', id: 'y' }, 'id', 'x'],
    ['asset', { coin_ticker: 'XMR', currency: 'BTC' }, 'currency', 'XMR'],
    ['hash', { tx_hash: 'a', txid: 'b', transaction_hash: 'c' }, 'txHash', 'a'],
    ['hash', { txid: 'b', transaction_hash: 'c' }, 'txHash', 'b'],
    ['hash', { transaction_hash: 'c' }, 'txHash', 'c'],
    ['date', { created_at: null, timestamp: '2026-01-06T12:00:00' }, 'createdAt', Date.UTC(2026, 0, 6, 12)],
    ['tag', { tag: 'a', memo: 'b' }, 'tag', 'a'],
    ['tag', { memo: 'b' }, 'tag', 'b'],
    ['fee', { fee_amount: '0.1' }, 'fee', '0.1'],
    ['extra id', { extra_id: 'e' }, 'extraId', 'e'],
  ] as const)('of a deposit: %s from %j', (_name, wire, field, value) => {
    expect(deposit(wire)[field]).toBe(value);
  });

  it.each([
    ['id', { withdrawal_id: 'x', id: 'y' }, 'id', 'x'],
    ['asset', { coin_ticker: 'XMR', currency: 'BTC' }, 'currency', 'XMR'],
    ['fee', { our_fee_amount: '0.1', fee: '0.2' }, 'fee', '0.1'],
    ['fee', { fee: '0.2' }, 'fee', '0.2'],
    ['network fee', { network_fee: '0.3' }, 'networkFee', '0.3'],
    ['hash', { txid: 'b', transaction_hash: 'c' }, 'txHash', 'b'],
    ['date', { created_at: null, timestamp: 1_767_700_800 }, 'createdAt', 1_767_700_800_000],
    ['deposit id', { deposit_id: 7 }, 'depositId', '7'],
    ['tag', { memo: 'b' }, 'tag', 'b'],
  ] as const)('of a withdrawal: %s from %j', (_name, wire, field, value) => {
    expect(withdrawal(wire)[field]).toBe(value);
  });
});

describe('confirmations (HISTORY-09, HISTORY-13)', () => {
  it.each([
    ['BTC', 2, '2', '6'],
    ['GRIN', 0, '0', '30'],
    ['XMR', 30, '30', '30'],
    ['WOW', 1, '1', '10'],
    ['AVAX', 1, '1', '20'],
    ['BTC', 45, '45', '6'],
    ['USDT', 12_345, '12.3k', '6'],
    ['KAS', 5, '5', null],
    ['KAS', 12_345, '12.3k', null],
  ])('of %s: %d is %s of %s', (currency, confirmations, current, required) => {
    expect(confirmationProgress(deposit({ currency, confirmations }))).toEqual({ current, required });
  });

  it("are measured by the server's requirement, where it sends one", () => {
    const told = { currency: 'KAS', confirmations: 45, required_confirmations: 30 };
    expect(confirmationProgress(deposit(told))).toEqual({ current: '45', required: '30' });
    expect(depositRules.cells.required?.(deposit(told))).toBe('30');
    const less = { currency: 'BTC', confirmations: 2, required_confirmations: 3 };
    expect(confirmationProgress(deposit(less))).toEqual({ current: '2', required: '3' });
  });

  it('are unknown while the server does not send any', () =>
    expect(confirmationProgress(deposit())).toBeNull());
});

describe('coins of an internal kind (HISTORY-21)', () => {
  it.each([
    ['GRIN', null, true],
    ['BTC', 'bitcoin', false],
    ['PTS', ' Internal ', true],
    ['BTC', null, false],
  ])('%s on %j: %s', (ticker, network, isInternal) =>
    expect(isInternalKind(ticker, network)).toBe(isInternal),
  );

  const ids = { txHash: 'hash', extraId: 'extra' };
  it('show the extra id for GRIN, nothing for others, the hash for the rest', () => {
    expect(chainId({ currency: 'GRIN', ...ids }, true)).toEqual({ kind: 'extraId', id: 'extra' });
    expect(chainId({ currency: 'GRIN', ...ids, extraId: null }, true)).toBeNull();
    expect(chainId({ currency: 'PTS', ...ids }, true)).toBeNull();
    expect(chainId({ currency: 'BTC', ...ids }, false)).toEqual({ kind: 'hash', id: 'hash' });
    expect(chainId({ currency: 'BTC', txHash: null, extraId: 'extra' }, false)).toBeNull();
  });
});

describe('sums of a page (HISTORY-17)', () => {
  it('of deposits: confirmed counts as completed, error as failed', () => {
    const rows = ['CONFIRMED', 'ERROR', 'CANCELED', 'x'].map((state) =>
      deposit({ monitoring_state: 'OTHER', state }),
    );
    expect(summariseDeposits([...rows, deposit({ monitoring_state: 'CONFIRMED' })])).toEqual({
      all: 5,
      completed: 2,
      processing: 0,
      pending: 0,
      failed: 1,
      cancelled: 1,
    });
  });

  it('of withdrawals: a cancelled one is in none of the sums', () => {
    const rows = ['completed', 'created', 'pending', 'failed', 'cancelled', 'x'].map((state) =>
      withdrawal({ state }),
    );
    expect(summariseWithdrawals(rows)).toEqual({
      all: 6,
      completed: 1,
      created: 1,
      pending: 1,
      failed: 1,
      unsuccessful: 1,
    });
  });
});

describe('the search of deposits (HISTORY-09)', () => {
  const rows = [
    deposit({ id: 'Dep-1', currency: 'BTC', tx_hash: 'AbCd', address: 'bc1Q' }),
    deposit({ id: 'dep-2', currency: 'GRIN', extra_id: 'slate-9' }),
  ];
  const view = { filter: 'all', sort: { column: 'date', direction: 'descending' } } as const;
  it.each([
    ['DEP-1', ['Dep-1']],
    [' grin ', ['dep-2']],
    ['abcd', ['Dep-1']],
    ['BC1Q', ['Dep-1']],
    ['SLATE', ['dep-2']],
    ['dep', ['Dep-1', 'dep-2']],
    ['', ['Dep-1', 'dep-2']],
    ['nothing', []],
  ])('%j finds %j', (search, found) => {
    expect(viewRows('deposits', rows, { ...view, search }).map(({ id }) => id)).toEqual(found);
  });
});
