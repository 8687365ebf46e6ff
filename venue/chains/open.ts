import { readFileSync } from 'node:fs';
import type { Keys } from '../coins/keys.ts';
import { bitcoinAddress, createBitcoinReader } from './bitcoin/reader.ts';
import { createBitcoinSender } from './bitcoin/sender.ts';
import { createEvmReader, evmAddress } from './evm/reader.ts';
import { createRpc } from './rpc.ts';
import { createEvmSender } from './evm/sender.ts';
import { spending, watching } from './keys.ts';
import { type Login, readLogin } from './login.ts';
import { viewing } from './monero/keys.ts';
import { createMoneroReader } from './monero/reader.ts';
import { createMoneroSender } from './monero/sender.ts';
import type { ChainReader, ChainSender } from './port.ts';
import type { BitcoinSettings, ChainSettings, EvmSettings, MoneroSettings } from './settings.ts';

/** Milliseconds; a network makes several blocks meanwhile, whatever it is. */
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
}

/** @throws Error when a key file cannot be read, or holds another key. */
export const openChain = (settings: ChainSettings, now: () => number): RealChain => ({
  kind: settings.kind,
  ...(settings.kind === 'evm'
    ? openEvm(settings, now)
    : settings.kind === 'monero'
      ? openMonero(settings, now)
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
    mostFee: BigInt(limits.mostFee),
    replaceAfter: limits.replaceAfter * MINUTE,
    now,
  };
  const reader = createBitcoinReader(parts);
  if (keyFile === null) return { reader, sender: null };
  const key = spending(readKey('CHAIN_BTC_KEY_FILE', keyFile), xpub);
  return { reader, sender: createBitcoinSender(parts, reader, key) };
}

function loginIn(name: string, file: string | null): Login | null {
  if (file === null) return null;
  try {
    return readLogin(readKey(name, file));
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

/** Deposit addresses of the chains' own keys; of `keys` for every other coin. */
export const addressesOf = (chains: readonly RealChain[], keys: Keys): Pick<Keys, 'addressOf'> => ({
  addressOf(coin, number) {
    const chain = chains.find(({ reader }) => reader.coin === coin);
    return chain ? chain.reader.addressOf(number) : keys.addressOf(coin, number);
  },
});
