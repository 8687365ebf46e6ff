// Child processes for the scripts: tools of node_modules, ends that are waited for, nothing left behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../..');

/** Node's flags for a program written in TypeScript: a Node that does not read it by itself needs a loader. */
export const TYPESCRIPT = ['--import', new URL('typescript.mjs', import.meta.url).href];

const running: Set<ChildProcess> = new Set();

/**
 * Ends a child together with what it started. Children lead a process group of their own, so that a test
 * runner's workers and browsers end with it.
 */
function endGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: it had ended already, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function leave() {
  for (const child of running) endGroup(child, 'SIGTERM');
  // Time for the children to leave in order; what is left is killed at our own exit.
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
  // Without children a signal means to this process what it means to any other.
  for (const signal of SIGNALS) process.off(signal, leave);
  process.off('exit', killAll);
}

export interface Ended {
  /** the exit code; 1 when a signal or a time limit ended it */
  code: number;
  /** what it wrote, when it was collected */
  output: string;
}

/**
 * Runs a program to its end.
 * @param options `collect` keeps the output instead of showing it; `limit` is in seconds.
 */
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

/** Runs a tool that `npm ci` installed. */
export function runTool(name: string, args: readonly string[], options?: Parameters<typeof run>[2]) {
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  return run(path.join(ROOT, 'node_modules', '.bin', `${name}${suffix}`), args, options);
}

/** @returns whether it can be run */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not executable: another candidate is tried.
    return false;
  }
}
