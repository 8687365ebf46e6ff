// A node of an Ethereum-like network (anvil), for the tests of real chains and for `CHAINS=regtest`. It makes blocks on
// demand.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { transferCall } from '../venue/chains/evm/transactions.ts';
import { freePort, isProgram, ROOT, run, spawnBound } from './process.ts';

const FOLDER = path.join(ROOT, 'tests', 'chains');
const PLATFORMS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Of the package, whose own start script would only look for it. */
const PROGRAM = path.join(
  FOLDER,
  'node_modules',
  '@foundry-rs',
  `anvil-${process.platform}-${PLATFORMS[process.arch] ?? process.arch}`,
  'bin',
  'anvil',
);

/** @returns npm's output. */
export async function installChainPackages(): Promise<string> {
  const { output } = await run('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts'], {
    collect: true,
    limit: 300,
  });
  return output;
}

export const NO_ANVIL = 'No anvil was found. Run `npm ci --prefix tests/chains`, or set ANVIL to its path.';

/** From `ANVIL`, or from the packages of tests/chains. */
export function findAnvil(): string | null {
  const chosen = process.env.ANVIL;
  if (chosen !== undefined && isProgram(chosen)) return chosen;
  return isProgram(PROGRAM) ? PROGRAM : null;
}

/** Installs the packages of tests/chains where they are missing. */
export async function requireAnvil(): Promise<string> {
  const found = findAnvil();
  if (found !== null) return found;
  const output = await installChainPackages();
  if (isProgram(PROGRAM)) return PROGRAM;
  throw new Error(`${NO_ANVIL}\n${output.trim()}`);
}

export interface Anvil {
  url: string;
  /** Any call of the node's JSON-RPC. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** It keeps its port and does not answer. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
}

/** Blocks are kept in memory, unless it has a folder; then it also ends with this process, however that ends. */
interface Keeping {
  readonly folder: string;
  /** Of each of the node's own accounts. */
  readonly balance: number;
}

/** @param chainId that the node reports. */
export async function startAnvil(chainId: number, kept?: Keeping): Promise<Anvil> {
  const program = await requireAnvil();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['--port', port, '--chain-id', chainId, '--silent', '--no-mining'].map(String);
  const bound = kept && spawnBound(program, [...args, ...keptBy(kept)], path.join(kept.folder, 'log'));
  const child: ChildProcess = bound?.child ?? spawn(program, args, { stdio: 'ignore' });
  const end = () => child.kill('SIGKILL');
  if (!bound) process.once('exit', end);

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
    if (child.exitCode !== null || child.signalCode !== null || tries > 500)
      throw new Error('anvil did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    call,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      if (bound) return bound.stop();
      process.off('exit', end);
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      end();
      await ended;
    },
  };
}

/** A reorganisation after the next start also needs the states of the blocks below it. */
const keptBy = ({ folder, balance }: Keeping) => [
  '--state',
  path.join(folder, 'state.json'),
  // Also written at the end.
  '--state-interval',
  30,
  '--preserve-historical-states',
  '--balance',
  balance,
];

const answers = (call: Anvil['call']): Promise<boolean> =>
  call('eth_chainId').then(
    () => true,
    () => false,
  );

/**
 * A token: `transfer`, `balanceOf` and `decimals` (6), assembled by hand. `transfer` takes any number of pairs of
 * address and amount, so that one transaction can pay many.
 */
export const TOKEN_CODE =
  '0x5f3560e01c8063a9059cbb14602557806370a082311460875763313ce567146092575f5ffd5b5060045b80361115607a57' +
  '8060200135335481811060835781900333558135805482018155905f52337fddf252ad1be2c89b69c2b068fc378daa952ba7f163' +
  'c4a11628f55a4df523b3ef60205fa36040016029565b60015f5260205ff35b5f5ffd5b600435545f5260205ff35b60065f5260205ff3';

/** A number as 32 bytes of hex, as contracts take it. */
export const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0');

/**
 * Call data of one payment, or of several.
 * @param payments addresses and smallest parts.
 */
export const transferData = (payments: readonly (readonly [string, bigint])[]): string =>
  payments.map(([to, parts], at) => transferCall(to, parts).slice(at === 0 ? 0 : SELECTOR)).join('');

/** Length of the name of a call, `0x` included. */
const SELECTOR = 10;
