import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrafts } from '../../../src/services/drafts.ts';
import { createKeptWithdrawals } from '../../../src/services/keptWithdrawals.ts';

function tab() {
  const kept = new Map<string, string>();
  const drafts = createDrafts({
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  });
  return { kept, drafts, withdrawals: createKeptWithdrawals(drafts) };
}
const sending = (ticker: string, id: string | null = null) => ({
  ticker,
  idempotencyKey: '3f0c8f8e-6f5a-4c1e-9a52-0f6c7b0f0d11',
  print: '0123456789abcdef0123456789abcdef',
  before: ['w-1'],
  id,
});

describe('a withdrawal in progress, stored in the tab', () => {
  it('returns only for its user and coin, and goes when it is settled', () => {
    const { withdrawals } = tab();
    withdrawals.keep('ann', sending('BTC'));
    withdrawals.keep('ann', sending('GRIN', 'w-2'));
    expect(withdrawals.recall('ann', 'BTC')).toEqual(sending('BTC'));
    expect(withdrawals.recall('ann', 'GRIN')).toEqual(sending('GRIN', 'w-2'));
    expect(withdrawals.recall('ann', 'XMR')).toBeNull();
    expect(withdrawals.recall('bob', 'BTC')).toBeNull();
    withdrawals.drop('ann', 'BTC');
    expect(withdrawals.recall('ann', 'BTC')).toBeNull();
    expect(withdrawals.recall('ann', 'GRIN')).not.toBeNull();
  });
  it('is found as older builds wrote it, with its key under the old name', () => {
    const { drafts, withdrawals } = tab();
    const { idempotencyKey, ...rest } = sending('BTC');
    drafts.write('ann', 'withdrawal BTC', JSON.stringify({ version: 1, ...rest, intent: idempotencyKey }));
    expect(withdrawals.recall('ann', 'BTC')).toEqual(sending('BTC'));
  });
  it('is told apart by whether the server ever named it', () => {
    const { drafts, withdrawals } = tab();
    let changes = 0;
    const stop = withdrawals.listen(() => (changes += 1));
    withdrawals.keep('ann', sending('BTC'));
    withdrawals.keep('ann', sending('GRIN', 'w-2'));
    drafts.write('ann', 'reply 7', 'So far');
    drafts.write('ann', 'withdrawal XMR', '{');
    expect(withdrawals.unnamed('ann')).toEqual(['BTC']);
    expect(withdrawals.unnamed('bob')).toEqual([]);
    withdrawals.drop('ann', 'BTC');
    expect(withdrawals.unnamed('ann')).toEqual([]);
    expect(changes).toBe(3);
    stop();
    withdrawals.keep('ann', sending('BTC'));
    expect(changes).toBe(3);
  });
  it('is forgotten with the session', () => {
    const { kept, drafts, withdrawals } = tab();
    withdrawals.keep('ann', sending('GRIN'));
    drafts.forget();
    expect(withdrawals.recall('ann', 'GRIN')).toBeNull();
    expect([...kept.keys()]).toEqual([]);
  });
  it.each([
    ['no JSON', '{'],
    ['another version', JSON.stringify({ version: 2, ...sending('BTC') })],
    ['a field too many', JSON.stringify({ version: 1, ...sending('BTC'), slatepack: 'x' })],
    ['a field too few', JSON.stringify({ version: 1, ...sending('BTC'), before: undefined })],
    ['another coin', JSON.stringify({ version: 1, ...sending('XMR') })],
    ['a print that is none', JSON.stringify({ version: 1, ...sending('BTC'), print: 'bc1q' })],
  ])('is nothing when it is %s', (_what, text) => {
    const { drafts, withdrawals } = tab();
    drafts.write('ann', 'withdrawal BTC', text);
    expect(withdrawals.recall('ann', 'BTC')).toBeNull();
  });
  it('never throws, whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { drafts, withdrawals } = tab();
        drafts.write('ann', 'withdrawal BTC', text);
        expect(withdrawals.recall('ann', 'BTC')).toBeNull();
      }),
    );
  });
});
