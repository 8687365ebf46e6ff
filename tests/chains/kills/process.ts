import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { ROOT } from '../../../scripts/process.ts';
import type { Said, Start, Told } from './victim.ts';

/** A venue in a process of its own. */
export interface Victim {
  /** Reads the chain, and sends what waits. */
  round(): Promise<void>;
  /** A round that ends with a SIGKILL. @param passes so many times it comes to the point and lives on. */
  dieAt(point: string, passes: number): Promise<void>;
  /** What it has complained of. */
  complaints(): string;
  kill(): void;
}

export interface VictimProgram {
  /** It has had its first round. @param mine one block. */
  start(given: Start, mine: () => Promise<void>): Promise<Victim>;
  remove(): Promise<void>;
}

/** Built once, in one file, as reading many of them takes longer than a round. */
export async function buildVictim(): Promise<VictimProgram> {
  // Inside the project, so that the program finds the installed packages.
  await mkdir(path.join(ROOT, '.tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(ROOT, '.tmp', 'kills-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pg'] },
    publicDir: false,
    build: {
      ssr: path.join(import.meta.dirname, 'victim.ts'),
      outDir: folder,
      target: 'node20',
      emptyOutDir: true,
    },
  });
  return {
    start: (given, mine) => start(path.join(folder, 'victim.js'), given, mine),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function start(program: string, given: Start, mine: () => Promise<void>): Promise<Victim> {
  // "advanced" sends big integers, too.
  const child: ChildProcess = fork(program, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  const tell = (told: Told): void => void child.send(told);
  let answered = (): void => undefined;
  let failed: (error: unknown) => void = () => undefined;
  child.on('message', (said: Said) => {
    if (said === 'done') answered();
    else mine().then(() => tell({ tell: 'mined' }), failed);
  });
  /** Until it says that it has done so. @returns the signal that it died of before. */
  async function ask(told: Told): Promise<string | null> {
    const done = new Promise<null>((resolve, reject) => {
      answered = () => resolve(null);
      failed = reject;
    });
    tell(told);
    return Promise.race([done, ended.then(([code, signal]) => signal ?? `code ${code}`)]);
  }
  async function survive(told: Told): Promise<void> {
    const died = await ask(told);
    if (died !== null) throw new Error(`the venue ended (${died}): ${complaint}`);
  }
  await survive({ tell: 'start', with: given });
  return {
    round: () => survive({ tell: 'round' }),
    async dieAt(point, passes) {
      const died = await ask({ tell: 'die', at: point, passes });
      if (died !== 'SIGKILL')
        throw new Error(`the venue was to die "${point}", and ${died ?? 'lives'}: ${complaint}`);
    },
    complaints: () => complaint,
    kill: () => void child.kill('SIGKILL'),
  };
}
