// `CHAINS=regtest npm start`: local nodes beside a sandbox, whose coins then come and go on real chains.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HDKey } from '@scure/bip32';
import { bitcoinAddress, scriptOfAddress } from '../venue/chains/bitcoin/reader.ts';
import { evmAddress } from '../venue/chains/evm/reader.ts';
import { watching } from '../venue/chains/keys.ts';
import { type Anvil, findAnvil, NO_ANVIL, startAnvil, TOKEN_CODE, wordOf } from './anvil.ts';
import { hasBcoin, NO_BCOIN, startKeptBcoin } from './bcoin.ts';
import { findMonero, NO_MONERO, startMonero } from './monero.ts';

type Settings = Readonly<Record<string, string>>;

interface Started {
  /** Of the coins that it is for. */
  settings: Settings;
  stop: () => Promise<void>;
}

interface Kind {
  isInstalled: () => boolean;
  lacks: string;
  start: (folder: string) => Promise<Started>;
}

/** Development networks, which make blocks on demand. Each coin has a chain of its own. */
const NETWORKS = { AVAX: 31_337, USDT: 1337 } as const;
const TOKEN = '0x00000000000000000000000000000000000c0de1';
/** Coins of each of anvil's own accounts, one of which pays deposits. */
const ANVIL_BALANCE = 1_000_000_000;
/** Of the wallet that pays withdrawals, made at the first start. */
const HOT = { coins: 10n ** 24n, tokens: 10n ** 14n, satoshi: 100 * 10 ** 8 };
/** Ten outputs, as each waits for its change. */
const HOT_OUTPUTS = 10;
/** Segregated witness is active from here on, and most mined coins can be spent. */
const BITCOIN_BLOCKS = 432;
/** Monero: blocks that pay the wallet of withdrawals, that pay the wallet of deposits, and until they can be spent. */
const MONERO_BLOCKS = { hot: 12, payer: 12, locked: 60 };

const anvil = { isInstalled: () => findAnvil() !== null, lacks: NO_ANVIL };

const KINDS: Readonly<Record<string, Kind>> = {
  AVAX: { ...anvil, start: (folder) => startEvm('AVAX', folder) },
  BTC: { isInstalled: hasBcoin, lacks: NO_BCOIN, start: startBitcoin },
  USDT: { ...anvil, start: (folder) => startEvm('USDT', folder) },
  XMR: { isInstalled: () => findMonero() !== null, lacks: NO_MONERO, start: startXmr },
};

/** The message is enough: no stack. */
export class RegtestError extends Error {}

export interface Regtest {
  /** For the venue. */
  settings: Settings;
  stop: () => Promise<void>;
}

/**
 * Starts the nodes whose programs are installed. Which coins have one is decided at the first start on a folder.
 * @param dataDir of the venue; null keeps nothing. @throws RegtestError that says what to do.
 */
export async function startRegtest(dataDir: string | null, say: (line: string) => void): Promise<Regtest> {
  const folder =
    dataDir === null ? mkdtempSync(path.join(tmpdir(), 'quietbook-regtest-')) : path.join(dataDir, 'regtest');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const forget = () => {
    if (dataDir === null) rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', forget);
  const coins = chooseCoins(path.join(folder, 'coins'), say);
  say(`Starting nodes for ${coins.join(', ')} in ${folder} …`);
  const starts = coins.map(async (coin) => {
    const own = path.join(folder, coin);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return KINDS[coin]?.start(own);
  });
  const results = await Promise.allSettled(starts);
  const started = results.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const stop = async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
  for (const [at, one] of results.entries())
    if (one.status === 'rejected') {
      await stop();
      const why = one.reason instanceof Error ? one.reason.message : String(one.reason);
      throw new RegtestError(
        `The node of ${coins[at]} did not start: ${why}. Its log is in ${path.join(folder, coins[at] ?? '')}.`,
      );
    }
  const settings = Object.assign({}, ...started.map((one) => one.settings)) as Settings;
  // For direct requests to the nodes.
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path.join(folder, 'settings'), lines.join(''), { mode: 0o600 });
  return { settings, stop };
}

function chooseCoins(file: string, say: (line: string) => void): string[] {
  const known = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/\s+/)
        .filter((coin) => coin in KINDS)
    : null;
  const missing = Object.entries(KINDS).filter(([, { isInstalled }]) => !isInstalled());
  if (known) {
    const lost = missing.filter(([coin]) => known.includes(coin));
    if (lost.length === 0) return known;
    const texts = lost.map(([coin, { lacks }]) => `${coin} of this folder is on a node. ${lacks}`);
    throw new RegtestError(texts.join('\n'));
  }
  for (const [coin, { lacks }] of missing) say(`${coin} stays simulated. ${lacks}`);
  const chosen = Object.keys(KINDS).filter((coin) => missing.every(([other]) => other !== coin));
  if (chosen.length === 0) throw new RegtestError('CHAINS=regtest needs the program of one node at least.');
  writeFileSync(file, `${chosen.join('\n')}\n`, { mode: 0o600 });
  return chosen;
}

