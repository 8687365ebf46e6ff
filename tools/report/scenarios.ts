import type { StepRecord } from './records.ts';
import { isPassed, type AnyPath } from './results.ts';
import { MAX_STEPS } from './words.ts';

/** The steps of `path` (from 0) up to the one that the row judges; `before` counts steps left out. */
export interface Scenario {
  readonly path: number;
  readonly before: number;
  readonly steps: readonly StepRecord[];
}

/** The shortest start of a passed path that ends with a step of each row; the last steps of a long one. */
export function scenariosOf(paths: readonly AnyPath[]): ReadonlyMap<number, Scenario> {
  const shortest = new Map<number, { path: number; length: number }>();
  for (const [path, one] of paths.entries()) {
    if (!isPassed(one)) continue;
    for (const [index, [, , row]] of one.steps.entries()) {
      if (row >= 0 && index + 1 < (shortest.get(row)?.length ?? Infinity)) {
        shortest.set(row, { path, length: index + 1 });
      }
    }
  }
  return new Map(
    [...shortest].map(([row, { path, length }]) => {
      const before = Math.max(0, length - MAX_STEPS);
      return [row, { path, before, steps: paths[path]?.steps.slice(before, length) ?? [] }];
    }),
  );
}
