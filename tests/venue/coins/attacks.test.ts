import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../databases.ts';
import { accepted, addUser, codeOf, type CoinsHarness, startCoins, withdrawBtc } from './harness.ts';

describe.each(databases)('attacks on deposits and withdrawals on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());

  it('a withdrawal that has not left is not paid with a deposit that its chain has undone', async () => {
    const account = await t.account();
    await t.pay(account, 'BTC', '1');
    await t.network.mine('BTC', t.network.requiredFor('BTC'));
    const { row } = accepted(await withdrawBtc(t, account, '0.9'));
    await t.network.reorganise('BTC', { depth: 10, blocks: 11, drops: true });
    await t.network.mine('BTC', 1);
    expect(await t.withdrawalStage(account, row.id)).toBe('failed');
    expect(await t.free(account, 'BTC')).toBe('0.9001');
    // It owes what it got back.
    expect(codeOf(await withdrawBtc(t, account, '0.5'))).toBe('INSUFFICIENT_BALANCE');
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a withdrawal that has not left is stopped by a cooldown that has begun since', async () => {
    const account = await t.account({ BTC: '2' });
    await addUser(t.core, account);
    const before = accepted(await withdrawBtc(t, account, '0.5'));
    await t.network.mine('BTC', 1);
    const after = accepted(await withdrawBtc(t, account, '0.5'));
    await t.core.store.pool.query('update users set security_cooldown_until = $2 where account_id = $1', [
      account,
      new Date(t.clock + 86_400_000),
    ]);
    await t.network.mine('BTC', 6);
    expect(await t.withdrawalStage(account, before.row.id)).toBe('completed');
    expect(await t.withdrawalStage(account, after.row.id)).toBe('failed');
    expect(await t.free(account, 'BTC')).toBe('1.4999');
    expect(await t.core.exchange.audit()).toEqual([]);
  });
});
