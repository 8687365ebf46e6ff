// The folders of which a sample is tried, drawn over all of their files: what their own tests say, then, for the client,
// what the browser's say of the mutants that the others did not notice.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../process.mjs';
import { browserVerdictsOf } from './browser/verdicts.mjs';
import { isUnknown, kept, keyOf, printOf } from './known.mjs';
import { mutantsOf } from './mutants.mjs';
import { sampleAcross } from './planted.mjs';
import { sourcesBelow, testsByDistance } from './reach.mjs';
import { SAMPLED } from './scores.mjs';
import { verdictsOf } from './trials.mjs';
import { prepareVenueTests } from './venueTests.mjs';

/** @typedef {import('./child.mjs').Numbered} Numbered */
/** @typedef {import('./trials.mjs').Verdict} Verdict */
/** @typedef {import('./trials.mjs').Control} Control */
/** @typedef {import('./known.mjs').KeptVerdicts} KeptVerdicts */

/** Files of tests that are looked at for one source, by their imports. Those of the venue take ten times as long. */
const CANDIDATES = { client: 12, venue: 6 };
/** Files of tests that one mutant is tried with. */
const MOST_TESTS = { client: 10, venue: 5 };

/** What those after the first may take together, in milliseconds. */
const MOST_TIME = { client: 6000, venue: 40_000 };
/** Mutants that are judged before the next are looked at: a run that is interrupted has judged the first of the sample. */
const CHUNK = { client: 20, venue: 10 };
/** Trials of one process: these leave less behind than the walks of charts, and a process is slow to start. */
const HEAP = 20;

/**
 * @typedef {object} Sample
 * @property {string} folder
 * @property {number} size how many mutants its files have
 * @property {Numbered[]} mutants those that were drawn
 */

/**
 * The samples of all folders, numbered together: one build of the client holds those of three of them.
 * @param {number} size mutants of each folder
 * @param {number} seed
 * @returns {Sample[]}
 */
export function samplesOf(size, seed) {
  let id = 0;
  return SAMPLED.map((folder) => {
    const all = sourcesBelow(folder).flatMap((file) =>
      mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')),
    );
    const drawn = sampleAcross(all, size, seed);
    return { folder, size: all.length, mutants: drawn.map((mutant) => ({ ...mutant, id: id++ })) };
  });
}

/** What the browser says of a mutant is kept beside what the other tests say. @param {string} key */
const inBrowser = (key) => `browser ${key}`;

/**
 * @typedef {object} Run
 * @property {KeptVerdicts} known
 * @property {number} workers
 * @property {boolean} usesBrowser
 * @property {(part?: number) => boolean} isLate whether nothing new shall be begun, when a part of the time (0 to 1) is
 *   what there is
 * @property {(mutant: Numbered) => boolean} isWanted not one that changes nothing, and of a file that was named
 * @property {(text: string) => void} say
 */

/**
 * Tries what is not known yet.
 * @param {readonly Sample[]} samples
 * @param {Run} run
 */
export async function trySamples(samples, run) {
  for (const sample of samples) await tryNearest(sample, run);
  if (!run.usesBrowser) return;
  const { known, isLate, isWanted, say } = run;
  const client = samples.filter(({ folder }) => folder !== 'venue').flatMap(({ mutants }) => mutants);
  const unnoticed = client.filter((mutant) => {
    if (!isWanted(mutant)) return false;
    const [, verdict] = known.get(keyOf(mutant)) ?? [];
    return mutant.file.startsWith('src/ui/') || verdict === 'survived' || verdict === 'noCoverage';
  });
  if (unnoticed.length === 0) return;
  const specs = printOf(sourcesBelow('tests/e2e'));
  const untold = unnoticed.filter((mutant) => isUnknown(known, inBrowser(keyOf(mutant)), specs));
  /** @param {Numbered} mutant */
  const isNew = (mutant) => known.get(inBrowser(keyOf(mutant))) === undefined;
  const unknown = [...untold.filter(isNew), ...untold.filter((mutant) => !isNew(mutant))];
  say(`${unknown.length} of ${unnoticed.length} are left to the browser`);
  if (unknown.length === 0 || isLate()) return;
  await browserVerdictsOf(unknown, client, {
    say,
    isLate,
    // Who survives while some tests were not yet looked at is tried again when all were.
    tell: (mutant, verdict, isWhole) =>
      known.add([inBrowser(keyOf(mutant)), verdict, isWhole ? specs : 'some']),
  });
}

