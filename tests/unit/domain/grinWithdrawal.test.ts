import { describe, expect, it } from 'vitest';
import { grinStanding } from '../../../src/domain/grinWithdrawal.ts';
import { differsFrom } from '../../../src/domain/withdrawalDraft.ts';

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

describe('how a GRIN withdrawal stands (spec 2 §4)', () => {
  it.each([
    ['created', 'S1', null, 'awaitingReply'],
    ['created', null, null, 'awaitingReply'],
    // The default of a server that names no status.
    ['pending', 'S1', null, 'awaitingReply'],
    ['pending', null, null, 'submitted'],
    ['pending', null, '08fc', 'broadcast'],
    ['created', 'S1', '08fc', 'broadcast'],
    ['completed', null, null, 'broadcast'],
    ['failed', 'S1', null, 'ended'],
    ['cancelled', null, null, 'ended'],
    ['expired', null, null, 'ended'],
    ['failed', null, '08fc', 'ended'],
  ] as const)('%s, message %s, hash %s: %s', (status, slatepack, txHash, standing) => {
    expect(grinStanding(told(status, slatepack, txHash))).toBe(standing);
  });
});

describe('what the server repeats is what was confirmed', () => {
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
  it('says nothing of an address that a coin does not need', () => {
    expect(differsFrom({ address: '', amount: '5' }, 'GRIN', { ...nothing, address: 'slatepack' })).toBe(
      false,
    );
  });
});
