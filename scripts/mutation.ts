// `npm run mutation`: plants mistakes in the sources, one at a time, and counts which of them a test notices. The table is
// kept in docs/mutation.json, what survived is listed.
//   npm run mutation -- [file or folder …] [--seed 7] [--workers 1] [--dry] [--fresh] [--known]
//     of src/machines and src/domain: [--share 30] [--all], of each file
//     of src/services, src/app, venue and src/ui: [--sample 400] of the whole folder, [--minutes 30] [--no-browser]
// Without a name it is src/machines and src/domain. What is named is measured alone; all other lines of the table stay.
// Mutators have Stryker's names, but Stryker itself starts all tests anew for what is done when a module is read, and a
// chart is made just then.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isUnknown, kept, keyOf, printOf } from './mutation/known.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { isSame, sampleOf } from './mutation/planted.ts';
import { sourcesBelow, testsByDistance } from './mutation/reach.ts';
import { samplesOf, trySamples, verdictOf } from './mutation/samples.ts';
import { chartScores, countsOf, FOLDERS, SAMPLED, scoreOf, withTotals } from './mutation/scores.ts';
import { verdictsOf } from './mutation/trials.ts';
import { ROOT, run } from './process.ts';
import { withCoverage } from './walks/table.ts';
import type { Numbered } from './mutation/child.ts';
import type { Verdict } from './mutation/trials.ts';
import type { KeptVerdicts } from './mutation/known.ts';
import type { MutationTable } from './mutation/scores.ts';
import type { Equivalent } from './mutation/planted.ts';

const TABLE = path.join(ROOT, 'docs', 'mutation.json');
const DOCUMENT = path.join(ROOT, 'docs', 'coverage.md');
const WALKS = path.join(ROOT, 'docs', 'walks.json');
const EQUIVALENT = path.join(ROOT, 'scripts', 'mutation', 'equivalent.json');
/** Files of tests for one source. */
const MOST_TESTS = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '30' },
    sample: { type: 'string', default: '400' },
    seed: { type: 'string', default: '7' },
    workers: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    /** Shows the verdicts and leaves the table as it is. */
    dry: { type: 'boolean', default: false },
    /** Measures everything anew, also what is known from a run before. */
    fresh: { type: 'boolean', default: false },
    /** Tries nothing, and writes the table of what is known from runs before: a long run may be interrupted. */
    known: { type: 'boolean', default: false },
    /** Begins nothing new after so many minutes; what is under way is finished. */
    minutes: { type: 'string', default: 'Infinity' },
    /** Leaves what only the browser can judge as it is known. */
    'no-browser': { type: 'boolean', default: false },
  },
});
const share = values.all ? 100 : Number(values.share);
const seed = Number(values.seed);
const workers = Math.max(1, Number(values.workers));

