// A private Monero (monerod in regtest mode, monero-wallet-rpc), for the tests of real chains and `CHAINS=regtest`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canInstallPackages, installPackages } from './browser.ts';
import { type Bound, freePort, isProgram, spawnBound } from './process.ts';

interface Programs {
  daemon: string;
  wallet: string;
}

/** From `MONERO_BIN`, or `PATH`. */
export function findMonero(): Programs | null {
  const folders = process.env.MONERO_BIN
    ? [process.env.MONERO_BIN]
    : [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), '/usr/bin'];
  return (
    folders
      .map((folder) => ({
        daemon: path.join(folder, 'monerod'),
        wallet: path.join(folder, 'monero-wallet-rpc'),
      }))
      .find(({ daemon, wallet }) => isProgram(daemon) && isProgram(wallet)) ?? null
  );
}

export const NO_MONERO =
  'No monerod was found. Install it (Debian: apt-get install monero), or set MONERO_BIN to the folder of its programs.';

/** @throws Error that says what to do. */
export async function requireMonero(): Promise<Programs> {
  const found = findMonero();
  if (found) return found;
  if (canInstallPackages()) {
    await installPackages(['monero']);
    const installed = findMonero();
    if (installed) return installed;
  }
  throw new Error(NO_MONERO);
}

type Call = (method: string, params?: object) => Promise<unknown>;

export interface MoneroWalletProgram {
  url: string;
  /** Its main one. */
  address: string;
  call: Call;
  /** It keeps its port and does not answer. */
  pause: () => void;
  resume: () => void;
}

export interface MoneroNode {
  url: string;
  /** The part that strangers see. */
  publicUrl: string;
  call: Call;
  /** Calls outside of JSON-RPC, such as `/pop_blocks`. */
  post: (path: string, body: object) => Promise<unknown>;
  /** A wallet program, whose wallet is made where none of that name exists. */
  openWallet: (name?: string) => Promise<MoneroWalletProgram>;
  mine: (blocks: number, address: string) => Promise<void>;
  /** Removes the newest blocks, and waiting transactions. */
  pop: (blocks: number) => Promise<void>;
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

/**
 * It makes blocks on demand.
 * @param kept folder that stays; then it ends with this process, however that ends. Otherwise a temporary one.
 */
export async function startMonero(kept?: string): Promise<MoneroNode> {
  const programs = await requireMonero();
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'quietbook-monero-'));
  const children: ChildProcess[] = [];
  const bounds: Bound[] = [];
  const end = () => {
    for (const child of children) child.kill('SIGKILL');
  };
  if (kept === undefined) process.once('exit', end);

  function start(program: string, args: readonly (string | number)[]): ChildProcess {
    if (kept !== undefined) {
      const bound = spawnBound(program, args, path.join(folder, `said-${bounds.length}`));
      bounds.push(bound);
      return bound.child;
    }
    const child = spawn(program, args.map(String), { stdio: 'ignore' });
    children.push(child);
    return child;
  }

  const [port, restricted] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const publicUrl = `http://127.0.0.1:${restricted}`;
  const daemon = start(programs.daemon, [
    '--regtest',
    '--keep-fakechain',
    '--offline',
    '--fixed-difficulty',
    1,
    '--non-interactive',
    '--no-zmq',
    '--data-dir',
    path.join(folder, 'chain'),
    '--log-file',
    path.join(folder, 'log'),
    '--rpc-bind-port',
    port,
    '--rpc-restricted-bind-port',
    restricted,
    '--p2p-bind-port',
    await freePort(),
  ]);
  const call = callOf(url);
  await answering(daemon, () => call('get_info'));

  async function openWallet(name?: string): Promise<MoneroWalletProgram> {
    const at = await freePort();
    const filename = name ?? String(at);
    const child = start(programs.wallet, [
      '--daemon-address',
      url,
      '--trusted-daemon',
      '--disable-rpc-login',
      '--rpc-bind-port',
      at,
      '--wallet-dir',
      folder,
      '--log-file',
      path.join(folder, `log-${filename}`),
    ]);
    const ask = callOf(`http://127.0.0.1:${at}`);
    await answering(child, () => ask('get_version'));
    const keys = path.join(folder, `${filename}.keys`);
    if (existsSync(keys)) await ask('open_wallet', { filename, password: '' });
    else await ask('create_wallet', { filename, password: '', language: 'English' });
    chmodSync(keys, 0o600);
    const { address } = (await ask('get_address')) as { address: string };
    return { url: `http://127.0.0.1:${at}`, address, call: ask, ...pauses(child) };
  }

  return {
    url,
    publicUrl,
    call,
    openWallet,
    post: (where, body) => post(`${url}${where}`, body),
    ...pauses(daemon),
    async mine(blocks, address) {
      // A block takes only broadcast transactions, which takes the node a moment; strangers see only those.
      await until('the broadcast', async () => (await waitingAt(publicUrl)) === (await waitingAt(url)));
      await call('generateblocks', { amount_of_blocks: blocks, wallet_address: address, starting_nonce: 0 });
    },
    async pop(blocks) {
      await post(`${url}/pop_blocks`, { nblocks: blocks });
      await call('flush_txpool');
    },
    async stop() {
      await Promise.all(bounds.map((bound) => bound.stop()));
      if (kept !== undefined) return;
      process.off('exit', end);
      const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
      const ended = Promise.all(running.map((child) => once(child, 'exit')));
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const pauses = (child: ChildProcess) => ({
  pause: () => void child.kill('SIGSTOP'),
  resume: () => void child.kill('SIGCONT'),
});

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

const callOf =
  (url: string): Call =>
  async (method, params = {}) => {
    const request = { jsonrpc: '2.0', id: '0', method, params };
    const answer = (await post(`${url}/json_rpc`, request)) as {
      result?: unknown;
      error?: { message: string };
    };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };

async function waitingAt(url: string): Promise<number> {
  const { tx_hashes: hashes = [] } = (await post(`${url}/get_transaction_pool_hashes`, {})) as {
    tx_hashes?: string[];
  };
  return hashes.length;
}

const answering = (child: ChildProcess, ask: () => Promise<unknown>): Promise<void> =>
  until(child.spawnfile, async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnargs.join(' ')} has ended`);
    return ask().then(
      () => true,
      () => false,
    );
  });

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 1200) throw new Error(`this took too long: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
