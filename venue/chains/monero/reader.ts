import * as z from 'zod/mini';
import { unitsFrom } from '../../ledger/units.ts';
import type { RpcCredentials } from '../digestAuth.ts';
import type { Block, BlockId, ChainPayment, ChainReader, Health, Place } from '../port.ts';
import { askNode, createRpc, NodeDownError, NodeRefusedError } from '../rpc.ts';
import type { Viewing } from './keys.ts';
import { outputsTo, type Transaction, transactionForm } from './scan.ts';

/** Digits of an amount on the chain. */
export const PICONERO_DIGITS = 12;

export interface MoneroParts {
  /** Of `monerod`. */
  readonly url: string;
  /** What the node calls its network: `mainnet`, or `fakechain` for one of its own (regtest). */
  readonly network: 'mainnet' | 'fakechain';
  /** Milliseconds after which the newest block is too old; null for a network that makes blocks on demand. */
  readonly staleAfter: number | null;
  readonly viewing: Viewing;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Name and password of the node's RPC (`--rpc-login`). */
  readonly login?: RpcCredentials | null;
  /** Milliseconds that an answer may take; 10 seconds by default. */
  readonly within?: number;
}

/** Transactions per request; public nodes answer at most 100. */
const AT_ONCE = 50;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const height = z.int().check(z.gte(0));
const header = z.object({ height, hash, prev_hash: hash, timestamp: z.number() });
const headerAnswer = z.object({ block_header: header });
const blockAnswer = z.object({ block_header: header, tx_hashes: z.optional(z.array(hash)) });
const infoAnswer = z.object({
  status: z.literal('OK'),
  nettype: z.string(),
  synchronized: z.boolean(),
  busy_syncing: z.optional(z.boolean()),
  height,
  target_height: height,
  top_block_hash: hash,
  incoming_connections_count: z.optional(z.int()),
  outgoing_connections_count: z.optional(z.int()),
});
const transactionsAnswer = z.object({
  status: z.literal('OK'),
  txs: z.optional(
    z.array(
      z.object({
        tx_hash: hash,
        in_pool: z.boolean(),
        block_height: z.optional(z.number()),
        as_json: z.optional(z.string()),
      }),
    ),
  ),
});
/** Mined coins spend nothing. */
const spendingForm = z.object({ vin: z.array(z.object({ key: z.optional(z.object({ k_image: hash })) })) });
const feeAnswer = z.object({ fee: z.int().check(z.gte(0)) });

