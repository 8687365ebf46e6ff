import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './process.ts';

const FOLDER = path.join(ROOT, 'examples', 'ccxt');

/** Installs the packages of examples/ccxt from its lock file where they are missing. @returns the folder. */
export async function requireCcxt(): Promise<string> {
  if (existsSync(path.join(FOLDER, 'node_modules', 'ccxt'))) return FOLDER;
  const { code, output } = await run('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts'], {
    collect: true,
    limit: 300,
  });
  if (code !== 0) throw new Error(`Run \`npm ci --prefix examples/ccxt\`.\n${output.trim()}`);
  return FOLDER;
}
