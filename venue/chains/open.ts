import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import type { Clock } from '../coins/clock.ts';
import type { Keys } from '../coins/keys.ts';
import type { Network } from '../coins/network.ts';
import type { Fees } from '../fees/feed.ts';
import type { Log } from '../log.ts';
import { bitcoinAddress, createBitcoinReader } from './bitcoin/reader.ts';
import { createBitcoinSender } from './bitcoin/sender.ts';
import { createEvmReader, evmAddress } from './evm/reader.ts';
import { createRpc } from './rpc.ts';
import { createEvmSender } from './evm/sender.ts';
import { followChain } from './follow.ts';
import { spending, watching } from './keys.ts';
import { viewing } from './monero/keys.ts';
import { createMoneroReader } from './monero/reader.ts';
import { createMoneroSender } from './monero/sender.ts';
import type { ChainReader, ChainSender } from './port.ts';
import { sendRound } from './sending.ts';
import type { BitcoinSettings, ChainSettings, EvmSettings, MoneroSettings } from './settings.ts';

const ROUND_EVERY = 2000;
/** Milliseconds; a network makes several blocks meanwhile, whatever it is. */
const STALE_AFTER = 1_800_000;
/** Two hours without a block of Bitcoin happen once in several years. */
const STALE_AFTER_BITCOIN = 7_200_000;
/** Development networks (anvil, hardhat) make a block when something happens. */
const MADE_ON_DEMAND = new Set([1337, 31_337]);

export interface RealChain {
  readonly reader: ChainReader;
  /** Null for a venue that only watches. */
  readonly sender: ChainSender | null;
}

/** @throws Error when a key file cannot be read, or holds another key. */
export const openChain = (settings: ChainSettings, now: () => number): RealChain =>
  settings.kind === 'evm'
    ? openEvm(settings, now)
    : settings.kind === 'monero'
      ? openMonero(settings, now)
      : openBitcoin(settings, now);

function openEvm(settings: EvmSettings, now: () => number): RealChain {
  const { coin, chainId, token, decimals, xpub, keyFile } = settings;
  const rpc = createRpc(settings.url);
  const watched = watching(xpub, evmAddress);
  const staleAfter = MADE_ON_DEMAND.has(chainId) ? null : STALE_AFTER;
  const parts = {
    settings: { coin, chainId: BigInt(chainId), token, decimals, staleAfter },
    rpc,
    watching: watched,
    now,
  };
  const reader = createEvmReader(parts);
  if (keyFile === null) return { reader, sender: null };
  const key = spending(readKey(`CHAIN_${coin}_KEY_FILE`, keyFile), xpub);
  return { reader, sender: createEvmSender(parts, reader, key) };
}

function openMonero(settings: MoneroSettings, now: () => number): RealChain {
  const { url, address, viewKeyFile, walletUrl } = settings;
  const isMainnet = settings.network === 'mainnet';
  const reader = createMoneroReader({
    url,
    network: isMainnet ? 'mainnet' : 'fakechain',
    staleAfter: isMainnet ? STALE_AFTER : null,
    viewing: viewing(address, readKey('CHAIN_XMR_VIEW_KEY_FILE', viewKeyFile)),
    now,
  });
  return { reader, sender: walletUrl === null ? null : createMoneroSender({ url, walletUrl }, reader) };
}

function openBitcoin({ url, network, xpub, keyFile }: BitcoinSettings, now: () => number): RealChain {
  const parts = {
    rpc: createRpc(url),
    network,
    staleAfter: network === 'main' ? STALE_AFTER_BITCOIN : null,
    watching: watching(xpub, bitcoinAddress),
    now,
  };
  const reader = createBitcoinReader(parts);
  if (keyFile === null) return { reader, sender: null };
  const key = spending(readKey('CHAIN_BTC_KEY_FILE', keyFile), xpub);
  return { reader, sender: createBitcoinSender(parts, reader, key) };
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

export interface RunParts {
  readonly pool: Pool;
  readonly fees: Pick<Fees, 'observe'>;
  /** Whether withdrawals are stopped (LOAD-02). */
  readonly isStopped: () => boolean;
  /** Whether another node does this. */
  readonly isElsewhere: () => boolean;
  readonly network: Pick<Network, 'refresh'>;
  readonly settleDebts: () => Promise<void>;
  readonly log: Log;
  readonly now: () => Date;
}

/** Follows the chains and sends, round after round. A failure of one coin does not touch the others. */
export async function runChains(chains: readonly RealChain[], parts: RunParts): Promise<Clock> {
  const { pool, network, settleDebts, fees, isStopped, isElsewhere, log, now } = parts;
  let last: Promise<void> = Promise.resolve();
  let isClosing = false;

  async function roundOf({ reader, sender }: RealChain): Promise<void> {
    const closed = await followChain({ pool, chain: reader, now, log });
    if (closed !== null) return;
    const price = await reader.feePrice();
    if (price !== null) fees.observe(reader.coin, price);
    const stopped = (): boolean => isClosing || isStopped();
    if (sender) await sendRound({ pool, chain: { ...reader, ...sender }, isStopped: stopped, now, log });
  }

  const attempt = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => log.error('a round of the chains', error));

  async function round(): Promise<void> {
    if (!isElsewhere()) {
      await Promise.all(chains.map((chain) => attempt(roundOf(chain))));
      await attempt(settleDebts());
    }
    await attempt(network.refresh());
  }

  function tick(): Promise<void> {
    last = last.then(round);
    return last;
  }

  // Before anybody is served, so that a coin whose node is down is closed from the start.
  if (chains.length > 0) await tick();
  const timer = setInterval(() => void tick(), ROUND_EVERY);
  timer.unref();
  return {
    tick,
    async close() {
      isClosing = true;
      clearInterval(timer);
      await last;
    },
  };
}
