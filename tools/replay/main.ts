// `npm run replay <file>`: a recording against today's statecharts. Exits with 1 if it differs, 2 if it cannot be used.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Recording, readRecording } from '../inspector/recording.ts';
import { replay } from '../inspector/replay.ts';
import { ROOT } from '../../scripts/process.ts';
import { pin } from './pin.ts';
import { countText, replayedLines } from './sentences.ts';
import { shrink } from './shrink.ts';

const HELP = `npm run replay -- [--out <page>] <recording>           shows it, event by event
npm run replay -- --shrink [--out <file>] <recording>  writes the fewest events that still differ
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
        shrink: { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) return fail(`Name one recording.\n${HELP}`);
    if (values.pin !== undefined && (values.shrink || values.out !== undefined))
      return fail(`--pin goes with neither --shrink nor --out.\n${HELP}`);
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

const { file, out, pin: name, diverging, shrink: isShrinking } = readArguments();
const recording = read(file);

if (name !== undefined) {
  const { isPinned, sentence } = pin(recording, name, { evenIfDiverging: diverging });
  if (!isPinned) fail(sentence);
  console.log(sentence);
  process.exit(0);
}
if (isShrinking) {
  const shrunk = shrink(recording);
  if (!shrunk) fail('There is no divergence: nothing to shrink.');
  const to = out ?? file.replace(/(?:\.json)?$/, '.shrunk.json');
  writeFileSync(to, `${JSON.stringify(shrunk, null, 2)}\n`);
  const replayed = replay(shrunk);
  const before = recording.actors.reduce((sum, { steps }) => sum + steps.length, 0);
  console.log(replayedLines(replayed, shrunk.began).join('\n'));
  console.log(`\nWrote ${to}: ${countText(replayed.events, 'event')} of ${before}.`);
  process.exit(1);
}
const replayed = replay(recording);
console.log(replayedLines(replayed, recording.began).join('\n'));
const to = path.resolve(out ?? path.join(ROOT, '.tmp', 'replay', `${path.parse(file).name}.html`));
mkdirSync(path.dirname(to), { recursive: true });
// Here, because what draws diagrams takes a second to load.
const { writeReplay } = await import('./page.ts');
await writeReplay(to, recording, replayed);
console.log(`\nOpen ${path.relative(process.cwd(), to)} to see each event on the diagrams.`);
process.exit(replayed.divergences.length === 0 ? 0 : 1);
