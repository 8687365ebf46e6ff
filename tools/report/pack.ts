// Paths share most of their steps, so a machine's file names each step once.
import type { StepRecord } from './records.ts';
import type { AnyPath } from './results.ts';

export interface PackedPaths {
  readonly steps: readonly StepRecord[];
  readonly paths: readonly (Omit<AnyPath, 'steps'> & { readonly steps: readonly number[] })[];
}

export function packed(paths: readonly AnyPath[]): PackedPaths {
  const steps: StepRecord[] = [];
  const places = new Map<string, number>();
  const placeOf = (step: StepRecord) => {
    const key = JSON.stringify(step);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, steps.length);
    return steps.push(step) - 1;
  };
  return {
    paths: paths.map(({ where, variant, error, milliseconds, steps: own }) => ({
      where,
      variant,
      steps: own.map(placeOf),
      ...(error === undefined ? {} : { error }),
      milliseconds: Math.round(milliseconds * 10) / 10,
    })),
    steps,
  };
}

export const unpacked = ({ steps, paths }: PackedPaths): AnyPath[] =>
  paths.map((path) => ({ ...path, steps: path.steps.map((place) => steps[place] ?? ['', '', -1, []]) }));
