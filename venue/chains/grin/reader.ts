import type { Derive } from '../../grin/ownCoin.ts';
import { commitmentOf } from '../../grin/ownCoin.ts';
import type { NodeTransaction } from '../../grin/transaction.ts';
import type { Block, BlockId, ChainReader, ChainSender, Health, Place } from '../port.ts';
import { NodeDownError, NodeRefusedError } from '../rpc.ts';
import type { GrinNode, Header } from './node.ts';

/** Hashes of the first blocks (`core/src/genesis.rs` in mimblewimble/grin). */
const NETWORKS: Readonly<Record<string, string>> = {
  '40adad0aec27797b48840aa9e00472015c21baea118ce7a2ff1a82c0f8f5bf82': 'mainnet',
  edc758c1370d43e1d733f70f58cf187c3be8242830429b1676b89fd91ccf2dab: 'testnet',
};
/** Blocks searched first for a kernel, about a day; a node reads all kernels of the range. */
const RECENT = 1500;
/** Nanogrin of a payment with one input, as nodes relay it. The price is a rule of the network, not of a market. */
const USUAL_FEE = 23_000_000;

export interface GrinChainParts {
  readonly node: GrinNode;
  readonly derive: Derive;
  /** Milliseconds after which the newest block is too old. */
  readonly staleAfter: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** GRIN has no addresses and hides amounts: only the venue's own records tell which parts of a block are its own. */
export function createGrinReader({ node, derive, staleAfter, now }: GrinChainParts): ChainReader {
  async function headerAt(height: number): Promise<Header | null> {
    const found = await node.headerAt(height);
    if (found && found.height !== height)
      throw new NodeDownError('the node gave another block than was asked for');
    return found;
  }

  async function tip(): Promise<BlockId> {
    const { height, last_block_pushed: hash } = await node.tip();
    return { height, hash };
  }

  async function blockAt(height: number): Promise<Block | null> {
    const found = height < 0 ? null : await headerAt(height);
    return found && { height, hash: found.hash, parent: found.previous };
  }

  const isOnChain = async (block: BlockId): Promise<boolean> =>
    (await headerAt(block.height))?.hash === block.hash;

  const networkOf = async (): Promise<string> => NETWORKS[(await headerAt(0))?.hash ?? ''] ?? 'unknown';

  async function madeAt(height: number): Promise<number> {
    const at = Date.parse((await headerAt(height))?.timestamp ?? '');
    if (Number.isNaN(at)) throw new NodeDownError('the node tells no time of its newest block');
    return at;
  }

  async function health(): Promise<Health> {
    try {
      if ((await networkOf()) !== 'mainnet') return { isOpen: false, reason: 'wrong-network' };
      const top = await tip();
      if (now() - (await madeAt(top.height)) > staleAfter) return { isOpen: false, reason: 'syncing' };
      return { isOpen: true, tip: top };
    } catch {
      // Whatever the error was, nothing can be concluded from this node: that is the answer.
      return { isOpen: false, reason: 'down' };
    }
  }

  async function kernelHeight(excess: string): Promise<number | null> {
    const { height } = await node.tip();
    const least = Math.max(0, height - RECENT);
    const recent = await node.kernelHeight(excess, least);
    if (recent !== null) return recent;
    if ((await node.waiting()).has(excess)) return null;
    return least === 0 ? null : node.kernelHeight(excess, null);
  }

  return {
    coin: 'GRIN',
    addressOf: () => null,
    isOwn: (coin, commitment) => commitmentOf(derive, coin) === commitment,
    health,
    tip,
    blockAt,

    async node() {
      const { height } = await node.tip();
      const network = await networkOf();
      return { height, tipAt: await madeAt(height), peers: null, network, isSyncing: false };
    },

    paymentsIn: async (block) => ((await isOnChain(block)) ? [] : null),

    async hiddenIn(block) {
      const found = await node.blockOf(block.hash);
      // Nodes also know replaced blocks.
      if (!(await isOnChain(block))) return null;
      if (!found)
        throw new NodeDownError('the node has the block no longer; an older one needs archive mode');
      if (found.header.hash !== block.hash) throw new NodeDownError('the node gave another block');
      return {
        kernels: found.kernels.map(({ excess }) => excess),
        created: found.outputs.map(({ commit }) => commit),
        spent: found.inputs,
      };
    },

    async placeOf(excess): Promise<Place> {
      if (!/^0[89][0-9a-f]{64}$/.test(excess)) return { kind: 'unknown' };
      const height = await kernelHeight(excess);
      if (height === null) return { kind: (await node.waiting()).has(excess) ? 'waiting' : 'unknown' };
      const block = await headerAt(height);
      return block
        ? { kind: 'mined', block: { height, hash: block.hash }, hasFailed: false }
        : { kind: 'unknown' };
    },

    // GRIN transactions are never given up (CHAIN-19).
    spentBy: async () => [],

    feePrice: async () => USUAL_FEE,
  };
}

/** Withdrawals of GRIN are built when the user's wallet has replied; the stored ones are sent here. */
export const createGrinSender = (
  node: Pick<GrinNode, 'push'>,
  reader: Pick<ChainReader, 'placeOf'>,
): ChainSender => ({
  prepare: () => Promise.reject(new Error('GRIN pays no addresses')),
  sweptFrom: null,
  prepareSweep: async () => null,
  replaceAfter: null,
  replace: async () => null,
  // The venue's own records know.
  held: async () => null,

  async send(bytes) {
    const transaction = JSON.parse(Buffer.from(bytes).toString()) as NodeTransaction;
    try {
      await node.push(transaction);
    } catch (error) {
      if (!(error instanceof NodeRefusedError)) throw error;
      // Nodes refuse what they already have, so what they know of it decides.
      const [kernel] = transaction.body.kernels;
      if (!kernel || (await reader.placeOf(kernel.excess)).kind === 'unknown') throw error;
    }
  },
});
