// What docs/mutation.json says, in figures.

import type { Verdict } from './trials.ts';

export interface Counts {
  killed: number;
  timeout: number;
  survived: number;
  noCoverage: number;
  equivalent: number;
}
export type FileScore = Counts & { score: number | null; mutants: number; sampled: number; commit: string };
/** Of a folder: `mutants` in all its files, `sample` drawn with `seed`, `judged` so far. */
export type SampleScore = Counts & {
  score: number | null;
  mutants: number;
  sample: number;
  seed: number;
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

/** Noticed mutants in per cent of those that change anything; nothing where there are none. */
export function scoreOf(all: readonly Counts[]): number | null {
  let noticed = 0;
  let counted = 0;
  for (const { killed, timeout, survived, noCoverage } of all) {
    noticed += killed + timeout;
    counted += killed + timeout + survived + noCoverage;
  }
  return counted === 0 ? null : Math.floor((noticed * 1000) / counted) / 10;
}

/** The least part of its mutants that has to be tried before a chart has a score: a handful says nothing. */
const ENOUGH = 0.25;

/** The scores of charts, by name, as far as enough of their mutants were tried. */
export function chartScores({ files }: Pick<MutationTable, 'files'>): Record<string, number> {
  const charts: Record<string, FileScore[]> = {};
  for (const [file, counts] of Object.entries(files)) {
    const [, chart] = /^src\/machines\/([^/]+)\//.exec(file) ?? [];
    if (chart) (charts[chart] ??= []).push(counts);
  }
  return Object.fromEntries(
    Object.entries(charts).flatMap(([chart, counts]) => {
      const tried = counts.reduce((sum, { sampled }) => sum + sampled, 0);
      const all = counts.reduce((sum, { mutants }) => sum + mutants, 0);
      const score = tried < all * ENOUGH ? null : scoreOf(counts);
      return score === null ? [] : [[chart, score]];
    }),
  );
}

/** Where sources count together, each file with a share of its own. */
export const FOLDERS = ['src/domain', 'src/machines'];
/** Where one sample is drawn over all files. */
export const SAMPLED = ['src/services', 'src/app', 'venue', 'src/ui'];

/** Counts verdicts. */
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
