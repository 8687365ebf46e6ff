// Runs the built venue in memory without market makers; it ends with the bench.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { createServer } from 'vite';
import { isBuilt } from '../../scripts/build.ts';
import { ROOT, run, TYPESCRIPT } from '../../scripts/process.ts';

/** @param settings that differ from these */
export async function startVenue(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; pid: number; isAlive: () => boolean; stop: () => Promise<void> }> {
  if (!isBuilt()) {
    const { code } = await run(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'scripts', 'build.ts')]);
    if (code !== 0) throw new Error('the build failed');
  }
  const child = spawn(process.execPath, [path.join(ROOT, 'dist', 'venue', 'main.js')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: 'memory',
      DATABASE_URL: '',
      MAKERS: 'off',
      SEED: 'bench',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the venue ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const ready = /ready at (\S+)/.exec(log);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    url,
    pid: child.pid ?? 0,
    isAlive,
    stop: async () => {
      if (!isAlive()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** With a database of its own on a server, which is removed afterwards. */
export async function onServer<T>(url: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const name = `quietbook_bench_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  try {
    return await work(own.href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}

/** Loads modules of the venue, which imports a text file as Vite does. */
export const openVite = () =>
  createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    logLevel: 'error',
  });
