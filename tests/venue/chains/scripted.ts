import {
  type BlockId,
  type ChainPayment,
  type ChainReader,
  type ChainSender,
  namesOf,
  type Place,
} from '../../../venue/chains/port.ts';
import { NodeRefusedError } from '../../../venue/chains/rpc.ts';

export interface ScriptedChain {
  readonly chain: ChainReader & ChainSender;
  mine(blocks: number): Promise<void>;
  /** From outside, in the next block. */
  pay(address: string, amount: bigint): string;
  /** What the node knows, in blocks or waiting. */
  readonly known: Map<string, number | null>;
  /** Number of transactions built. */
  readonly built: readonly string[];
  /** What transactions spend, where it matters. */
  readonly spends: Map<string, readonly string[]>;
  /** Transactions that the node refuses. */
  readonly refuses: Set<string>;
  /** Whether it accepts none at all. */
  isDeaf: boolean;
}

const hashAt = (height: number): string => `block-${height}`;

/** A chain in memory that a test controls. Its hashes are readable texts. */
export function scriptedChain(coin: string): ScriptedChain {
  let height = 0;
  const known = new Map<string, number | null>();
  const payments = new Map<string, Omit<ChainPayment, 'txHash' | 'output'>>();
  const built: string[] = [];
  const refuses = new Set<string>();
  const spends = new Map<string, readonly string[]>();
  const tip = async (): Promise<BlockId> => ({ height, hash: hashAt(height) });

  const chain: ChainReader & ChainSender = {
    coin,
    addressOf: (number) => `${coin}-${number}`,
    tip,
    health: async () => ({ isOpen: true, tip: await tip() }),
    node: async () => ({ height, tipAt: null, peers: 3, network: 'scripted', isSyncing: false }),
    blockAt: async (at) =>
      at < 0 || at > height ? null : { height: at, hash: hashAt(at), parent: hashAt(at - 1) },
    paymentsIn: async (block) =>
      [...known].flatMap(([txHash, at]) => {
        const payment = payments.get(txHash);
        return at === block.height && payment ? [{ txHash, output: 0, ...payment }] : [];
      }),
    async placeOf(txHash): Promise<Place> {
      const at = known.get(txHash);
      if (at === undefined) return { kind: 'unknown' };
      if (at === null) return { kind: 'waiting' };
      return { kind: 'mined', block: { height: at, hash: hashAt(at) }, hasFailed: false };
    },
    spentBy: async (txHash) => spends.get(txHash) ?? [],
    feePrice: async () => null,
    prepare: async () => ({
      wallet: `${coin}-wallet`,
      firstNonce: 0n,
      balance: null,
      most: 4,
      fee: 0n,
      build({ address, amount }) {
        const txHash = `${coin}-built-${built.length}`;
        built.push(txHash);
        payments.set(txHash, { address, amount });
        return { txHash, bytes: Buffer.from(txHash) };
      },
    }),
    sweptFrom: null,
    prepareSweep: async () => null,
    async prepareReturn(stored) {
      const txHash = `${coin}-return-${spends.size}`;
      spends.set(txHash, namesOf(stored));
      return { txHash, bytes: Buffer.from(txHash) };
    },
    replaceAfter: null,
    replace: async () => null,
    held: async () => 12_345_678_900n,
    async send(bytes) {
      const txHash = Buffer.from(bytes).toString();
      if (world.isDeaf || refuses.has(txHash)) throw new NodeRefusedError(-1, 'the node does not take it');
      if (!known.has(txHash)) known.set(txHash, null);
    },
  };

  const world: ScriptedChain = {
    chain,
    known,
    built,
    spends,
    refuses,
    isDeaf: false,
    async mine(blocks) {
      for (const [txHash, at] of known) if (at === null) known.set(txHash, height + 1);
      height += blocks;
    },
    pay(address, amount) {
      const txHash = `${coin}-paid-${payments.size}`;
      payments.set(txHash, { address, amount });
      known.set(txHash, null);
      return txHash;
    },
  };
  return world;
}
