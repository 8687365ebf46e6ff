import { hexToBytes } from '@noble/hashes/utils.js';
import { Address, NETWORK, OutScript, p2wpkh } from '@scure/btc-signer';
import * as z from 'zod/mini';
import type { Watching } from '../keys.ts';
import type { Block, BlockId, ChainReader, Health, Place } from '../port.ts';
import { NodeDownError, NodeRefusedError, type Rpc } from '../rpc.ts';
import { type BitcoinTransaction, readBlock } from './blocks.ts';

export interface BitcoinParts {
  readonly rpc: Rpc;
  /** What the node calls its network: `main`, or `regtest` for one of its own. */
  readonly network: 'main' | 'regtest';
  /** Milliseconds after which the newest block is too old; null for a network that makes blocks on demand. */
  readonly staleAfter: number | null;
  readonly watching: Watching;
  /** Satoshi that one transaction may cost. */
  readonly mostFee: bigint;
  /** Milliseconds after which a transaction that is in no block may be replaced. */
  readonly replaceAfter: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Blocks within which a payment is to be confirmed. */
const SOON = 6;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const hex = z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/));
const height = z.int().check(z.gte(0));
const header = z.object({
  height,
  hash,
  /** -1 for a block that was replaced. */
  confirmations: z.int(),
  previousblockhash: z.nullish(hash),
  time: z.number(),
});
const chainInfo = z.object({
  chain: z.string(),
  blocks: height,
  headers: height,
  bestblockhash: hash,
  initialblockdownload: z.optional(z.boolean()),
});
const transaction = z.object({ txid: hash, blockhash: z.nullish(hash) });
const inputs = z.object({
  vin: z.array(z.object({ txid: z.nullish(hash), vout: z.nullish(z.int().check(z.gte(0))) })),
});
const estimate = z.object({ feerate: z.optional(z.number()) });

