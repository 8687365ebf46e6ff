import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Anvil } from '../../scripts/anvil.ts';
import type { ChainSettings } from '../../venue/chains/settings.ts';
import { startBitcoinWorld, someBitcoinAddress } from './bitcoinWorld.ts';
import { startMoneroWorld } from './moneroWorld.ts';
import type { TestNode } from './venue.ts';
import { CHAIN_ID, REPLACE_AFTER, someAddress, startNode } from './world.ts';

/** A chain on which long proofs run. What it tells comes from the node itself, not from the venue's adapter. */
export interface ProvingWorld extends TestNode {
  readonly coin: 'AVAX' | 'BTC' | 'XMR';
  /** Of a network that has contracts. */
  readonly anvil?: Anvil;
  /** For an adapter that is opened by them. */
  readonly settings: ChainSettings;
  /** Pays eight times so much into the wallet that pays withdrawals, where it has nothing of its own. */
  fill(units: bigint): Promise<void>;
  /** Blocks that confirm a deposit here. */
  readonly confirmations: number;
  /** From a stranger. @returns its hash; null where the stranger cannot pay now. */
  pay(address: string, units: bigint): Promise<string | null>;
  /** One transaction that pays several; left out where the chain cannot. */
  payAll?(...to: readonly (readonly [address: string, units: bigint])[]): Promise<string>;
  /** Sends a payment once more, which may have been lost; the node may refuse it. */
  resend(txHash: string): Promise<void>;
  /** Blocks that confirm it, 0 while it is in none. */
  depthOf(txHash: string): Promise<number>;
  reorganise(depth: number): Promise<void>;
  /** An address that is nobody's at the venue. */
  outside(): Promise<string>;
  /** Units that an address from `outside` has got in blocks. @param recent looks at so many of the newest, at least. */
  got(address: string, recent?: number): Promise<bigint>;
  close(): Promise<void>;
}

/** Fewer than usual, as each block costs time. */
const CONFIRMATIONS = 3;
/** Blocks in which payments of one history lie. */
const RECENT = 400;
const FILLINGS = 8n;

const unless = async <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** Whose files go away with it. */
async function keyFolder(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'quietbook-keys-'));
  const file = join(folder, 'key');
  await writeFile(file, `${content}\n`, { mode: 0o600 });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function startEvm(): Promise<ProvingWorld> {
  const node = await startNode();
  const { anvil, account } = node;
  const key = await keyFolder(account.privateExtendedKey);
  const raw = new Map<string, unknown>();
  return {
    ...node,
    coin: 'AVAX',
    async fill(amount) {
      await node.pay(node.wallet, FILLINGS * amount);
      await node.mine(1);
    },
    confirmations: CONFIRMATIONS,
    settings: {
      kind: 'evm',
      coin: 'AVAX',
      url: anvil.url,
      chainId: CHAIN_ID,
      token: null,
      decimals: 18,
      sweptFrom: 0n,
      mostGwei: 2000,
      replaceAfter: REPLACE_AFTER / 60_000,
      xpub: account.publicExtendedKey,
      keyFile: key.file,
    },
    async pay(address, amount) {
      const txHash = await node.pay(address, amount);
      raw.set(txHash, await anvil.call('eth_getRawTransactionByHash', txHash));
      return txHash;
    },
    resend: async (txHash) => void (await unless(anvil.call('eth_sendRawTransaction', raw.get(txHash)))),
    async depthOf(txHash) {
      const receipt = (await anvil.call('eth_getTransactionReceipt', txHash)) as {
        blockNumber: string;
      } | null;
      if (!receipt) return 0;
      return Number(await anvil.call('eth_blockNumber')) - Number(receipt.blockNumber) + 1;
    },
    outside: async () => someAddress(),
    got: (address) => node.balance(address),
    async close() {
      await anvil.stop();
      await key.remove();
    },
  };
}

