import { addr } from 'micro-eth-signer';
import * as z from 'zod/mini';
import { unitsFrom } from '../../ledger/units.ts';
import type { Block, BlockId, ChainPayment, ChainReader, Health } from '../port.ts';
import type { Watching } from '../keys.ts';
import { NodeRefusedError, type Rpc } from '../rpc.ts';

export interface EvmCoin {
  readonly coin: string;
  readonly chainId: bigint;
  /** Contract of an ERC-20 token; null for the coin that the network's fees are paid in. */
  readonly token: string | null;
  readonly decimals: number;
  /** Milliseconds after which the newest block is too old; null for a network that makes blocks on demand. */
  readonly staleAfter: number | null;
  /** Units that must lie on a deposit address to be swept. */
  readonly sweptFrom: bigint;
  /** Wei per unit of gas. A higher price is an error of the node, or no time to send. */
  readonly mostPerGas: bigint;
  /** Milliseconds after which a transaction that is in no block may be replaced. */
  readonly replaceAfter: number;
}

export interface EvmParts {
  readonly settings: EvmCoin;
  readonly rpc: Rpc;
  readonly watching: Watching;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i));
/** Without the limit a number of millions of digits would be parsed. */
export const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text: string) => BigInt(text)),
);
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
const header = {
  number: quantity,
  hash,
  parentHash: hash,
  timestamp: quantity,
  baseFeePerGas: z.optional(quantity),
};
export const blockHeader = z.object(header);
const wholeBlock = z.object({
  ...header,
  transactions: z.array(z.object({ hash, to: z.nullable(hex), value: quantity })),
});
const log = z.object({
  address: hex,
  blockHash: hash,
  transactionHash: hash,
  logIndex: quantity,
  topics: z.array(hash),
  data: hex,
  removed: z.optional(z.boolean()),
});
const receipt = z.nullable(z.object({ blockNumber: quantity, blockHash: hash, status: quantity }));
const sent = z.object({ from: hex, nonce: quantity });
const syncing = z.union([z.literal(false), z.looseObject({})]);

/** `Transfer(address,address,uint256)` */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** `decimals()` */
const DECIMALS = '0x313ce567';

const hexOf = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Checksummed (EIP-55). */
export const evmAddress = (publicKey: Uint8Array): string => addr.fromPublicKey(publicKey);

