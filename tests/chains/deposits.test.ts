import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followChain } from '../../venue/chains/follow.ts';
import { silentLog } from '../../venue/log.ts';
import { codeOf } from '../venue/coins/harness.ts';
import { type RealVenue, someAddress, startVenue, units } from './world.ts';

let venue: RealVenue;
let account: string;
let address: string;

beforeAll(async () => {
  venue = await startVenue();
});
afterAll(() => venue?.close());
beforeEach(async () => {
  account = await venue.core.account();
  address = await venue.addressOf(account);
});

const audited = (): Promise<void> => venue.audited();

describe('a deposit on a real node', () => {
  it('is credited with the block that makes it deep enough, and not before (CHAIN-02)', async () => {
    await venue.pay(address, units('2.5'));
    await venue.follow();
    expect(await venue.depositStages(account)).toEqual([]);
    await venue.mine(1);
    await venue.follow();
    expect(await venue.depositStages(account)).toEqual(['confirming']);
    await venue.mine(18);
    await venue.follow();
    expect([await venue.depositStages(account), await venue.free(account)]).toEqual([['confirming'], '0']);
    await venue.mine(1);
    await venue.follow();
    expect([await venue.depositStages(account), await venue.free(account)]).toEqual([['credited'], '2.5']);
    await audited();
  });

  it('is one, however often its block is read, and by whichever process (CHAIN-02)', async () => {
    await venue.pay(address, units('1'));
    await venue.mine(30);
    await Promise.all([venue.follow(), venue.follow(), venue.follow()]);
    await venue.follow();
    expect(await venue.free(account)).toBe('1');
    expect(await venue.depositStages(account)).toEqual(['credited']);
    await audited();
  });

  it('to the same address twice in one block are two, and one below the minimum is credited never', async () => {
    await venue.pay(address, units('1'));
    await venue.pay(address, units('1'));
    await venue.pay(address, units('0.001'));
    await venue.mine(1);
    await venue.confirm();
    expect((await venue.depositStages(account)).sort()).toEqual(['credited', 'credited', 'small']);
    expect(await venue.free(account)).toBe('2');
    await audited();
  });

  it('what others pay each other is nothing to the venue', async () => {
    await venue.pay(someAddress(), units('1'));
    await venue.mine(1);
    await venue.confirm();
    const { rows } = await venue.core.store.pool.query('select from payments where address <> all($1)', [
      (
        await venue.core.store.pool.query<{ address: string }>('select address from deposit_addresses')
      ).rows.map((row) => row.address),
    ]);
    expect(rows).toHaveLength(0);
  });

  it('a reorganisation takes the credit back with the block, also when the height rose (CHAIN-03)', async () => {
    await venue.pay(address, units('3'));
    await venue.mine(20);
    await venue.follow();
    expect(await venue.free(account)).toBe('3');
    await venue.reorganise(25);
    await venue.mine(10);
    await venue.follow();
    expect([await venue.free(account), await venue.depositStages(account)]).toEqual(['0', ['seen']]);
    await audited();
    await venue.pay(address, units('1.5'));
    await venue.mine(1);
    await venue.confirm();
    expect(await venue.free(account)).toBe('1.5');
    await audited();
  });

  it('a payment that comes back in another block is credited once (CHAIN-03)', async () => {
    const txHash = await venue.pay(address, units('3'));
    await venue.mine(20);
    await venue.follow();
    expect(await venue.free(account)).toBe('3');
    const bytes = await venue.anvil.call('eth_getRawTransactionByHash', txHash);
    await venue.reorganise(21);
    await venue.follow();
    expect(await venue.free(account)).toBe('0');
    await venue.anvil.call('eth_sendRawTransaction', bytes);
    await venue.mine(3);
    await venue.confirm();
    expect([await venue.free(account), await venue.depositStages(account)]).toEqual(['3', ['credited']]);
    await audited();
  });

  it('is found after the venue was away for many blocks', async () => {
    await venue.pay(address, units('4'));
    await venue.mine(80);
    await venue.follow();
    expect(await venue.free(account)).toBe('4');
    await audited();
  });
});

describe('a node that cannot be relied on', () => {
  const asked = async (): Promise<[string, string]> => {
    const outcome = await venue.coins.freshAddress(account, 'AVAX');
    return [codeOf(outcome), outcome.ok ? '' : outcome.message];
  };

  it('that does not answer closes the coin with a reason, and it opens again automatically (CHAIN-06)', async () => {
    await venue.pay(address, units('1'));
    await venue.mine(1);
    venue.anvil.pause();
    try {
      expect(await venue.follow()).toBe('down');
      const [code, message] = await asked();
      expect(code).toBe('DEPOSITS_DISABLED');
      expect(message).toContain('our connection to its network is interrupted');
      const request = { coin: 'AVAX', amount: '1', address: someAddress() };
      const refused = await venue.coins.withdraw(account, request, 'a-key');
      expect(codeOf(refused)).toBe('WITHDRAWALS_DISABLED');
    } finally {
      venue.anvil.resume();
    }
    expect(await venue.follow()).toBeNull();
    expect((await asked())[0]).toBe('accepted');
    await venue.confirm();
    expect(await venue.free(account)).toBe('1');
  });

  it('on another network closes the coin, and none of its data is believed (CHAIN-06)', async () => {
    const { pool } = venue.core.store;
    const before = await pool.query('select * from chain_blocks order by height');
    const other = await startVenue();
    try {
      await other.mine(300);
      const follow = (): Promise<string | null> =>
        followChain({ pool, chain: other.chain, now: () => new Date(), log: silentLog });
      expect(await follow()).toBe('wrong-network');
      expect((await asked())[1]).toContain('our node does not agree');
    } finally {
      await other.close();
    }
    expect((await pool.query('select * from chain_blocks order by height')).rows).toEqual(before.rows);
    expect(await venue.follow()).toBeNull();
  });

  it('that is behind its earlier state closes the coin, and takes no credit back (CHAIN-06)', async () => {
    await venue.pay(address, units('1'));
    await venue.mine(20);
    await venue.follow();
    const { chain } = venue;
    const tip = await chain.tip();
    const old = await chain.blockAt(tip.height - 5);
    if (!old) throw new Error('no such block');
    const behind = {
      ...chain,
      health: async () => ({ isOpen: true as const, tip: old }),
      tip: async () => old,
      blockAt: async (height: number) => (height > old.height ? null : chain.blockAt(height)),
    };
    const { pool } = venue.core.store;
    const closed = await followChain({ pool, chain: behind, now: () => new Date(), log: silentLog });
    expect(closed).toBe('syncing');
    expect(await venue.free(account)).toBe('1');
    expect(await venue.follow()).toBeNull();
  });
});
