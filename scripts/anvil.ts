// A node of an Ethereum-like network (anvil) for the tests of real chains. It makes blocks only when it is asked.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, isProgram, ROOT, run } from './process.ts';

const FOLDER = path.join(ROOT, 'tests', 'chains');
const PLATFORMS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Of the package; its own start script would only look for it. */
const PROGRAM = path.join(
  FOLDER,
  'node_modules',
  '@foundry-rs',
  `anvil-${process.platform}-${PLATFORMS[process.arch] ?? process.arch}`,
  'bin',
  'anvil',
);

/** @returns what npm said. */
export async function installChainPackages(): Promise<string> {
  const { output } = await run('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts'], {
    collect: true,
    limit: 300,
  });
  return output;
}

/** From `ANVIL`, or from the packages of tests/chains, which are installed where they are missing. */
export async function requireAnvil(): Promise<string> {
  const chosen = process.env.ANVIL;
  if (chosen !== undefined && isProgram(chosen)) return chosen;
  if (isProgram(PROGRAM)) return PROGRAM;
  const output = await installChainPackages();
  if (isProgram(PROGRAM)) return PROGRAM;
  throw new Error(
    `No anvil was found. Run \`npm ci --prefix tests/chains\`, or set ANVIL to its path.\n${output.trim()}`,
  );
}

export interface Anvil {
  url: string;
  /** Any call of the node's JSON-RPC. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** It keeps its port and answers nobody. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

/** @param chainId what the node says of its network. */
export async function startAnvil(chainId: number): Promise<Anvil> {
  const program = await requireAnvil();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['--port', port, '--chain-id', chainId, '--silent', '--no-mining'].map(String);
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore' });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  for (let tries = 0; !(await answers(call)); tries += 1) {
    if (child.exitCode !== null || tries > 500) throw new Error('anvil did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    call,
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

const answers = (call: Anvil['call']): Promise<boolean> =>
  call('eth_chainId').then(
    () => true,
    () => false,
  );