/** Reads a coin of an Ethereum-like network by JSON-RPC. */
export function createEvmReader({ settings, rpc, watching, now }: EvmParts): ChainReader {
  const { coin, chainId, token, decimals, staleAfter } = settings;

  const newest = () => rpc.call(blockHeader, 'eth_getBlockByNumber', ['latest', false]);

  async function tip(): Promise<BlockId> {
    const block = await newest();
    return { height: Number(block.number), hash: block.hash };
  }

  async function blockAt(height: number): Promise<Block | null> {
    const found = await rpc.call(z.nullable(blockHeader), 'eth_getBlockByNumber', [hexOf(height), false]);
    if (!found) return null;
    // Some nodes answer with their newest block for one that they do not have.
    if (found.number !== BigInt(height)) throw new Error('the node gave another block than was asked for');
    return { height, hash: found.hash, parent: found.parentHash };
  }

  const isOnChain = async (block: BlockId): Promise<boolean> =>
    (await blockAt(block.height))?.hash === block.hash;

  async function isRightNetwork(): Promise<boolean> {
    if ((await rpc.call(quantity, 'eth_chainId', [])) !== chainId) return false;
    if (token === null) return true;
    const answer = await rpc.call(hex, 'eth_call', [{ to: token, data: DECIMALS }, 'latest']);
    return answer.length === 66 && BigInt(answer) === BigInt(decimals);
  }

  async function health(): Promise<Health> {
    try {
      if (!(await isRightNetwork())) return { isOpen: false, reason: 'wrong-network' };
      if ((await rpc.call(syncing, 'eth_syncing', [])) !== false) return { isOpen: false, reason: 'syncing' };
      const block = await newest();
      if (staleAfter !== null && now() - Number(block.timestamp) * 1000 > staleAfter)
        return { isOpen: false, reason: 'syncing' };
      return { isOpen: true, tip: { height: Number(block.number), hash: block.hash } };
    } catch {
      // Whatever the error was, nothing can be concluded from this node: that is the answer.
      return { isOpen: false, reason: 'down' };
    }
  }

  /** Hosted nodes do not tell their peers. */
  async function peers(): Promise<number | null> {
    try {
      const count = await rpc.call(quantity, 'net_peerCount', []);
      return Number(count);
    } catch (error) {
      if (error instanceof NodeRefusedError) return null;
      throw error;
    }
  }

  async function native(block: BlockId): Promise<ChainPayment[]> {
    const whole = await rpc.call(z.nullable(wholeBlock), 'eth_getBlockByHash', [block.hash, true]);
    return (whole?.transactions ?? []).flatMap(({ hash: txHash, to, value }) => {
      const amount = unitsFrom(value, decimals);
      return to === null || amount === 0n
        ? []
        : [{ txHash, output: 0, address: addr.addChecksum(to), amount }];
    });
  }

  /** Asks for every transfer of the token, so that the node does not learn which addresses are the venue's. */
  async function transfers(block: BlockId): Promise<ChainPayment[]> {
    const found = await rpc.call(z.array(log), 'eth_getLogs', [
      { blockHash: block.hash, address: token, topics: [TRANSFER] },
    ]);
    const seen = new Map<string, number>();
    return found
      .filter(({ removed, address, blockHash }) => {
        const isToken = address.toLowerCase() === token?.toLowerCase();
        return isToken && blockHash === block.hash && removed !== true;
      })
      .sort((a, b) => Number(a.logIndex - b.logIndex))
      .flatMap(({ transactionHash: txHash, topics, data }) => {
        // Its place among the transaction's own transfers stays when the transaction moves to another block.
        const output = seen.get(txHash) ?? 0;
        seen.set(txHash, output + 1);
        const to = topics[2];
        if (topics.length !== 3 || to === undefined || data.length !== 66) return [];
        const amount = unitsFrom(BigInt(data), decimals);
        return amount === 0n
          ? []
          : [{ txHash, output, address: addr.addChecksum(`0x${to.slice(26)}`), amount }];
      });
  }

  return {
    coin,
    wallet: `${chainId}/${watching.wallet}`,
    addressOf: (number) => watching.addressOf(number),
    health,
    tip,
    blockAt,

    async node() {
      const [block, network, isSyncing] = [
        await newest(),
        await rpc.call(quantity, 'eth_chainId', []),
        (await rpc.call(syncing, 'eth_syncing', [])) !== false,
      ];
      return {
        height: Number(block.number),
        tipAt: Number(block.timestamp) * 1000,
        peers: await peers(),
        network: String(network),
        isSyncing,
      };
    },

    async paymentsIn(block) {
      try {
        const found = token === null ? await native(block) : await transfers(block);
        // Nodes also know replaced blocks.
        return (await isOnChain(block)) ? found : null;
      } catch (error) {
        if (error instanceof NodeRefusedError && !(await isOnChain(block))) return null;
        throw error;
      }
    },

    async placeOf(txHash) {
      const found = await rpc.call(z.nullable(z.looseObject({ hash })), 'eth_getTransactionByHash', [txHash]);
      if (!found) return { kind: 'unknown' };
      const mined = await rpc.call(receipt, 'eth_getTransactionReceipt', [txHash]);
      if (!mined) return { kind: 'waiting' };
      const block = { height: Number(mined.blockNumber), hash: mined.blockHash };
      return { kind: 'mined', block, hasFailed: mined.status !== 1n };
    },

    async spentBy(txHash) {
      const found = await rpc.call(z.nullable(sent), 'eth_getTransactionByHash', [txHash]);
      return found ? [`${chainId}/${addr.addChecksum(found.from)}/${found.nonce}`] : [];
    },

    async feePrice() {
      const { baseFeePerGas = 0n } = await newest();
      const tipPerGas = await rpc.call(quantity, 'eth_maxPriorityFeePerGas', []);
      // Moves the feed as a random walk would; what is paid is computed from the feed in whole units.
      const gwei = (baseFeePerGas + tipPerGas) / 1_000_000n;
      return Number(gwei) / 1000;
    },
  };
}