/**
 * What the nearest tests say, those of the unit and of the charts for the client, those of the venue for the venue.
 * @param {Sample} sample
 * @param {Run} run
 */
async function tryNearest({ folder, mutants }, { known, workers, isLate, isWanted, say }) {
  const wanted = mutants.filter(isWanted);
  if (folder === 'src/ui' || wanted.length === 0) return;
  const side = folder === 'venue' ? 'venue' : 'client';
  const near = testsByDistance([...new Set(wanted.map(({ file }) => file))], CANDIDATES[side], side);
  const prints = new Map([...near].map(([file, tests]) => [file, printOf(tests)]));
  /** @param {Numbered} mutant */
  const printFor = ({ file }) => prints.get(file) ?? '';
  const unknown = wanted.filter((mutant) => isUnknown(known, keyOf(mutant), printFor(mutant)));
  say(`${folder}: ${unknown.length} of ${wanted.length} mutants are not known from a run before`);
  if (unknown.length === 0 || isLate()) return;
  const clean = side === 'venue' ? await prepareVenueTests() : undefined;
  const controls = controlsOf(mutants);
  for (let at = 0; at < unknown.length && !isLate(); at += CHUNK[side]) {
    await verdictsOf(unknown.slice(at, at + CHUNK[side]), ({ file }) => near.get(file) ?? [], {
      workers,
      say,
      side,
      controls,
      planted: mutants,
      most: MOST_TESTS[side],
      time: MOST_TIME[side],
      isQuickestFirst: side === 'venue',
      heap: HEAP,
      tell: (mutant, verdict) => known.add([keyOf(mutant), verdict, printFor(mutant)]),
    });
    say(`${Math.min(at + CHUNK[side], unknown.length)} of ${unknown.length}`);
  }
  await clean?.();
}

/**
 * Runs of tests without a mutant that are kept until the tests or the sample change.
 * @param {readonly Numbered[]} mutants
 */
function controlsOf(mutants) {
  /** @type {Map<string, number>} */
  const ids = new Map(mutants.map((mutant) => [keyOf(mutant), mutant.id]));
  const keys = new Map([...ids].map(([key, id]) => [id, key]));
  const sample = createHash('sha256')
    .update([...ids.keys()].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
  const file = /** @type {typeof kept<readonly [string, number, readonly string[]]>} */ (kept)(
    'mutation-controls.jsonl',
  );
  /** @param {string} test */
  const nameOf = (test) => `${test} ${printOf([test])} ${sample}`;
  return {
    /** @param {string} test @returns {Control | undefined} */
    get(test) {
      const [, ms, hits] = file.get(nameOf(test)) ?? [];
      return ms === undefined || hits === undefined
        ? undefined
        : { ms, hits: hits.flatMap((key) => ids.get(key) ?? []) };
    },
    /** @param {string} test @param {Control} control */
    set(test, { ms, hits }) {
      file.add([nameOf(test), Math.round(ms), hits.flatMap((id) => keys.get(id) ?? [])]);
    },
  };
}

/**
 * What became of a mutant, by whoever noticed it.
 * @param {KeptVerdicts} known
 * @param {Numbered} mutant
 * @returns {Verdict | undefined} nothing while it is not judged
 */
export function verdictOf(known, mutant) {
  const [, near] = known.get(keyOf(mutant)) ?? [];
  const [, seen] = known.get(inBrowser(keyOf(mutant))) ?? [];
  if (near === 'killed' || near === 'timeout') return near;
  if (seen === 'killed' || seen === 'timeout') return seen;
  return near === 'survived' ? near : (seen ?? near);
}
