import { sourcesBelow } from './reach.ts';
import type { Verdict } from './trials.ts';

interface Counts {
  killed: number;
  timeout: number;
  survived: number;
  noCoverage: number;
  equivalent: number;
}
/** `judged`: as many mutants as have a verdict. */
export type Score = Counts & { score: number | null; judged: number };

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

function countsOf(verdicts: readonly (Verdict | 'equivalent')[]): Counts {
  const counts = { killed: 0, timeout: 0, survived: 0, noCoverage: 0, equivalent: 0 };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/** @param verdicts of a file or a sample */
export function scoreOfVerdicts(verdicts: readonly (Verdict | 'equivalent')[]): Score {
  const counts = countsOf(verdicts);
  return { score: scoreOf([counts]), judged: verdicts.length, ...counts };
}
