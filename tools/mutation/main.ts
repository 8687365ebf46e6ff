// `npm run mutation`: changes the sources in small ways (mutants) and counts which of them a test notices.
//   npm run mutation -- [file or folder …] [--seed 7] [--workers 1] [--fresh] [--known]
//     src/machines and src/domain (the default), a share of each file: [--share 30] [--all]
//     src/services, src/app, venue and src/ui, one sample of each: [--sample 400] [--minutes 30]
// Verdicts are kept in .tmp: `--known` shows those of earlier runs, `--fresh` forgets them. After `--minutes` nothing new
// starts.
// Mutators have Stryker's names. Stryker itself is not used: README.md says why.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { digestOf, isUnknown, keyOf, openCache, type VerdictCache } from './cache.ts';
import type { Numbered } from './child.ts';
import { type Equivalent, isSame, sampleOf } from './instrument.ts';
import { mutantsOf } from './mutants.ts';
import { testsByDistance } from './reach.ts';
import { samplesOf, trySamples, verdictOf } from './samples.ts';
import {
  FOLDERS,
  measuredFiles,
  SAMPLED,
  sampledFiles,
  type Score,
  scoreOf,
  scoreOfVerdicts,
} from './scores.ts';
import { type Verdict, verdictsOf } from './trials.ts';
import { refusedOf } from './types.ts';
import { ROOT } from '../../scripts/process.ts';

const EQUIVALENT = path.join(ROOT, 'tools', 'mutation', 'equivalent.json');
/** Per source. */
const MOST_TESTS = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '30' },
    sample: { type: 'string', default: '400' },
    seed: { type: 'string', default: '7' },
    workers: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    /** Of earlier results, because a long run may be interrupted. */
    known: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const share = values.all ? 100 : Number(values.share);
const seed = Number(values.seed);
const workers = Math.max(1, Number(values.workers));

// Exit handlers end the child processes; verdicts are already written.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const began = performance.now();
const log = (text: string) =>
  console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${text}`);
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const names = (positionals.length === 0 ? FOLDERS : positionals).map((name) => name.replace(/\/$/, ''));
const isNamed = (file: string) => names.some((name) => file === name || file.startsWith(`${name}/`));

const sources = measuredFiles().filter(isNamed);
const samples = SAMPLED.some((folder) => sampledFiles(folder).some(isNamed))
  ? samplesOf(Number(values.sample), seed)
  : [];
if (sources.length === 0 && samples.length === 0)
  throw new Error(`No such file below ${[...FOLDERS, ...SAMPLED].join(', ')}.`);

const equivalent = JSON.parse(readFileSync(EQUIVALENT, 'utf8')) as Equivalent[];
const isEquivalent = (mutant: Numbered) =>
  mutant.equivalent !== undefined || equivalent.some((one) => isSame(one, mutant, textOf(mutant.file)));

const known: VerdictCache = openCache('mutation.jsonl', { isFresh: values.fresh });

const short = (text: string) =>
  (text.length > 110 ? `${text.slice(0, 70)} … ${text.slice(-35)}` : text).replaceAll(/\s+/g, ' ') ||
  '(nothing)';
function list({ file, line, mutator, original, replacement }: Numbered, verdict: Verdict | undefined) {
  if (verdict !== 'survived' && verdict !== 'noCoverage') return;
  console.log(
    `${verdict.padEnd(10)} ${file}:${line} ${mutator}: ${short(original)}  =>  ${short(replacement)}`,
  );
}

async function measureFiles(): Promise<Record<string, Score>> {
  const sampled: Numbered[] = [];
  const sizes = new Map<string, number>();
  for (const file of sources) {
    const all = mutantsOf(file, textOf(file));
    sizes.set(file, all.length);
    for (const mutant of sampleOf(all, share, seed)) sampled.push({ ...mutant, id: sampled.length });
  }
  const mutants = sampled.filter((mutant) => !isEquivalent(mutant));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  log(`${mutants.length} of ${total} mutants in ${sources.length} files`);

  const near = testsByDistance(sources, MOST_TESTS);
  const testDigests: Map<string, string> = new Map(
    sources.map((file) => [file, digestOf(near.get(file) ?? [])]),
  );
  const digestFor = ({ file }: Numbered) => testDigests.get(file) ?? '';
  const unknown = mutants.filter((mutant) => isUnknown(known, keyOf(mutant), digestFor(mutant)));
  log(`${unknown.length} of them are not known from a run before`);
  let judged = 0;
  if (unknown.length > 0 && !values.known)
    await verdictsOf(unknown, ({ file }) => near.get(file) ?? [], {
      workers,
      log,
      onVerdict: (mutant, verdict) => {
        known.add([keyOf(mutant), verdict, digestFor(mutant)]);
        judged += 1;
        if (judged % 100 === 0) log(`${judged} of ${unknown.length}`);
      },
    });

  for (const mutant of mutants) list(mutant, known.get(keyOf(mutant))?.[1]);
  return Object.fromEntries(
    sources.map((file) => {
      const verdicts = sampled
        .filter((mutant) => mutant.file === file)
        .flatMap((mutant) => (isEquivalent(mutant) ? 'equivalent' : (known.get(keyOf(mutant))?.[1] ?? [])));
      return [file, scoreOfVerdicts(verdicts)];
    }),
  );
}

async function measureSamples(): Promise<Record<string, Score>> {
  const wanted = samples.filter(({ mutants }) => mutants.some(({ file }) => isNamed(file)));
  const drawn = wanted.flatMap(({ mutants }) => mutants.filter((mutant) => !isEquivalent(mutant)));
  const refused = await refusedOf(drawn);
  log(`${refused.size} of ${drawn.length} do not compile and are left out`);
  if (!values.known)
    await trySamples(samples, {
      known,
      workers,
      isLate: () => performance.now() - began > Number(values.minutes) * 60_000,
      isWanted: (mutant) => isNamed(mutant.file) && !isEquivalent(mutant) && !refused.has(mutant.id),
      log,
    });
  return Object.fromEntries(
    wanted.map(({ folder, mutants }) => {
      const byPlace = [...mutants].sort((a, b) =>
        a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line,
      );
      const verdicts = byPlace.flatMap((mutant) => {
        if (refused.has(mutant.id)) return [];
        if (isEquivalent(mutant)) return 'equivalent';
        const verdict = verdictOf(known, mutant);
        list(mutant, verdict);
        return verdict ?? [];
      });
      return [folder, scoreOfVerdicts(verdicts)];
    }),
  );
}

const files = sources.length > 0 ? await measureFiles() : {};
const measured = samples.length > 0 ? await measureSamples() : {};
const all = { ...files, ...measured };
console.table(
  Object.fromEntries(
    Object.entries(all)
      .filter(([, { score }]) => score !== null)
      .map(([name, score]) => [name.replace('src/', ''), score]),
  ),
);
for (const folder of FOLDERS) {
  const inside = Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
  if (inside.length > 0) log(`${folder}: ${scoreOf(inside.map(([, score]) => score))} % are noticed`);
}
log(`all that was measured: ${scoreOf(Object.values(all))} % are noticed`);
