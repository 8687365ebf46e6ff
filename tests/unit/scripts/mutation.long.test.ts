import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import equivalent from '../../../tools/mutation/equivalent.json' with { type: 'json' };
import { mutantsOf } from '../../../tools/mutation/mutants.ts';
import {
  type Equivalent,
  instrumented,
  isSame,
  sampleAcross,
  sampleOf,
} from '../../../tools/mutation/instrument.ts';
import { sourcesBelow, testsByDistance } from '../../../tools/mutation/reach.ts';
import { FOLDERS, SAMPLED, scoreOf, scoreOfVerdicts } from '../../../tools/mutation/scores.ts';
import { verdictsOf } from '../../../tools/mutation/trials.ts';
import { ROOT } from '../../../scripts/process.ts';

const made = (text: string, file = 'src/domain/made.ts') =>
  mutantsOf(file, text).map(({ mutator, original, replacement }) => [mutator, original, replacement]);

describe('the mistakes that are planted', () => {
  it('are those of Stryker', () => {
    expect(made('export const larger = (a: 1 | 2, b: number) => (a > b ? a : -b);')).toEqual([
      ['ArrowFunction', '(a: 1 | 2, b: number) => (a > b ? a : -b)', '() => undefined'],
      ['ConditionalExpression', 'a > b', 'true'],
      ['ConditionalExpression', 'a > b', 'false'],
      ['EqualityOperator', 'a > b', 'a >= b'],
      ['EqualityOperator', 'a > b', 'a <= b'],
      ['UnaryOperator', '-b', '+b'],
    ]);
  });

  it('are four more in a chart', () => {
    const chart = `setup({ delays: { pause: 5 } }).createMachine({ states: {
      a: { on: { go: { guard: 'may', target: 'b', actions: ['x', 'y'] } } }, b: {} } });`;
    const own = made(chart, 'src/machines/made/made.machine.ts').filter(([mutator = '']) =>
      ['NegatedGuard', 'ChangedTarget', 'DroppedAction', 'ChangedDelay'].includes(mutator),
    );
    expect(own).toEqual([
      ['ChangedDelay', '5', '__q.later(5)'],
      ['NegatedGuard', "'may'", "__q.not('may')"],
      ['NegatedGuard', "'may'", 'undefined'],
      ['ChangedTarget', "'b'", "'a'"],
      ['ChangedTarget', "'b'", 'undefined'],
      ['DroppedAction', "['x', 'y']", '[]'],
      ['DroppedAction', "'x'", '() => {}'],
      ['DroppedAction', "'y'", '() => {}'],
    ]);
  });

  it('drop what is spread among actions as a whole', () => {
    const chart = `setup({}).createMachine({ entry: ['x', ...more] });`;
    const all = made(chart, 'src/machines/made/made.machine.ts');
    expect(all.filter(([mutator]) => mutator === 'DroppedAction')).toEqual([
      ['DroppedAction', "['x', ...more]", '[]'],
      ['DroppedAction', "'x'", '() => {}'],
      ['DroppedAction', 'more', '[]'],
    ]);
  });

  it('parse, all at once, in every file', () => {
    for (const file of [...FOLDERS, ...SAMPLED].flatMap(sourcesBelow)) {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const all = mutantsOf(file, text).map((one, id) => ({ ...one, id }));
      expect(parseSync(file, instrumented(text, all)).errors, file).toEqual([]);
    }
  });

  it('leave types and the words of errors alone', () => {
    expect(made("type Side = 'buy' | 'sell';")).toEqual([]);
    expect(made("throw new TypeError('never');")).toEqual([]);
  });

  it('leave alone what only looks, what only logs and bare texts of attributes', () => {
    const look = '<p className={is ? "a" : "b"} style={{ top: 1 }} title="x" lang={is ? "c" : y} />';
    expect(made(look, 'src/ui/made.tsx')).toEqual([
      ['ConditionalExpression', 'is', 'true'],
      ['ConditionalExpression', 'is', 'false'],
      ['StringLiteral', '"c"', "''"],
    ]);
    expect(made("log.error('lost', { a: 1 });")).toEqual([]);
    expect(mutantsOf('src/app/theme.ts', "export const theme = { colour: 'red' };")).toEqual([]);
  });

  it('are drawn over a folder so that another file changes nothing', () => {
    const [a, b] = ['src/app/a.ts', 'src/app/b.ts'].map((file) =>
      mutantsOf(file, "export const all = ['a', 'b', 'c', 'd', 'e', 'f', 'b', 'b'];"),
    );
    const drawn = sampleAcross([...(a ?? []), ...(b ?? [])], 6, 7);
    expect(drawn).toHaveLength(6);
    expect(sampleAcross([...(a ?? []), ...(b ?? [])], 3, 7)).toEqual(drawn.slice(0, 3));
    const ofA = drawn.filter(({ file }) => file === 'src/app/a.ts');
    expect(sampleAcross(a ?? [], ofA.length, 7)).toEqual(ofA);
    expect(sampleAcross(a ?? [], 6, 8)).not.toEqual(sampleAcross(a ?? [], 6, 7));
  });

  it('are tried with the tests of their side', () => {
    const client = testsByDistance(['src/services/socket/hub.ts', 'src/services/contract/auth.ts'], 3);
    expect(client.get('src/services/socket/hub.ts')?.[0]).toBe('tests/unit/socket/hub.test.ts');
    expect(client.get('src/services/contract/auth.ts')).toContain('tests/unit/contract/documents.test.ts');
    // The rules of a feature have tests named after the file, and those of the feature's machines.
    const [draft, access] = ['orderForm/orderDraft.rules', 'access/access.rules'].map(
      (file) => `src/machines/${file}.ts`,
    );
    const rules = testsByDistance([draft ?? '', access ?? ''], 3);
    expect(rules.get(draft ?? '')?.[0]).toBe('tests/unit/domain/orderDraft.test.ts');
    for (const machine of ['login', 'registration'])
      expect(rules.get(access ?? '')).toContain(`tests/models/${machine}.model.ts`);
    const venue = testsByDistance(['venue/accounts/totp.ts'], 3, 'venue').get('venue/accounts/totp.ts');
    expect(venue?.[0]).toBe('tests/venue/accounts/totp.test.ts');
    expect(venue?.filter((test) => !test.startsWith('tests/venue/'))).toEqual([]);
  });

  it('are drawn alike for the same seed, at least three of a file', () => {
    const all = Array.from({ length: 100 }, (_, index) => index);
    expect(sampleOf(all, 30, 7)).toEqual(sampleOf(all, 30, 7));
    expect(sampleOf(all, 30, 7)).toHaveLength(30);
    expect(sampleOf(all, 30, 7)).not.toEqual(sampleOf(all, 30, 8));
    expect(sampleOf(all, 1, 7)).toHaveLength(3);
    expect(sampleOf([1, 2], 1, 7)).toEqual([1, 2]);
  });
});

