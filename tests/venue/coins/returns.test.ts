import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atomically } from '../../../venue/coins/post.ts';
import { unitsOf } from '../../../venue/ledger/units.ts';
import { readEarned } from '../../../venue/operators/payOut.ts';
import { createRandom } from '../../../venue/random.ts';
import { databases } from '../databases.ts';
import {
  accepted,
  addUser,
  codeOf,
  type CoinsHarness,
  FEES,
  OUTSIDE,
  startCoins,
  withdrawBtc,
} from './harness.ts';

/** `RETURN_HISTORIES` runs more. */
const HISTORIES = Number(process.env.RETURN_HISTORIES ?? 3);
const STEPS = 40;
const REQUIRED = 6;
const FEE = 10_000n;
const PAGE = { limit: 1000, offset: 0 };

describe.each(databases)('deposits that are not credited, on $name', (kind) => {
  let t: CoinsHarness;
  let account: string;
  beforeAll(async () => {
    t = await startCoins(kind);
    // So that a payment too small to be credited is worth returning.
    await t.core.store.pool.query(`update coins set min_deposit_amount = 10000000 where ticker = 'BTC'`);
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    await takeDeposits(true);
    account = await t.account({ USDT: '1' });
    await addUser(t.core, account);
    await t.network.mine('BTC', 30);
  });

  const takeDeposits = (isOn: boolean) =>
    t.core.store.pool.query(`update coins set is_deposit_enabled = $1 where ticker = 'BTC'`, [isOn]);
  const setAddress = async (who = account) =>
    accepted(await t.coins.setRefundAddress(who, 'BTC', OUTSIDE.BTC));
  const deposit = async (id: string, who = account) => accepted(await t.coins.deposit(who, id));
  const returnOf = async (id: string, who = account) => {
    const row = await deposit(id, who);
    return [row.return_stage, row.return_amount, row.return_address];
  };
  /** All payments to the refund address since the database was made, by transaction. */
  const paid = async (hash: string | null) => {
    const { rows } = await t.core.store.pool.query<{ address: string; amount: string }>(
      'select address, amount from payments where coin = $1 and tx_hash = $2',
      ['BTC', hash],
    );
    return rows;
  };
  /** What operators see: what is to be returned, and what is owed including it. */
  const keptApart = async (what: 'unreturned' | 'owed' = 'unreturned') => {
    const rows = (await atomically(t.core.store.pool, readEarned)) as Record<string, string>[];
    return unitsOf(rows.find(({ coin }) => coin === 'BTC')?.[what] ?? '0') ?? 0n;
  };
  const balanced = async () => expect(await t.core.exchange.audit()).toEqual([]);

  it('are returned to the refund address once deep enough, less the network fee (REFUND-07)', async () => {
    await setAddress();
    const id = await t.pay(account, 'BTC', '0.05');
    await t.network.mine('BTC', REQUIRED - 1);
    await t.network.returnDeposits();
    expect(await returnOf(id)).toEqual([null, null, OUTSIDE.BTC]);
    await t.network.mine('BTC', 1);
    await balanced();
    await t.network.returnDeposits();
    await t.network.returnDeposits();
    expect(await returnOf(id)).toEqual(['created', '4990000', OUTSIDE.BTC]);
    await balanced();
    await t.network.mine('BTC', 1);
    expect((await returnOf(id))[0]).toBe('sent');
    await t.network.mine('BTC', REQUIRED);
    expect((await returnOf(id))[0]).toBe('completed');
    const { return_hash: hash, stage } = await deposit(id);
    expect(stage).toBe('small');
    expect(await paid(hash)).toEqual([{ address: OUTSIDE.BTC, amount: '4990000' }]);
    expect(await t.free(account, 'BTC')).toBe('0');
    // It is not one of the user's withdrawals.
    expect(await t.coins.withdrawals(account, PAGE)).toEqual([]);
    await balanced();
  });

  it('wait for a refund address, and are owed meanwhile (REFUND-07)', async () => {
    const [before, owed] = [await keptApart(), await keptApart('owed')];
    const id = await t.pay(account, 'BTC', '0.05');
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    expect(await returnOf(id)).toEqual([null, null, null]);
    expect((await keptApart()) - before).toBe(5_000_000n);
    expect((await keptApart('owed')) - owed).toBe(5_000_000n);
    await setAddress();
    await t.network.returnDeposits();
    // It leaves as a withdrawal, and is owed until then.
    expect([await keptApart(), await keptApart('owed')]).toEqual([before, owed + 5_000_000n]);
    await t.network.mine('BTC', REQUIRED + 1);
    expect((await returnOf(id))[0]).toBe('completed');
    expect(await keptApart()).toBe(before);
    await balanced();
  });

  it('are kept apart where they are too small to be returned, and stay there (REFUND-08)', async () => {
    await setAddress();
    const before = await keptApart();
    const [small, least] = [
      await t.pay(account, 'BTC', '0.00010545'),
      await t.pay(account, 'BTC', '0.00010546'),
    ];
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    await t.network.mine('BTC', REQUIRED + 1);
    expect(await deposit(small)).toMatchObject({ kept_as: 'too_small', return_stage: null });
    expect(await deposit(least)).toMatchObject({ kept_as: 'returned', return_stage: 'completed' });
    expect((await keptApart()) - before).toBe(10_545n);
    await balanced();
  });

  it('include those that came while deposits were off, or to a closed account (REFUND-09)', async () => {
    await setAddress();
    const early = await t.pay(account, 'BTC', '0.5');
    const { address } = accepted(await t.coins.depositAddress(account, 'BTC'));
    await takeDeposits(false);
    accepted(await t.network.pay('BTC', address, 50_000_000n));
    await takeDeposits(true);
    await t.core.store.pool.query('update accounts set is_erased = true where id = $1', [account]);
    accepted(await t.network.pay('BTC', address, 60_000_000n));
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    await t.network.mine('BTC', REQUIRED + 1);
    const found = (await t.coins.deposits(account, PAGE)).map((row) => [
      row.stage,
      row.return_stage,
      row.return_amount,
    ]);
    expect(found).toEqual([
      ['refused', 'completed', '59990000'],
      ['refused', 'completed', '49990000'],
      ['credited', null, null],
    ]);
    // Earlier deposits are the user's.
    expect(await t.depositStage(account, early)).toBe('credited');
    expect(await t.free(account, 'BTC')).toBe('0.5');
    await balanced();
  });

  it('a failed return waits until its user sets an address again, and never pays twice (REFUND-10)', async () => {
    await setAddress();
    const id = await t.pay(account, 'BTC', '0.05');
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    const { rows } = await t.core.store.pool.query<{ id: string }>(
      'select id from withdrawals where returns = $1',
      [id],
    );
    const [first] = rows;
    expect(codeOf(await t.coins.cancelWithdrawal(account, first?.id ?? ''))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(await t.network.failWithdrawal(first?.id ?? '')).toBe(true);
    await t.network.returnDeposits();
    expect(await returnOf(id)).toEqual([null, null, null]);
    await balanced();
    t.clock += 1;
    await setAddress();
    await t.network.returnDeposits();
    await t.network.mine('BTC', REQUIRED + 1);
    expect((await returnOf(id))[0]).toBe('completed');
    await balanced();
  });

  it.each(['XMR', 'AVAX', 'USDT'] as const)('are returned in %s too (REFUND-07)', async (coin) => {
    const { pool } = t.core.store;
    await pool.query(`update coins set min_deposit_amount = 1000000000 where ticker = $1`, [coin]);
    accepted(await t.coins.setRefundAddress(account, coin, OUTSIDE[coin]));
    const id = await t.pay(account, coin, '5');
    const required = t.network.requiredFor(coin);
    await t.network.mine(coin, required);
    await t.network.returnDeposits();
    await t.network.mine(coin, required + 1);
    const fee = unitsOf(FEES[coin]?.current ?? '') ?? 0n;
    expect(await returnOf(id)).toEqual(['completed', String(500_000_000n - fee), OUTSIDE[coin]]);
    await balanced();
  });

  it('a returned one that loses its block is owed by the account until it is back (REFUND-10)', async () => {
    await setAddress();
    await t.core.exchange.fund(account, { BTC: '0.02' }, 'test');
    const id = await t.pay(account, 'BTC', '0.05');
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    await t.network.mine('BTC', 1);
    await t.network.reorganise('BTC', { depth: REQUIRED + 1, blocks: REQUIRED + 2, drops: false });
    expect(await deposit(id)).toMatchObject({ kept_as: null, covered: '5000000' });
    await balanced();
    expect(codeOf(await withdrawBtc(t, account, '0.01'))).toBe('DEPOSIT_UNDONE');
    expect(await t.free(account, 'BTC')).toBe('0');
    await balanced();
    await t.network.mine('BTC', REQUIRED);
    expect(await t.free(account, 'BTC')).toBe('0.02');
    expect(await deposit(id)).toMatchObject({ covered: '0', return_stage: 'completed' });
    await balanced();
  });

  it('if its return then fails too, the account gets back what it paid (REFUND-10)', async () => {
    await setAddress();
    await t.core.exchange.fund(account, { BTC: '0.02' }, 'test');
    const id = await t.pay(account, 'BTC', '0.05');
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    await t.network.mine('BTC', 1);
    await t.network.reorganise('BTC', { depth: REQUIRED + 1, blocks: REQUIRED + 2, drops: true });
    await withdrawBtc(t, account, '0.01');
    expect(await t.free(account, 'BTC')).toBe('0');
    const { rows } = await t.core.store.pool.query<{ id: string }>(
      'select id from withdrawals where returns = $1',
      [id],
    );
    await t.network.failWithdrawal(rows[0]?.id ?? '');
    expect(await t.free(account, 'BTC')).toBe('0.02');
    expect(await deposit(id)).toMatchObject({ covered: '0' });
    await balanced();
  });

  it('do not leave while the account owes, or may not withdraw, and leave afterwards (REFUND-10)', async () => {
    await setAddress();
    const id = await t.pay(account, 'BTC', '0.05');
    await t.network.mine('BTC', REQUIRED);
    await t.network.returnDeposits();
    await t.core.store.pool.query(
      `update users set security_cooldown_until = $2, security_cooldown_reason = 'test' where account_id = $1`,
      [account, new Date(t.clock + 1000)],
    );
    await t.network.mine('BTC', 1);
    await t.network.returnDeposits();
    expect((await returnOf(id))[0]).toBeNull();
    t.clock += 2000;
    await t.network.returnDeposits();
    await t.network.mine('BTC', REQUIRED + 1);
    expect((await returnOf(id))[0]).toBe('completed');
    await balanced();
  });

  it.each(Array.from({ length: HISTORIES }, (_, index) => index + 1))(
    'after any history every coin of it is credited, returned once, or kept apart (REFUND-10, history %i)',
    async (seed) => {
      const random = createRandom(`returns-${seed}`);
      const accounts = await Promise.all([0, 1, 2].map(() => t.account({ BTC: '1' })));
      const any = () => accounts[random.whole(0, 2)] ?? '';
      const ids: { readonly id: string; readonly who: string }[] = [];
      const lines: string[] = [];
      for (let count = 0; count < STEPS; count += 1) {
        const dice = random.next();
        t.clock += 1;
        if (dice < 0.3) {
          const who = any();
          const amount = ['0.0001', '0.0002', '0.03', '0.09999999', '0.2'][random.whole(0, 4)] ?? '';
          await takeDeposits(random.next() < 0.7);
          ids.push({ id: await payAnyway(who, amount), who });
          lines.push(`pay ${amount}`);
        } else if (dice < 0.4) await setAddress(any());
        else if (dice < 0.45) await t.coins.removeRefundAddress(any(), 'BTC');
        else if (dice < 0.65) await t.network.returnDeposits();
        else if (dice < 0.85) await t.network.mine('BTC', random.whole(1, REQUIRED));
        else if (dice < 0.93) {
          const depth = random.whole(1, REQUIRED + 4);
          await t.network.reorganise('BTC', { depth, blocks: depth + 1, drops: random.next() < 0.3 });
          lines.push(`reorganise ${depth}`);
        } else {
          const { rows } = await t.core.store.pool.query<{ id: string }>(
            `select id from withdrawals where returns is not null and coin = 'BTC' order by number desc limit 3`,
          );
          await t.network.failWithdrawal(rows[random.whole(0, 2)]?.id ?? accounts[0] ?? '');
          lines.push('fail');
        }
        expect([lines.slice(-8), await t.core.exchange.audit()]).toEqual([lines.slice(-8), []]);
      }
      await t.network.mine('BTC', REQUIRED);
      for (const who of accounts) await setAddress(who);
      t.clock += 1;
      for (const who of accounts) await setAddress(who);
      // Debts for lost payments end when those come back, or are paid here.
      for (const who of accounts) await t.core.exchange.fund(who, { BTC: '10' }, 'test');
      for (const who of accounts) await withdrawBtc(t, who, '0.01');
      for (let round = 0; round < 3; round += 1) {
        await t.network.returnDeposits();
        await t.network.mine('BTC', REQUIRED + 1);
      }
      const faults: string[] = [];
      for (const { id, who } of ids) faults.push(...(await faultsOf(id, who)));
      expect(faults).toEqual([]);
      const { rows } = await t.core.store.pool.query(
        `select returns from withdrawals where returns is not null and stage in ('sent', 'completed')
         group by returns having count(*) > 1`,
      );
      expect(rows).toEqual([]);
      await balanced();
    },
  );

  /** What is wrong with a deposit once everything is final. */
  async function faultsOf(id: string, who: string): Promise<string[]> {
    const row = await deposit(id, who);
    const amount = BigInt(row.amount);
    if (row.stage === 'credited' || row.stage === 'undone') return [];
    if (row.kept_as === 'too_small')
      return row.return_stage === null && amount < FEE + 546n ? [] : ['not too small'];
    if (row.return_stage !== 'completed') return ['not returned'];
    if (row.kept_as === null) return row.covered === '0' ? [] : ['returned, lost, and not paid back'];
    const [payment] = await paid(row.return_hash);
    const isPaid = payment?.address === OUTSIDE.BTC && payment.amount === String(amount - FEE);
    return isPaid ? [] : ['not paid as it should'];
  }

  /** Also while deposits are off: somebody who has the address pays. */
  async function payAnyway(who: string, amount: string): Promise<string> {
    const { rows } = await t.core.store.pool.query<{ is_on: boolean }>(
      `select is_deposit_enabled as is_on from coins where ticker = 'BTC'`,
    );
    await takeDeposits(true);
    const { address } = accepted(await t.coins.depositAddress(who, 'BTC'));
    await takeDeposits(rows[0]?.is_on ?? true);
    const hash = accepted(await t.network.pay('BTC', address, unitsOf(amount) ?? 0n));
    const found = (await t.coins.deposits(who, PAGE)).find(({ tx_hash }) => tx_hash === hash);
    return found?.id ?? '';
  }
});
