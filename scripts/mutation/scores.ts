// The figures of docs/mutation.json.

import { sourcesBelow } from './reach.ts';
import type { Verdict } from './trials.ts';

interface Counts {
  killed: number;
  timeout: number;
  survived: number;
  noCoverage: number;
  equivalent: number;
}
type FileScore = Counts & { score: number | null; mutants: number; sampled: number; commit: string };
/** `mutants` in all its files, `sample` drawn with `seed`, `refused` by the compiler, `judged` so far. */
type SampleScore = Counts & {
  score: number | null;
  mutants: number;
  sample: number;
  seed: number;
  refused: number;
  judged: number;
  commit: string;
};
export interface MutationTable {
  commit: string;
  seed: number;
  share: number;
  score: number | null;
  folders: Record<string, number | null>;
  samples: Record<string, SampleScore>;
  files: Record<string, FileScore>;
}

/** Per cent of those that change anything; null if there are none. */
export function scoreOf(all: readonly Counts[]): number | null {
  let noticed = 0;
  let counted = 0;
  for (const { killed, timeout, survived, noCoverage } of all) {
    noticed += killed + timeout;
    counted += killed + timeout + survived + noCoverage;
  }
  return counted === 0 ? null : Math.floor((noticed * 1000) / counted) / 10;
}

/** Share of mutants that must be tried for a machine to have a score. */
const ENOUGH = 0.25;

/** Each machine has the score of its folder. */
export function machineScores({ files }: Pick<MutationTable, 'files'>): Record<string, number> {
  const features: Record<string, { counts: FileScore[]; machines: string[] }> = {};
  for (const [file, counts] of Object.entries(files)) {
    const [, name, machine] = /^src\/machines\/([^/]+)\/(?:(\w+)\.machine\.ts$)?/.exec(file) ?? [];
    if (!name) continue;
    const feature = (features[name] ??= { counts: [], machines: [] });
    feature.counts.push(counts);
    if (machine) feature.machines.push(machine);
  }
  return Object.fromEntries(
    Object.values(features).flatMap(({ counts, machines }) => {
      const tried = counts.reduce((sum, { sampled }) => sum + sampled, 0);
      const all = counts.reduce((sum, { mutants }) => sum + mutants, 0);
      const score = tried < all * ENOUGH ? null : scoreOf(counts);
      return score === null ? [] : machines.map((machine) => [machine, score] as const);
    }),
  );
}

/** Each file is measured. */
export const FOLDERS = ['src/domain', 'src/machines'];
/** One sample each. Actors of machines belong to the sample of `src/app`. */
export const SAMPLED = ['src/services', 'src/app', 'venue', 'src/ui'];
const isEffect = (file: string): boolean => /\.(actors|reads)\.ts$/.test(file);

export const measuredFiles = (): string[] => FOLDERS.flatMap(sourcesBelow).filter((file) => !isEffect(file));

/** @param folder one of `SAMPLED` */
export const sampledFiles = (folder: string): string[] => [
  ...sourcesBelow(folder),
  ...(folder === 'src/app' ? sourcesBelow('src/machines').filter(isEffect) : []),
];

export function countsOf(verdicts: readonly (Verdict | 'equivalent')[]): Counts {
  const counts = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, equivalent: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

export function withTotals({
  commit,
  seed,
  share,
  files,
  samples = {},
}: Pick<MutationTable, 'commit' | 'seed' | 'share' | 'files'> &
  Partial<Pick<MutationTable, 'samples'>>): MutationTable {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    commit,
    seed,
    share,
    score: scoreOf(Object.values(sorted)),
    folders: Object.fromEntries(
      FOLDERS.map((folder) => [
        folder,
        scoreOf(
          Object.entries(sorted).flatMap(([file, one]) => (file.startsWith(`${folder}/`) ? [one] : [])),
        ),
      ]),
    ),
    samples,
    files: sorted,
  };
}
