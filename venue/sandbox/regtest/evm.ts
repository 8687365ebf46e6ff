import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { transferCall } from '../../chains/evm/transactions.ts';
import { createRpc, NodeRefusedError } from '../../chains/rpc.ts';
import type { EvmSettings } from '../../chains/settings.ts';
import { partsOf } from '../../ledger/units.ts';
import { type RegtestNode, WITHIN } from './node.ts';

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i));
const waitingList = z.object({ pending: z.record(z.string(), z.record(z.string(), z.object({ hash }))) });
const anything = z.unknown();

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`;

/** An account of anvil pays, which anvil signs for. */
export function createEvmNode({
  coin,
  url,
  token,
  decimals,
}: Pick<EvmSettings, 'coin' | 'url' | 'token' | 'decimals'>): RegtestNode {
  const rpc = createRpc(url, WITHIN);

  const mine = async (blocks: number): Promise<void> =>
    void (await rpc.call(anything, 'anvil_mine', [hexOf(blocks)]));

  async function waiting(): Promise<string[]> {
    const { pending } = await rpc.call(waitingList, 'txpool_content', []);
    return Object.values(pending).flatMap((ofAccount) => Object.values(ofAccount).map((one) => one.hash));
  }

  async function minedAbove(height: number): Promise<string[]> {
    const block = z.object({ transactions: z.array(hash) });
    const found: string[] = [];
    for (let at = height + 1; at <= (await tip()); at += 1)
      found.push(...(await rpc.call(block, 'eth_getBlockByNumber', [hexOf(at), false])).transactions);
    return found;
  }

  const tip = async (): Promise<number> => Number(await rpc.call(hex, 'eth_blockNumber', []));
  const rawsOf = (hashes: readonly string[]): Promise<string[]> =>
    Promise.all(hashes.map((one) => rpc.call(hex, 'debug_getRawTransaction', [one])));

  return {
    coin,
    mine,

    async pay(address, amount) {
      const [from = ''] = await rpc.call(z.array(z.string()), 'eth_accounts', []);
      const value = partsOf(amount, decimals);
      const order =
        token === null
          ? { from, to: address, value: hexOf(value) }
          : { from, to: token, data: transferCall(address, value) };
      try {
        return await rpc.call(hash, 'eth_sendTransaction', [order]);
      } catch (error) {
        if (error instanceof NodeRefusedError) return null;
        throw error;
      }
    },

    async reorganise({ depth, blocks, drops }) {
      const left = await rawsOf([
        ...(drops ? [] : await minedAbove((await tip()) - depth)),
        ...(await waiting()),
      ]);
      await rpc.call(anything, 'anvil_dropAllTransactions', []);
      // Empty blocks of the same second would be identical.
      await rpc.call(anything, 'anvil_setCoinbase', [`0x${randomBytes(20).toString('hex')}`]);
      await rpc.call(anything, 'anvil_reorg', [depth, []]);
      await rpc.call(anything, 'anvil_dropAllTransactions', []);
      if (blocks > depth) await mine(blocks - depth);
      else if (blocks < depth) await rpc.call(anything, 'anvil_rollback', [depth - blocks]);
      for (const raw of left) await rpc.call(anything, 'eth_sendRawTransaction', [raw]).catch(unlessRefused);
    },

    isWaiting: async () => (await waiting()).length > 0,
  };
}

/** What depends on a dropped payment cannot be sent again. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof NodeRefusedError)) throw error;
}