// Ends in order: what was started ends with it, and what was judged is kept.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const began = performance.now();
const say = (text: string) =>
  console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${text}`);
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const json = <T>(file: string, otherwise: T): T =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise;

const names = (positionals.length === 0 ? FOLDERS : positionals).map((name) => name.replace(/\/$/, ''));
const isNamed = (file: string) => names.some((name) => file === name || file.startsWith(`${name}/`));

const everySource = FOLDERS.flatMap(sourcesBelow);
const sources = everySource.filter(isNamed);
const samples = SAMPLED.some((folder) => sourcesBelow(folder).some(isNamed))
  ? samplesOf(Number(values.sample), seed)
  : [];
if (sources.length === 0 && samples.length === 0)
  throw new Error(`No such file below ${[...FOLDERS, ...SAMPLED].join(', ')}.`);

const equivalent = json(EQUIVALENT, [] as Equivalent[]);
const isEquivalent = (mutant: Numbered) =>
  mutant.equivalent !== undefined || equivalent.some((one) => isSame(one, mutant, textOf(mutant.file)));

/** Verdicts of runs before. */
const known: KeptVerdicts = kept('mutation.jsonl', { isFresh: values.fresh });
const { output } = await run('git', ['rev-parse', '--short', 'HEAD'], { collect: true });
const commit = output.trim();

const short = (text: string) =>
  (text.length > 110 ? `${text.slice(0, 70)} … ${text.slice(-35)}` : text).replaceAll(/\s+/g, ' ') ||
  '(nothing)';
/** Says who is alive. */
function list({ file, line, mutator, original, replacement }: Numbered, verdict: Verdict | undefined) {
  if (verdict !== 'survived' && verdict !== 'noCoverage') return;
  console.log(
    `${verdict.padEnd(10)} ${file}:${line} ${mutator}: ${short(original)}  =>  ${short(replacement)}`,
  );
}

/** The files that have a share of their own. */
async function measureFiles(): Promise<MutationTable['files']> {
  const sampled: Numbered[] = [];
  const sizes: Map<string, number> = new Map();
  for (const file of sources) {
    const all = mutantsOf(file, textOf(file));
    sizes.set(file, all.length);
    for (const mutant of sampleOf(all, share, seed)) sampled.push({ ...mutant, id: sampled.length });
  }
  const mutants = sampled.filter((mutant) => !isEquivalent(mutant));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  say(`${mutants.length} of ${total} mutants in ${sources.length} files`);

  const near = testsByDistance(sources, MOST_TESTS);
  /** Of the tests near a file, with the models and tables beside them. */
  const testPrints: Map<string, string> = new Map(
    sources.map((file) => {
      const tests = near.get(file) ?? [];
      const beside = tests
        .filter((test) => test.startsWith('tests/paths/'))
        .flatMap((test) => sourcesBelow(path.posix.dirname(test)));
      return [file, printOf([...new Set([...tests, ...beside])])];
    }),
  );
  const printFor = ({ file }: Numbered) => testPrints.get(file) ?? '';
  const unknown = mutants.filter((mutant) => isUnknown(known, keyOf(mutant), printFor(mutant)));
  say(`${unknown.length} of them are not known from a run before`);
  let judged = 0;
  if (unknown.length > 0 && !values.known)
    await verdictsOf(unknown, ({ file }) => near.get(file) ?? [], {
      workers,
      say,
      tell: (mutant, verdict) => {
        known.add([keyOf(mutant), verdict, printFor(mutant)]);
        judged += 1;
        if (judged % 100 === 0) say(`${judged} of ${unknown.length}`);
      },
    });

  const files: MutationTable['files'] = {};
  for (const file of sources) {
    const own = sampled.filter((mutant) => mutant.file === file);
    const verdicts = own.flatMap((mutant) =>
      isEquivalent(mutant) ? 'equivalent' : (known.get(keyOf(mutant))?.[1] ?? []),
    );
    const counts = countsOf(verdicts);
    files[file] = {
      score: scoreOf([counts]),
      mutants: sizes.get(file) ?? 0,
      sampled: verdicts.length,
      ...counts,
      commit,
    };
  }
  for (const mutant of mutants) list(mutant, known.get(keyOf(mutant))?.[1]);
  return files;
}

/** The folders of which one sample is drawn. */
async function measureSamples(): Promise<MutationTable['samples']> {
  const wanted = samples.filter(({ mutants }) => mutants.some(({ file }) => isNamed(file)));
  if (!values.known)
    await trySamples(samples, {
      known,
      workers,
      usesBrowser: !values['no-browser'],
      isLate: (part = 1) => performance.now() - began > Number(values.minutes) * part * 60_000,
      isWanted: (mutant) => isNamed(mutant.file) && !isEquivalent(mutant),
      say,
    });
  return Object.fromEntries(
    wanted.map(({ folder, size, mutants }) => {
      const byPlace = [...mutants].sort((a, b) =>
        a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line,
      );
      const verdicts = byPlace.flatMap((mutant) => {
        if (isEquivalent(mutant)) return 'equivalent';
        const verdict = verdictOf(known, mutant);
        list(mutant, verdict);
        return verdict ?? [];
      });
      const counts = countsOf(verdicts);
      return [
        folder,
        {
          score: scoreOf([counts]),
          mutants: size,
          sample: mutants.length,
          seed,
          judged: verdicts.length,
          ...counts,
          commit,
        },
      ];
    }),
  );
}

const files = sources.length > 0 ? await measureFiles() : {};
const measured = samples.length > 0 ? await measureSamples() : {};
console.table(
  Object.fromEntries(
    Object.entries({ ...files, ...measured })
      .filter(([, { score }]) => score !== null)
      .map(([name, { score, killed, timeout, survived, noCoverage, equivalent, ...more }]) => [
        name.replace('src/', ''),
        {
          score,
          judged: 'judged' in more ? more.judged : more.sampled,
          killed,
          timeout,
          survived,
          noCoverage,
          equivalent,
        },
      ]),
  ),
);

const before: Partial<MutationTable> = json(TABLE, {});
const keptFiles = Object.fromEntries(
  Object.entries(before.files ?? {}).filter(([file]) => everySource.includes(file)),
);
const table = withTotals({
  commit: sources.length > 0 ? commit : (before.commit ?? commit),
  seed: sources.length > 0 ? seed : (before.seed ?? seed),
  share: sources.length > 0 ? share : (before.share ?? share),
  files: { ...keptFiles, ...files },
  samples: { ...before.samples, ...measured },
});
say(
  `score of what was measured: ${scoreOf([...Object.values(files), ...Object.values(measured)])} %, ` +
    `of charts and domain: ${table.score} %`,
);
if (!values.dry) {
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  const document = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(DOCUMENT, withCoverage(document, json(WALKS, {}), chartScores(table)));
}
