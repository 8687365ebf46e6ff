import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import equivalent from './equivalent.json' with { type: 'json' };
import { instrumented } from './instrument.ts';
import { isSame, mutantsOf } from './mutants.ts';
import { nearestTests } from './reach.ts';
import { measuredFiles, sampleOf, scoreOf } from './scores.ts';
import { verdictsOf } from './trials.ts';
import { ROOT } from '../../scripts/process.ts';

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
      ['ChangedDelay', '5', '__q.doubled(5)'],
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
    for (const file of measuredFiles()) {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const all = mutantsOf(file, text);
      expect(parseSync(file, instrumented(text, all)).errors, file).toEqual([]);
    }
  });

  it('leave types and the words of errors alone', () => {
    expect(made("type Side = 'buy' | 'sell';")).toEqual([]);
    expect(made("throw new TypeError('never');")).toEqual([]);
  });

  it('are tried with the tests named after the file, its feature and the machines of it', () => {
    const [draft, rules] = ['orderForm/orderDraft.rules', 'access/access.rules'].map((file) =>
      nearestTests(`src/machines/${file}.ts`, 4),
    );
    expect(draft?.[0]).toBe('tests/unit/domain/orderDraft.test.ts');
    for (const machine of ['login', 'registration'])
      expect(rules).toContain(`tests/models/${machine}.model.ts`);
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
    // Like a path test, whose tours run first.
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
    const mutants = mutantsOf(`${at}/made.ts`, readFileSync(text, 'utf8'));
    const verdicts = await verdictsOf(mutants, [`${at}/made/made.trial.ts`], { limit: 500 });
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

it('the score counts what a test noticed', () => {
  expect(scoreOf(['killed', 'timeout', 'survived'])).toBe(66.6);
  expect(scoreOf(['killed', 'noCoverage'])).toBe(50);
  expect(scoreOf([])).toBeNull();
});

it('only mistakes that can be made are left out by hand, each for a reason', () => {
  const stale = equivalent.filter((known) => {
    const text = readFileSync(path.join(ROOT, known.file), 'utf8');
    return known.reason === '' || !mutantsOf(known.file, text).some((one) => isSame(known, one, text));
  });
  expect(stale).toEqual([]);
});
