import { watching } from './evm/keys.ts';

/** One coin on a real node. */
export interface ChainSettings {
  readonly coin: string;
  readonly url: string;
  readonly chainId: number;
  /** Contract of a token; null for the network's own coin. */
  readonly token: string | null;
  readonly decimals: number;
  readonly xpub: string;
  /** File of the spending key; null for a venue that only watches. */
  readonly keyFile: string | null;
}

/** What `readConfig` reads environment variables with. */
export interface Reading {
  readonly text: (name: string) => string | null;
  readonly number: (name: string, fallback: number, least: number, most: number) => number;
  readonly choice: <T extends string>(name: string, options: readonly T[], fallback: T) => T;
  readonly faults: string[];
}

const OFF_OR_EVM = ['off', 'evm'] as const;
const LARGEST_ID = 999_999_999;
const USDT_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** @param isLive only a live venue has real coins. */
export function readChains({ text, number, choice, faults }: Reading, isLive: boolean): ChainSettings[] {
  const read = [
    choice('CHAIN_AVAX', OFF_OR_EVM, 'off') === 'evm' && {
      coin: 'AVAX',
      url: text('CHAIN_AVAX_URL'),
      chainId: number('CHAIN_AVAX_ID', 43_114, 1, LARGEST_ID),
      token: null,
      decimals: 18,
      xpub: text('CHAIN_AVAX_XPUB'),
      keyFile: text('CHAIN_AVAX_KEY_FILE'),
    },
    choice('CHAIN_USDT', OFF_OR_EVM, 'off') === 'evm' && {
      coin: 'USDT',
      url: text('CHAIN_USDT_URL'),
      chainId: number('CHAIN_USDT_ID', 1, 1, LARGEST_ID),
      token: text('CHAIN_USDT_TOKEN') ?? USDT_CONTRACT,
      decimals: 6,
      xpub: text('CHAIN_USDT_XPUB'),
      keyFile: text('CHAIN_USDT_KEY_FILE'),
    },
  ].filter((one) => one !== false);
  return read.flatMap((one) => {
    const { coin, url, xpub, token } = one;
    if (!isLive)
      faults.push(`CHAIN_${coin}=evm needs VENUE_MODE=live: the coins of a sandbox are simulated.`);
    // Addresses of nodes and extended keys are private, so no message repeats them.
    const hasUrl = url !== null && /^https?:\/\//.test(url) && URL.canParse(url);
    if (!hasUrl)
      faults.push(`CHAIN_${coin}_URL must be the address of a node's JSON-RPC, http:// or https://.`);
    const isWatching = xpub !== null && canWatch(xpub);
    if (!isWatching) faults.push(`CHAIN_${coin}_XPUB must be the extended public key of an account (xpub…).`);
    if (token !== null && !/^0x[0-9a-fA-F]{40}$/.test(token))
      faults.push(`CHAIN_${coin}_TOKEN must be the address of a contract.`);
    return hasUrl && isWatching ? [{ ...one, url, xpub }] : [];
  });
}

function canWatch(xpub: string): boolean {
  try {
    watching(xpub);
    return true;
  } catch {
    // The caller says which setting it is.
    return false;
  }
}
