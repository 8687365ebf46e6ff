import { describe, expect, test } from 'vitest';
import { covering } from '../../e2e/support/covering.ts';

const values = (length: number): readonly string[] => Array.from({ length }, (_, index) => `v${index}`);

describe.each([
  [[2, 2, 2], 4],
  [[22, 6, 2], 132],
  [[6, 3, 2, 2], 20],
  [[5, 4, 3, 2], 24],
  [[3, 1], 3],
])('factors of %j values', (lengths, most) => {
  const factors = Object.fromEntries(lengths.map((length, index) => [`f${index}`, values(length)]));
  const rows = covering(factors);
  const names = Object.keys(factors);

  test('each pair of values of two factors appears in a row', () => {
    for (const [at, one] of names.entries()) {
      for (const other of names.slice(at + 1)) {
        const wanted = (factors[one] ?? []).flatMap((a) => (factors[other] ?? []).map((b) => `${a} ${b}`));
        const met = new Set(rows.map((row) => `${row[one]} ${row[other]}`));
        expect(
          wanted.filter((pair) => !met.has(pair)),
          `${one} and ${other}`,
        ).toEqual([]);
      }
    }
  });

  test('in few rows, each a value of every factor, and the same every time', () => {
    expect(rows.length).toBeLessThanOrEqual(most);
    for (const row of rows) for (const name of names) expect(factors[name]).toContain(row[name]);
    expect(covering(factors)).toEqual(rows);
  });
});
