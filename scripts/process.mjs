// Child processes for the scripts: tools of node_modules, ends that are waited for, nothing left behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(fileURLToPath(import.meta.url), '../..');

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Ends a child together with what it started. Children lead a process group of their own, so that a test
 * runner's workers and browsers end with it.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: it had ended already, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

function leave() {
  for (const child of running) endGroup(child, 'SIGTERM');
  // Time for the children to leave in order; what is left is killed at our own exit.
  setTimeout(() => process.exit(130), 1000);
}

function killAll() {
  for (const child of running) endGroup(child, 'SIGKILL');
}

/** @param {import('node:child_process').ChildProcess} child */
function watch(child) {
  if (running.size === 0) {
    for (const signal of SIGNALS) process.on(signal, leave);
    process.on('exit', killAll);
  }
  running.add(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function unwatch(child) {
  running.delete(child);
  if (running.size > 0) return;
  // Without children a signal means to this process what it means to any other.
  for (const signal of SIGNALS) process.off(signal, leave);
  process.off('exit', killAll);
}

/**
 * @typedef {object} Ended
 * @property {number} code the exit code; 1 when a signal or a time limit ended it
 * @property {string} output what it wrote, when it was collected
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ collect?: boolean, env?: Readonly<Record<string, string>>, limit?: number }} [options]
 *   `collect` keeps the output instead of showing it; `limit` is in seconds.
 * @returns {Promise<Ended>}
 */
export async function run(command, args, { collect = false, env = {}, limit = 2400 } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', collect ? 'pipe' : 'inherit', collect ? 'pipe' : 'inherit'],
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  watch(child);
  let output = '';
  child.stdout?.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
  child.stderr?.on('data', (/** @type {Buffer} */ chunk) => (output += chunk.toString()));
  const timer = setTimeout(() => {
    output += `\n${command} was ended: it did not finish within ${limit} s.\n`;
    if (!collect) console.error(`${command} was ended: it did not finish within ${limit} s.`);
    endGroup(child, 'SIGKILL');
  }, limit * 1000);
  try {
    const [code] = /** @type {[number | null]} */ (await once(child, 'close'));
    return { code: code ?? 1, output };
  } catch (error) {
    return { code: 1, output: `${command} could not be started: ${String(error)}` };
  } finally {
    clearTimeout(timer);
    unwatch(child);
  }
}

/**
 * Runs a tool that `npm ci` installed.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTool(name, args, options) {
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  return run(path.join(ROOT, 'node_modules', '.bin', `${name}${suffix}`), args, options);
}

/** @param {string} file @returns {boolean} whether it can be run */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not executable: another candidate is tried.
    return false;
  }
}
