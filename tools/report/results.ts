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

export const VERDICTS = ['passed', 'failed', 'not run', 'nothing names it'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `not run` also where some rows were not, or none of the tests. A test of the other command may be left out.
 * @param results undefined for rows that were not run. @param tests those that name it, other than paths.
 */
export function verdictOf(
  results: readonly (Counts | undefined)[],
  tests: readonly ('passed' | 'failed' | 'not run')[],
): Verdict {
  if (results.length + tests.length === 0) return 'nothing names it';
  if (tests.includes('failed') || results.some((result) => result !== undefined && result.failed > 0))
    return 'failed';
  if (results.includes(undefined)) return 'not run';
  return results.length > 0 || tests.includes('passed') ? 'passed' : 'not run';
}

/** Machines that are not walked on the screen, with the reasons. */
export const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  failureNotice: 'it shows nothing but messages: tests/unit/ui/orderScreens.test.ts waits for them',
  liveStream: 'it shows nothing: the reads that a stream brings are walked on their screens',
  orderForms: 'it shows nothing: the forms that it opens are walked',
  ownNews: 'it shows nothing but messages: tests/e2e/twoTraders.spec.ts waits for one on another page',
  sketches:
    'a canvas shows it: tests/unit/ui/sketchScreens.test.ts presses a chart, tests/e2e/drawings.spec.ts draws',
  write: 'it shows nothing: the screens of the machines that start it are walked',
};
