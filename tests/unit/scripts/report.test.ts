import { describe, expect, it } from 'vitest';
import { rowResults, verdictOf, type AnyPath } from '../../../scripts/report/results.ts';

const path = (rows: readonly number[], error?: string): AnyPath => ({
  where: 'actor',
  variant: '',
  steps: rows.map((row) => ['event', 'state', row]),
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
    const passed = { passed: [0, 1], failed: [] };
    expect(verdictOf([])).toBe('no path');
    expect(verdictOf([passed, passed])).toBe('passed');
    expect(verdictOf([passed, undefined])).toBe('not run');
    expect(verdictOf([undefined, { passed: [0], failed: [1] }])).toBe('failed');
  });
});
