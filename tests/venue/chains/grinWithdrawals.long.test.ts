import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChainReader, ChainSender } from '../../../venue/chains/port.ts';
import type { NodeTransaction } from '../../../venue/grin/transaction.ts';
import { unpack, pack } from '../../../venue/grin/pack.ts';
import { accepted } from '../coins/harness.ts';
import { type GrinVenue, REQUIRED, startGrinVenue } from './grinVenue.ts';

describe('withdrawals of GRIN through a node (CHAIN-33)', () => {
  let v: GrinVenue;
  let account: string;
  beforeAll(async () => {
    v = await startGrinVenue();
  });
  afterAll(() => v?.close());
  beforeEach(async () => {
    v.node.lies.clear();
    v.node.hangs.clear();
    v.node.halves.clear();
    account = await v.core.account();
    await v.deposit(account, '20');
  });

  const finalize = (s2: string) => v.grin.finalize(account, s2, undefined);
  const rowsOf = async (sql: string, ...values: unknown[]) =>
    (await v.core.store.pool.query<Record<string, string | null>>(sql, values)).rows;
  const stored = async (id: string): Promise<NodeTransaction> => {
    const [row] = (
      await v.core.store.pool.query<{ bytes: Buffer }>(
        'select bytes from chain_transactions where withdrawal_id = $1',
        [id],
      )
    ).rows;
    return JSON.parse(String(row?.bytes)) as NodeTransaction;
  };

  it('are paid with a coin on the chain, posted as stored, and completed when deep enough', async () => {
    const { id, s1 } = await v.withdraw(account, '4');
    const s2 = await v.user.receive(s1);
    const { txHash } = accepted(await finalize(s2));
    expect(await v.stage(account, id)).toBe('sent');
    const pushes = v.node.pushed.length;
    await v.send();
    expect(v.node.pushed.slice(pushes)).toEqual([JSON.stringify(await stored(id))]);
    expect(v.node.pool.map(({ body }) => body.kernels[0]?.excess)).toEqual([txHash]);
    expect(await v.chain.placeOf(txHash)).toEqual({ kind: 'waiting' });
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
    expect(await v.free(account)).toBe('15.977');
    // One input, the user's output and the change: 46 × 500,000.
    expect((await stored(id)).body.kernels[0]?.features.Plain.fee).toBe(23_000_000);
    const [change] = await rowsOf('select amount from grin_outputs where deposit_id is null');
    expect(change?.amount).toBe(String(20_000_000_000 - 4_000_000_000 - 23_000_000));
    await v.audited();
  });

  it('use the smallest coin that is enough, else the largest together, each with its fee', async () => {
    await v.core.store.pool.query(`update grin_outputs set spent_height = height where true`);
    for (const amount of ['5', '9', '6']) await v.deposit(account, amount);
    const small = await v.withdraw(account, '5.5');
    const taken = (id: string) =>
      rowsOf('select amount from grin_outputs where withdrawal_id = $1 order by amount', id);
    expect(await taken(small.id)).toEqual([{ amount: '6000000000' }]);
    const large = await v.withdraw(account, '12');
    expect(await taken(large.id)).toEqual([{ amount: '5000000000' }, { amount: '9000000000' }]);
    accepted(await finalize(await v.user.receive(large.s1)));
    const { inputs, outputs, kernels } = (await stored(large.id)).body;
    expect([inputs.length, outputs.length, kernels[0]?.features.Plain.fee]).toEqual([2, 2, 23_500_000]);
    await v.send();
    expect(v.node.pool).toHaveLength(1);
    accepted(await finalize(await v.user.receive(small.s1)));
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, large.id)).toBe('completed');
    expect(await v.stage(account, small.id)).toBe('completed');
    await v.audited();
  });

  it('are refused while too little is free, and lock their coins until they are refunded', async () => {
    await v.core.store.pool.query(`update grin_outputs set spent_height = height where height is not null`);
    await v.deposit(account, '8');
    const first = await v.withdraw(account, '3');
    expect(await v.freeCoins()).toBe(0n);
    expect(await v.ask(account, '3')).toMatchObject({ ok: false, code: 'WALLET_LOW' });
    const before = await v.free(account);
    accepted(await v.coins.cancelWithdrawal(account, first.id));
    expect(Number(await v.free(account))).toBeCloseTo(Number(before) + 3.023, 8);
    const second = await v.withdraw(account, '3');
    expect(await finalize(await v.user.receive(first.s1))).toMatchObject({
      ok: false,
      code: 'WINDOW_CLOSED',
    });
    accepted(await finalize(await v.user.receive(second.s1)));
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, second.id)).toBe('completed');
    expect(await v.stage(account, first.id)).toBe('cancelled');
    await v.audited();
  });

  it('free their coins when the window closes', async () => {
    await v.core.store.pool.query(`update grin_outputs set spent_height = height where height is not null`);
    await v.deposit(account, '8');
    const { id } = await v.withdraw(account, '3');
    expect(await v.freeCoins()).toBe(0n);
    v.ahead = 3_600_000;
    await v.expire();
    v.ahead = 0;
    expect(await v.stage(account, id)).toBe('cancelled');
    expect(await v.freeCoins()).toBe(800_000_000n);
  });

  const dying: readonly (readonly [string, (chain: ChainReader & ChainSender) => ChainSender['send']])[] = [
    [
      'before it posts',
      () => async () => {
        throw new Error('the venue died here');
      },
    ],
    [
      'after it has posted, with the answer lost',
      (chain) => async (bytes) => {
        await chain.send(bytes);
        throw new Error('the venue died here');
      },
    ],
    [
      'when it is in a block and nobody knows',
      (chain) => async (bytes) => {
        await chain.send(bytes);
        v.node.mine(1);
        throw new Error('the venue died here');
      },
    ],
  ];
  it.each(dying)('pay once with the same bytes, although the venue dies %s', async (_, die) => {
    const { id, s1 } = await v.withdraw(account, '2');
    accepted(await finalize(await v.user.receive(s1)));
    await v.send({ ...v.chain, send: die(v.chain) });
    await v.follow();
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
    const text = JSON.stringify(await stored(id));
    const { excess = '' } = (await stored(id)).body.kernels[0] ?? {};
    expect(v.node.pushed.filter((one) => one.includes(excess)).every((one) => one === text)).toBe(true);
    await v.audited();
  });

  it('leave no trace when the database dies before they are stored, and the reply works again', async () => {
    const { id, s1 } = await v.withdraw(account, '2');
    const s2 = await v.user.receive(s1);
    const { pool } = v.core.store;
    await pool.query(`create function no_store() returns trigger language plpgsql as $$
      begin raise exception 'the venue died here'; end $$`);
    await pool.query(`create trigger no_store before insert on chain_inputs execute function no_store()`);
    await expect(finalize(s2)).rejects.toThrow('died here');
    await pool.query('drop trigger no_store on chain_inputs');
    expect(await v.stage(account, id)).toBe('awaiting');
    await v.send();
    accepted(await finalize(s2));
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
    await v.audited();
  });

  it('removed from their block by a reorganisation are posted again', async () => {
    const { id, s1 } = await v.withdraw(account, '2');
    const { txHash } = accepted(await finalize(await v.user.receive(s1)));
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
    v.node.reorganise(REQUIRED);
    await v.follow();
    expect(await v.stage(account, id)).toBe('sent');
    expect(await v.chain.placeOf(txHash)).toEqual({ kind: 'unknown' });
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
    await v.audited();
  });

  it.each<[string, () => void]>([
    ['refuses them', () => void v.node.lies.set('push_transaction', { Err: { Internal: 'no' } })],
    ['never answers', () => void v.node.hangs.add('push_transaction')],
    ['sends half an answer', () => void v.node.halves.add('push_transaction')],
  ])('wait, and are reported as stuck, while the node %s', async (_, spoil) => {
    const { id, s1 } = await v.withdraw(account, '2');
    accepted(await finalize(await v.user.receive(s1)));
    spoil();
    await v.send();
    const unsent = () =>
      rowsOf('select 1 from chain_transactions where withdrawal_id = $1 and unsent_since is not null', id);
    // Half an answer may follow a push that was accepted: the node knows it in the next round.
    expect(await unsent()).toHaveLength(v.node.pool.length === 0 ? 1 : 0);
    v.node.lies.clear();
    v.node.hangs.clear();
    v.node.halves.clear();
    await v.send();
    expect(await unsent()).toEqual([]);
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
  });

  it('are not finalized with a reply whose output is already on the chain, or that has two', async () => {
    const { id, s1 } = await v.withdraw(account, '2');
    const s2 = await v.user.receive(s1);
    const read = unpack(s2, v.user.wallet.identity);
    if (!read.ok) throw new Error(read.code);
    const [one] = read.slate.commitments ?? [];
    if (!one) throw new Error('a reply without an output');
    v.node.give(Buffer.from(one.commitment).toString('hex'));
    v.node.mine(1);
    expect(await finalize(s2)).toMatchObject({ ok: false, code: 'OUTPUT_EXISTS' });
    const two = { ...read.slate, commitments: [one, one] };
    expect((await finalize(pack(two))).ok).toBe(false);
    expect(await v.stage(account, id)).toBe('awaiting');
    expect(await rowsOf('select 1 from chain_transactions where withdrawal_id = $1', id)).toEqual([]);
  });

  it('are not finalized with coins that are gone, nor while the node does not answer', async () => {
    const { id, s1 } = await v.withdraw(account, '2');
    const s2 = await v.user.receive(s1);
    v.node.hangs.add('get_outputs');
    expect(await finalize(s2)).toMatchObject({ ok: false, code: 'WITHDRAWALS_DISABLED' });
    v.node.hangs.clear();
    const [coin] = await rowsOf('select commitment from grin_outputs where withdrawal_id = $1', id);
    v.node.lose(coin?.commitment ?? '');
    expect(await finalize(s2)).toMatchObject({ ok: false, code: 'COINS_GONE' });
    accepted(await v.coins.cancelWithdrawal(account, id));
    const again = await v.withdraw(account, '2');
    expect(
      await rowsOf('select commitment from grin_outputs where withdrawal_id = $1', again.id),
    ).not.toEqual([coin]);
    accepted(await finalize(await v.user.receive(again.s1)));
    await v.send();
    await v.confirm();
    expect(await v.stage(account, again.id)).toBe('completed');
  });

  it('running concurrently never use the same coin, and the database refuses to spend one twice', async () => {
    await v.deposit(account, '20');
    const both = await Promise.all([v.withdraw(account, '2'), v.withdraw(account, '2')]);
    const taken = both.map(({ id }) => id);
    const coins = await rowsOf('select withdrawal_id from grin_outputs where withdrawal_id = any($1)', taken);
    expect(new Set(coins.map((row) => row.withdrawal_id)).size).toBe(2);
    const [first] = both;
    accepted(await finalize(await v.user.receive(first.s1)));
    const [input] = await rowsOf(
      `select input from chain_inputs i join chain_transactions t using (coin, tx_hash) where t.withdrawal_id = $1`,
      first.id,
    );
    await expect(
      v.core.store.pool.query(
        `insert into chain_inputs (coin, input, tx_hash) select coin, $1, tx_hash
        from chain_transactions where withdrawal_id = $2`,
        [input?.input, first.id],
      ),
    ).rejects.toThrow('chain_inputs_pkey');
  });

  it('from one user to another are one payment and one deposit', async () => {
    const other = await v.core.account();
    const { id, s1 } = await v.withdraw(account, '2');
    const { slatepack } = accepted(await v.grin.receive(other, s1));
    accepted(await finalize(slatepack));
    await v.send();
    await v.confirm();
    await v.send();
    expect(await v.stage(account, id)).toBe('completed');
    expect(await v.free(other)).toBe('2');
    await v.audited();
  });

  it('reveal coins that somebody else with the seed has spent (CHAIN-34)', async () => {
    const [coin] = await rowsOf(
      'select commitment from grin_outputs where spent_height is null and withdrawal_id is null and height is not null limit 1',
    );
    const height = (await v.chain.tip()).height + 1;
    v.node.mine(1);
    await v.follow({
      ...v.chain,
      hiddenIn: async () => ({ kernels: [], created: [], spent: [coin?.commitment ?? ''] }),
    });
    expect(v.log.join('\n')).toContain('spent by somebody else');
    const [row] = await rowsOf(
      'select spent_height from grin_outputs where commitment = $1',
      coin?.commitment,
    );
    expect(Number(row?.spent_height)).toBe(height);
  });
});
