import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../../tools/mutation/mutants.ts';
import { compile, mutated } from '../../../tools/mutation/types.ts';
import { ROOT } from '../../../scripts/process.ts';

const FILE = 'src/domain/withdrawalStatus.ts';

describe('mutants that the compiler refuses', () => {
  it('are those that break a type, and no others', async () => {
    const all = mutantsOf(FILE, readFileSync(path.join(ROOT, FILE), 'utf8')).map((one, id) => ({
      ...one,
      id,
    }));
    const refused = await compile(all);
    const said = (original: string, replacement: string) =>
      all.flatMap((one) =>
        one.original === original && one.replacement === replacement ? refused.has(one.id) : [],
      );
    // The status of a record, a tone of the table, the whole table, and an answer that is missing.
    expect(said("'pending'", "''")).toContain(true);
    expect(said("'good'", "''")).toEqual([true]);
    expect(all.filter(({ mutator }) => mutator === 'ObjectLiteral').map(({ id }) => refused.has(id))).toEqual(
      [true],
    );
    // What only a test can tell.
    expect(said("text === ''", 'true')).toEqual([false]);
    expect(said("text === ''", 'false')).toEqual([false]);
    expect(said('known === text', 'true')).toEqual([false]);
  }, 120_000);

  it('are in the text as they are tried: an expression in brackets, a body as it is', () => {
    const text = 'export const more = (a: number) => {\n  return a + 1;\n};\n';
    expect(mutantsOf('src/domain/made.ts', text).map((mutant) => mutated(text, mutant))).toEqual([
      'export const more = (a: number) => {};\n',
      'export const more = (a: number) => {\n  return (a - 1);\n};\n',
    ]);
  });
});
