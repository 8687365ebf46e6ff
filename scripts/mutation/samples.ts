// The folders of which a sample is tried, drawn over all of their files: what their own tests say, then, for the client,
// what the browser's say of the mutants that the others did not notice.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../process.ts';
import { browserVerdictsOf } from './browser/verdicts.ts';
import { isUnknown, kept, keyOf, printOf } from './known.ts';
import { mutantsOf } from './mutants.ts';
import { sampleAcross } from './planted.ts';
import { sourcesBelow, testsByDistance } from './reach.ts';
import { SAMPLED } from './scores.ts';
import { verdictsOf } from './trials.ts';
import { prepareVenueTests } from './venueTests.ts';
import type { Numbered } from './child.ts';
import type { Control, Verdict } from './trials.ts';
import type { KeptVerdicts } from './known.ts';

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

export interface Sample {
  folder: string;
  /** how many mutants its files have */
  size: number;
  /** those that were drawn */
  mutants: Numbered[];
}

/**
 * The samples of all folders, numbered together: one build of the client holds those of three of them.
 * @param size mutants of each folder
 */
export function samplesOf(size: number, seed: number): Sample[] {
  let id = 0;
  return SAMPLED.map((folder) => {
    const all = sourcesBelow(folder).flatMap((file) =>
      mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')),
    );
    const drawn = sampleAcross(all, size, seed);
    return { folder, size: all.length, mutants: drawn.map((mutant) => ({ ...mutant, id: id++ })) };
  });
}

/** What the browser says of a mutant is kept beside what the other tests say. */
const inBrowser = (key: string) => `browser ${key}`;

export interface Run {
  known: KeptVerdicts;
  workers: number;
  usesBrowser: boolean;
  /** whether nothing new shall be begun, when a part of the time (0 to 1) is what there is */
  isLate: (part?: number) => boolean;
  /** not one that changes nothing, and of a file that was named */
  isWanted: (mutant: Numbered) => boolean;
  say: (text: string) => void;
}

/** Tries what is not known yet. */
export async function trySamples(samples: readonly Sample[], run: Run) {
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
  const isNew = (mutant: Numbered) => known.get(inBrowser(keyOf(mutant))) === undefined;
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
 */
async function tryNearest({ folder, mutants }: Sample, { known, workers, isLate, isWanted, say }: Run) {
  const wanted = mutants.filter(isWanted);
  if (folder === 'src/ui' || wanted.length === 0) return;
  const side = folder === 'venue' ? 'venue' : 'client';
  const near = testsByDistance([...new Set(wanted.map(({ file }) => file))], CANDIDATES[side], side);
  const prints = new Map([...near].map(([file, tests]) => [file, printOf(tests)]));
  const printFor = ({ file }: Numbered) => prints.get(file) ?? '';
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

/** Runs of tests without a mutant that are kept until the tests or the sample change. */
function controlsOf(mutants: readonly Numbered[]) {
  const ids: Map<string, number> = new Map(mutants.map((mutant) => [keyOf(mutant), mutant.id]));
  const keys = new Map([...ids].map(([key, id]) => [id, key]));
  const sample = createHash('sha256')
    .update([...ids.keys()].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
  const file = (kept as typeof kept<readonly [string, number, readonly string[]]>)('mutation-controls.jsonl');
  const nameOf = (test: string) => `${test} ${printOf([test])} ${sample}`;
  return {
    get(test: string): Control | undefined {
      const [, ms, hits] = file.get(nameOf(test)) ?? [];
      return ms === undefined || hits === undefined
        ? undefined
        : { ms, hits: hits.flatMap((key) => ids.get(key) ?? []) };
    },
    set(test: string, { ms, hits }: Control) {
      file.add([nameOf(test), Math.round(ms), hits.flatMap((id) => keys.get(id) ?? [])]);
    },
  };
}

/**
 * What became of a mutant, by whoever noticed it.
 * @returns nothing while it is not judged
 */
export function verdictOf(known: KeptVerdicts, mutant: Numbered): Verdict | undefined {
  const [, near] = known.get(keyOf(mutant)) ?? [];
  const [, seen] = known.get(inBrowser(keyOf(mutant))) ?? [];
  if (near === 'killed' || near === 'timeout') return near;
  if (seen === 'killed' || seen === 'timeout') return seen;
  return near === 'survived' ? near : (seen ?? near);
}
