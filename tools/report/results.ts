import type { PathRecord, StepRecord, TourEntry } from './records.ts';

export interface AnyPath {
  readonly where: 'actor' | 'screen';
  readonly variant: string;
  readonly steps: readonly StepRecord[];
  readonly error?: string;
  readonly milliseconds: number;
}

/** Path numbers, from 0. */
export interface Result {
  readonly passed: readonly number[];
  readonly failed: readonly number[];
}

export const isPassed = ({ error }: AnyPath): boolean => error === undefined;

export const pathsOf = ({
  paths,
  tours,
}: {
  readonly paths: readonly PathRecord[];
  readonly tours: readonly TourEntry[];
}): AnyPath[] => [
  ...paths.map((path) => ({ ...path, where: 'actor' as const })),
  ...tours.map((tour) => ({ ...tour, where: 'screen' as const })),
];

/** A failed path counts against the row of its last step, and for the rows of the steps before. */
export function rowResults(paths: readonly AnyPath[]): ReadonlyMap<number, Result> {
  const results = new Map<number, { passed: number[]; failed: number[] }>();
  for (const [index, path] of paths.entries()) {
    const failed = isPassed(path) ? undefined : path.steps.at(-1)?.[2];
    for (const row of new Set(path.steps.map(([, , judged]) => judged))) {
      const result = results.get(row) ?? { passed: [], failed: [] };
      result[row === failed ? 'failed' : 'passed'].push(index);
      results.set(row, result);
    }
  }
  return results;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** `not run` also where some rows were not. */
export type Verdict = 'passed' | 'failed' | 'not run' | 'no path';

/** @param results undefined for rows that were not run */
export function verdictOf(results: readonly (Counts | undefined)[]): Verdict {
  if (results.length === 0) return 'no path';
  if (results.some((result) => result !== undefined && result.failed > 0)) return 'failed';
  return results.includes(undefined) ? 'not run' : 'passed';
}

/** Machines that are not walked on the screen, with the reasons. */
export const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  reconcileWrite: 'it shows nothing: the screens of the machines that start it are walked',
  write: 'it shows nothing: the screens of the machines that start it are walked',
};
