// One sample over a whole folder, judged by its nearest tests.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/process.ts';
import { digestOf, isUnknown, keyOf, openCache, type VerdictCache } from './cache.ts';
import type { Numbered } from './child.ts';
import { sampleAcross } from './instrument.ts';
import { mutantsOf } from './mutants.ts';
import { testsByDistance } from './reach.ts';
import { SAMPLED, sampledFiles } from './scores.ts';
import { type Control, type Verdict, verdictsOf } from './trials.ts';
import { prepareVenueTests } from './venueTests.ts';

/** Per source. Each test of the venue starts a whole one, so the nearest by imports may not run a mutant's code. */
const CANDIDATES = { client: 12, venue: Infinity };
/** Per mutant: the nearest of the tests that run its code. */
const MOST_TESTS = { client: 10, venue: 8 };

/** Where so many that run a mutant's code are known, no others are looked for. */
const ENOUGH = { client: Infinity, venue: 4 };
/** Those that none of so many runs are left to the end, when all the others are tried for them. */
const NEAR = { client: Infinity, venue: 12 };

/** After the first test file, milliseconds. */
const MOST_TIME = { client: 30_000, venue: 60_000 };
/** An interrupted run has finished the first batches. */
const CHUNK = { client: 40, venue: 20 };
/** These leave less behind than path tests, and a process is slow to start. */
const HEAP = 40;

interface Sample {
  folder: string;
  mutants: Numbered[];
}

/** @param size mutants of each folder */
export function samplesOf(size: number, seed: number): Sample[] {
  let id = 0;
  return SAMPLED.map((folder) => {
    const all = sampledFiles(folder).flatMap((file) =>
      mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')),
    );
    const drawn = sampleAcross(all, size, seed);
    return { folder, mutants: drawn.map((mutant) => ({ ...mutant, id: id++ })) };
  });
}

interface Run {
  known: VerdictCache;
  workers: number;
  /** Whether the time is used up. */
  isLate: () => boolean;
  isWanted: (mutant: Numbered) => boolean;
  log: (text: string) => void;
}

export async function trySamples(samples: readonly Sample[], run: Run) {
  for (const sample of samples) await tryNearest(sample, run);
}

async function tryNearest({ folder, mutants }: Sample, { known, workers, isLate, isWanted, log }: Run) {
  const wanted = mutants.filter(isWanted);
  if (wanted.length === 0) return;
  const side = folder === 'venue' ? 'venue' : 'client';
  const near = testsByDistance([...new Set(wanted.map(({ file }) => file))], CANDIDATES[side], side);
  const digests = new Map([...near].map(([file, tests]) => [file, digestOf(tests)]));
  const digestFor = ({ file }: Numbered) => digests.get(file) ?? '';
  const unknown = wanted.filter((mutant) => isUnknown(known, keyOf(mutant), digestFor(mutant)));
  log(`${folder}: ${unknown.length} of ${wanted.length} mutants are not known from a run before`);
  if (unknown.length === 0 || isLate()) return;
  const clean = side === 'venue' ? await prepareVenueTests() : undefined;
  const controls = controlsOf(mutants);
  const parts = { workers, log, side, controls, inserted: mutants, heap: HEAP } as const;
  async function judge(some: readonly Numbered[], reach: number, isLast: boolean): Promise<Numbered[]> {
    const left: Numbered[] = [];
    for (let at = 0; at < some.length && !isLate(); at += CHUNK[side]) {
      await verdictsOf(
        some.slice(at, at + CHUNK[side]),
        ({ file }) => (near.get(file) ?? []).slice(0, reach),
        {
          ...parts,
          most: MOST_TESTS[side],
          time: MOST_TIME[side],
          enough: ENOUGH[side],
          isQuickestFirst: side === 'venue',
          onVerdict: (mutant, verdict) => {
            if (verdict === 'noCoverage' && !isLast) left.push(mutant);
            else known.add([keyOf(mutant), verdict, digestFor(mutant)]);
          },
        },
      );
      log(`${Math.min(at + CHUNK[side], some.length)} of ${some.length}`);
    }
    return left;
  }
  const isWhole = NEAR[side] === Infinity;
  const left = await judge(unknown, NEAR[side], isWhole);
  if (left.length > 0) await judge(left, Infinity, true);
  await clean?.();
}

/** Without a mutant; valid until the tests or the sample change. */
function controlsOf(mutants: readonly Numbered[]) {
  const ids: Map<string, number> = new Map(mutants.map((mutant) => [keyOf(mutant), mutant.id]));
  const keys = new Map([...ids].map(([key, id]) => [id, key]));
  const sample = createHash('sha256')
    .update([...ids.keys()].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
  const file = openCache<readonly [string, number, readonly string[]]>('mutation-controls.jsonl');
  const nameOf = (test: string) => `${test} ${digestOf([test])} ${sample}`;
  const leftOut = new Set<string>();
  return {
    leaveOut: (test: string) => void leftOut.add(test),
    isLeftOut: (test: string) => leftOut.has(test),
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

export const verdictOf = (known: VerdictCache, mutant: Numbered): Verdict | undefined =>
  known.get(keyOf(mutant))?.[1];
