import { describe, expect, it } from 'vitest';
import { changesOf, MOST_RUNS, type Outcome, type PastRun, withRun } from '../../../tools/report/history.ts';
import { packed, unpacked } from '../../../tools/report/pack.ts';
import { rowResults, verdictOf, type AnyPath } from '../../../tools/report/results.ts';
import { scenariosOf } from '../../../tools/report/scenarios.ts';

const path = (rows: readonly number[], error?: string): AnyPath => ({
  where: 'actor',
  variant: '',
  steps: rows.map((row) => ['event', 'state', row, []]),
  milliseconds: 1,
  ...(error === undefined ? {} : { error }),
});

describe('what the report says of a requirement', () => {
  it('a path counts once for each row that it takes, and against that of its last step if it failed', () => {
    const results = rowResults([path([0, 1, 0]), path([0, 1, 2], 'effects differ'), path([0])]);
    expect(Object.fromEntries(results)).toEqual({
      0: { passed: [0, 1, 2], failed: [] },
      1: { passed: [0, 1], failed: [] },
      2: { passed: [], failed: [1] },
    });
  });

  it('one failure of a row is a failure, and it is proven when every row was run', () => {
    const passed = { passed: 2, failed: 0 };
    expect(verdictOf([])).toBe('no path');
    expect(verdictOf([passed, passed])).toBe('passed');
    expect(verdictOf([passed, undefined])).toBe('not run');
    expect(verdictOf([undefined, { passed: 1, failed: 1 }])).toBe('failed');
  });
});

const pastRun = (
  startedAt: string,
  checks: Readonly<Record<string, Outcome>>,
  milliseconds: Readonly<Record<string, number>> = {},
  commit = 'a',
): PastRun => ({ startedAt, commit, seconds: 1, checks, milliseconds });

describe('what changed since the last report', () => {
  it('names what is new, gone, broken, mended and slower', () => {
    const before = pastRun(
      '1',
      { a: 'passed', b: 'failed', c: 'passed', d: 'not run' },
      { slow: 2000, short: 10, like: 5000 },
    );
    const now = pastRun(
      '2',
      { a: 'failed', b: 'passed', d: 'passed', e: 'passed' },
      { slow: 3000, short: 100, like: 5900, other: 9000 },
      'b',
    );
    expect(changesOf([before, now])).toEqual({
      since: '1',
      broken: ['a'],
      mended: ['b'],
      new: ['e'],
      gone: ['c'],
      slower: ['slow'],
      flaky: [],
    });
    expect(changesOf([now])).toBeNull();
  });

  it('flaky is what passed and failed at one commit', () => {
    const runs = [pastRun('1', { a: 'failed', b: 'passed' }), pastRun('2', { a: 'passed', b: 'not run' })];
    expect(changesOf(runs)?.flaky).toEqual(['a']);
    expect(changesOf([...runs, pastRun('3', { a: 'passed' }, {}, 'b')])?.flaky).toEqual([]);
  });

  it('keeps the last runs, and each test run once', () => {
    const runs = Array.from({ length: MOST_RUNS + 5 }, (_, index) => pastRun(String(index), {}));
    const history = runs.reduce<PastRun[]>(withRun, []);
    expect(history.map(({ startedAt }) => startedAt)).toEqual(
      runs.slice(-MOST_RUNS).map(({ startedAt }) => startedAt),
    );
    expect(withRun(history, pastRun('24', { a: 'passed' }))).toHaveLength(MOST_RUNS);
  });
});

describe('the paths of the report', () => {
  it('are the same after packing', () => {
    const paths = [path([0, 1, 0]), path([1, 2], 'differs')];
    const file = packed(paths);
    expect(file.steps).toHaveLength(3);
    expect(unpacked(file)).toEqual(paths);
  });

  it('the scenario of a row is the shortest beginning of a passed path that ends with it', () => {
    const scenarios = scenariosOf([path([0, 1, 1, 2]), path([0, 2]), path([3], 'differs'), path([0, -1, 4])]);
    const lengths = [...scenarios].map(([row, { path: place, steps }]) => [row, place, steps.length]);
    expect(lengths).toEqual([
      [0, 0, 1],
      [1, 0, 2],
      [2, 1, 2],
      [4, 3, 3],
    ]);
  });

  it('a scenario has at most 8 steps, the last, and says how many it leaves out', () => {
    const found = scenariosOf([path([...Array.from({ length: 10 }, () => 0), 1])]).get(1);
    expect(found).toMatchObject({ before: 3 });
    expect(found?.steps).toHaveLength(8);
  });
});
