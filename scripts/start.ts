// `npm start`: builds if the sources changed, then runs the venue, which serves everything.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST, isBuilt } from './build.ts';
import { takeFlags } from './flags.ts';
import { ROOT, run, TYPESCRIPT } from './process.ts';
import { RegtestError, startRegtest } from './regtest.ts';

takeFlags(
  'npm start',
  'Builds what changed, then serves client and venue on one port until it is interrupted (Ctrl+C).',
  process.argv.slice(2),
);

if (!isBuilt()) {
  console.log('Building …');
  // A child process, so that the venue does not keep the build's memory.
  const { code } = await run(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'scripts', 'build.ts')]);
  if (code !== 0) {
    console.error(
      'The build failed, and nothing was started: mend what stands above, then repeat the command.',
    );
    process.exit(code);
  }
}

if (/^regtest(-manual)?$/i.test(process.env.CHAINS?.trim() ?? '')) await startNodes();

/** The venue gets their addresses and keys like any other settings. */
async function startNodes() {
  try {
    const given = Object.keys(process.env).find((name) => name.startsWith('CHAIN_'));
    if (given !== undefined)
      throw new RegtestError(
        `${given} and CHAINS=regtest exclude each other: the nodes are those that it starts.`,
      );
    const dataDir = process.env.DATA_DIR?.trim() || '.data';
    const { settings, stop } = await startRegtest(dataDir === 'memory' ? null : dataDir, console.log);
    Object.assign(process.env, settings);
    // Once the venue has ended in order; however else this process ends, they end with it.
    process.once('beforeExit', () => void stop());
  } catch (error) {
    if (!(error instanceof RegtestError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

process.setSourceMapsEnabled(true);
process.argv = process.argv.slice(0, 2);
await import(pathToFileURL(path.join(DIST, 'venue', 'main.js')).href);