async function startBitcoin(): Promise<ProvingWorld> {
  const world = await startBitcoinWorld();
  const { node, account } = world;
  const key = await keyFolder(account.privateExtendedKey);
  const raw = new Map<string, unknown>();
  return {
    ...world,
    coin: 'BTC',
    async fill(amount) {
      await world.pay(...Array.from({ length: Number(FILLINGS) }, () => [world.wallet, amount] as const));
      await world.mine(1);
    },
    confirmations: CONFIRMATIONS,
    settings: {
      kind: 'bitcoin',
      coin: 'BTC',
      url: node.url,
      network: 'regtest',
      mostFee: 1_000_000n,
      replaceAfter: REPLACE_AFTER / 60_000,
      xpub: account.publicExtendedKey,
      keyFile: key.file,
    },
    payAll: (...to) => world.pay(...to),
    async pay(address, amount) {
      const txHash = await unless(world.pay([address, amount]));
      if (txHash !== null) raw.set(txHash, await node.call('getrawtransaction', txHash, false));
      return txHash;
    },
    resend: async (txHash) => void (await unless(node.call('sendrawtransaction', raw.get(txHash)))),
    async depthOf(txHash) {
      const found = (await unless(node.call('getrawtransaction', txHash, true))) as {
        confirmations?: number;
      } | null;
      return found?.confirmations ?? 0;
    },
    outside: async () => someBitcoinAddress(),
    got: (address, recent = RECENT) => world.got(address, recent),
    async close() {
      await world.close();
      await key.remove();
    },
  };
}

async function startMonero(): Promise<ProvingWorld> {
  const world = await startMoneroWorld();
  const { node, stranger, wallet } = world;
  const { key: viewKey } = (await wallet.call('query_key', { key_type: 'view_key' })) as { key: string };
  const key = await keyFolder(viewKey);
  const raw = new Map<string, string>();
  interface Found {
    readonly in_pool: boolean;
    readonly block_height?: number;
    readonly as_hex: string;
  }
  const find = async (txHash: string): Promise<Found | undefined> => {
    const answer = await node.post('/get_transactions', { txs_hashes: [txHash] });
    return (answer as { txs?: readonly Found[] }).txs?.[0];
  };
  const heightOf = async (): Promise<number> => ((await node.call('get_info')) as { height: number }).height;
  return {
    ...world,
    coin: 'XMR',
    // What was mined for it.
    fill: async () => undefined,
    confirmations: CONFIRMATIONS,
    settings: {
      kind: 'monero',
      coin: 'XMR',
      url: node.url,
      network: 'regtest',
      address: wallet.address,
      viewKeyFile: key.file,
      loginFile: null,
      walletUrl: wallet.url,
      walletLoginFile: null,
    },
    payAll: (...to) => world.pay(...to),
    async pay(address, amount) {
      const txHash = await unless(world.pay([address, amount]));
      if (txHash !== null) raw.set(txHash, (await find(txHash))?.as_hex ?? '');
      return txHash;
    },
    resend: async (txHash) =>
      void (await node.post('/send_raw_transaction', { tx_as_hex: raw.get(txHash) ?? '' })),
    async depthOf(txHash) {
      const found = await find(txHash);
      if (!found || found.in_pool || found.block_height === undefined) return 0;
      return (await heightOf()) - found.block_height;
    },
    async outside() {
      const made = await stranger.call('create_address', { account_index: 0 });
      return (made as { address: string }).address;
    },
    async got(address, recent = RECENT) {
      await stranger.call('refresh');
      const found = (await stranger.call('get_transfers', {
        in: true,
        filter_by_height: true,
        min_height: Math.max(0, (await heightOf()) - recent),
      })) as { in?: readonly { address: string; amount: number }[] };
      return (found.in ?? [])
        .filter((one) => one.address === address)
        .reduce((sum, { amount }) => sum + BigInt(amount) / 10_000n, 0n);
    },
    async close() {
      await world.close();
      await key.remove();
    },
  };
}

export const PROVING: Readonly<Record<ProvingWorld['coin'], () => Promise<ProvingWorld>>> = {
  AVAX: startEvm,
  BTC: startBitcoin,
  XMR: startMonero,
};

/** Of an environment variable such as `BTC,XMR`. Without it those whose blocks cost little. */
export const chosenCoins = (text: string | undefined): readonly ProvingWorld['coin'][] =>
  (Object.keys(PROVING) as ProvingWorld['coin'][]).filter((coin) =>
    (text ?? 'AVAX,BTC').split(',').includes(coin),
  );
