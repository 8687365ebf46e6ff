import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broadcast, lockChain } from '../../../venue/coins/chain.ts';
import { atomically } from '../../../venue/coins/post.ts';
import { lockWithdrawal, sendWithdrawal, type Signing } from '../../../venue/coins/withdrawals.ts';
import { databases } from '../databases.ts';
import { accepted, codeOf, type CoinsHarness, startCoins } from './harness.ts';

const HOUR = 3_600_000;
const ASKED = { coin: 'GRIN', amount: '5', address: '' };

/** A wallet that always answers, as the GRIN exchange does with real slatepacks. */
const signing: Signing = {
  open: (_client, { id }, at) =>
    Promise.resolve({ extraId: `slate-${id}`, expiresAt: new Date(at.getTime() + HOUR) }),
  slatepackOf: (_client, id) => Promise.resolve(`BEGINSLATEPACK. ${id}. ENDSLATEPACK.`),
};

describe.each(databases)('withdrawals that the user signs, on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind, new Map([['GRIN', signing]]));
  });
  afterAll(() => t.remove());

  const openGrin = async (): Promise<{ account: string; id: string }> => {
    const account = await t.account({ GRIN: '10' });
    const grin = 'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w';
    accepted(await t.coins.setRefundAddress(account, 'GRIN', grin));
    const { row, slatepack } = accepted(await t.coins.withdraw(account, ASKED, undefined));
    expect(row).toMatchObject({ stage: 'awaiting', extra_id: `slate-${row.id}`, address: null });
    expect(slatepack).toContain(row.id);
    return { account, id: row.id };
  };

  it('wait with locked coins, give their slatepack again, and are refunded when the time is over', async () => {
    const { account, id } = await openGrin();
    const start = t.clock;
    expect(accepted(await t.coins.withdrawal(account, id)).slatepack).toContain(id);
    await t.network.mine('GRIN', 50);
    t.clock += HOUR - 1;
    await t.network.expire();
    expect(await t.withdrawalStage(account, id)).toBe('awaiting');
    expect(await t.free(account, 'GRIN')).toBe('4.977');
    t.clock += 1;
    // A restored copy may lack that it was signed (OPERATOR-18).
    await t.core.store.pool.query(`insert into uncompared_coins (coin, height) values ('GRIN', 0)`);
    await t.network.expire();
    expect(await t.withdrawalStage(account, id)).toBe('awaiting');
    await t.core.store.pool.query('delete from uncompared_coins');
    await Promise.all([t.network.expire(), t.network.expire()]);
    expect(await t.withdrawalStage(account, id)).toBe('cancelled');
    expect(accepted(await t.coins.withdrawal(account, id)).slatepack).toBeNull();
    expect(await t.free(account, 'GRIN')).toBe('10');
    expect(await t.core.exchange.audit()).toEqual([]);
    t.clock = start;
  });

  it('leave once: of signing and the time limit only one wins', async () => {
    const start = t.clock;
    for (let round = 0; round < 10; round += 1) {
      const { account, id } = await openGrin();
      t.clock += HOUR;
      const at = new Date(t.clock);
      const sign = atomically(t.core.store.pool, async (client) => {
        await lockChain(client, 'GRIN');
        const row = await lockWithdrawal(client, id);
        if (row?.stage !== 'awaiting') return false;
        await broadcast(client, { coin: 'GRIN', txHash: `08${id}`, address: null, amount: 500_000_000n }, at);
        await sendWithdrawal(client, row, `08${id}`, at);
        return true;
      });
      const [isSigned] = await Promise.all([sign, t.network.expire()]);
      expect(await t.withdrawalStage(account, id)).toBe(isSigned ? 'sent' : 'cancelled');
      expect(await t.free(account, 'GRIN')).toBe(isSigned ? '4.977' : '10');
      await t.network.mine('GRIN', 30);
      expect(await t.withdrawalStage(account, id)).toBe(isSigned ? 'completed' : 'cancelled');
    }
    expect(await t.core.exchange.audit()).toEqual([]);
    t.clock = start;
  });

  it('are refused where no wallet can sign', async () => {
    const bare = await startCoins(kind);
    const account = await bare.account({ GRIN: '10' });
    expect(codeOf(await bare.coins.withdraw(account, ASKED, undefined))).toBe('WITHDRAWALS_DISABLED');
    await bare.remove();
  });

  it('have no address', async () => {
    const account = await t.account({ GRIN: '10' });
    const address = 'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w';
    expect(codeOf(await t.coins.withdraw(account, { ...ASKED, address }, undefined))).toBe(
      'ADDRESS_NOT_USED',
    );
  });
});
