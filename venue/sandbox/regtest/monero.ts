import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { PICONERO_DIGITS } from '../../chains/monero/reader.ts';
import { askNode, createRpc, NodeRefusedError } from '../../chains/rpc.ts';
import type { MoneroSettings, RegtestSettings } from '../../chains/settings.ts';
import { partsOf } from '../../ledger/units.ts';
import { type RegtestNode, WITHIN } from './node.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex = z.string().check(z.regex(/^[0-9a-f]*$/));
const anything = z.looseObject({});
/** Empty fields are omitted. */
const poolHashes = z.object({ tx_hashes: z.optional(z.array(hash)) });
const pool = z.object({ transactions: z.optional(z.array(z.object({ tx_blob: hex }))) });
const height = z.object({ count: z.int() });
const block = z.object({ tx_hashes: z.optional(z.array(hash)) });
const transactions = z.object({ txs: z.optional(z.array(z.object({ as_hex: hex }))) });
/** Too little, or too little that is not locked. */
const TOO_LITTLE = new Set([-17, -37]);
/** Piconero: more than there can be, or than the wallet reads. */
const MOST = 2n ** 63n;
/** Blocks of one request: each takes a fifth of a second. */
const AT_ONCE = 50;
const LOOK_EVERY = 50;
const PATIENCE = 60_000;

export function createMoneroNode(
  { coin, url }: Pick<MoneroSettings, 'coin' | 'url'>,
  { publicUrl, payerUrl }: RegtestSettings,
): RegtestNode {
  const node = createRpc(`${url}/json_rpc`, WITHIN);
  const payer = createRpc(`${payerUrl}/json_rpc`, WITHIN);
  const post = <T>(schema: z.ZodMiniType<T>, path: string, body: object, at = url): Promise<T> =>
    askNode(schema, `${at}/${path}`, body, path, WITHIN);

  const waitingAt = async (at: string): Promise<number> =>
    ((await post(poolHashes, 'get_transaction_pool_hashes', {}, at)).tx_hashes ?? []).length;

  /** A block takes only broadcast transactions, which takes the node a moment; strangers see only those. */
  async function broadcast(): Promise<void> {
    const since = performance.now();
    while ((await waitingAt(publicUrl)) !== (await waitingAt(url))) {
      if (performance.now() - since > PATIENCE) throw new Error('the node of XMR does not broadcast');
      await setTimeout(LOOK_EVERY);
    }
  }

  async function generate(blocks: number): Promise<void> {
    const { address } = await payer.call(z.object({ address: z.string() }), 'get_address', {});
    for (let left = blocks; left > 0; left -= AT_ONCE)
      await node.call(anything, 'generateblocks', {
        amount_of_blocks: Math.min(left, AT_ONCE),
        wallet_address: address,
        starting_nonce: 0,
      });
  }

  /** Bytes of what is in the newest blocks. */
  async function minedIn(depth: number): Promise<string[]> {
    const { count } = await node.call(height, 'get_block_count', {});
    const hashes: string[] = [];
    for (let at = count - depth; at < count; at += 1)
      hashes.push(...((await node.call(block, 'get_block', { height: at })).tx_hashes ?? []));
    if (hashes.length === 0) return [];
    const { txs = [] } = await post(transactions, 'get_transactions', { txs_hashes: hashes });
    return txs.map((one) => one.as_hex);
  }

  return {
    coin,

    async pay(address, amount) {
      const parts = partsOf(amount, PICONERO_DIGITS);
      if (parts > MOST) return null;
      await payer.call(anything, 'refresh', {});
      const destinations = [{ address, amount: String(parts) }];
      try {
        return (await payer.call(z.object({ tx_hash: hash }), 'transfer', { destinations })).tx_hash;
      } catch (error) {
        if (error instanceof NodeRefusedError && TOO_LITTLE.has(error.code)) return null;
        throw error;
      }
    },

    async mine(blocks) {
      await broadcast();
      await generate(blocks);
    },

    async reorganise({ depth, blocks, drops }) {
      await broadcast();
      const waiting = (await post(pool, 'get_transaction_pool', {})).transactions ?? [];
      const left = [...(drops ? [] : await minedIn(depth)), ...waiting.map((one) => one.tx_blob)];
      await post(anything, 'pop_blocks', { nblocks: depth });
      await node.call(anything, 'flush_txpool', {});
      await generate(blocks);
      // Payments with coins of a removed block are refused, and gone.
      for (const raw of left) await post(anything, 'send_raw_transaction', { tx_as_hex: raw });
    },

    isWaiting: async () => (await waitingAt(url)) > 0,
  };
}
