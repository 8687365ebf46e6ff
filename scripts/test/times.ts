// Where the time of a run went: `npm test -- --times`.

import type { StepResult } from './progress.ts';

/** Files that are named, the slowest first. */
const MOST_FILES = 25;

const rows = (seconds: Readonly<Record<string, number>>, most: number = Infinity) =>
  Object.entries(seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, value]) => `  ${value.toFixed(1).padStart(8)} s  ${name}`);

/**
 * Seconds by step, by what they went to, and by file. Steps are real time; the others are summed over workers, who run
 * beside each other.
 */
export function timesTable(steps: ReadonlyMap<string, StepResult & { seconds: number }>): string {
  const bySteps = Object.fromEntries([...steps].map(([name, { seconds }]) => [name, seconds]));
  const kinds: Record<string, number> = {};
  const files: Record<string, number> = {};
  for (const [name, result] of steps) {
    for (const [kind, seconds] of Object.entries(result.kinds ?? {})) kinds[`${name}: ${kind}`] = seconds;
    Object.assign(files, result.files);
  }
  return [
    'seconds by step',
    ...rows(bySteps),
    '',
    'seconds by what they went to, added up over workers',
    ...rows(kinds),
    '',
    `the ${MOST_FILES} slowest files`,
    ...rows(files, MOST_FILES),
  ].join('\n');
}
