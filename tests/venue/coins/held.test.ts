import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveWithdrawal, listHeld, refuseHeld } from '../../../venue/coins/held.ts';
import { atomically, type Client } from '../../../venue/coins/post.ts';
import type { Outcome } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, addUser, codeOf, type CoinsHarness, OUTSIDE, startCoins, withdrawBtc } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CEILINGS = { account: { BTC: '1' }, venue: { AVAX: '100' } };

describe.each(databases)('withdrawals above a daily ceiling, on $name', (kind) => {
  let t: CoinsHarness;
  let account: string;

  beforeAll(async () => {
    t = await startCoins(kind, new Map(), CEILINGS);
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    // Nothing of the previous test is within 24 hours.
    t.clock += 2 * DAY;
    account = await t.account({ BTC: '10', AVAX: '1000' });
    await addUser(t.core, account);
  });

  const act = <T>(work: (client: Client) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    atomically(t.core.store.pool, work);
  const approve = (id: string, operator: string) =>
    act((client) => approveWithdrawal(client, id, operator, new Date(t.clock)));
  const refuse = (id: string, reason: string) =>
    act((client) => refuseHeld(client, id, reason, new Date(t.clock)));
  const withdraw = async (amount: string, by = account) => accepted(await withdrawBtc(t, by, amount)).row;
  const withdrawAvax = async (amount: string, by = account) =>
    accepted(await t.coins.withdraw(by, { coin: 'AVAX', amount, address: OUTSIDE.AVAX }, randomUUID())).row;
  const held = async () => (await listHeld(t.core.store.pool)).map(({ id }) => id);

  it('an account withdraws up to its ceiling in 24 hours, and anything above waits with its coins held (HELD-05)', async () => {
    expect(await withdraw('0.4')).toMatchObject({ stage: 'created' });
    expect(await withdraw('0.6')).toMatchObject({ stage: 'created' });
    const { id, stage } = await withdraw('0.01');
    expect(stage).toBe('held');
    expect(await t.free(account, 'BTC')).toBe('8.9897');
    await t.network.mine('BTC', 1);
    expect(await t.withdrawalStage(account, id)).toBe('held');
    expect(await t.core.exchange.audit()).toEqual([]);
    // Others are not delayed by it.
    const other = await t.account({ BTC: '5' });
    expect(await withdraw('1', other)).toMatchObject({ stage: 'created' });
  });

  it('withdrawals older than 24 hours do not count (HELD-05)', async () => {
    await withdraw('1');
    t.clock += DAY - 1;
    expect((await withdraw('0.1')).stage).toBe('held');
    t.clock += 1;
    expect((await withdraw('1')).stage).toBe('created');
  });

  it('waiting, refused and cancelled withdrawals do not count (HELD-05)', async () => {
    const first = await withdraw('2');
    expect((await withdraw('0.5')).stage).toBe('created');
    accepted(await t.coins.cancelWithdrawal(account, first.id));
    const second = await withdraw('2');
    accepted(await refuse(second.id, 'No'));
    expect((await withdraw('0.5')).stage).toBe('created');
    expect((await withdraw('0.1')).stage).toBe('held');
  });

  it('of many at once no more than the ceiling goes through (HELD-05)', async () => {
    const rows = await Promise.all(Array.from({ length: 8 }, () => withdraw('0.3')));
    expect(rows.filter(({ stage }) => stage === 'created')).toHaveLength(3);
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('the user cancels it while it waits and gets amount and fee back, once (HELD-06)', async () => {
    const { id } = await withdraw('3');
    expect(await t.free(account, 'BTC')).toBe('6.9999');
    const stranger = await t.account({});
    expect(codeOf(await t.coins.cancelWithdrawal(stranger, id))).toBe('WITHDRAWAL_NOT_FOUND');
    const both = await Promise.all([
      t.coins.cancelWithdrawal(account, id),
      t.coins.cancelWithdrawal(account, id),
    ]);
    expect(both.map(codeOf)).toEqual(['accepted', 'accepted']);
    expect(await t.free(account, 'BTC')).toBe('10');
    expect(codeOf(await approve(id, 'ann'))).toBe('NOT_HELD');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('in a restored copy, which may have paid it before, neither side can refund it (OPERATOR-18)', async () => {
    const { id } = await withdraw('2');
    await t.core.store.pool.query(`insert into uncompared_coins (coin, height) values ('BTC', 0)`);
    expect(codeOf(await t.coins.cancelWithdrawal(account, id))).toBe('WITHDRAWALS_STOPPED');
    expect(codeOf(await refuse(id, 'No'))).toBe('WITHDRAWALS_STOPPED');
    expect(await t.withdrawalStage(account, id)).toBe('held');
    await t.core.store.pool.query('delete from uncompared_coins');
    accepted(await t.coins.cancelWithdrawal(account, id));
  });

  it('a released one cannot be cancelled (HELD-06)', async () => {
    const { id } = await withdraw('1');
    expect(codeOf(await t.coins.cancelWithdrawal(account, id))).toBe('NOT_CANCELLABLE');
  });

  it('all accounts together have a ceiling too, also for concurrent withdrawals (HELD-07)', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => t.account({ AVAX: '100' })));
    const rows = await Promise.all(others.map((other) => withdrawAvax('30', other)));
    expect(rows.filter(({ stage }) => stage === 'created')).toHaveLength(3);
    // One that is large enough to wait delays nobody else.
    expect((await withdrawAvax('500')).stage).toBe('held');
    expect((await withdrawAvax('10')).stage).toBe('created');
    t.clock += DAY;
    expect((await withdrawAvax('100')).stage).toBe('created');
  });

  it('two different operators release it, and it leaves (OPERATOR-03)', async () => {
    const { id } = await withdraw('2');
    expect(accepted(await approve(id, 'ann'))).toMatchObject({ approvals: 1, row: { stage: 'held' } });
    expect(codeOf(await approve(id, 'ann'))).toBe('APPROVED_ALREADY');
    await t.network.mine('BTC', 1);
    expect(await t.withdrawalStage(account, id)).toBe('held');
    expect(accepted(await approve(id, 'ben'))).toMatchObject({ approvals: 2, row: { stage: 'created' } });
    expect(await held()).not.toContain(id);
    await t.network.mine('BTC', 1);
    expect(await t.withdrawalStage(account, id)).toBe('sent');
    expect(await t.core.exchange.audit()).toEqual([]);
    // From its release on it counts.
    expect((await withdraw('0.01')).stage).toBe('held');
  });

  it('cancelled and released at the same moment, only one takes effect (HELD-06, OPERATOR-03)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await withdraw('2');
      accepted(await approve(id, 'ann'));
      const answers = await Promise.all([t.coins.cancelWithdrawal(account, id), approve(id, 'ben')]);
      expect(answers.map(codeOf).filter((code) => code === 'accepted')).toHaveLength(1);
      t.clock += DAY;
    }
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a refused one returns amount and fee, with the reason (OPERATOR-04)', async () => {
    const { id } = await withdraw('2');
    accepted(await refuse(id, 'The address is on a list of thieves.'));
    expect(await t.free(account, 'BTC')).toBe('10');
    expect(accepted(await t.coins.withdrawal(account, id)).row).toMatchObject({
      stage: 'failed',
      refused_reason: 'The address is on a list of thieves.',
    });
    expect(codeOf(await refuse(id, 'Again'))).toBe('NOT_HELD');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('in a security cooldown it is not released (WITHDRAW-17)', async () => {
    const { id } = await withdraw('2');
    await t.core.store.pool.query('update users set security_cooldown_until = $2 where account_id = $1', [
      account,
      new Date(t.clock + HOUR),
    ]);
    expect(codeOf(await approve(id, 'ann'))).toBe('SECURITY_COOLDOWN');
    t.clock += HOUR;
    expect(codeOf(await approve(id, 'ann'))).toBe('accepted');
    expect(codeOf(await approve('no id', 'ann'))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(codeOf(await refuse(randomUUID(), 'No'))).toBe('WITHDRAWAL_NOT_FOUND');
  });

  it('above its ceiling, a coin whose withdrawals both sides sign is refused (HELD-08)', async () => {
    const signing = {
      open: () => Promise.reject(new Error('opened')),
      slatepackOf: () => Promise.resolve(null),
    };
    const g = await startCoins(kind, new Map([['GRIN', signing]]), { account: { GRIN: '5' }, venue: {} });
    try {
      const rich = await g.account({ GRIN: '20' });
      accepted(await g.coins.setRefundAddress(rich, 'GRIN', OUTSIDE_GRIN));
      const asked = { coin: 'GRIN', amount: '6', address: '' };
      expect(codeOf(await g.coins.withdraw(rich, asked, undefined))).toBe('ABOVE_DAILY_CEILING');
      expect(await g.free(rich, 'GRIN')).toBe('20');
    } finally {
      await g.remove();
    }
  });
});

const OUTSIDE_GRIN = 'grin14kgku7l5x6te3arast3p59zk4rteznq2ug6kmmypf2d6z8md76eqg3su35';