/** Made at the first start. @returns its extended public key. */
function accountIn(file: string, at: string): string {
  if (!existsSync(file)) {
    const seed = crypto.getRandomValues(new Uint8Array(32));
    writeFileSync(file, HDKey.fromMasterSeed(seed).derive(at).privateExtendedKey, { mode: 0o600 });
  }
  return HDKey.fromExtendedKey(readFileSync(file, 'utf8')).publicExtendedKey;
}

/** Written when a first start is complete, so that an interrupted one starts again. */
async function once(folder: string, work: () => Promise<void>): Promise<void> {
  const file = path.join(folder, 'filled');
  if (existsSync(file)) return;
  await work();
  writeFileSync(file, '', { mode: 0o600 });
}

async function startEvm(coin: 'AVAX' | 'USDT', folder: string): Promise<Started> {
  const key = path.join(folder, 'key');
  const xpub = accountIn(key, "m/44'/60'/0'");
  const node = await startAnvil(NETWORKS[coin], { folder, balance: ANVIL_BALANCE });
  await once(folder, async () => {
    const { wallet } = watching(xpub, evmAddress);
    await node.call('anvil_setBalance', wallet, `0x${HOT.coins.toString(16)}`);
    if (coin === 'USDT') await makeToken(node, wallet);
    await node.call('anvil_mine', '0x1');
  });
  return {
    settings: {
      [`CHAIN_${coin}`]: 'evm',
      [`CHAIN_${coin}_URL`]: node.url,
      [`CHAIN_${coin}_ID`]: String(NETWORKS[coin]),
      [`CHAIN_${coin}_XPUB`]: xpub,
      [`CHAIN_${coin}_KEY_FILE`]: key,
      ...(coin === 'USDT' ? { CHAIN_USDT_TOKEN: TOKEN } : {}),
    },
    stop: node.stop,
  };
}

async function makeToken(node: Anvil, wallet: string): Promise<void> {
  const [payer = ''] = (await node.call('eth_accounts')) as string[];
  await node.call('anvil_setCode', TOKEN, TOKEN_CODE);
  for (const owner of [payer, wallet])
    await node.call('anvil_setStorageAt', TOKEN, `0x${wordOf(BigInt(owner))}`, `0x${wordOf(HOT.tokens)}`);
}

async function startBitcoin(folder: string): Promise<Started> {
  const key = path.join(folder, 'key');
  const xpub = accountIn(key, "m/84'/0'/0'");
  const node = await startKeptBcoin(folder);
  await once(folder, async () => {
    await node.call('mineblocks', BITCOIN_BLOCKS);
    const script = Buffer.from(scriptOfAddress(watching(xpub, bitcoinAddress).wallet)).toString('hex');
    for (let at = 0; at < HOT_OUTPUTS; at += 1) await node.call('paytoscript', script, HOT.satoshi);
    // The venue starts reading at the newest block.
    await node.call('mineblocks', 1);
  });
  return {
    settings: {
      CHAIN_BTC: 'bitcoin',
      CHAIN_BTC_URL: node.url,
      CHAIN_BTC_NETWORK: 'regtest',
      CHAIN_BTC_XPUB: xpub,
      CHAIN_BTC_KEY_FILE: key,
    },
    stop: node.stop,
  };
}

async function startXmr(folder: string): Promise<Started> {
  const node = await startMonero(folder);
  const [hot, payer] = await Promise.all([node.openWallet('venue'), node.openWallet('payer')]);
  const viewKeyFile = path.join(folder, 'view.key');
  await once(folder, async () => {
    const { key } = (await hot.call('query_key', { key_type: 'view_key' })) as { key: string };
    writeFileSync(viewKeyFile, key, { mode: 0o600 });
    await node.mine(MONERO_BLOCKS.hot, hot.address);
    await node.mine(MONERO_BLOCKS.payer + MONERO_BLOCKS.locked, payer.address);
  });
  return {
    settings: {
      CHAIN_XMR: 'monero',
      CHAIN_XMR_URL: node.url,
      CHAIN_XMR_NETWORK: 'regtest',
      CHAIN_XMR_ADDRESS: hot.address,
      CHAIN_XMR_VIEW_KEY_FILE: viewKeyFile,
      CHAIN_XMR_WALLET_URL: hot.url,
      CHAIN_XMR_PUBLIC_URL: node.publicUrl,
      CHAIN_XMR_PAYER_URL: payer.url,
    },
    stop: node.stop,
  };
}
