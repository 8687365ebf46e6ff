import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildAll, DIST, isBuilt } from './build.ts';

/** A venue of `dist`, in a process of its own. */
export interface BuiltVenue {
  readonly url: string;
  stop(): Promise<unknown>;
}

/**
 * Builds what is missing, and starts a sandbox in memory on a free port.
 * @param settings further environment variables. @throws Error with its log when it does not start.
 */
export async function startBuiltVenue(settings: Readonly<Record<string, string>> = {}): Promise<BuiltVenue> {
  if (!isBuilt()) await buildAll();
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: 'memory', ...settings };
  const child = spawn(process.execPath, [path.join(DIST, 'venue', 'main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  for await (const chunk of child.stdout) {
    log += chunk;
    const url = /ready at (\S+)/.exec(log)?.[1];
    if (url) return { url, stop: () => (child.kill('SIGTERM'), once(child, 'exit')) };
  }
  throw new Error(`the venue did not start:\n${log}`);
}
