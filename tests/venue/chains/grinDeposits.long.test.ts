import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitmentOf } from '../../../venue/grin/ownCoin.ts';
import { accepted } from '../coins/harness.ts';
import { type GrinVenue, REQUIRED, startGrinVenue } from './grinVenue.ts';

describe('deposits of GRIN from a node (CHAIN-32)', () => {
  let v: GrinVenue;
  beforeAll(async () => {
    v = await startGrinVenue();
  });
  afterAll(() => v?.close());

  async function answered(account: string, amount: string): Promise<string> {
    return accepted(await v.grin.receive(account, v.user.send(amount).s1)).slatepack;
  }
  const output = async (): Promise<{
    commitment: string;
    height: string | null;
    missing_since: Date | null;
  }> => {
    const { rows } = await v.core.store.pool.query<{
      commitment: string;
      height: string | null;
      missing_since: Date | null;
    }>('select commitment, height, missing_since from grin_outputs order by created_at desc limit 1');
    if (!rows[0]) throw new Error('no output');
    return rows[0];
  };

  it("are credited once deep enough, without the chain's ninth digit", async () => {
    const account = await v.core.account();
    const s2 = await answered(account, '5.123456789');
    await v.follow();
    expect(await v.depositStages(account)).toEqual(['expected']);
    await v.user.post(s2);
    await v.follow();
    expect(await v.depositStages(account)).toEqual(['expected']);
    v.node.mine(1);
    await v.follow();
    expect(await v.depositStages(account)).toEqual(['confirming']);
    v.node.mine(REQUIRED - 2);
    await v.follow();
    expect(await v.free(account)).toBe('0');
    expect(await v.freeCoins()).toBe(0n);
    v.node.mine(1);
    await v.follow();
    expect(await v.depositStages(account)).toEqual(['credited']);
    expect(await v.free(account)).toBe('5.12345678');
    const { rows } = await v.core.store.pool.query<{ amount: string }>('select amount from grin_outputs');
    expect(rows).toEqual([{ amount: '5123456789' }]);
    expect(await v.freeCoins()).toBe(512_345_678n);
    await v.audited();
  });

  it('are reversed by a reorganisation that loses them, and credited again from another block', async () => {
    const account = await v.core.account();
    await v.deposit(account, '3');
    expect(await v.free(account)).toBe('3');
    const before = await v.freeCoins();
    v.node.reorganise(REQUIRED, false);
    await v.follow();
    expect(await v.depositStages(account)).toEqual(['seen']);
    expect(await v.free(account)).toBe('0');
    expect(await v.freeCoins()).toBe(before - 300_000_000n);
    await v.confirm();
    expect(await v.free(account)).toBe('3');
    expect(await v.freeCoins()).toBe(before);
    await v.audited();
  });

  it("count only with the venue's output beside the kernel", async () => {
    const account = await v.core.account();
    const excess = await v.user.post(await answered(account, '4'));
    v.node.mine(1);
    const lied = { ...v.chain, hiddenIn: async () => ({ kernels: [excess], created: [], spent: [] }) };
    await v.follow(lied);
    expect(await v.depositStages(account)).toEqual(['expected']);
    v.node.reorganise(1, false);
    await v.confirm();
    expect(await v.depositStages(account)).toEqual(['credited']);
  });

  it('posted after their window are credited all the same', async () => {
    const account = await v.core.account();
    const s2 = await answered(account, '2');
    v.ahead = 3_600_000;
    await v.expire();
    expect(await v.depositStages(account)).toEqual(['expired']);
    await v.user.post(s2);
    await v.confirm();
    expect(await v.free(account)).toBe('2');
    v.ahead = 0;
  });

  it('are credited once, however often the message is pasted', async () => {
    const account = await v.core.account();
    const { s1 } = v.user.send('2');
    const first = accepted(await v.grin.receive(account, s1)).slatepack;
    expect(accepted(await v.grin.receive(account, s1)).slatepack).toBe(first);
    await v.user.post(first);
    await v.confirm();
    await v.confirm();
    expect(await v.free(account)).toBe('2');
    await v.audited();
  });

  it('are refused with the reason while the coin is closed, and found once it is open again', async () => {
    const account = await v.core.account();
    const s2 = await answered(account, '2');
    await v.user.post(s2);
    v.node.hangs.add('get_tip');
    expect(await v.follow()).toBe('down');
    const refused = await v.grin.receive(account, v.user.send('1').s1);
    expect(refused).toMatchObject({ ok: false, code: 'DEPOSITS_DISABLED' });
    v.node.hangs.clear();
    await v.confirm();
    expect(await v.free(account)).toBe('2');
  });

  it('that the node no longer has are noticed, and pay nothing until they are back (CHAIN-34)', async () => {
    const account = await v.core.account();
    await v.deposit(account, '7');
    const free = await v.freeCoins();
    const { commitment } = await output();
    await v.watch();
    expect((await output()).missing_since).toBeNull();
    v.node.lies.set('get_outputs', { Ok: [] });
    v.node.mine(1);
    await v.follow();
    await v.watch();
    expect((await output()).missing_since).not.toBeNull();
    expect(v.log.join('\n')).toContain('missing');
    expect(v.log.join('\n')).not.toContain(commitment);
    expect(await v.freeCoins()).toBe(0n);
    v.node.lies.clear();
    v.node.mine(1);
    await v.follow();
    await v.watch();
    expect(await v.freeCoins()).toBe(free);
  });

  it('belong to the configured seed: every coin is recognised by its key (CHAIN-35)', async () => {
    const { rows } = await v.core.store.pool.query<{ commitment: string; key_id: string; amount: string }>(
      'select commitment, key_id, amount from grin_outputs',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { commitment, key_id: keyId, amount } of rows) {
      expect(commitmentOf(v.derive, { keyId, value: BigInt(amount) })).toBe(commitment);
      expect(v.chain.isOwn?.({ keyId, value: BigInt(amount) }, commitment)).toBe(true);
      expect(v.chain.isOwn?.({ keyId: `${keyId}x`, value: BigInt(amount) }, commitment)).toBe(false);
    }
  });
});