/** Reads Bitcoin by the JSON-RPC of Bitcoin Core, whose node keeps an index of all transactions (`txindex=1`). */
export function createBitcoinReader(parts: Omit<BitcoinParts, 'mostFee' | 'replaceAfter'>): ChainReader {
  const { rpc, network, staleAfter, watching, now } = parts;

  const headerOf = (of: string) => rpc.call(header, 'getblockheader', [of, true]);

  async function tip(): Promise<BlockId> {
    const { blocks, bestblockhash } = await rpc.call(chainInfo, 'getblockchaininfo', []);
    return { height: blocks, hash: bestblockhash };
  }

  async function blockAt(at: number): Promise<Block | null> {
    try {
      const found = await headerOf(await rpc.call(hash, 'getblockhash', [at]));
      if (found.height !== at) throw new Error('the node gave another block than was asked for');
      return { height: at, hash: found.hash, parent: found.previousblockhash ?? '' };
    } catch (error) {
      if (error instanceof NodeRefusedError && at > (await tip()).height) return null;
      throw error;
    }
  }

  const isOnChain = async (block: BlockId): Promise<boolean> =>
    (await blockAt(block.height))?.hash === block.hash;

  async function transactionsOf(block: BlockId): Promise<readonly BitcoinTransaction[] | null> {
    try {
      // As bytes, because the amounts of JSON are not exact.
      const found = blockFrom(await rpc.call(hex, 'getblock', [block.hash, false]));
      if (found.hash !== block.hash) throw new NodeDownError('the node gave another block');
      // Nodes also know replaced blocks.
      return (await isOnChain(block)) ? found.transactions : null;
    } catch (error) {
      if (error instanceof NodeRefusedError && !(await isOnChain(block))) return null;
      throw error;
    }
  }

  async function health(): Promise<Health> {
    try {
      const info = await rpc.call(chainInfo, 'getblockchaininfo', []);
      if (info.chain !== network) return { isOpen: false, reason: 'wrong-network' };
      if (info.initialblockdownload === true || info.headers > info.blocks)
        return { isOpen: false, reason: 'syncing' };
      if (staleAfter !== null && now() - (await headerOf(info.bestblockhash)).time * 1000 > staleAfter)
        return { isOpen: false, reason: 'syncing' };
      return { isOpen: true, tip: { height: info.blocks, hash: info.bestblockhash } };
    } catch {
      // Whatever the error was, nothing can be concluded from this node: that is the answer.
      return { isOpen: false, reason: 'down' };
    }
  }

  return {
    coin: 'BTC',
    ownAddress: watching.wallet,
    addressOf: (number) => watching.addressOf(number),
    health,
    tip,
    blockAt,

    async node() {
      const info = await rpc.call(chainInfo, 'getblockchaininfo', []);
      return {
        height: info.blocks,
        tipAt: (await headerOf(info.bestblockhash)).time * 1000,
        peers: await rpc.call(z.int(), 'getconnectioncount', []),
        network: info.chain,
        isSyncing: info.initialblockdownload === true || info.headers > info.blocks,
      };
    },

    async paymentsIn(block) {
      const found = await transactionsOf(block);
      return (
        found?.flatMap(({ txHash, outputs, isCoinbase }) =>
          outputs.flatMap(({ value: amount, script }, output) => {
            const address = isCoinbase || amount === 0n ? null : addressOfScript(script);
            return address === null ? [] : [{ txHash, output, address, amount }];
          }),
        ) ?? null
      );
    },

    async spentIn(block) {
      const found = await transactionsOf(block);
      return found?.flatMap(({ inputs: spent, isCoinbase }) => (isCoinbase ? [] : spent)) ?? null;
    },

    async placeOf(txHash): Promise<Place> {
      if (!hash.safeParse(txHash).success) return { kind: 'unknown' };
      try {
        const { blockhash } = await rpc.call(transaction, 'getrawtransaction', [txHash, true]);
        if (!blockhash) return { kind: 'waiting' };
        const block = await headerOf(blockhash);
        if (block.confirmations < 1) return { kind: 'unknown' };
        return { kind: 'mined', block: { height: block.height, hash: block.hash }, hasFailed: false };
      } catch (error) {
        if (error instanceof NodeRefusedError) return { kind: 'unknown' };
        throw error;
      }
    },

    async spentBy(txHash) {
      if (!hash.safeParse(txHash).success) return [];
      try {
        const { vin } = await rpc.call(inputs, 'getrawtransaction', [txHash, true]);
        return vin.flatMap(({ txid, vout }) => (txid ? [`${txid}:${vout ?? 0}`] : []));
      } catch (error) {
        if (error instanceof NodeRefusedError) return [];
        throw error;
      }
    },

    feePrice: () => feerateOf(rpc),
  };
}

/** Satoshi by virtual byte; null where the node has seen too few blocks to tell. */
export async function feerateOf(rpc: Rpc): Promise<number | null> {
  const { feerate: perKilobyte } = await rpc.call(estimate, 'estimatesmartfee', [SOON]);
  return perKilobyte === undefined || perKilobyte <= 0 ? null : perKilobyte * 100_000;
}

/** Of bech32, version 0, which every wallet can pay to. */
export function bitcoinAddress(publicKey: Uint8Array): string {
  const { address } = p2wpkh(publicKey);
  if (address === undefined) throw new Error('a key without an address');
  return address;
}

/** Who an output pays; null for one that pays no address. */
export function addressOfScript(script: Uint8Array): string | null {
  try {
    return Address(NETWORK).encode(OutScript.decode(script));
  } catch {
    // Anybody may write any script.
    return null;
  }
}

export function scriptOfAddress(address: string): Uint8Array {
  return OutScript.encode(Address(NETWORK).decode(address));
}

function blockFrom(text: string): ReturnType<typeof readBlock> {
  try {
    return readBlock(hexToBytes(text));
  } catch (error) {
    throw new NodeDownError('the node gave no block', { cause: error });
  }
}
