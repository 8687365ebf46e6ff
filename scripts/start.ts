// `npm start`: builds if the sources changed, then runs the venue, which serves everything.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST, isBuilt } from './build.ts';
import { takeFlags } from './flags.ts';
import { ROOT, run, TYPESCRIPT } from './process.ts';

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

process.setSourceMapsEnabled(true);
process.argv = process.argv.slice(0, 2);
await import(pathToFileURL(path.join(DIST, 'venue', 'main.js')).href);
