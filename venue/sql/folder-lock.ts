import {
  accessSync,
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Two processes on one PGlite folder would lose data, and PGlite does not notice. So a lock file names the process; one
 * of a killed process is taken over.
 */

/** Folders of this process, whose ID in a file proves nothing. */
const held = new Set<string>();

interface Holder {
  readonly pid: number;
  /** Start time in the kernel's ticks; empty where unknown. */
  readonly startedAt: string;
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Process IDs are reused (always 1 in a container), so the start time is compared too. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain blanks: field 22 is counted from the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds nothing any more.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return ''; // no /proc: not Linux, or no such process
  }
}

function isAlive(holder: Holder): boolean {
  if (!Number.isInteger(holder.pid) || holder.pid <= 0 || holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const startedAt = startOf(holder.pid);
  return startedAt === '' || holder.startedAt === '' || startedAt === holder.startedAt;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const inUse = (folder: string, by: string): Error =>
  new Error(
    `The data folder ${folder} is in use by ${by}. Stop that venue first, or give this one another DATA_DIR.`,
  );

/** @throws Error that says what to do where this user cannot create it, or cannot write there (TOOLS-07). */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `DATA_DIR ${folder} cannot be used (${String(codeOf(error))}): make the folder and give it to this user, or ` +
        'set DATA_DIR to another one.',
      { cause: error },
    );
  }
}

/** Locks the folder, creating it if needed. @returns releases it. @throws Error when a live process holds it. */
export function lockFolder(path: string): () => void {
  const folder = resolve(path);
  if (held.has(folder)) throw inUse(folder, 'this process');
  makeFolder(folder);
  const file = join(folder, 'venue.lock');
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (;;) {
    if (create(file, mine)) break;
    const text = read(file);
    if (text === undefined) continue; // released in between
    const [pid = '', startedAt = ''] = text.trim().split(' ');
    if (isAlive({ pid: Number(pid), startedAt })) throw inUse(folder, `process ${pid}`);
    removeStale(file, text);
  }
  held.add(folder);
  return () => {
    held.delete(folder);
    if (read(file) === mine) unlinkSync(file);
  };
}

function create(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w');
  writeSync(descriptor, text);
  closeSync(descriptor);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Removes the stale file, unless another process has replaced it. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (read(aside) === stale) unlinkSync(aside);
  else renameSync(aside, file);
}