describe('verdicts that are known before', () => {
  let folder = '';
  beforeAll(() => {
    mkdirSync(path.join(ROOT, '.tmp'), { recursive: true });
    folder = mkdtempSync(path.join(ROOT, '.tmp', 'known-mutants-'));
    writeFileSync(
      path.join(folder, 'made.ts'),
      `export const table = { limit: 3 };
      export const larger = (a: number, b: number) => (a > b ? a : b);
      export const sum = (most: number) => {
        let all = 0;
        for (let one = 1; one <= most; one++) all += one;
        return all;
      };
      export const unread = (text: string) => text === 'x';`,
    );
    // Like a path test, whose tours are tried first.
    mkdirSync(path.join(folder, 'made'));
    writeFileSync(
      path.join(folder, 'made', 'made.trial.ts'),
      `import { expect, it } from 'vitest';
      import { larger, sum, table } from '../made.ts';
      it('tours: 1 path', () => expect([larger(1, 2), larger(2, 1), larger(2, 2)]).toEqual([2, 2, 2]));
      it('sum', () => expect(sum(table.limit)).toBe(6));`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are given', async () => {
    const at = path.relative(ROOT, folder).split(path.sep).join('/');
    const text = `${folder}/made.ts`;
    const mutants = mutantsOf(`${at}/made.ts`, readFileSync(text, 'utf8')).map((one, id) => ({ ...one, id }));
    const verdicts = await verdictsOf(mutants, () => [`${at}/made/made.trial.ts`], { limit: 500 });
    const found = mutants.map(
      ({ id, original, replacement }) => `${original} => ${replacement}: ${verdicts.get(id)}`,
    );
    expect(found).toEqual(
      expect.arrayContaining([
        // No test can tell which of two equal numbers is larger.
        'a > b => a >= b: survived',
        'a > b => a <= b: killed',
        'a > b => false: killed',
        // Runs once, when the module is loaded.
        '{ limit: 3 } => {}: killed',
        'one++ => one--: timeout',
        "text === 'x' => text !== 'x': noCoverage",
      ]),
    );
  }, 120_000);
});

describe('the score', () => {
  const counts = { killed: 8, timeout: 1, survived: 1, noCoverage: 0, equivalent: 5 };

  it('counts what a test noticed, and leaves out what changes nothing', () => {
    expect(scoreOf([counts])).toBe(90);
    expect(scoreOf([counts, { ...counts, noCoverage: 2 }])).toBe(81.8);
    expect(scoreOf([{ ...counts, killed: 0, timeout: 0, survived: 0 }])).toBeNull();
  });

  it('is made of verdicts', () => {
    expect(scoreOfVerdicts(['killed', 'killed', 'survived', 'equivalent'])).toEqual({
      score: 66.6,
      judged: 4,
      killed: 2,
      timeout: 0,
      survived: 1,
      noCoverage: 0,
      equivalent: 1,
    });
  });
});

it('only mistakes that can be made are left out by hand, each for a reason', () => {
  const stale = (equivalent as readonly Equivalent[]).filter((known) => {
    const text = readFileSync(path.join(ROOT, known.file), 'utf8');
    return known.reason === '' || !mutantsOf(known.file, text).some((one) => isSame(known, one, text));
  });
  expect(stale).toEqual([]);
});
