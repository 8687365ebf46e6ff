import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Saves half the time to start short-lived processes with an embedded database: WebAssembly is not optimised. */
export const PLAIN_WASM = ['--liftoff-only'];

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../..');

/** For Nodes that do not read TypeScript themselves. */
export const TYPESCRIPT = ['--import', new URL('typescript.mjs', import.meta.url).href];

const running = new Set<ChildProcess>();

/** Each child leads a process group, so that a test runner's workers and browsers end with it. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: it had ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function leave() {
  for (const child of running) endGroup(child, 'SIGTERM');
  // Gives the children time to end in order.
  setTimeout(() => process.exit(130), 1000);
}

function killAll() {
  for (const child of running) endGroup(child, 'SIGKILL');
}

function watch(child: ChildProcess) {
  if (running.size === 0) {
    for (const signal of SIGNALS) process.on(signal, leave);
    process.on('exit', killAll);
  }
  running.add(child);
}

function unwatch(child: ChildProcess) {
  running.delete(child);
  if (running.size > 0) return;
  // Without children signals have their usual effect.
  for (const signal of SIGNALS) process.off(signal, leave);
  process.off('exit', killAll);
}

interface Ended {
  /** 1 if a signal or a time limit ended it. */
  code: number;
  output: string;
}

/** @param options `collect` keeps the output instead of showing it; `limit` is in seconds. */
export async function run(
  command: string,
  args: readonly string[],
  {
    collect = false,
    env = {},
    limit = 2400,
  }: { collect?: boolean; env?: Readonly<Record<string, string>>; limit?: number } = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', collect ? 'pipe' : 'inherit', collect ? 'pipe' : 'inherit'],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  watch(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => {
    output += `\n${command} was ended: it did not finish within ${limit} s.\n`;
    if (!collect) console.error(`${command} was ended: it did not finish within ${limit} s.`);
    endGroup(child, 'SIGKILL');
  }, limit * 1000);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 1, output };
  } catch (error) {
    return { code: 1, output: `${command} could not be started: ${String(error)}` };
  } finally {
    clearTimeout(timer);
    unwatch(child);
  }
}

/** Tools that `npm ci` installed. */
export function runTool(name: string, args: readonly string[], options?: Parameters<typeof run>[2]) {
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  return run(path.join(ROOT, 'node_modules', '.bin', `${name}${suffix}`), args, options);
}

/** Ends the program when nobody holds the other end of the pipe any more, and then the rest of the group. */
const BOUND = `exec 3<&0
"$@" 3<&- < /dev/null & program=$!
{ cat <&3 > /dev/null; kill -TERM $program; sleep 10; kill -KILL 0; } &
wait $program
kill -KILL 0`;

export interface Bound {
  /** Of the group that it runs in. */
  readonly child: ChildProcess;
  /** Resolves when it has ended. */
  stop: () => Promise<void>;
}

/**
 * A program that ends with this process, however that ends, `kill -9` too. This process does not wait for it.
 * @param log the file of what it says.
 */
export function spawnBound(program: string, args: readonly (string | number)[], log: string): Bound {
  const out = openSync(log, 'w', 0o600);
  // A separate group: Ctrl+C is for the venue, which has work to finish before its nodes end.
  const child = spawn('/bin/sh', ['-c', BOUND, 'sh', program, ...args.map(String)], {
    stdio: ['pipe', out, out],
    detached: true,
  });
  closeSync(out);
  child.unref();
  const { stdin } = child;
  // If the program has ended by itself, there is nobody to notify.
  stdin?.on('error', () => undefined);
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.ref();
      const ended = once(child, 'exit');
      stdin?.end();
      await ended;
    },
  };
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
