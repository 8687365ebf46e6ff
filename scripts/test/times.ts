import type { StepResult } from './progress.ts';

const MAX_FILES = 25;

const rows = (seconds: Readonly<Record<string, number>>, most: number = Infinity) =>
  Object.entries(seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, value]) => `  ${value.toFixed(1).padStart(8)} s  ${name}`);

/**
 * Steps are real time; kinds and files are sums over parallel workers.
 * @param steps with the seconds that the machine's processors worked in that time. A step that leaves processors idle
 * gets quicker with more workers, any other only with less work.
 */
export function timesTable(
  steps: ReadonlyMap<string, StepResult & { seconds: number; work: number }>,
): string {
  const bySteps = Object.fromEntries([...steps].map(([name, { seconds }]) => [name, seconds]));
  const work = Object.fromEntries([...steps].map((entry) => [entry[0], entry[1].work]));
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
    'processor seconds of the machine by step',
    ...rows(work),
    '',
    'seconds by what they went to, added up over workers',
    ...rows(kinds),
    '',
    `the ${MAX_FILES} slowest files`,
    ...rows(files, MAX_FILES),
  ].join('\n');
}
