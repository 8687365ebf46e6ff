// `npm start`: builds if the sources changed, then runs the venue, which serves everything.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DIST, isBuilt } from './build.ts';
import { ROOT, run, TYPESCRIPT } from './process.ts';

const HELP = `npm start -- [--port <number>] [--host <address>] [--data <folder>] [--seed <text>]
The same settings as environment variables: PORT, HOST, DATA_DIR, SEED; README.md lists them all.`;

const FLAGS = { port: 'PORT', host: 'HOST', data: 'DATA_DIR', seed: 'SEED' } as const;

function readFlags(args: string[]) {
  const value = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      options: { port: value, host: value, data: value, seed: value, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${HELP}`);
    return process.exit(2);
  }
}

const flags = readFlags(process.argv.slice(2));
if (flags.help) {
  console.log(HELP);
  process.exit(0);
}
for (const [flag, name] of Object.entries(FLAGS)) {
  const value = flags[flag as keyof typeof FLAGS];
  if (value !== undefined) process.env[name] = value;
}

if (!isBuilt()) {
  console.log('Building …');
  // A child process, so that the venue does not keep the build's memory.
  const { code } = await run(process.execPath, [...TYPESCRIPT, path.join(ROOT, 'scripts', 'build.ts')]);
  if (code !== 0) process.exit(code);
}

process.setSourceMapsEnabled(true);
process.argv = process.argv.slice(0, 2);
await import(pathToFileURL(path.join(DIST, 'venue', 'main.js')).href);
