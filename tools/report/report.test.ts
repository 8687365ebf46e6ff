import { describe, expect, it } from 'vitest';
import { changesOf, MAX_RUNS, type Outcome, type PastRun, withRun } from './history.ts';
import { junitOf, judgeTests } from './otherTests.ts';
import { packed, unpacked } from './pack.ts';
import { rowResults, verdictOf, type AnyPath } from './results.ts';
import { scenariosOf } from './scenarios.ts';

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

  it('one failure is a failure, and it is proven when every row was run, or a test where it has none', () => {
    const passed = { passed: 2, failed: 0 };
    expect(verdictOf([], [])).toBe('nothing names it');
    expect(verdictOf([passed, passed], [])).toBe('passed');
    expect(verdictOf([passed], ['not run'])).toBe('passed');
    expect(verdictOf([passed, undefined], ['passed'])).toBe('not run');
    expect(verdictOf([undefined, { passed: 1, failed: 1 }], [])).toBe('failed');
    expect(verdictOf([passed], ['passed', 'failed'])).toBe('failed');
    expect(verdictOf([], ['not run', 'passed'])).toBe('passed');
    expect(verdictOf([], ['not run'])).toBe('not run');
  });

  it('a test belongs to what it names, with its result: by its title, its group, its values or its file', () => {
    const named = [
      { file: 'a.test.ts', title: 'adds (SUM-01)' },
      { file: 'a.test.ts', title: 'sums of $count (SUM-01)' },
      { file: 'a.test.ts', title: 'at … px (SUM-01)' },
      { file: 'a.test.ts', title: 'a group (SUM-01)' },
      { file: 'b.spec.ts', title: 'a step (SUM-01)' },
      { file: 'c.spec.ts', title: 'adds (SUM-01)' },
    ];
    const ran = (title: string, outcome: 'passed' | 'failed' | 'skipped' = 'passed') => ({
      title,
      outcome,
      seconds: 1,
    });
    const features = [{ title: 'Sums', requirements: [{ id: 'SUM-01', text: '', rows: [], tests: named }] }];
    const [feature] = judgeTests(features, [
      ran('a.test.ts › adds (SUM-01)'),
      ran('a.test.ts › sums of 3 (SUM-01)', 'failed'),
      ran('a.test.ts › sums of 4 (SUM-01)'),
      ran('a.test.ts › at 360 px (SUM-01)'),
      ran('a.test.ts › a group (SUM-01) › adds'),
      ran('a.test.ts › a group (SUM-01) › subtracts', 'failed'),
      ran('b.spec.ts › a story'),
      ran('c.spec.ts › adds (SUM-01)', 'skipped'),
    ]);
    expect(feature?.requirements[0]?.tests.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'failed',
      'passed',
      'failed',
      'passed',
      'not run',
    ]);
  });

  it('programs read the same results as JUnit', () => {
    const title = 'a.test.ts › a <b> & "c"';
    const text = junitOf({
      unit: [
        { title, outcome: 'failed', seconds: 0.5, message: '1 < 2\u0000' },
        { title: 'a.test.ts › d', outcome: 'skipped', seconds: 0 },
      ],
    });
    expect(text).toContain('<testsuite name="unit" tests="2" failures="1" skipped="1">');
    expect(text).toContain('classname="a.test.ts" name="a &lt;b&gt; &amp; &quot;c&quot;" time="0.500"');
    expect(text).toContain('<failure>1 &lt; 2</failure>');
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
    const changed = { ...pastRun('1', { a: 'failed' }), isChanged: true };
    expect(changesOf([changed, pastRun('2', { a: 'passed' })])?.flaky).toEqual([]);
  });

  it('keeps the last runs, and each test run once', () => {
    const runs = Array.from({ length: MAX_RUNS + 5 }, (_, index) => pastRun(String(index), {}));
    const history = runs.reduce<PastRun[]>(withRun, []);
    expect(history.map(({ startedAt }) => startedAt)).toEqual(
      runs.slice(-MAX_RUNS).map(({ startedAt }) => startedAt),
    );
    expect(withRun(history, pastRun('24', { a: 'passed' }))).toHaveLength(MAX_RUNS);
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
