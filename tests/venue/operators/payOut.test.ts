import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../src/domain/decimal.ts';
import { atomically } from '../../../venue/coins/post.ts';
import { textOf } from '../../../venue/ledger/units.ts';
import { approvesNow, removeOperator } from '../../../venue/operators/operators.ts';
import { payOutFees, readEarned } from '../../../venue/operators/payOut.ts';
import { readOperations } from '../../../venue/operators/trail.ts';
import { RefusedError } from '../../../venue/refused.ts';
import { takeSnapshot } from '../../../venue/solvency/snapshot.ts';
import { ENTRY_BYTES } from '../../../venue/solvency/tree.ts';
import { addUser } from '../coins/harness.ts';
import { accepted, type Harness, startCore, tamper } from '../core/harness.ts';
import { databases } from '../databases.ts';

const AT = new Date(Date.UTC(2026, 10, 21));
const REASON = 'Server bills';

describe.each(databases)('payouts of fees (OPERATOR-19), on $name', (kind) => {
  let t: Harness;
  let house: string;

  beforeAll(async () => {
    t = await startCore(kind, 'on disk');
    for (const [index, name] of ['ann', 'ben', 'cleo'].entries())
      await t.store.pool.query(
        'insert into operators (name, public_key, added_at, confirmed_at) values ($1, $2, $3, $3)',
        [name, Buffer.alloc(32, index), new Date(AT.getTime() - 7 * 86_400_000)],
      );
    house = await t.account();
    await addUser(t, house);
    const [maker, taker] = [await t.account({ XMR: '10' }), await t.account({ BTC: '1' })];
    const order = { pair: 'XMR-BTC', price: '0.004', quantity: '10' } as const;
    accepted(await t.exchange.placeLimit(maker, { ...order, side: 'sell' }));
    accepted(await t.exchange.placeLimit(taker, { ...order, side: 'buy' }));
    await t.settled();
  });
  afterAll(() => t.remove());

  const give = (operator: string, amount: string, more: { coin?: string; email?: string; at?: Date } = {}) =>
    atomically(t.store.pool, (client) =>
      payOutFees(
        client,
        { operator, reason: REASON, email: more.email ?? house },
        { coin: more.coin ?? 'XMR', amount },
        more.at ?? AT,
      ),
    );
  const codeOf = async (doing: Promise<unknown>): Promise<string> =>
    doing.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof RefusedError) return error.code;
        throw error;
      },
    );
  const left = async (): Promise<unknown> => {
    const rows = await atomically(t.store.pool, readEarned);
    return rows.find((row) => 'coin' in row && row.coin === 'XMR');
  };
  const paid = async (): Promise<string> => (await t.balances(house)).XMR ?? 'nothing';
  const owed = async (): Promise<bigint> => {
    const { coins } = await takeSnapshot(t.store.audits);
    const entries = coins.find(({ coin }) => coin === 'XMR')?.owed ?? Buffer.alloc(0);
    let sum = 0n;
    for (let at = ENTRY_BYTES - 8; at < entries.length; at += ENTRY_BYTES) sum += entries.readBigInt64BE(at);
    return sum;
  };

  it('need two, who give the same; the ledger balances, and the trail says who and why', async () => {
    const [before, { trading }] = [await owed(), (await left()) as { trading: string }];
    expect(await left()).toMatchObject({ owed: textOf(before), unreturned: '0' });
    // 10 XMR at the taker's fee.
    expect(Number(trading)).toBeGreaterThan(0.01);
    expect(await give('ann', '0.005')).toEqual({ approvals: 1, needed: 2 });
    expect(await paid()).toBe('nothing');
    expect(await codeOf(give('ann', '0.005'))).toBe('APPROVED_ALREADY');
    expect(await give('ben', '0.0051')).toMatchObject({ approvals: 1 });
    expect(await give('ben', '0.00500')).toEqual({ approvals: 2, needed: 2 });
    expect(await paid()).toBe('0.005/0');
    expect(await left()).toMatchObject({ trading, paid: '0.005', owed: textOf(before + 500_000n) });
    // From now on somebody is owed what was earned.
    expect((await owed()) - before).toBe(500_000n);
    await t.balanced();
    expect((await atomically(t.store.pool, (client) => readOperations(client, 3))).reverse()).toEqual([
      expect.objectContaining({ operator: 'ann', action: 'begin-pay-out', subject: `XMR=0.005:${house}` }),
      expect.objectContaining({ operator: 'ben', action: 'begin-pay-out', subject: `XMR=0.0051:${house}` }),
      expect.objectContaining({ operator: 'ben', action: 'pay-out', reason: REASON }),
    ]);
  });

  it('a late or repeated approval of a payout is not half of a second one', async () => {
    const later = (days: number) => new Date(AT.getTime() + days * 86_400_000);
    expect(await codeOf(give('cleo', '0.005'))).toBe('PAID_BEFORE');
    expect(await codeOf(give('ben', '0.005', { at: later(2.9) }))).toBe('PAID_BEFORE');
    await expect(give('cleo', '0.005')).rejects.toThrow(
      'This was paid at 2026-11-21T00:00:00.000Z. Pay another amount, or the same after 3 days.',
    );
    const more = { at: later(3) };
    expect(await give('cleo', '0.005', more)).toMatchObject({ approvals: 1 });
    expect(await give('ann', '0.005', more)).toMatchObject({ approvals: 2 });
    expect(await paid()).toBe('0.01/0');
  });

  it('never exceed what was earned, and never go to nobody', async () => {
    for (const [code, amount, more] of [
      ['TOO_MUCH', '1', {}],
      ['TOO_MUCH', '0.00000001', { coin: 'KAS' }],
      ['VALIDATION_FAILED', '0', {}],
      ['VALIDATION_FAILED', '-0.001', {}],
      ['VALIDATION_FAILED', '0.000000001', {}],
      ['USER_NOT_FOUND', '0.001', { email: 'nobody@example.org' }],
    ] as const)
      expect(await codeOf(give('cleo', amount, more)), `${amount} ${code}`).toBe(code);
    expect(await paid()).toBe('0.01/0');
  });

  it('two concurrent operators pay once, and of two payouts that do not both fit one is made', async () => {
    expect(
      (await Promise.all([give('ann', '0.001'), give('cleo', '0.001')])).map((one) => one.approvals),
    ).toEqual(expect.arrayContaining([1, 2]));
    expect(await paid()).toBe('0.011/0');
    const { left: rest } = (await left()) as { left: string };
    const units = toUnits(rest, 8) ?? 0n;
    const [most, more] = [textOf(units - 100_000n), textOf(units - 50_000n)];
    for (const amount of [most, more]) expect(await give('ann', amount)).toMatchObject({ approvals: 1 });
    const codes = await Promise.all([codeOf(give('ben', most)), codeOf(give('cleo', more))]);
    expect(codes.sort()).toEqual(['TOO_MUCH', 'done']);
    await t.balanced();
  });

  it('a kill between the steps keeps the first approval, and pays neither half nor twice', async () => {
    const before = await paid();
    expect(await give('ann', '0.0001')).toMatchObject({ approvals: 1 });
    await t.restart();
    const killed = atomically(t.store.pool, async (client) => {
      await payOutFees(
        client,
        { operator: 'ben', reason: REASON, email: house },
        { coin: 'XMR', amount: '0.0001' },
        AT,
      );
      throw new Error('killed before the commit');
    });
    await expect(killed).rejects.toThrow('killed before the commit');
    await t.restart();
    expect(await paid()).toBe(before);
    await t.balanced();
    expect(await give('ben', '0.0001')).toMatchObject({ approvals: 2 });
    await t.restart();
    const { paid: sum } = (await left()) as { paid: string };
    expect(await paid()).toBe(`${sum}/0`);
    await t.balanced();
  });

  it.skipIf(kind.name === 'PGlite')('an operator who is removed meanwhile approves nothing', async () => {
    const isWaited = async (): Promise<boolean> => {
      const { rows } = await t.store.pool.query(
        `select from pg_locks where relation = 'operator_approvals'::regclass and not granted`,
      );
      return rows.length > 0;
    };
    // For a release, or a transaction that is given up.
    const isRowWaited = async (): Promise<boolean> => {
      const { rows } = await t.store.pool.query(
        `select from pg_locks where locktype = 'transactionid' and not granted`,
      );
      return rows.length > 0;
    };
    let late: Promise<string> | undefined;
    let other: Promise<string> | undefined;
    await atomically(t.store.pool, async (client) => {
      await removeOperator(client, { operator: 'ann', subject: 'cleo', reason: 'Left' }, AT);
      late = codeOf(give('cleo', '0.00012'));
      other = codeOf(atomically(t.store.pool, (its) => approvesNow(its, 'cleo', AT)));
      while (!(await isWaited()) || !(await isRowWaited()));
    });
    expect([await late, await other]).toEqual(['TOO_NEW', 'TOO_NEW']);
  });

  it('an audit finds a payout to another account than the approved one', async () => {
    await t.store.pool.query('alter table operations disable trigger append_only');
    const [other, to] = [
      await t.account(),
      'what was paid out of the fees is not what two operators have approved',
    ];
    const swap = (from: string, into: string) =>
      tamper(t.store.pool, 'update operations set subject = replace(subject, $1, $2)', [from, into]);
    await swap(house, other);
    const findings = (await t.exchange.audit()).filter((one) => one.startsWith(to));
    expect(findings).toHaveLength(2);
    for (const account of [house, other])
      expect(findings).toContainEqual(expect.stringContaining(`: account ${account}, XMR`));
    await swap(other, house);
    expect((await t.exchange.audit()).filter((one) => one.startsWith(to))).toEqual([]);
  });

  it('an audit finds a payout that nobody has approved', async () => {
    const plant = (units: number) =>
      tamper(
        t.store.pool,
        `update operations set subject = replace(subject, '=0.0001:', '=' || ($1::numeric / 100000000)::text || ':')
         where action = 'pay-out' and subject like 'XMR=0.0001:%'`,
        [units],
      );
    await t.store.pool.query('alter table operations disable trigger append_only');
    expect(await plant(20_000)).toBe(1);
    expect(await t.exchange.audit()).toContainEqual(
      expect.stringMatching(
        /^what was paid out of the fees is not what two operators have approved: house paid-out, XMR/,
      ),
    );
  });
});
