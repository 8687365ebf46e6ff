import { readFileSync } from 'node:fs';
import { createKeys, type Keys } from '../coins/keys.ts';
import { WINDOW_MINUTES } from '../grin/grin.ts';
import type { RangeProofs } from '../grin/rangeProof/proofs.ts';
import { createWallet, type GrinParts } from '../grin/wallet.ts';
import { bitcoinAddress, createBitcoinReader } from './bitcoin/reader.ts';
import { createBitcoinSender } from './bitcoin/sender.ts';
import { createEvmReader, evmAddress } from './evm/reader.ts';
import { createRpc } from './rpc.ts';
import { createEvmSender } from './evm/sender.ts';
import { spending, watching } from './keys.ts';
import { createGrinNode, type GrinNode } from './grin/node.ts';
import { createPurse, type PurseParts, type Upkeep, watchCoins } from './grin/purse.ts';
import { createGrinReader, createGrinSender } from './grin/reader.ts';
import { type RpcCredentials, readRpcCredentials } from './digestAuth.ts';
import { viewing } from './monero/keys.ts';
import { createMoneroReader } from './monero/reader.ts';
import { createMoneroSender } from './monero/sender.ts';
import type { ChainReader, ChainSender } from './port.ts';
import type {
  BitcoinSettings,
  ChainSettings,
  EvmSettings,
  GrinSettings,
  MoneroSettings,
} from './settings.ts';

/** Milliseconds; any network makes several blocks in this time. */
const STALE_AFTER = 1_800_000;
/** Two hours without a block of Bitcoin happen once in several years. */
const STALE_AFTER_BITCOIN = 7_200_000;
const MINUTE = 60_000;
const GWEI = 1_000_000_000n;
/** Development networks (anvil, hardhat) make a block when something happens. */
const MADE_ON_DEMAND = new Set([1337, 31_337]);

export interface RealChain {
  readonly kind: ChainSettings['kind'];
  readonly reader: ChainReader;
  /** Null for a venue that only watches. */
  readonly sender: ChainSender | null;
  /** What user requests need of a chain whose payments both sides make together. */
  readonly grin?: { readonly keys: Keys; readonly node: GrinNode };
  /** Once a round, while the coin is open. */
  readonly upkeep?: Upkeep;
}

/** @throws Error when a key file cannot be read, or holds another key. */
export const openChain = (settings: ChainSettings, now: () => number): RealChain => ({
  kind: settings.kind,
  ...(settings.kind === 'evm'
    ? openEvm(settings, now)
    : settings.kind === 'monero'
      ? openMonero(settings, now)
      : settings.kind === 'grin'
        ? openGrin(settings, now)
        : openBitcoin(settings, now)),
});

type Opened = Omit<RealChain, 'kind'>;

function openEvm(settings: EvmSettings, now: () => number): Opened {
  const { coin, chainId, token, decimals, sweptFrom, xpub, keyFile } = settings;
  const rpc = createRpc(settings.url);
  const watched = watching(xpub, evmAddress);
  const staleAfter = MADE_ON_DEMAND.has(chainId) ? null : STALE_AFTER;
  const parts = {
    settings: {
      coin,
      chainId: BigInt(chainId),
      token,
      decimals,
      staleAfter,
      sweptFrom,
      mostPerGas: BigInt(settings.mostGwei) * GWEI,
      replaceAfter: settings.replaceAfter * MINUTE,
    },
    rpc,
    watching: watched,
    now,
  };
  const reader = createEvmReader(parts);
  if (keyFile === null) return { reader, sender: null };
  const key = spending(readKey(`CHAIN_${coin}_KEY_FILE`, keyFile), xpub);
  return { reader, sender: createEvmSender(parts, reader, key) };
}

