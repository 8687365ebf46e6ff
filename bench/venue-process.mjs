// The built venue for the benches: in memory, without market makers, ended with the bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT, run } from '../scripts/process.mjs';
import { isBuilt } from '../scripts/build.mjs';

/**
 * @param {Readonly<Record<string, string>>} [settings] that differ from those of the benches
 * @returns {Promise<{ url: string, isAlive: () => boolean, stop: () => Promise<void> }>}
 */
export async function startVenue(settings = {}) {
  if (!isBuilt()) {
    const { code } = await run(process.execPath, [path.join(ROOT, 'scripts', 'build.mjs')]);
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
  const url = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the venue ended with ${code}`)));
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      log += chunk.toString();
      const ready = /ready at (\S+)/.exec(log);
      if (ready) resolve(ready[1]);
    });
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    url,
    isAlive,
    stop: async () => {
      if (!isAlive()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
