// A node of Bitcoin (bcoin), for the tests of real chains and for `CHAINS=regtest`. It makes blocks on demand.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installChainPackages } from './anvil.ts';
import { freePort, ROOT, spawnBound } from './process.ts';

export interface Bcoin {
  url: string;
  /** Any call of the node's JSON-RPC. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** Drops transactions that wait for a block. */
  forget: () => Promise<void>;
  /** It keeps its port and does not answer. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

const FOLDER = path.join(ROOT, 'tests', 'chains');

export const NO_BCOIN = 'No bcoin was found. Run `npm ci --prefix tests/chains`.';

export const hasBcoin = () => existsSync(path.join(FOLDER, 'node_modules', 'bcoin', 'package.json'));

/** Installs the packages of tests/chains where they are missing. */
export async function requireBcoin(): Promise<void> {
  if (hasBcoin()) return;
  const output = await installChainPackages();
  if (!hasBcoin()) throw new Error(`${NO_BCOIN}\n${output.trim()}`);
}

const PROGRAM = path.join(FOLDER, 'bcoin.mjs');

/** Blocks are kept in memory. */
export async function startBcoin(): Promise<Bcoin> {
  await requireBcoin();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child: ChildProcess = fork(PROGRAM, [String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('bcoin did not start'))),
  ]);

  return {
    url,
    call: callOf(url),
    async forget() {
      const forgotten = once(child, 'message');
      child.send('forget');
      await forgotten;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      process.off('exit', end);
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      end();
      await ended;
    },
  };
}

const callOf =
  (url: string): Bcoin['call'] =>
  async (method, ...params) => {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } | null };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };

/** With a wallet, and with blocks that stay in a folder. It ends with this process, however that ends. */
export async function startKeptBcoin(folder: string): Promise<Pick<Bcoin, 'url' | 'call' | 'stop'>> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const call = callOf(url);
  const { child, stop } = spawnBound(process.execPath, [PROGRAM, port, folder], path.join(folder, 'log'));
  const isReady = () =>
    call('mineblocks', 0).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('bcoin did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, call, stop };
}
