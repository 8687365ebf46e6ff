import { readMonero as readMoneroAddress } from '../../src/domain/address/cryptonote.ts';
import type { Reading } from '../environment.ts';
import { unitsFrom } from '../ledger/units.ts';
import { bitcoinAddress } from './bitcoin/reader.ts';
import { evmAddress } from './evm/reader.ts';
import { watching } from './keys.ts';

/** One coin on a real node. */
export type ChainSettings = EvmSettings | MoneroSettings | BitcoinSettings | GrinSettings;

export interface EvmSettings {
  readonly kind: 'evm';
  readonly coin: string;
  readonly url: string;
  readonly chainId: number;
  /** Contract of a token; null for the network's own coin. */
  readonly token: string | null;
  readonly decimals: number;
  /** Units that a deposit address must hold to be swept; for the network's own coin its fee decides. */
  readonly sweptFrom: bigint;
  /** Highest price of gas, in gwei. */
  readonly mostGwei: number;
  /** Minutes. */
  readonly replaceAfter: number;
  readonly xpub: string;
  /** File of the spending key; null for a venue that only watches. */
  readonly keyFile: string | null;
}

export interface MoneroSettings {
  readonly kind: 'monero';
  readonly coin: 'XMR';
  /** Of `monerod`. */
  readonly url: string;
  readonly network: 'mainnet' | 'regtest';
  /** The main address of the wallet that deposits go to. */
  readonly address: string;
  readonly viewKeyFile: string;
  /** File with name and password of its RPC; null where it asks for none. */
  readonly loginFile: string | null;
  /** Of `monero-wallet-rpc`; null for a venue that only watches. */
  readonly walletUrl: string | null;
  readonly walletLoginFile: string | null;
}

export interface BitcoinSettings {
  readonly kind: 'bitcoin';
  readonly coin: 'BTC';
  readonly url: string;
  readonly network: 'main' | 'regtest';
  /** Satoshi that one transaction may cost. */
  readonly mostFee: bigint;
  /** Minutes. */
  readonly replaceAfter: number;
  readonly xpub: string;
  /** File of the spending key; null for a venue that only watches. */
  readonly keyFile: string | null;
}

export interface GrinSettings {
  readonly kind: 'grin';
  readonly coin: 'GRIN';
  /** Of the node's foreign API v2. */
  readonly url: string;
  /** File with the password of that API; null where it asks for none. */
  readonly secretFile: string | null;
  /** File of the wallet's seed. Without it nothing can be received either. */
  readonly seedFile: string;
}

/** The wallets that pay and mine on a private Monero node; empty without one. */
export interface RegtestSettings {
  /** Of a `monero-wallet-rpc` whose wallet pays deposits. */
  readonly payerUrl: string;
  /** The part of `monerod` that strangers see. */
  readonly publicUrl: string;
}

/** Networks of the tools that make blocks for tests. */
const TEST_NETWORKS = new Set([1337, 31_337]);

const OFF_OR_EVM = ['off', 'evm'] as const;
const LARGEST_ID = 999_999_999;
const MAX_GWEI = 2000;
/** Minutes: fifty blocks of Ethereum. */
const REPLACE_AFTER = 10;
/** Minutes: twelve blocks, twice as many as the fee is meant for. */
const REPLACE_AFTER_BITCOIN = 120;
/** Satoshi. */
const MAX_FEE = 200_000;
const LONGEST = 10_080;
const USDT_CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** @param place a live venue has real coins, and a sandbox with `regtest` those of test networks (CHAIN-24). */
export function readChains(reading: Reading, place: 'live' | 'regtest' | 'simulated'): ChainSettings[] {
  const read = [...readEvm(reading), ...readMonero(reading), ...readBitcoin(reading), ...readGrin(reading)];
  if (place === 'simulated')
    for (const { coin, kind } of read)
      reading.faults.push(
        `CHAIN_${coin}=${kind} needs VENUE_MODE=live: the coins of a sandbox are simulated.`,
      );
  if (place === 'regtest')
    for (const chain of read)
      if (!isTestNetwork(chain))
        reading.faults.push(
          `CHAIN_${chain.coin} must be on a test network: a sandbox with CHAINS=regtest gives its coins away.`,
        );
  return read;
}

const isTestNetwork = (chain: ChainSettings): boolean =>
  chain.kind === 'evm'
    ? TEST_NETWORKS.has(chain.chainId)
    : chain.kind !== 'grin' && chain.network === 'regtest';

/** @param chains those that were read. */
export function readRegtest({ text, faults }: Reading, chains: readonly ChainSettings[]): RegtestSettings {
  if (chains.length === 0) faults.push('CHAINS=regtest needs nodes, which npm start starts.');
  if (chains.every(({ coin }) => coin !== 'XMR')) return { payerUrl: '', publicUrl: '' };
  return {
    payerUrl: addressOfNode(text('CHAIN_XMR_PAYER_URL'), 'CHAIN_XMR_PAYER_URL', faults),
    publicUrl: addressOfNode(text('CHAIN_XMR_PUBLIC_URL'), 'CHAIN_XMR_PUBLIC_URL', faults),
  };
}

