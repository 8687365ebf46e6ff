// Changes between the last reported runs.

export const MAX_RUNS = 20;
/** A machine's paths count as slower from this factor on, and by at least a second: less is chance. */
const SLOWER = 1.5;
const LEAST_MILLISECONDS = 1000;

export type Outcome = 'passed' | 'failed' | 'not run';

/** `checks` by machine and row of its table; `milliseconds` by machine and place, of those that ran. */
export interface PastRun {
  readonly startedAt: string;
  readonly commit: string;
  /** Files differed from the commit: an older report does not record it. */
  readonly isChanged?: boolean;
  readonly seconds: number;
  readonly checks: Readonly<Record<string, Outcome>>;
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** A second report on the same test run replaces the first. */
export const withRun = (history: readonly PastRun[], run: PastRun): PastRun[] =>
  [...history.filter(({ startedAt }) => startedAt !== run.startedAt), run].slice(-MAX_RUNS);

/** @param history oldest first; its last run is compared with the one before */
export function changesOf(history: readonly PastRun[]) {
  const now = history.at(-1);
  const before = history.at(-2);
  if (!now || !before) return null;
  const names = Object.keys(now.checks);
  const turned = (from: Outcome, to: Outcome) =>
    names.filter((name) => before.checks[name] === from && now.checks[name] === to);
  // A failure where files were changed is no flake.
  const atCommit = history.filter(({ commit, isChanged }) => commit === now.commit && isChanged !== true);
  const was = (name: string, outcome: Outcome) => atCommit.some(({ checks }) => checks[name] === outcome);
  return {
    since: before.startedAt,
    broken: turned('passed', 'failed'),
    mended: turned('failed', 'passed'),
    new: names.filter((name) => !Object.hasOwn(before.checks, name)),
    gone: Object.keys(before.checks).filter((name) => !Object.hasOwn(now.checks, name)),
    slower: Object.entries(now.milliseconds)
      .filter(([name, time]) => {
        const earlier = before.milliseconds[name];
        return earlier !== undefined && time >= earlier * SLOWER && time - earlier >= LEAST_MILLISECONDS;
      })
      .map(([name]) => name),
    flaky: names.filter((name) => was(name, 'passed') && was(name, 'failed')),
  };
}
