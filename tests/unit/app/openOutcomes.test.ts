import { describe, expect, it } from 'vitest';
import { createOpenOutcomes } from '../../../src/machines/app/openOutcomes.ts';
import { createDrafts } from '../../../src/services/drafts.ts';
import { createKeptOrders } from '../../../src/services/keptOrders.ts';
import { createKeptWithdrawals } from '../../../src/services/keptWithdrawals.ts';

const sending = (ticker: string, id: string | null = null) => ({
  ticker,
  idempotencyKey: '3f0c8f8e-6f5a-4c1e-9a52-0f6c7b0f0d11',
  print: '0123456789abcdef0123456789abcdef',
  before: [],
  id,
});

const form = (side: 'buy' | 'sell', isUnknown: boolean) => ({ pair: 'XMR-BTC', side, isUnknown });
const order = (side: 'buy' | 'sell') => ({
  order: { kind: 'limit', pair: 'XMR-BTC', side, price: '0.003', quantity: '2' } as const,
  idempotencyKey: '3f0c8f8e-6f5a-4c1e-9a52-0f6c7b0f0d11',
  sentAt: 1,
  before: { orders: ['o-1'], executions: [] },
  isAgain: false,
});

/** `page` is what a reload makes anew. */
function tab() {
  const texts = new Map<string, string>();
  let user: string | null = 'ann';
  const page = () => {
    const drafts = createDrafts({
      read: (key) => texts.get(key) ?? null,
      write: (key, value) => void texts.set(key, value),
      remove: (key) => void texts.delete(key),
    });
    const kept = createKeptWithdrawals(drafts);
    const keptOrders = createKeptOrders(drafts);
    const outcomes = createOpenOutcomes({ kept, keptOrders, userId: () => user });
    return {
      drafts,
      kept,
      keptOrders,
      outcomes,
      told: () => outcomes.get().map(({ kind, path }) => `${kind} ${path}`),
    };
  };
  return { page, signIn: (id: string | null) => (user = id) };
}

describe("unknown outcomes of the user's orders and withdrawals", () => {
  it('a withdrawal on its way is not called unknown while its wizard is there, and is once it is left', () => {
    const { page } = tab();
    const { kept, outcomes, told } = page();
    const leave = outcomes.showWithdrawal('BTC', false);
    kept.keep('ann', sending('BTC'));
    expect(told()).toEqual([]);
    leave();
    expect(told()).toEqual(['withdrawal /withdraw/BTC']);
    outcomes.showWithdrawal('BTC', false);
    expect(told()).toEqual([]);
  });

  it('one whose answer was lost is, on every page and after a reload, until it is settled', () => {
    const { page } = tab();
    const before = page();
    before.kept.keep('ann', sending('BTC'));
    before.outcomes.showWithdrawal('BTC', true);
    expect(before.told()).toEqual(['withdrawal /withdraw/BTC']);
    const after = page();
    expect(after.told()).toEqual(['withdrawal /withdraw/BTC']);
    after.kept.drop('ann', 'BTC');
    expect(after.told()).toEqual([]);
  });

  it('a GRIN withdrawal that waits for its wallet is known to the server; its last step may not be', () => {
    const { page } = tab();
    const { kept, outcomes, told } = page();
    kept.keep('ann', sending('GRIN', 'w-1'));
    expect(told()).toEqual([]);
    outcomes.showWithdrawal('GRIN', true);
    expect(told()).toEqual(['withdrawal /withdraw/GRIN']);
  });

  it('two forms of one pair are reported once, and only changes are reported', () => {
    const { page } = tab();
    const { outcomes, told } = page();
    let changes = 0;
    const stop = outcomes.listen(() => (changes += 1));
    outcomes.noteForm('a', form('buy', true));
    outcomes.noteForm('b', form('sell', true));
    const list = outcomes.get();
    outcomes.noteForm('b', form('sell', false));
    outcomes.refresh();
    expect(outcomes.get()).toBe(list);
    expect(told()).toEqual(['order /trade/XMR-BTC']);
    outcomes.noteForm('a', null);
    expect(told()).toEqual([]);
    expect(changes).toBe(2);
    stop();
    outcomes.noteForm('a', form('buy', true));
    expect(changes).toBe(2);
  });

  it('an order whose form a reload or the end of the session took is, until it is settled (LOST-07)', () => {
    const { page, signIn } = tab();
    const before = page();
    before.outcomes.noteForm('a', form('buy', false));
    before.keptOrders.keep('ann', order('buy'));
    expect(before.told()).toEqual([]);
    // After a 401 the stored data waits for its user.
    before.drafts.hold();
    signIn(null);
    before.drafts.settle(null);
    before.outcomes.noteForm('a', null);
    expect(before.told()).toEqual([]);
    const after = page();
    signIn('ann');
    after.drafts.settle('ann');
    after.outcomes.refresh();
    expect(after.told()).toEqual(['order /trade/XMR-BTC']);
    expect(after.keptOrders.recall('ann', 'XMR-BTC', 'buy')).toEqual(order('buy'));
    expect(after.keptOrders.recall('ann', 'XMR-BTC', 'sell')).toBeNull();
    after.keptOrders.drop('ann', 'XMR-BTC', 'buy');
    expect(after.told()).toEqual([]);
  });

  it('a late answer leaves the data of another user alone', () => {
    const { page, signIn } = tab();
    const { drafts, keptOrders } = page();
    keptOrders.keep('ann', order('buy'));
    signIn('bob');
    drafts.settle('bob');
    drafts.write('bob', 'reply t1', 'Hello');
    keptOrders.drop('ann', 'XMR-BTC', 'buy');
    expect(drafts.read('bob', 'reply t1')).toBe('Hello');
  });

  it('what waits for its user still waits when a part of it is dropped', () => {
    const { page } = tab();
    const { drafts, keptOrders } = page();
    keptOrders.keep('ann', order('buy'));
    keptOrders.keep('ann', order('sell'));
    drafts.hold();
    keptOrders.drop('ann', 'XMR-BTC', 'buy');
    drafts.settle(null);
    expect(keptOrders.recall('ann', 'XMR-BTC', 'sell')).toEqual(order('sell'));
  });

  it('are shown to no other user or visitor', () => {
    const { page, signIn } = tab();
    const { kept, outcomes, told } = page();
    kept.keep('ann', sending('BTC'));
    expect(told()).toHaveLength(1);
    for (const other of ['bob', null]) {
      signIn(other);
      outcomes.refresh();
      expect(told()).toEqual([]);
    }
    signIn('ann');
    outcomes.refresh();
    expect(told()).toHaveLength(1);
  });
});
