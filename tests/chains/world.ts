import { HDKey } from '@scure/bip32';
import { addr } from 'micro-eth-signer';
import { type Anvil, startAnvil } from '../../scripts/anvil.ts';
import { type EvmCoin, createEvmReader, evmAddress } from '../../venue/chains/evm/reader.ts';
import { spending, watching } from '../../venue/chains/keys.ts';
import { createRpc } from '../../venue/chains/rpc.ts';
import { createEvmSender } from '../../venue/chains/evm/sender.ts';
import type { ChainReader, ChainSender } from '../../venue/chains/port.ts';
import { unitsOf } from '../../venue/ledger/units.ts';
import { type LiveCoin, startCoin } from './venue.ts';

export const CHAIN_ID = 31_337;
const ONE_UNIT = 10n ** 10n;
export const GWEI = 10n ** 9n;
/** Milliseconds. */
export const REPLACE_AFTER = 600_000;
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
  readonly account: HDKey;
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
  const watched = watching(account.publicExtendedKey, evmAddress);
  const parts = {
    settings: {
      coin: 'AVAX',
      chainId: BigInt(CHAIN_ID),
      token: null,
      decimals: 18,
      staleAfter: null,
      sweptFrom: 0n,
      mostPerGas: 2_000n * GWEI,
      replaceAfter: REPLACE_AFTER,
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
    account,
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

export interface RealVenue extends Node, LiveCoin {}

/** A live venue's AVAX on a node of its own; nothing happens by itself. */
export async function startVenue(settings: Partial<EvmCoin> = {}): Promise<RealVenue> {
  const node = await startNode(settings);
  const venue = await startCoin(node);
  return {
    ...node,
    ...venue,
    async close() {
      await venue.close();
      await node.anvil.stop();
    },
  };
}

export const units = (text: string): bigint => unitsOf(text) ?? 0n;
