import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TYPESCRIPT } from '../../../scripts/process.ts';
import { TEMPLATE } from './venueProcess.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const START_LIMIT = 120_000;

/** `npm run dev` on a free port with its own folder. */
export async function startDevelopment(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quietbook-dev-'));
  const template = process.env[TEMPLATE];
  if (template !== undefined) await cp(template, folder, { recursive: true });
  const child = spawn(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'scripts/dev.ts')], {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, MAKERS: 'off', SEED: 'e2e' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`npm run dev is not ready in time:\n${said}`)),
      START_LIMIT,
    );
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const ready = /ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (!ready) return;
      clearTimeout(timer);
      resolve(ready[1] ?? '');
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => reject(new Error(`npm run dev ended with ${String(code)}:\n${said}`)));
  });
  return { url, stop };
}
