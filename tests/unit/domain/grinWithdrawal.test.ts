import { describe, expect, it } from 'vitest';
import { grinStatus, newestAwaitingReply, mayAwaitReply } from '../../../src/domain/grinWithdrawal.ts';
import { differsFrom } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { withdrawalAnswer } from '../../../src/services/contract/wallet.ts';

const told = (status: string, slatepack: string | null, txHash: string | null) => ({
  id: 'w-1',
  status,
  slatepack,
  txHash,
  currency: null,
  amount: null,
  fee: null,
  address: null,
  expiresAt: null,
});

describe('how a GRIN withdrawal stands (WITHDRAW-11)', () => {
  it.each([
    ['created', 'S1', null, 'awaitingReply'],
    ['created', null, null, 'awaitingReply'],
    ['pending', 'S1', null, 'awaitingReply'],
    ['pending', null, null, 'submitted'],
    ['pending', null, '08fc', 'broadcast'],
    ['created', 'S1', '08fc', 'broadcast'],
    ['completed', null, null, 'broadcast'],
    ['failed', 'S1', null, 'ended'],
    ['cancelled', null, null, 'ended'],
    ['expired', null, null, 'ended'],
    ['failed', null, '08fc', 'ended'],
  ] as const)('%s, message %s, hash %s: %s', (status, slatepack, txHash, expected) => {
    expect(grinStatus(told(status, slatepack, txHash))).toBe(expected);
  });
});

describe("the server's repeated values are those that were confirmed", () => {
  const draft = { address: '0xAbC1234567', amount: '0.5' };
  const nothing = { currency: null, amount: null, address: null };
  it.each([
    [nothing, false],
    [{ currency: 'ETH', amount: '0.50000000', address: '0xabc1234567' }, false],
    [{ ...nothing, currency: 'AVAX' }, true],
    [{ ...nothing, amount: '0.5000001' }, true],
    [{ ...nothing, address: '0xabc1234568' }, true],
  ])('%j', (receipt, differs) => {
    expect(differsFrom(draft, 'ETH', receipt)).toBe(differs);
  });
  it('mentions no address where a coin does not need one', () => {
    expect(differsFrom({ address: '', amount: '5' }, 'GRIN', { ...nothing, address: 'slatepack' })).toBe(
      false,
    );
  });
});

describe('a withdrawal of the history that may wait for its reply', () => {
  const record = (id: string, wire: object = {}) =>
    withdrawalAnswer.parse({
      id,
      currency: 'GRIN',
      amount: '5',
      state: 'CREATED',
      created_at: '2026-01-05T12:00:00',
      ...wire,
    });

  it.each([
    [{}, true],
    [{ state: 'PENDING' }, true],
    [{ state: 'PENDING', tx_hash: '08fc' }, false],
    [{ state: 'COMPLETED' }, false],
    [{ state: 'CANCELLED' }, false],
    [{ currency: 'BTC' }, false],
  ])('%j: %s', (wire, may) => expect(mayAwaitReply(record('w', wire))).toBe(may));

  it('is the newest that is called created, else the newest that is pending', () => {
    const pending = record('p', { state: 'PENDING' });
    const [newer, older] = [record('n'), record('o')];
    expect(newestAwaitingReply([pending, newer, older])?.id).toBe('n');
    expect(newestAwaitingReply([record('d', { state: 'COMPLETED' }), pending])?.id).toBe('p');
    expect(newestAwaitingReply([record('b', { currency: 'BTC' })])).toBeUndefined();
  });
});
