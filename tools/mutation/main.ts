// `npm run mutation`: plants mistakes (mutants) in src/machines and src/domain and counts which of them a test notices.
//   npm run mutation -- [file or folder …] [--share 30] [--all] [--seed 7] [--workers 1]
// `--share` is the part of each file's mutants that is tried, in per cent. Verdicts are kept in .tmp, so that the same
// command continues where it was interrupted.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../scripts/process.ts';
import { isEquivalent, type Mutant, mutantsOf } from './mutants.ts';
import { nearestTests } from './reach.ts';
import { measuredFiles, sampleOf, scoreOf } from './scores.ts';
import { type Verdict, verdictsOf } from './trials.ts';

const MAX_TESTS_OF_A_FILE = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '30' },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '7' },
    workers: { type: 'string', default: '1' },
  },
});
// Exit handlers end the child processes; verdicts are already written.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const known = new Map<string, Verdict>();
const KNOWN = path.join(ROOT, '.tmp', 'mutation.jsonl');
mkdirSync(path.dirname(KNOWN), { recursive: true });
for (const line of existsSync(KNOWN) ? readFileSync(KNOWN, 'utf8').split('\n') : []) {
  if (!line.endsWith(']')) continue;
  const [key, verdict] = JSON.parse(line) as [string, Verdict];
  known.set(key, verdict);
}

const names = positionals.map((name) => name.replace(/\/$/, ''));
const sources = measuredFiles().filter(
  (file) => names.length === 0 || names.some((name) => file === name || file.startsWith(`${name}/`)),
);
if (sources.length === 0) throw new Error('No such file below src/domain or src/machines.');

const verdicts = new Map<string, Verdict[]>();
for (const source of sources) {
  const text = textOf(source);
  const mutants = sampleOf(
    mutantsOf(source, text),
    values.all ? 100 : Number(values.share),
    Number(values.seed),
  ).filter((mutant) => !isEquivalent(mutant, text));
  const tests = nearestTests(source, MAX_TESTS_OF_A_FILE);
  const digest = createHash('sha256');
  for (const file of [source, ...tests]) digest.update(file).update(textOf(file));
  const base = digest.digest('hex').slice(0, 16);
  const keyOf = ({ start, end, replacement }: Mutant) => `${base} ${start}-${end} ${replacement}`;
  const unknown = mutants.filter((mutant) => !known.has(keyOf(mutant)));
  const found =
    unknown.length > 0 ? await verdictsOf(unknown, tests, { workers: Number(values.workers) }) : null;
  for (const mutant of unknown) {
    const verdict = found?.get(mutant.id) ?? 'noCoverage';
    known.set(keyOf(mutant), verdict);
    appendFileSync(KNOWN, `${JSON.stringify([keyOf(mutant), verdict])}\n`);
  }
  const own = mutants.map((mutant) => ({ ...mutant, verdict: known.get(keyOf(mutant)) ?? 'noCoverage' }));
  for (const { verdict, line, mutator, original, replacement } of own)
    if (verdict === 'survived' || verdict === 'noCoverage')
      console.log(
        `${verdict.padEnd(10)} ${source}:${line} ${mutator}: ${original}  =>  ${replacement}`.replaceAll(
          /\s+/g,
          ' ',
        ),
      );
  verdicts.set(
    source,
    own.map(({ verdict }) => verdict),
  );
  console.log(`${source}: ${scoreOf(verdicts.get(source) ?? []) ?? '–'} % of ${own.length} are noticed`);
}
console.log(`all that was measured: ${scoreOf([...verdicts.values()].flat()) ?? '–'} % are noticed`);
