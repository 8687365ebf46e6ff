// `npm run mutation`: plants mistakes in src/machines and src/domain, one at a time, and counts which of them a test
// notices. The table is kept in docs/mutation.json, what survived is listed.
//   npm run mutation -- [file or folder …] [--share 30] [--seed 7] [--all] [--workers 1] [--dry] [--fresh] [--known]
// Files that are named are measured alone; the lines of the others in the table stay. Mutators have Stryker's names, but
// Stryker itself starts all tests anew for what is done when a module is read, and a chart is made just then.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutation/mutants.mjs';
import { isSame, sampleOf } from './mutation/planted.mjs';
import { sourcesBelow, testsByDistance } from './mutation/reach.mjs';
import { chartScores, FOLDERS, scoreOf, withTotals } from './mutation/scores.mjs';
import { verdictsOf } from './mutation/trials.mjs';
import { ROOT, run } from './process.mjs';
import { tableOf, withTable } from './walks/table.mjs';

/** @typedef {import('./mutation/child.mjs').Numbered} Numbered */
/** @typedef {import('./mutation/trials.mjs').Verdict} Verdict */
/** @typedef {import('./mutation/scores.mjs').Counts} Counts */
/** @typedef {import('./mutation/scores.mjs').MutationTable} MutationTable */
/** @typedef {import('./mutation/planted.mjs').Equivalent} Equivalent */

const TABLE = path.join(ROOT, 'docs', 'mutation.json');
const README = path.join(ROOT, 'README.md');
const WALKS = path.join(ROOT, 'docs', 'walks.json');
const EQUIVALENT = path.join(ROOT, 'scripts', 'mutation', 'equivalent.json');
/** Verdicts of runs before. */
const KNOWN = path.join(ROOT, '.tmp', 'mutation.jsonl');
/** Files of tests for one source. */
const MOST_TESTS = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '30' },
    seed: { type: 'string', default: '7' },
    workers: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    /** Shows the verdicts and leaves the table as it is. */
    dry: { type: 'boolean', default: false },
    /** Measures everything anew, also what is known from a run before. */
    fresh: { type: 'boolean', default: false },
    /** Tries nothing, and writes the table of what is known from runs before: a long run may be interrupted. */
    known: { type: 'boolean', default: false },
  },
});
const share = values.all ? 100 : Number(values.share);
const seed = Number(values.seed);