function openMonero(settings: MoneroSettings, now: () => number): Opened {
  const { url, address, viewKeyFile, walletUrl } = settings;
  const isMainnet = settings.network === 'mainnet';
  const login = loginIn('CHAIN_XMR_LOGIN_FILE', settings.loginFile);
  const walletLogin = loginIn('CHAIN_XMR_WALLET_LOGIN_FILE', settings.walletLoginFile);
  const reader = createMoneroReader({
    url,
    login,
    network: isMainnet ? 'mainnet' : 'fakechain',
    staleAfter: isMainnet ? STALE_AFTER : null,
    viewing: viewing(address, readKey('CHAIN_XMR_VIEW_KEY_FILE', viewKeyFile)),
    now,
  });
  return {
    reader,
    sender: walletUrl === null ? null : createMoneroSender({ url, walletUrl, login, walletLogin }, reader),
  };
}

function openBitcoin({ url, network, xpub, keyFile, ...limits }: BitcoinSettings, now: () => number): Opened {
  const parts = {
    rpc: createRpc(url),
    network,
    staleAfter: network === 'main' ? STALE_AFTER_BITCOIN : null,
    watching: watching(xpub, bitcoinAddress),
    mostFee: limits.mostFee,
    replaceAfter: limits.replaceAfter * MINUTE,
    now,
  };
  const reader = createBitcoinReader(parts);
  if (keyFile === null) return { reader, sender: null };
  const key = spending(readKey('CHAIN_BTC_KEY_FILE', keyFile), xpub);
  return { reader, sender: createBitcoinSender(parts, reader, key) };
}

function openGrin({ url, secretFile, seedFile }: GrinSettings, now: () => number): Opened {
  const seed = readKey('CHAIN_GRIN_SEED_FILE', seedFile);
  if (!/^[0-9a-f]{64}$/i.test(seed)) throw new Error('CHAIN_GRIN_SEED_FILE must hold 64 hex digits.');
  const keys = createKeys(Buffer.from(seed, 'hex'));
  const password = secretFile === null ? null : readKey('CHAIN_GRIN_API_SECRET_FILE', secretFile);
  const login = password === null ? null : ({ name: 'grin', password, scheme: 'basic' } as const);
  const node = createGrinNode(createRpc(url, undefined, login));
  const { derive } = createWallet(keys, 'venue');
  const reader = createGrinReader({ node, derive, staleAfter: STALE_AFTER, now });
  return { reader, sender: createGrinSender(node, reader), grin: { keys, node }, upkeep: watchCoins(node) };
}

function loginIn(name: string, file: string | null): RpcCredentials | null {
  if (file === null) return null;
  try {
    return readRpcCredentials(readKey(name, file));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(name)) throw error;
    throw new Error(`${name} must hold name:password in one line.`, { cause: error });
  }
}

function readKey(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new Error(`${name} cannot be read (${code}).`, { cause: error });
  }
}

/** Deposit addresses of the chains' own keys; of `keys` for all other coins. */
export const addressesOf = (chains: readonly RealChain[], keys: Keys): Pick<Keys, 'addressOf'> => ({
  addressOf(coin, number) {
    const chain = chains.find(({ reader }) => reader.coin === coin);
    return chain ? chain.reader.addressOf(number) : keys.addressOf(coin, number);
  },
});

/** Pays GRIN, with its keys: those of its node, or `keys` and coins that are on no chain. */
export function openGrinWallet(
  chains: readonly RealChain[],
  keys: Keys,
  proofs: RangeProofs,
  parts: Pick<PurseParts, 'pool' | 'now'>,
): Pick<GrinParts, 'wallet' | 'purse' | 'windowMinutes'> {
  const real = chains.find((chain) => chain.grin)?.grin;
  const wallet = createWallet(real?.keys ?? keys, 'venue', proofs);
  const windowMinutes = WINDOW_MINUTES;
  if (!real) return { wallet, windowMinutes };
  return { wallet, windowMinutes, purse: createPurse({ ...parts, derive: wallet.derive, node: real.node }) };
}
