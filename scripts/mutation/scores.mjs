// What docs/mutation.json says, in figures.

/** @typedef {{ killed: number, timeout: number, survived: number, noCoverage: number, equivalent: number }} Counts */
/** @typedef {Counts & { score: number | null, mutants: number, sampled: number, commit: string }} FileScore */
/** Of a folder: `mutants` in all its files, `sample` drawn with `seed`, `judged` so far. @typedef {Counts & { score: number | null, mutants: number, sample: number, seed: number, judged: number, commit: string }} SampleScore */
/** @typedef {{ commit: string, seed: number, share: number, score: number | null, folders: Record<string, number | null>, samples: Record<string, SampleScore>, files: Record<string, FileScore> }} MutationTable */

/**
 * Noticed mutants in per cent of those that change anything; nothing where there are none.
 * @param {readonly Counts[]} all
 * @returns {number | null}
 */
export function scoreOf(all) {
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

/**
 * The scores of charts, by name, as far as enough of their mutants were tried.
 * @param {Pick<MutationTable, 'files'>} table
 * @returns {Record<string, number>}
 */
export function chartScores({ files }) {
  /** @type {Record<string, FileScore[]>} */
  const charts = {};
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

/**
 * Counts verdicts.
 * @param {readonly (import('./trials.mjs').Verdict | 'equivalent')[]} verdicts
 * @returns {Counts}
 */
export function countsOf(verdicts) {
  const counts = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, equivalent: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/**
 * @param {Pick<MutationTable, 'commit' | 'seed' | 'share' | 'files'> & Partial<Pick<MutationTable, 'samples'>>} table
 * @returns {MutationTable}
 */
export function withTotals({ commit, seed, share, files, samples = {} }) {
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