const began = performance.now();
/** @param {string} text */
const say = (text) =>
  console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${text}`);
/** @param {string} file */
const textOf = (file) => readFileSync(path.join(ROOT, file), 'utf8');
/** @template T @param {string} file @param {T} otherwise @returns {T} */
const json = (file, otherwise) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise);

const everySource = FOLDERS.flatMap(sourcesBelow);
const sources = everySource.filter(
  (file) =>
    positionals.length === 0 ||
    positionals.some((one) => file === one || file.startsWith(`${one.replace(/\/$/, '')}/`)),
);
if (sources.length === 0) throw new Error('No such file below src/machines or src/domain.');

const equivalent = json(EQUIVALENT, /** @type {Equivalent[]} */ ([]));
/** @param {Numbered} mutant */
const isEquivalent = (mutant) =>
  mutant.equivalent !== undefined || equivalent.some((one) => isSame(one, mutant, textOf(mutant.file)));

/** @type {Numbered[]} */
const sampled = [];
/** @type {Map<string, number>} */
const sizes = new Map();
for (const file of sources) {
  const all = mutantsOf(file, textOf(file));
  sizes.set(file, all.length);
  for (const mutant of sampleOf(all, share, seed)) sampled.push({ ...mutant, id: sampled.length });
}
const mutants = sampled.filter((mutant) => !isEquivalent(mutant));
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
say(`${mutants.length} of ${total} mutants in ${sources.length} files`);

const near = testsByDistance(sources, MOST_TESTS);
/** @param {readonly string[]} all */
const printOf = (all) => {
  const hash = createHash('sha256');
  for (const file of all) hash.update(file).update(textOf(file));
  return hash.digest('hex').slice(0, 16);
};
const sourcePrints = new Map(sources.map((file) => [file, printOf([file])]));
/** Of the tests near a file, with the models and tables beside them. @type {Map<string, string>} */
const testPrints = new Map(
  sources.map((file) => {
    const tests = near.get(file) ?? [];
    const beside = tests
      .filter((test) => test.startsWith('tests/paths/'))
      .flatMap((test) => sourcesBelow(path.posix.dirname(test)));
    return [file, printOf([...new Set([...tests, ...beside])])];
  }),
);
/** @param {Numbered} mutant */
const keyOf = ({ file, start, end, replacement }) =>
  `${file} ${sourcePrints.get(file)} ${start}-${end} ${replacement}`;
/** @type {Map<string, readonly [Verdict, string]>} */
const known = new Map(
  existsSync(KNOWN) && !values.fresh
    ? readFileSync(KNOWN, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [key, verdict, tests] = JSON.parse(line);
          return [key, [verdict, tests]];
        })
    : [],
);
/** What was noticed stays noticed until its file changes; what was not is tried again with every new test. */
const unknown = mutants.filter((mutant) => {
  const [verdict, tests] = known.get(keyOf(mutant)) ?? [];
  return verdict === 'killed' || verdict === 'timeout' ? false : tests !== testPrints.get(mutant.file);
});
say(`${unknown.length} of them are not known from a run before`);
mkdirSync(path.dirname(KNOWN), { recursive: true });
let judged = 0;
if (unknown.length > 0 && !values.known)
  await verdictsOf(unknown, ({ file }) => near.get(file) ?? [], {
    workers: Math.max(1, Number(values.workers)),
    say,
    tell: (mutant, verdict) => {
      const tests = testPrints.get(mutant.file) ?? '';
      known.set(keyOf(mutant), [verdict, tests]);
      appendFileSync(KNOWN, `${JSON.stringify([keyOf(mutant), verdict, tests])}\n`);
      judged += 1;
      if (judged % 100 === 0) say(`${judged} of ${unknown.length}`);
    },
  });
const verdicts = new Map(
  mutants.flatMap((mutant) => {
    const [verdict] = known.get(keyOf(mutant)) ?? [];
    return verdict ? [[mutant.id, verdict]] : [];
  }),
);

const { output } = await run('git', ['rev-parse', '--short', 'HEAD'], { collect: true });
const commit = output.trim();
/** @type {MutationTable['files']} */
const files = {};
for (const file of sources) {
  const own = sampled.filter(
    (mutant) => mutant.file === file && (isEquivalent(mutant) || verdicts.has(mutant.id)),
  );
  /** @type {Counts} */
  const counts = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, equivalent: 0 };
  for (const { id } of own) counts[verdicts.get(id) ?? 'equivalent'] += 1;
  files[file] = {
    score: scoreOf([counts]),
    mutants: sizes.get(file) ?? 0,
    sampled: own.length,
    ...counts,
    commit,
  };
}

/** @param {string} text */
const short = (text) =>
  (text.length > 110 ? `${text.slice(0, 70)} … ${text.slice(-35)}` : text).replaceAll(/\s+/g, ' ') ||
  '(nothing)';
for (const { id, file, line, mutator, original, replacement } of mutants) {
  const verdict = verdicts.get(id) ?? '';
  if (verdict !== 'survived' && verdict !== 'noCoverage') continue;
  console.log(
    `${verdict.padEnd(10)} ${file}:${line} ${mutator}: ${short(original)}  =>  ${short(replacement)}`,
  );
}
console.table(
  Object.fromEntries(
    Object.entries(files)
      .filter(([, { score }]) => score !== null)
      .map(([file, { score, sampled, killed, timeout, survived, noCoverage, equivalent }]) => [
        file.replace('src/', ''),
        { score, sampled, killed, timeout, survived, noCoverage, equivalent },
      ]),
  ),
);

/** @type {Partial<MutationTable>} */
const before = positionals.length > 0 ? json(TABLE, {}) : {};
const kept = Object.fromEntries(
  Object.entries(before.files ?? {}).filter(([file]) => everySource.includes(file)),
);
const table = withTotals({ commit, seed, share, files: { ...kept, ...files } });
say(`score of what was measured: ${scoreOf(Object.values(files))} %, of the whole table: ${table.score} %`);
if (!values.dry) {
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  const walks = tableOf(json(WALKS, {}), chartScores(table));
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), walks));
}
