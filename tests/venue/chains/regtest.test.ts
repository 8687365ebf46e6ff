import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reorganisation } from '../../../venue/chains/simulated.ts';
import { openNetwork, type Network } from '../../../venue/coins/network.ts';
import type { RegtestNode } from '../../../venue/sandbox/regtest/node.ts';
import { onNodes } from '../../../venue/sandbox/regtest/network.ts';
import { type LiveCoin, startCoin } from '../../chains/venue.ts';
import { type ScriptedChain, scriptedChain } from './scripted.ts';

describe('a sandbox with a coin on a node (CHAIN-23)', () => {
  let world: ScriptedChain;
  let venue: LiveCoin;
  let network: Network;
  let isPoor = false;
  let isWaiting: RegtestNode['isWaiting'] = async () => false;
  const reorganised: Reorganisation[] = [];

  beforeAll(async () => {
    world = scriptedChain('AVAX');
    venue = await startCoin(world);
    const node: RegtestNode = {
      coin: 'AVAX',
      pay: async (address, amount) => (isPoor ? null : world.pay(address, amount)),
      mine: (blocks) => world.mine(blocks),
      reorganise: async (change) => void reorganised.push(change),
      isWaiting: () => isWaiting(),
    };
    const { pool } = venue.core.store;
    network = onNodes(await openNetwork(pool, () => new Date()), [node], {
      pool,
      async round() {
        await venue.follow();
        await venue.send();
      },
    });
  });
  afterAll(() => venue?.close());

  it('is paid by the node, and has recorded the blocks once they are mined', async () => {
    const account = await venue.core.account();
    const address = await venue.addressOf(account);
    expect(await network.pay('AVAX', address, 200_000_000n)).toMatchObject({ ok: true });
    const before = network.heightOf('AVAX') ?? 0;
    expect(await network.mine('AVAX', 3)).toBe((await world.chain.tip()).height);
    expect(await venue.depositStages(account)).toEqual(['confirming']);
    await Promise.all([network.mine('AVAX', 20), network.mine('AVAX', 20)]);
    expect(network.heightOf('AVAX')).toBeGreaterThan(before + 40);
    expect(await venue.free(account)).toBe('2');
  });

  it('sends waiting withdrawals before the first block, as the simulated chain does', async () => {
    const account = await venue.core.account({ AVAX: '10' });
    const id = await venue.withdraw(account, '1', '0x52908400098527886E0F7030069857D2E4169EE7');
    expect(await venue.withdrawalStage(account, id)).toBe('created');
    await network.mine('AVAX', 30);
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
  });

  it('refuses an unknown address, a node with too little, and a reorganisation below its first block', async () => {
    const nobody = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(await network.pay('AVAX', nobody, 1n)).toMatchObject({ ok: false, code: 'UNKNOWN_ADDRESS' });
    const address = await venue.addressOf(await venue.core.account());
    isPoor = true;
    expect(await network.pay('AVAX', address, 1n)).toMatchObject({ ok: false, code: 'SANDBOX_EMPTY' });
    isPoor = false;
    const { rows } = await venue.core.store.pool.query<{ known: number }>(
      "select count(*)::integer as known from chain_blocks where coin = 'AVAX'",
    );
    const known = rows[0]?.known ?? 0;
    const change = { blocks: known, drops: false };
    await expect(network.reorganise('AVAX', { ...change, depth: known })).rejects.toThrow(
      `The venue knows ${known - 1} blocks of AVAX that can be removed.`,
    );
    expect(reorganised).toEqual([]);
    await network.reorganise('AVAX', { ...change, depth: known - 1 });
    expect(reorganised).toEqual([{ ...change, depth: known - 1 }]);
  });

  it('is busy while its node has a waiting payment, but not while the node is down', async () => {
    expect(await network.busy()).toEqual([]);
    isWaiting = async () => true;
    expect(await network.busy()).toEqual(['AVAX']);
    isWaiting = async () => Promise.reject(new Error('down'));
    expect(await network.busy()).toEqual([]);
  });

  it('leaves the other coins simulated', async () => {
    const before = network.heightOf('BTC') ?? 0;
    expect(await network.mine('BTC', 2)).toBe(before + 2);
    expect(await network.reorganise('BTC', { depth: 1, blocks: 2, drops: false })).toBe(before + 3);
    expect(await network.pay('BTC', 'nobody', 1n)).toMatchObject({ ok: false, code: 'UNKNOWN_ADDRESS' });
  });
});