/** Reads Monero through `monerod`, and finds payments to the wallet with its view key alone. */
export function createMoneroReader(parts: MoneroParts): ChainReader {
  const { url, network, staleAfter, viewing, now, within, login = null } = parts;
  const rpc = createRpc(`${url}/json_rpc`, within, login);

  async function newest(): Promise<z.infer<typeof header>> {
    return (await rpc.call(headerAnswer, 'get_last_block_header', {})).block_header;
  }

  async function blockAt(at: number): Promise<Block | null> {
    try {
      const { block_header: found } = await rpc.call(headerAnswer, 'get_block_header_by_height', {
        height: at,
      });
      if (found.height !== at) throw new Error('the node gave another block than was asked for');
      return { height: at, hash: found.hash, parent: found.prev_hash };
    } catch (error) {
      if (error instanceof NodeRefusedError && at > (await newest()).height) return null;
      throw error;
    }
  }

  const isOnChain = async (block: BlockId): Promise<boolean> =>
    (await blockAt(block.height))?.hash === block.hash;

  async function health(): Promise<Health> {
    try {
      const info = await rpc.call(infoAnswer, 'get_info', {});
      if (info.nettype !== network) return { isOpen: false, reason: 'wrong-network' };
      if (isBehind(info)) return { isOpen: false, reason: 'syncing' };
      if (staleAfter !== null && now() - (await newest()).timestamp * 1000 > staleAfter)
        return { isOpen: false, reason: 'syncing' };
      // A node counts blocks from the first one, whose height is 0.
      return { isOpen: true, tip: { height: info.height - 1, hash: info.top_block_hash } };
    } catch {
      // Whatever the error was, nothing can be concluded from this node: that is the answer.
      return { isOpen: false, reason: 'down' };
    }
  }

  async function transactions(hashes: readonly string[]) {
    const request = { txs_hashes: hashes, decode_as_json: true, prune: true };
    const answer = await askNode(
      transactionsAnswer,
      `${url}/get_transactions`,
      request,
      'get_transactions',
      within,
      login,
    );
    return answer.txs ?? [];
  }

  /** Null for a block that is no longer on the chain. */
  async function hashesIn(block: BlockId): Promise<readonly string[] | null> {
    try {
      const found = await rpc.call(blockAnswer, 'get_block', { hash: block.hash });
      // Nodes also know replaced blocks.
      return (await isOnChain(block)) ? (found.tx_hashes ?? []) : null;
    } catch (error) {
      if (error instanceof NodeRefusedError && !(await isOnChain(block))) return null;
      throw error;
    }
  }

  return {
    coin: 'XMR',
    addressOf: (number) => viewing.addressOf(number),
    health,
    blockAt,
    transactionsIn: hashesIn,

    async node() {
      const info = await rpc.call(infoAnswer, 'get_info', {});
      const { incoming_connections_count: incoming, outgoing_connections_count: outgoing } = info;
      return {
        height: info.height - 1,
        tipAt: (await newest()).timestamp * 1000,
        // A restricted node reports 0 for both.
        peers: incoming === undefined || outgoing === undefined ? null : incoming + outgoing,
        network: info.nettype,
        isSyncing: isBehind(info),
      };
    },

    async tip() {
      const block = await newest();
      return { height: block.height, hash: block.hash };
    },

    async paymentsIn(block) {
      const hashes = await hashesIn(block);
      if (!hashes) return null;
      const payments: ChainPayment[] = [];
      for (let at = 0; at < hashes.length; at += AT_ONCE) {
        const wanted = hashes.slice(at, at + AT_ONCE);
        const found = new Map((await transactions(wanted)).map((one) => [one.tx_hash, one]));
        for (const txHash of wanted) {
          const one = found.get(txHash);
          // Its block was replaced in the meantime, or the answer is incomplete.
          if (one?.block_height !== block.height || one.as_json === undefined) return null;
          payments.push(...paymentsOf(txHash, readTransaction(one.as_json)));
        }
      }
      return payments;
    },

    async placeOf(txHash): Promise<Place> {
      if (!hash.safeParse(txHash).success) return { kind: 'unknown' };
      const [found] = await transactions([txHash]);
      if (found?.tx_hash !== txHash) return { kind: 'unknown' };
      if (found.in_pool || found.block_height === undefined) return { kind: 'waiting' };
      const block = await blockAt(found.block_height);
      if (!block) return { kind: 'waiting' };
      return { kind: 'mined', block: { height: block.height, hash: block.hash }, hasFailed: false };
    },

    async spentBy(txHash) {
      if (!hash.safeParse(txHash).success) return [];
      const [found] = await transactions([txHash]);
      if (found?.tx_hash !== txHash || found.as_json === undefined) return [];
      return keyImagesIn(found.as_json);
    },

    // The node's is per byte, the feed's per kilobyte.
    async feePrice() {
      const { fee: perByte } = await rpc.call(feeAnswer, 'get_fee_estimate', {});
      return perByte * 1000;
    },
  };

  function paymentsOf(txHash: string, transaction: Transaction): ChainPayment[] {
    return outputsTo(viewing, transaction).flatMap(({ output, address, amount: parts, oneTimeKey }) => {
      const amount = unitsFrom(parts, PICONERO_DIGITS);
      return amount === 0n ? [] : [{ txHash, output, address, amount, oneTimeKey }];
    });
  }
}

const isBehind = (info: z.infer<typeof infoAnswer>): boolean =>
  info.target_height > info.height || !info.synchronized || info.busy_syncing === true;

function keyImagesIn(json: string): string[] {
  try {
    return spendingForm.parse(JSON.parse(json)).vin.flatMap(({ key }) => key?.k_image ?? []);
  } catch (error) {
    throw new NodeDownError("the node's JSON of a transaction has another form", { cause: error });
  }
}

function readTransaction(json: string): Transaction {
  try {
    return transactionForm.parse(JSON.parse(json));
  } catch (error) {
    throw new NodeDownError("the node's JSON of a transaction has another form", { cause: error });
  }
}
