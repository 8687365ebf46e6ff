import * as z from 'zod/mini';
import { scriptOfAddress } from '../../chains/bitcoin/reader.ts';
import { createRpc, NodeRefusedError } from '../../chains/rpc.ts';
import type { BitcoinSettings } from '../../chains/settings.ts';
import { type RegtestNode, WITHIN } from './node.ts';

/** The calls that mine and pay are those of the node's own wallet (tests/chains/bcoin.mjs). */
export function createBitcoinNode({ coin, url }: Pick<BitcoinSettings, 'coin' | 'url'>): RegtestNode {
  const rpc = createRpc(url, WITHIN);
  return {
    coin,
    async pay(address, amount) {
      try {
        const script = Buffer.from(scriptOfAddress(address)).toString('hex');
        return await rpc.call(z.string(), 'paytoscript', [script, Number(amount)]);
      } catch (error) {
        // The node gives no error code; the address is one of the venue's.
        if (error instanceof NodeRefusedError) return null;
        throw error;
      }
    },
    async mine(blocks) {
      await rpc.call(z.int(), 'mineblocks', [blocks]);
    },
    async reorganise({ depth, blocks, drops }) {
      await rpc.call(z.int(), 'reorganise', [depth, blocks, drops]);
    },
    isWaiting: async () => (await rpc.call(z.array(z.string()), 'getrawmempool', [])).length > 0,
  };
}
