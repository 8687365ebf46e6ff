import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically } from '../../../venue/coins/post.ts';
import { readEarned } from '../../../venue/operators/payOut.ts';
import { databases } from '../databases.ts';
import { accepted, addUser, codeOf, type CoinsHarness, OUTSIDE, startCoins, withdrawBtc } from './harness.ts';

const HOUR = 3_600_000;

describe.each(databases)('withdrawals on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());

  const withdraw = (account: string, over: Partial<Parameters<typeof t.coins.withdraw>[1]> = {}) =>
    t.coins.withdraw(account, { coin: 'BTC', amount: '0.1', address: OUTSIDE.BTC, ...over }, undefined);

  it('lock amount and fee, leave, and are confirmed by their chain', async () => {
    const moved = async () => {
      const rows = await atomically(t.core.store.pool, readEarned);
      return rows.find((row) => 'coin' in row && row.coin === 'BTC');
    };
    const account = await t.account({ BTC: '1' });
    const { row } = accepted(await withdraw(account));
    expect(row).toMatchObject({
      coin: 'BTC',
      amount: '10000000',
      fee: '10000',
      stage: 'created',
      tx_hash: null,
    });
    expect(await t.free(account, 'BTC')).toBe('0.8999');
    expect(await moved()).toMatchObject({ owed: '1', leaving: '0' });
    expect(await t.core.exchange.audit()).toEqual([]);
    await t.network.mine('BTC', 1);
    expect(await moved()).toMatchObject({ owed: '0.8999', leaving: '0.1001' });
    const sent = accepted(await t.coins.withdrawal(account, row.id)).row;
    expect(sent).toMatchObject({ stage: 'sent', confirmed_at: null });
    expect(sent.tx_hash).toMatch(/^[0-9a-f]{64}$/);
    await t.network.mine('BTC', 4);
    expect(await t.withdrawalStage(account, row.id)).toBe('sent');
    await t.network.mine('BTC', 1);
    expect(await t.withdrawalStage(account, row.id)).toBe('completed');
    expect(await moved()).toMatchObject({ owed: '0.8999', leaving: '0' });
    expect(await t.free(account, 'BTC')).toBe('0.8999');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('are sent a few at a time, and other work goes on in between (LOAD-12)', async () => {
    const account = await t.account({ BTC: '100' });
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) ids.push(accepted(await withdraw(account)).row.id);
    const order: string[] = [];
    const mining = t.network.mine('BTC', 1).then(() => order.push('all sent'));
    await withdraw(account).then(() => order.push('another asked for'));
    await mining;
    expect(order).toEqual(['another asked for', 'all sent']);
    for (const id of ids) expect(await t.withdrawalStage(account, id)).toBe('sent');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a reorganisation sends them again: they are never paid twice, and never refunded', async () => {
    const account = await t.account({ BTC: '1' });
    const { row } = accepted(await withdraw(account));
    await t.network.mine('BTC', 6);
    const before = accepted(await t.coins.withdrawal(account, row.id)).row;
    await t.network.reorganise('BTC', { depth: 6, blocks: 7, drops: true });
    expect(await t.withdrawalStage(account, row.id)).toBe('sent');
    expect(await t.core.exchange.audit()).toEqual([]);
    await t.network.mine('BTC', 6);
    const after = accepted(await t.coins.withdrawal(account, row.id)).row;
    expect(after).toMatchObject({ stage: 'completed', tx_hash: before.tx_hash });
    expect(await t.free(account, 'BTC')).toBe('0.8999');
  });

  it.each(['created', 'sent'] as const)('that fail while %s return amount and fee', async (stage) => {
    const account = await t.account({ BTC: '1' });
    const { row } = accepted(await withdraw(account));
    if (stage === 'sent') {
      await t.network.mine('BTC', 1);
      await t.network.reorganise('BTC', { depth: 1, blocks: 2, drops: false });
    }
    expect(await t.withdrawalStage(account, row.id)).toBe(stage);
    expect(await t.network.failWithdrawal(row.id)).toBe(true);
    expect(await t.withdrawalStage(account, row.id)).toBe('failed');
    expect(await t.free(account, 'BTC')).toBe('1');
    expect(await t.network.failWithdrawal(row.id)).toBe(false);
    await t.network.mine('BTC', 10);
    expect(await t.withdrawalStage(account, row.id)).toBe('failed');
    expect(await t.free(account, 'BTC')).toBe('1');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('in a block cannot fail', async () => {
    const account = await t.account({ BTC: '1' });
    const { row } = accepted(await withdraw(account));
    await t.network.mine('BTC', 1);
    expect(await t.network.failWithdrawal(row.id)).toBe(false);
    expect(await t.network.failWithdrawal(randomUUID())).toBe(false);
  });

  it('that pay another account and fail also undo its deposit', async () => {
    const [from, to] = [await t.account({ BTC: '1' }), await t.account()];
    const { address } = accepted(await t.coins.depositAddress(to, 'BTC'));
    const { row } = accepted(await withdraw(from, { address }));
    await t.network.mine('BTC', 1);
    await t.network.reorganise('BTC', { depth: 1, blocks: 2, drops: false });
    expect(await t.network.failWithdrawal(row.id)).toBe(true);
    const [deposit] = await t.coins.deposits(to, { limit: 1, offset: 0 });
    expect(deposit?.stage).toBe('undone');
    await t.network.mine('BTC', 10);
    expect(await t.free(to, 'BTC')).toBe('0');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it.each([
    ['an unknown coin', { coin: 'DOGE' }, 'COIN_NOT_FOUND'],
    ['no number', { amount: 'x' }, 'INVALID_AMOUNT'],
    ['nothing', { amount: '0' }, 'INVALID_AMOUNT'],
    ['less than nothing', { amount: '-1' }, 'INVALID_AMOUNT'],
    ['nine decimals', { amount: '0.123456789' }, 'AMOUNT_TOO_PRECISE'],
    [
      'more than the chain of USDT holds',
      { coin: 'USDT', amount: '20.1234567', address: OUTSIDE.USDT },
      'AMOUNT_TOO_PRECISE',
    ],
    ['more than can be counted', { amount: '10000000001' }, 'AMOUNT_TOO_LARGE'],
    ['a unit below the minimum', { amount: '0.00049999' }, 'BELOW_MINIMUM_WITHDRAWAL'],
    ['the minimum', { amount: '0.0005' }, 'accepted'],
    ['no address', { address: '' }, 'ADDRESS_REQUIRED'],
    ['blanks for an address', { address: ' \n' }, 'ADDRESS_REQUIRED'],
    ['an address with a wrong letter', { address: OUTSIDE.BTC.replace('qvyq', 'qvyp') }, 'INVALID_ADDRESS'],
    ['an address of another coin', { address: OUTSIDE.USDT }, 'INVALID_ADDRESS'],
    [
      'an address of the test network',
      { address: 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54' },
      'INVALID_ADDRESS',
    ],
    ['a link in place of an address', { address: `bitcoin:${OUTSIDE.BTC}?amount=7` }, 'accepted'],
    ['a fee that nobody was shown', { fee: '0.00001' }, 'FEE_CHANGED'],
    ['a fee that was shown a while ago', { fee: '0.00008' }, 'accepted'],
    ['the same fee written otherwise', { fee: '0.000080' }, 'accepted'],
    [
      'a coin whose network nobody asks',
      {
        coin: 'KAS',
        amount: '6',
        address: 'kaspa:qp0l70zd5x85ttwd6jv7g3s3a8llzj96d8dncn4zmhv4tlzx5k2jyqh70xmfj',
      },
      'FEE_UNAVAILABLE',
    ],
    [
      'a missing refund address',
      { coin: 'XMR', amount: '1', address: OUTSIDE.XMR },
      'REFUND_ADDRESS_REQUIRED',
    ],
    ['all but the fee', { amount: '1' }, 'INSUFFICIENT_BALANCE'],
    ['all of it, fee and all', { amount: '0.9999' }, 'accepted'],
    ['a unit more', { amount: '0.99990001' }, 'INSUFFICIENT_BALANCE'],
  ])('%s: %o is %s', async (_what, over, code) => {
    const account = await t.account({ BTC: '1', XMR: '10', USDT: '100', KAS: '100', GRIN: '100' });
    expect(codeOf(await withdraw(account, over))).toBe(code);
    expect(await t.coins.withdrawals(account, { limit: 10, offset: 0 })).toHaveLength(
      code === 'accepted' ? 1 : 0,
    );
  });

  it('need no refund address where nothing can come in (WITHDRAW-03)', async () => {
    const account = await t.account({ XMR: '10' });
    const deposits = (are: boolean) =>
      t.core.store.pool.query("update coins set is_deposit_enabled = $1 where ticker = 'XMR'", [are]);
    const asked = () => withdraw(account, { coin: 'XMR', amount: '1', address: OUTSIDE.XMR });
    await deposits(false);
    expect(codeOf(await asked())).toBe('accepted');
    await deposits(true);
    expect(codeOf(await asked())).toBe('REFUND_ADDRESS_REQUIRED');
  });

  it('need one where an address accepts coins while deposits are off (WITHDRAW-03, WALLET-09)', async () => {
    const account = await t.account({ XMR: '10' });
    const deposits = (are: boolean) =>
      t.core.store.pool.query("update coins set is_deposit_enabled = $1 where ticker = 'XMR'", [are]);
    const isRequired = async (): Promise<boolean | undefined> =>
      (await t.coins.refundAddresses(account, false)).find(({ coin }) => coin === 'XMR')?.is_required;
    const required = [await isRequired()];
    await deposits(false);
    required.push(await isRequired());
    await deposits(true);
    accepted(await t.coins.setRefundAddress(account, 'XMR', OUTSIDE.XMR));
    accepted(await t.coins.depositAddress(account, 'XMR'));
    accepted(await t.coins.removeRefundAddress(account, 'XMR'));
    await deposits(false);
    required.push(await isRequired());
    expect(required).toEqual([true, false, true]);
    expect(codeOf(await withdraw(account, { coin: 'XMR', amount: '1', address: OUTSIDE.XMR }))).toBe(
      'REFUND_ADDRESS_REQUIRED',
    );
    await deposits(true);
  });

  it('of a disabled coin do not leave', async () => {
    const { pool } = t.core.store;
    await pool.query(`update coins set is_withdrawal_enabled = false where ticker = 'AVAX'`);
    const account = await t.account({ AVAX: '5' });
    const over = { coin: 'AVAX', amount: '1', address: OUTSIDE.AVAX };
    expect(codeOf(await withdraw(account, over))).toBe('WITHDRAWALS_DISABLED');
    await pool.query(`update coins set is_withdrawal_enabled = true where ticker = 'AVAX'`);
    expect(codeOf(await withdraw(account, over))).toBe('accepted');
  });

  it('a security cooldown blocks them to its last millisecond, and gives the reason and the time left (WITHDRAW-17)', async () => {
    const account = await t.account({ BTC: '1' });
    await addUser(t.core, account);
    const until = t.clock + 25 * HOUR + 90_000;
    await t.core.store.pool.query(
      `update users set security_cooldown_until = $2, security_cooldown_reason = 'Password changed' where account_id = $1`,
      [account, new Date(until)],
    );
    const start = t.clock;
    const refused = await withdraw(account);
    expect(refused).toMatchObject({
      ok: false,
      status: 403,
      code: 'SECURITY_COOLDOWN',
      parts: {
        message: 'Withdrawals are temporarily blocked to protect your account.',
        reason: 'Password changed',
        time_remaining: '25h 2m',
        cooldown_until: new Date(until).toISOString(),
      },
    });
    t.clock = until - 61_001;
    expect(await withdraw(account)).toMatchObject({ parts: { time_remaining: '1m 2s' } });
    t.clock = until - 1;
    expect(await withdraw(account)).toMatchObject({ parts: { time_remaining: '0m 1s' } });
    t.clock = until;
    expect(codeOf(await withdraw(account))).toBe('accepted');
    t.clock = start;
  });

  it('a key acts once: the same request gets the same answer, another is refused, and a refusal is repeated', async () => {
    const account = await t.account({ BTC: '1' });
    const key = randomUUID();
    const first = accepted(await withdrawBtc(t, account, '0.3', key));
    expect(accepted(await withdrawBtc(t, account, '0.30', key)).row.id).toBe(first.row.id);
    await t.network.mine('BTC', 6);
    expect(accepted(await withdrawBtc(t, account, '0.3', key)).row).toMatchObject({
      id: first.row.id,
      stage: 'completed',
    });
    expect(codeOf(await withdrawBtc(t, account, '0.4', key))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await t.free(account, 'BTC')).toBe('0.6999');
    // Each account has its own keys.
    const other = await t.account({ BTC: '1' });
    expect(codeOf(await withdrawBtc(t, other, '0.3', key))).toBe('accepted');

    const short = randomUUID();
    expect(codeOf(await withdrawBtc(t, account, '5', short))).toBe('INSUFFICIENT_BALANCE');
    await t.core.exchange.fund(account, { BTC: '10' }, 'test');
    expect(codeOf(await withdrawBtc(t, account, '5', short))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(await withdrawBtc(t, account, '5'))).toBe('accepted');
  });

  it('orders and withdrawals share their keys', async () => {
    const account = await t.account({ BTC: '1' });
    const key = randomUUID();
    const order = { pair: 'XMR-BTC', side: 'buy', price: '0.001', quantity: '1' } as const;
    accepted(await t.core.exchange.placeLimit(account, order, key));
    expect(codeOf(await withdrawBtc(t, account, '0.3', key))).toBe('IDEMPOTENCY_KEY_REUSED');
    const other = randomUUID();
    accepted(await withdrawBtc(t, account, '0.3', other));
    expect(codeOf(await t.core.exchange.placeLimit(account, order, other))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('the same key eight times at once: one withdrawal', async () => {
    const account = await t.account({ BTC: '1' });
    const key = randomUUID();
    const all = await Promise.all(Array.from({ length: 8 }, () => withdrawBtc(t, account, '0.1', key)));
    expect(new Set(all.map((outcome) => accepted(outcome).row.id)).size).toBe(1);
    expect(await t.free(account, 'BTC')).toBe('0.8999');
  });

  it('nobody can see or touch the withdrawals of another', async () => {
    const [owner, other] = [await t.account({ BTC: '1' }), await t.account()];
    const { row } = accepted(await withdraw(owner));
    expect(codeOf(await t.coins.withdrawal(other, row.id))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(codeOf(await t.coins.withdrawal(owner, "' or 1=1"))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(await t.coins.withdrawals(other, { limit: 10, offset: 0 })).toEqual([]);
  });
});
