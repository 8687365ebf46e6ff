import { randomUUID } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { addr } from 'micro-eth-signer';
import { type Anvil, startAnvil } from '../../scripts/anvil.ts';
import { type EvmCoin, createEvmReader } from '../../venue/chains/evm/reader.ts';
import { spending, watching } from '../../venue/chains/evm/keys.ts';
import { createRpc } from '../../venue/chains/evm/rpc.ts';
import { createEvmSender } from '../../venue/chains/evm/sender.ts';
import { followChain } from '../../venue/chains/follow.ts';
import type { ChainReader, ChainSender, ClosedReason } from '../../venue/chains/port.ts';
import { sendRound } from '../../venue/chains/sending.ts';
import { type Coins, createCoins } from '../../venue/coins/coins.ts';
import { unitsOf } from '../../venue/ledger/units.ts';
import { silentLog } from '../../venue/log.ts';
import { FEES, accepted } from '../venue/coins/harness.ts';
import { type Harness, startCore } from '../venue/core/harness.ts';
import { embedded } from '../venue/databases.ts';

export const CHAIN_ID = 31_337;
const ONE_UNIT = 10n ** 10n;
/** Milliseconds; a node that is paused is noticed after them. */
const WITHIN = 1500;

/** Made anew for each test: the account of a wallet (m/44'/60'/0'). */
export const newAccount = (): HDKey =>
  HDKey.fromMasterSeed(crypto.getRandomValues(new Uint8Array(32))).derive("m/44'/60'/0'");

export const someAddress = (): string => addr.random().address;

export interface Node {
  readonly anvil: Anvil;
  readonly chain: ChainReader & ChainSender;
  readonly wallet: string;
  /** From the node's own account. @returns the hash. */
  pay(address: string, units: bigint): Promise<string>;
  mine(blocks: number): Promise<void>;
  /** Replaces the latest blocks by as many and one more; what was in them is gone. */
  reorganise(depth: number): Promise<void>;
  /** Units, as the node says. */
  balance(address: string): Promise<bigint>;
}

/** An adapter for AVAX on a node of its own. */
export async function startNode(settings: Partial<EvmCoin> = {}): Promise<Node> {
  const anvil = await startAnvil(CHAIN_ID);
  const account = newAccount();
  const watched = watching(account.publicExtendedKey);
  const parts = {
    settings: {
      coin: 'AVAX',
      chainId: BigInt(CHAIN_ID),
      token: null,
      decimals: 18,
      staleAfter: null,
      ...settings,
    },
    rpc: createRpc(anvil.url, WITHIN),
    watching: watched,
    now: Date.now,
  };
  const reader = createEvmReader(parts);
  const key = spending(account.privateExtendedKey, account.publicExtendedKey);
  const [richest] = (await anvil.call('eth_accounts')) as string[];
  const mine = async (blocks: number): Promise<void> =>
    void (await anvil.call('anvil_mine', `0x${blocks.toString(16)}`));
  return {
    anvil,
    chain: { ...reader, ...createEvmSender(parts, reader, key) },
    wallet: watched.wallet,
    mine,
    async pay(address, units) {
      const value = `0x${(units * ONE_UNIT).toString(16)}`;
      return String(await anvil.call('eth_sendTransaction', { from: richest, to: address, value }));
    },
    async reorganise(depth) {
      await anvil.call('anvil_reorg', depth, []);
      await anvil.call('anvil_dropAllTransactions');
      await mine(1);
    },
    balance: async (address) =>
      BigInt(String(await anvil.call('eth_getBalance', address, 'latest'))) / ONE_UNIT,
  };
}

export interface RealVenue extends Node {
  readonly core: Harness;
  readonly coins: Coins;
  /** Records what the node tells. */
  follow(): Promise<ClosedReason | null>;
  /** One round of sending. @param through another adapter, such as one that crashes. */
  send(through?: ChainReader & ChainSender): Promise<void>;
  /** Blocks that confirm whatever is in the latest one, and their recording. */
  confirm(): Promise<void>;
  addressOf(account: string): Promise<string>;
  free(account: string): Promise<string>;
  withdraw(account: string, amount: string, address: string): Promise<string>;
  withdrawalStage(account: string, id: string): Promise<string>;
  /** Stage of each deposit, the newest first. */
  depositStages(account: string): Promise<string[]>;
  close(): Promise<void>;
}

/** A live venue's AVAX on a node of its own; nothing happens by itself. */
export async function startVenue(): Promise<RealVenue> {
  const [node, core] = await Promise.all([startNode(), startCore(embedded)]);
  const { pool } = core.store;
  const { chain } = node;
  const now = (): Date => new Date();
  const coins = createCoins({
    pool,
    keys: { addressOf: (_, number) => chain.addressOf(number) },
    fees: { quotes: (coin) => FEES[coin] },
    signings: new Map(),
    hasChains: new Set(['AVAX']),
    reauthenticate: async () => null,
    now,
  });
  const follow = (): Promise<ClosedReason | null> => followChain({ pool, chain, now, log: silentLog });
  await node.mine(1);
  await follow();
  const venue: RealVenue = {
    ...node,
    core,
    coins,
    follow,
    send: (through = chain) =>
      sendRound({ pool, chain: through, isStopped: () => false, now, log: silentLog }),
    async confirm() {
      await node.mine(20);
      await follow();
    },
    addressOf: async (account) => accepted(await coins.depositAddress(account, 'AVAX')).address,
    async free(account) {
      const [available = '0'] = ((await core.balances(account)).AVAX ?? '0').split('/');
      return available;
    },
    async withdraw(account, amount, address) {
      const request = { coin: 'AVAX', amount, address };
      return accepted(await coins.withdraw(account, request, randomUUID())).row.id;
    },
    withdrawalStage: async (account, id) => accepted(await coins.withdrawal(account, id)).row.stage,
    depositStages: async (account) =>
      (await coins.deposits(account, { limit: 100, offset: 0 })).map(({ stage }) => stage),
    async close() {
      await core.remove();
      await node.anvil.stop();
    },
  };
  return venue;
}

export const units = (text: string): bigint => unitsOf(text) ?? 0n;
