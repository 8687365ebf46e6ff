// A node of Bitcoin (bcoin) for the tests of real chains. It makes blocks only when it is asked, and keeps them in memory.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installChainPackages } from './anvil.ts';
import { freePort, ROOT } from './process.ts';

export interface Bcoin {
  url: string;
  /** Any call of the node's JSON-RPC. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** Drops what waits for a block. */
  forget: () => Promise<void>;
  /** It keeps its port and answers nobody. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

const FOLDER = path.join(ROOT, 'tests', 'chains');

/** From the packages of tests/chains, which are installed where they are missing. */
export async function requireBcoin(): Promise<void> {
  const file = path.join(FOLDER, 'node_modules', 'bcoin', 'package.json');
  if (existsSync(file)) return;
  const output = await installChainPackages();
  if (!existsSync(file))
    throw new Error(`No bcoin was found. Run \`npm ci --prefix tests/chains\`.\n${output.trim()}`);
}

export async function startBcoin(): Promise<Bcoin> {
  await requireBcoin();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = path.join(FOLDER, 'bcoin.mjs');
  const child: ChildProcess = fork(program, [String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('bcoin did not start'))),
  ]);

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } | null };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  return {
    url,
    call,
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