function readEvm({ text, number, choice, faults }: Reading): EvmSettings[] {
  const read = [
    choice('CHAIN_AVAX', OFF_OR_EVM, 'off') === 'evm' && {
      coin: 'AVAX',
      url: text('CHAIN_AVAX_URL'),
      chainId: number('CHAIN_AVAX_ID', 43_114, 1, LARGEST_ID),
      token: null,
      decimals: 18,
      sweptFrom: 0n,
      mostGwei: number('CHAIN_AVAX_MOST_GWEI', MAX_GWEI, 1, 1_000_000),
      replaceAfter: number('CHAIN_AVAX_REPLACE_AFTER', REPLACE_AFTER, 1, LONGEST),
      xpub: text('CHAIN_AVAX_XPUB'),
      keyFile: text('CHAIN_AVAX_KEY_FILE'),
    },
    choice('CHAIN_USDT', OFF_OR_EVM, 'off') === 'evm' && {
      coin: 'USDT',
      url: text('CHAIN_USDT_URL'),
      chainId: number('CHAIN_USDT_ID', 1, 1, LARGEST_ID),
      token: text('CHAIN_USDT_TOKEN') ?? USDT_CONTRACT,
      decimals: 6,
      sweptFrom: unitsFrom(BigInt(number('CHAIN_USDT_SWEEP_LEAST', 50, 1, 1_000_000)), 0),
      mostGwei: number('CHAIN_USDT_MOST_GWEI', MAX_GWEI, 1, 1_000_000),
      replaceAfter: number('CHAIN_USDT_REPLACE_AFTER', REPLACE_AFTER, 1, LONGEST),
      xpub: text('CHAIN_USDT_XPUB'),
      keyFile: text('CHAIN_USDT_KEY_FILE'),
    },
  ].filter((one) => one !== false);
  return read.map((one) => {
    const { coin, xpub, token } = one;
    // Addresses of nodes and extended keys are private, so no message repeats them.
    const url = addressOfNode(one.url, `CHAIN_${coin}_URL`, faults);
    checkAccount(xpub, evmAddress, `CHAIN_${coin}_XPUB`, faults);
    if (token !== null && !/^0x[0-9a-fA-F]{40}$/.test(token))
      faults.push(`CHAIN_${coin}_TOKEN must be the address of a contract.`);
    return { ...one, kind: 'evm', url, xpub: xpub ?? '' };
  });
}

function readMonero({ text, choice, faults }: Reading): MoneroSettings[] {
  if (choice('CHAIN_XMR', ['off', 'monero'], 'off') === 'off') return [];
  const address = text('CHAIN_XMR_ADDRESS') ?? '';
  const read = readMoneroAddress(address);
  if (!read.ok || read.kind !== 'standard')
    faults.push('CHAIN_XMR_ADDRESS must be the main address of a Monero wallet (4…).');
  const viewKeyFile = text('CHAIN_XMR_VIEW_KEY_FILE') ?? '';
  if (viewKeyFile === '')
    faults.push("CHAIN_XMR_VIEW_KEY_FILE must name the file of that wallet's view key.");
  const walletUrl = text('CHAIN_XMR_WALLET_URL');
  return [
    {
      kind: 'monero',
      coin: 'XMR',
      url: addressOfNode(text('CHAIN_XMR_URL'), 'CHAIN_XMR_URL', faults),
      network: choice('CHAIN_XMR_NETWORK', ['mainnet', 'regtest'], 'mainnet'),
      loginFile: text('CHAIN_XMR_LOGIN_FILE'),
      walletLoginFile: text('CHAIN_XMR_WALLET_LOGIN_FILE'),
      address,
      viewKeyFile,
      walletUrl: walletUrl && addressOfNode(walletUrl, 'CHAIN_XMR_WALLET_URL', faults),
    },
  ];
}

function readBitcoin({ text, number, choice, faults }: Reading): BitcoinSettings[] {
  if (choice('CHAIN_BTC', ['off', 'bitcoin'], 'off') === 'off') return [];
  const xpub = text('CHAIN_BTC_XPUB');
  checkAccount(xpub, bitcoinAddress, 'CHAIN_BTC_XPUB', faults);
  return [
    {
      kind: 'bitcoin',
      coin: 'BTC',
      url: addressOfNode(text('CHAIN_BTC_URL'), 'CHAIN_BTC_URL', faults),
      network: choice('CHAIN_BTC_NETWORK', ['main', 'regtest'], 'main'),
      mostFee: BigInt(number('CHAIN_BTC_MOST_FEE', MAX_FEE, 1000, 100_000_000)),
      replaceAfter: number('CHAIN_BTC_REPLACE_AFTER', REPLACE_AFTER_BITCOIN, 1, LONGEST),
      xpub: xpub ?? '',
      keyFile: text('CHAIN_BTC_KEY_FILE'),
    },
  ];
}

function readGrin({ text, choice, faults }: Reading): GrinSettings[] {
  if (choice('CHAIN_GRIN', ['off', 'grin'], 'off') === 'off') return [];
  const seedFile = text('CHAIN_GRIN_SEED_FILE') ?? '';
  if (seedFile === '') faults.push("CHAIN_GRIN_SEED_FILE must name the file of the wallet's seed.");
  return [
    {
      kind: 'grin',
      coin: 'GRIN',
      url: addressOfNode(text('CHAIN_GRIN_URL'), 'CHAIN_GRIN_URL', faults),
      secretFile: text('CHAIN_GRIN_API_SECRET_FILE'),
      seedFile,
    },
  ];
}

/** Without the slash at its end. */
function addressOfNode(url: string | null, name: string, faults: string[]): string {
  if (url === null || !/^https?:\/\//.test(url) || !URL.canParse(url))
    faults.push(`${name} must be the address of a node's JSON-RPC, http:// or https://.`);
  return (url ?? '').replace(/\/$/, '');
}

function checkAccount(
  xpub: string | null,
  formOf: (publicKey: Uint8Array) => string,
  name: string,
  faults: string[],
): void {
  try {
    watching(xpub ?? '', formOf);
  } catch {
    // The message must not repeat the value.
    faults.push(`${name} must be the extended public key of an account (xpub…).`);
  }
}
