import { describe, expect, it } from 'vitest';
import { createRemoteBooks, groupingKey } from '../../../src/services/book/remoteBooks.ts';
import { systemClock } from '../../../src/services/clock.ts';
import { createDrafts } from '../../../src/services/drafts.ts';
import { createKeptOrders } from '../../../src/services/keptOrders.ts';
import { createPreferences } from '../../../src/services/preferences.ts';
import { createSessionStore } from '../../../src/services/sessionStore.ts';
import { createKeptWithdrawals } from '../../../src/services/keptWithdrawals.ts';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';

describe('the grouping of a book', () => {
  it('is stored for its pair, reported to listeners, and gone where every price is shown', () => {
    const storage = memoryStorage();
    const engine = { begin: () => undefined, post: () => undefined, listen: () => () => undefined };
    const page = { isVisible: () => true, listenToKeys: () => undefined };
    const store = createRemoteBooks({ engine, storage, page, clock: systemClock }).of('XMR-BTC');
    let changes = 0;
    const stop = store.subscribe(() => (changes += 1));
    store.group(10);
    expect([store.getGrouping(), storage.read(groupingKey('XMR-BTC')), changes]).toEqual([10, '10', 1]);
    store.group(1);
    expect([store.getGrouping(), storage.read(groupingKey('XMR-BTC')), changes]).toEqual([1, null, 2]);
    stop();
    store.group(10);
    expect(changes).toBe(2);
  });
});

describe('an order on its way', () => {
  const drafts = createDrafts(memoryStorage());
  const orders = createKeptOrders(drafts);
  const sent = {
    idempotencyKey: 'i',
    sentAt: 5,
    before: { orders: ['o'], executions: [] },
    isAgain: false,
  } as const;

  it.each([
    { kind: 'limit', pair: 'XMR-BTC', side: 'buy', price: '0.005', quantity: '1' },
    { kind: 'market', pair: 'XMR-BTC', side: 'sell', amount: '2' },
  ] as const)('of the kind $kind comes back as it was', (order) => {
    orders.keep('ann', { ...sent, order });
    expect(orders.recall('ann', 'XMR-BTC', order.side)).toEqual({ ...sent, order });
  });
});

describe('a withdrawal on its way', () => {
  it('is not read when there is text after its print', () => {
    const drafts = createDrafts(memoryStorage());
    const withdrawals = createKeptWithdrawals(drafts);
    const print = 'a'.repeat(32);
    const kept = { ticker: 'XMR', idempotencyKey: 'i', before: [], id: null };
    withdrawals.keep('ann', { ...kept, print: `${print}b` });
    expect(withdrawals.recall('ann', 'XMR')).toBeNull();
    withdrawals.keep('ann', { ...kept, print });
    expect(withdrawals.recall('ann', 'XMR')).not.toBeNull();
  });
});

describe('drafts', () => {
  it('that were not written by this product are none', () => {
    for (const texts of [null, 'x', { order: 1 }]) {
      const storage = memoryStorage();
      const drafts = createDrafts(storage);
      drafts.write('ann', 'order', '1');
      expect(drafts.read('ann', 'order')).toBe('1');
      storage.write('drafts', JSON.stringify({ userId: 'ann', texts }));
      expect([drafts.read('ann', 'order'), drafts.names('ann')]).toEqual(['', []]);
    }
  });
});

describe('a preference', () => {
  it('that was switched on is on', () => {
    const storage = memoryStorage();
    const preferences = createPreferences(storage, new EventTarget() as unknown as Window);
    preferences.write('hideZeroBalances', true);
    expect([storage.read('hideZeroBalances'), preferences.read('hideZeroBalances')]).toEqual(['true', true]);
  });
});

describe('the token of a session', () => {
  it('is gone when there is none', () => {
    const kept = new Map<string, unknown>();
    const store = createSessionStore({
      keys: () => [...kept.keys()],
      read: (key) => (kept.has(key) ? String(kept.get(key)) : null),
      write: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
    });
    store.writeToken('t');
    expect(store.readToken()).toBe('t');
    store.writeToken(null);
    expect(store.readToken()).toBeNull();
  });
});
