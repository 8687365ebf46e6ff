// `npm run replay <file>`: a recording against today's statecharts. Exits with 1 if it differs, 2 if it cannot be used.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Recording, readRecording } from '../inspector/recording.ts';
import { replay } from '../inspector/replay.ts';
import { ROOT } from '../../scripts/process.ts';
import { pin } from './pin.ts';
import { replayedLines } from './sentences.ts';

const HELP = `npm run replay -- [--out <page>] <recording>           shows it, event by event
npm run replay -- --pin <name> [--diverging] <recording>  makes it a test of tests/replays`;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        pin: { type: 'string' },
        diverging: { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) return fail(`Name one recording.\n${HELP}`);
    if (values.pin !== undefined && values.out !== undefined)
      return fail(`--pin does not go with --out.\n${HELP}`);
    return { ...values, file };
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${HELP}`);
  }
}

function read(file: string): Recording {
  if (!existsSync(file)) fail(`${file}: there is no such file`);
  try {
    return readRecording(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const { file, out, pin: name, diverging } = readArguments();
const recording = read(file);

if (name !== undefined) {
  const { isPinned, sentence } = pin(recording, name, { evenIfDiverging: diverging });
  if (!isPinned) fail(sentence);
  console.log(sentence);
  process.exit(0);
}
const replayed = replay(recording);
console.log(replayedLines(replayed, recording.began).join('\n'));
const to = path.resolve(out ?? path.join(ROOT, '.tmp', 'replay', `${path.parse(file).name}.html`));
mkdirSync(path.dirname(to), { recursive: true });
// Imported here, because drawing diagrams takes a second to load.
const { writeReplay } = await import('./page.ts');
await writeReplay(to, recording, replayed);
console.log(`\nOpen ${path.relative(process.cwd(), to)} to see each event on the diagrams.`);
process.exit(replayed.divergences.length === 0 ? 0 : 1);
