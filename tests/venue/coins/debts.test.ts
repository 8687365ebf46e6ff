import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleDebts } from '../../../venue/coins/debts.ts';
import { databases } from '../databases.ts';
import { refused } from '../core/harness.ts';
import { accepted, codeOf, type CoinsHarness, startCoins, withdrawBtc } from './harness.ts';

const PAIR = 'XMR-BTC';
const PRICE = '0.004';

describe.each(databases)('an account that owes for an undone deposit, on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());

  const sell = (account: string, quantity: string, key?: string) =>
    t.core.exchange.placeLimit(account, { pair: PAIR, side: 'sell', price: PRICE, quantity }, key);
  const buy = (account: string, quantity: string) =>
    t.core.exchange.placeLimit(account, { pair: PAIR, side: 'buy', price: PRICE, quantity });
  const settle = () =>
    settleDebts({ pool: t.core.store.pool, exchange: t.core.exchange, now: () => new Date(t.clock) });

  /** Deposits 0.4 BTC, sells it to a friend for XMR, and loses the deposit: it owes what is not free. */
  async function debtor(): Promise<{ account: string; friend: string; deposit: string }> {
    const [account, friend] = [await t.account(), await t.account({ XMR: '1000' })];
    const deposit = await t.pay(account, 'BTC', '0.4');
    await t.network.mine('BTC', 6);
    accepted(await sell(friend, '60'));
    accepted(await buy(account, '50'));
    // 0.2 BTC were spent. The rest waits in an order of the account, below all others.
    await t.core.cancelAll(friend);
    accepted(
      await t.core.exchange.placeLimit(account, { pair: PAIR, side: 'buy', price: '0.001', quantity: '150' }),
    );
    await t.network.reorganise('BTC', { depth: 6, blocks: 7, drops: true });
    expect(await t.depositStage(account, deposit)).toBe('undone');
    return { account, friend, deposit };
  }

  it('places no order, not even with what is left, and withdraws nothing (LEDGER-02)', async () => {
    const { account } = await debtor();
    const limit = refused(await sell(account, '10'));
    expect(limit).toMatchObject({ status: 403, code: 'DEPOSIT_UNDONE' });
    expect(limit.message).toContain('Deposit another 0.35 BTC');
    expect(limit.message).toContain('cancel orders');
    // It can cancel, and what that frees cannot pay for another order.
    await t.core.cancelAll(account);
    const market = await t.core.exchange.placeMarket(account, { pair: PAIR, side: 'sell', quantity: '1' });
    expect(codeOf(market)).toBe('DEPOSIT_UNDONE');
    // With a key it is the same refusal, and its repeat too.
    const key = randomUUID();
    expect(codeOf(await sell(account, '10', key))).toBe('DEPOSIT_UNDONE');
    expect(codeOf(await sell(account, '10', key))).toBe('DEPOSIT_UNDONE');
    expect(codeOf(await withdrawBtc(t, account, '0.01'))).toBe('DEPOSIT_UNDONE');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('amends an order only to a smaller one (LEDGER-02, AMEND-04)', async () => {
    const { account, friend } = await debtor();
    const { exchange } = t.core;
    const [order] = await exchange.orders(account, { states: ['OPENED'], skip: 0, limit: 1 });
    accepted(await sell(friend, '10'));
    // It would pay with what the order holds.
    expect(codeOf(await exchange.amend(account, order?.id ?? '', { price: PRICE, quantity: '30' }))).toBe(
      'DEPOSIT_UNDONE',
    );
    expect(accepted(await exchange.amend(account, order?.id ?? '', { quantity: '100' }))).toMatchObject({
      quantity: '100',
    });
    await t.core.cancelAll(account, friend);
    expect(await exchange.audit()).toEqual([]);
  });

  it('has no open order left that a friend could fill, and pays with what its orders held (LEDGER-02)', async () => {
    const { account, friend } = await debtor();
    await settle();
    const open = { states: ['OPENED', 'PARTIALLY_FILLED'] as const, skip: 0, limit: 10 };
    expect(await t.core.exchange.orders(account, open)).toEqual([]);
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(refused(await sell(account, '10')).message).toContain('Deposit another 0.2 BTC');
    expect(codeOf(await sell(friend, '1'))).toBe('accepted');
    await t.core.cancelAll(friend);
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('trades again once it has deposited what is missing (LEDGER-02)', async () => {
    const { account } = await debtor();
    await settle();
    await t.pay(account, 'BTC', '0.1');
    await t.network.mine('BTC', 6);
    await settle();
    expect(refused(await sell(account, '10')).message).toContain('Deposit another 0.1 BTC');
    await t.pay(account, 'BTC', '0.2');
    await t.network.mine('BTC', 6);
    await settle();
    expect(await t.free(account, 'BTC')).toBe('0.1');
    accepted(await sell(account, '10'));
    await t.core.cancelAll(account);
    accepted(await withdrawBtc(t, account, '0.01'));
    expect(await t.core.exchange.audit()).toEqual([]);
  });
});
