import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../databases.ts';
import { COINS } from '../pairs.ts';
import { accepted, codeOf, type CoinsHarness, OUTSIDE, startCoins, withdrawBtc } from './harness.ts';

describe.each(databases)('deposits on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());

  it('count when their chain has confirmed them, and not a block earlier (HISTORY-13: BTC 6)', async () => {
    const account = await t.account();
    const id = await t.pay(account, 'BTC', '0.5');
    expect(await t.depositStage(account, id)).toBe('seen');
    for (let block = 1; block <= 5; block += 1) {
      await t.network.mine('BTC', 1);
      expect(await t.depositStage(account, id)).toBe('confirming');
      expect(await t.free(account, 'BTC')).toBe('0');
      expect(accepted(await t.coins.deposit(account, id)).confirmations).toBe(String(block));
    }
    await t.network.mine('BTC', 1);
    expect(await t.depositStage(account, id)).toBe('credited');
    expect(await t.free(account, 'BTC')).toBe('0.5');
    await t.network.mine('BTC', 100);
    expect(await t.free(account, 'BTC')).toBe('0.5');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it.each([1, 2, 3, 5])(
    'a payment whose block is lost waits again, and counts from its new block on (%i lost)',
    async (depth) => {
      const account = await t.account();
      const id = await t.pay(account, 'BTC', '0.25');
      await t.network.mine('BTC', 5);
      await t.network.reorganise('BTC', { depth, blocks: depth + 1, drops: false });
      // Its own block is the first of five.
      expect(await t.depositStage(account, id)).toBe(depth === 5 ? 'seen' : 'credited');
      if (depth < 5) return;
      await t.network.mine('BTC', 5);
      expect(await t.free(account, 'BTC')).toBe('0');
      await t.network.mine('BTC', 1);
      expect(await t.free(account, 'BTC')).toBe('0.25');
    },
  );

  it('a payment that its chain drops never counts', async () => {
    const account = await t.account();
    const id = await t.pay(account, 'BTC', '0.25');
    await t.network.mine('BTC', 3);
    await t.network.reorganise('BTC', { depth: 3, blocks: 4, drops: true });
    await t.network.mine('BTC', 50);
    expect(await t.depositStage(account, id)).toBe('undone');
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a credited payment whose blocks are lost is reversed, and credited again when confirmed again', async () => {
    const account = await t.account();
    const id = await t.pay(account, 'BTC', '0.25');
    await t.network.mine('BTC', 8);
    await t.network.reorganise('BTC', { depth: 8, blocks: 9, drops: false });
    expect(await t.depositStage(account, id)).toBe('seen');
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
    await t.network.mine('BTC', 6);
    expect(await t.free(account, 'BTC')).toBe('0.25');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a chain that is one block shorter than what confirmed a payment does not confirm it', async () => {
    const account = await t.account();
    const id = await t.pay(account, 'BTC', '0.25');
    await t.network.mine('BTC', 6);
    await t.network.reorganise('BTC', { depth: 1, blocks: 0, drops: false });
    expect(await t.depositStage(account, id)).toBe('confirming');
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
    await t.network.mine('BTC', 1);
    expect(await t.free(account, 'BTC')).toBe('0.25');
  });

  it('the venue covers what was spent of an undone payment, and nothing leaves until it is back', async () => {
    const account = await t.account();
    const id = await t.pay(account, 'BTC', '0.25');
    await t.network.mine('BTC', 6);
    accepted(await withdrawBtc(t, account, '0.2'));
    expect(await t.free(account, 'BTC')).toBe('0.0499');
    await t.network.reorganise('BTC', { depth: 6, blocks: 7, drops: false });
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);

    // Less than it owes: nothing leaves. More: the debt is paid first, and the rest is free.
    await t.core.exchange.fund(account, { BTC: '0.1' }, 'test');
    expect(codeOf(await withdrawBtc(t, account, '0.01'))).toBe('DEPOSIT_UNDONE');
    expect(await t.free(account, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
    await t.core.exchange.fund(account, { BTC: '1' }, 'test');
    accepted(await withdrawBtc(t, account, '0.1'));
    expect(await t.free(account, 'BTC')).toBe('0.7998');
    expect(await t.core.exchange.audit()).toEqual([]);
    // Confirmed again after all, it is credited in full.
    await t.network.mine('BTC', 6);
    expect(await t.depositStage(account, id)).toBe('credited');
    expect(await t.free(account, 'BTC')).toBe('1.0498');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('below the minimum is never credited (DEPOSIT-08)', async () => {
    const account = await t.account();
    const small = await t.pay(account, 'BTC', '0.00009999');
    const least = await t.pay(account, 'BTC', '0.0001');
    await t.network.mine('BTC', 10);
    expect(await t.depositStage(account, small)).toBe('small');
    expect(await t.depositStage(account, least)).toBe('credited');
    expect(await t.free(account, 'BTC')).toBe('0.0001');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('the venue keeps the deposit fee', async () => {
    const account = await t.account();
    const { pool } = t.core.store;
    await pool.query(`update coins set deposit_fee = 100000 where ticker = 'AVAX'`);
    const id = await t.pay(account, 'AVAX', '2');
    await pool.query(`update coins set deposit_fee = 0 where ticker = 'AVAX'`);
    await t.network.mine('AVAX', 20);
    expect(await t.free(account, 'AVAX')).toBe('1.999');
    expect(await t.core.exchange.audit()).toEqual([]);
    await t.network.reorganise('AVAX', { depth: 20, blocks: 21, drops: true });
    expect(await t.depositStage(account, id)).toBe('undone');
    expect(await t.free(account, 'AVAX')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a withdrawal to an address of the venue is a deposit of its owner', async () => {
    const [from, to] = [await t.account({ BTC: '1' }), await t.account()];
    const { address } = accepted(await t.coins.depositAddress(to, 'BTC'));
    accepted(await t.coins.withdraw(from, { coin: 'BTC', amount: '0.4', address }, undefined));
    await t.network.mine('BTC', 5);
    expect(await t.free(to, 'BTC')).toBe('0');
    await t.network.reorganise('BTC', { depth: 5, blocks: 6, drops: true });
    await t.network.mine('BTC', 6);
    expect(await t.free(to, 'BTC')).toBe('0.4');
    expect(await t.free(from, 'BTC')).toBe('0.5999');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('an account has one address for each coin, also when two tabs ask at once', async () => {
    const account = await t.account();
    const asked = await Promise.all(Array.from({ length: 8 }, () => t.coins.depositAddress(account, 'BTC')));
    expect(new Set(asked.map((outcome) => accepted(outcome).address)).size).toBe(1);
    expect(await t.coins.depositAddresses(account, undefined)).toHaveLength(1);
    expect(await t.coins.depositAddresses(account, 'XMR')).toEqual([]);
  });

  it.each([
    ['XMR', 'REFUND_ADDRESS_REQUIRED'],
    ['DOGE', 'COIN_NOT_FOUND'],
    ['BTC', 'accepted'],
  ])('requesting an address for %s: %s', async (coin, code) => {
    expect(codeOf(await t.coins.depositAddress(await t.account(), coin))).toBe(code);
  });

  it('GRIN and disabled coins have no address', async () => {
    const account = await t.account();
    const grin = 'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w';
    accepted(await t.coins.setRefundAddress(account, 'GRIN', grin));
    expect(codeOf(await t.coins.depositAddress(account, 'GRIN'))).toBe('NO_DEPOSIT_ADDRESS');
    const { pool } = t.core.store;
    await pool.query(`update coins set is_deposit_enabled = false where ticker = 'KAS'`);
    expect(codeOf(await t.coins.depositAddress(account, 'KAS'))).toBe('DEPOSITS_DISABLED');
    await pool.query(`update coins set is_deposit_enabled = true where ticker = 'KAS'`);
  });

  it('refund addresses are checked, replaced, listed and removed', async () => {
    const account = await t.account();
    const wrong = OUTSIDE.XMR.replace('44A', '44B');
    expect(codeOf(await t.coins.setRefundAddress(account, 'XMR', wrong))).toBe('INVALID_ADDRESS');
    expect(codeOf(await t.coins.setRefundAddress(account, 'XMR', OUTSIDE.BTC))).toBe('INVALID_ADDRESS');
    expect(codeOf(await t.coins.setRefundAddress(account, 'XMR', '  '))).toBe('ADDRESS_REQUIRED');
    expect(codeOf(await t.coins.setRefundAddress(account, 'DOGE', OUTSIDE.XMR))).toBe('COIN_NOT_FOUND');
    accepted(await t.coins.setRefundAddress(account, 'XMR', ` ${OUTSIDE.XMR}\n`));
    const listed = await t.coins.refundAddresses(account, false);
    expect(listed.map(({ coin }) => coin)).toEqual(COINS);
    expect(listed.filter(({ address }) => address !== null)).toMatchObject([
      { coin: 'XMR', address: OUTSIDE.XMR },
    ]);
    accepted(await t.coins.depositAddress(account, 'XMR'));
    accepted(await t.coins.removeRefundAddress(account, 'XMR'));
    expect(codeOf(await t.coins.removeRefundAddress(account, 'XMR'))).toBe('REFUND_ADDRESS_NOT_FOUND');
  });

  it('nobody sees the deposits of another', async () => {
    const [owner, other] = [await t.account(), await t.account()];
    const id = await t.pay(owner, 'BTC', '1');
    expect(codeOf(await t.coins.deposit(other, id))).toBe('DEPOSIT_NOT_FOUND');
    expect(codeOf(await t.coins.deposit(owner, 'no-id'))).toBe('DEPOSIT_NOT_FOUND');
    expect(await t.coins.deposits(other, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('lists page by page, newest first, by coin', async () => {
    const account = await t.account();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await t.pay(account, 'BTC', '1'));
    ids.push(await t.pay(account, 'AVAX', '1'));
    const list = async (page: { coin?: string; limit: number; offset: number }) =>
      (await t.coins.deposits(account, page)).map(({ id }) => id);
    expect(await list({ limit: 10, offset: 0 })).toEqual(ids.toReversed());
    expect(await list({ limit: 2, offset: 2 })).toEqual(ids.toReversed().slice(2));
    expect(await list({ coin: 'BTC', limit: 10, offset: 1 })).toEqual([ids[1], ids[0]]);
    expect(await list({ coin: 'XMR', limit: 10, offset: 0 })).toEqual([]);
  });
});
