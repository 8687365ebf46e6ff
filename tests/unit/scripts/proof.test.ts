import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runTool } from '../../../scripts/process.ts';
import { touchedBy } from '../../../scripts/test/changed.ts';
import { Progress, readResult, timeText } from '../../../scripts/test/progress.ts';
import { timesTable } from '../../../scripts/test/times.ts';

describe('the line of a step', () => {
  const heard = () => {
    const texts: string[] = [];
    let now = 0;
    const out = { isTTY: false, write: (text: string) => texts.push(text) };
    return { texts, out, now: () => now, pass: (seconds: number) => (now += seconds * 1000) };
  };

  it('shows progress, and the time left from the durations of the time before', () => {
    const { out, now, pass } = heard();
    const progress = new Progress('venue', { 'slow.ts': 30, 'quick.ts': 10 }, out, now);
    progress.begin(['quick.ts', 'slow.ts']);
    pass(20);
    progress.done('quick.ts', 1);
    expect(progress.text()).toBe(`${'venue'.padEnd(28)} 1 of 2, 1 failed, 20 s, 60 s left`);
  });

  it('shares a file by its parts, and takes an unknown file for a median one', () => {
    const { out, now, pass } = heard();
    const progress = new Progress('e2e', { 'one.ts': 30 }, out, now);
    progress.begin(['one.ts', 'one.ts', 'one.ts', 'new.ts']);
    pass(10);
    progress.done('one.ts', 0);
    expect(progress.text()).toContain('1 of 4, 0 failed, 10 s, 50 s left');
  });

  it('comes once a minute where it cannot be written anew', () => {
    const { texts, out, now, pass } = heard();
    const progress = new Progress('unit', {}, out, now);
    progress.begin(['a', 'b', 'c']);
    pass(59);
    progress.done('a', 0);
    expect(texts).toEqual([]);
    pass(1);
    progress.done('b', 0);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/2 of 3.*\n$/);
  });

  it('is written over itself on a terminal', () => {
    const { texts, out, now } = heard();
    new Progress('unit', {}, { ...out, isTTY: true }, now).begin(['a']);
    expect(texts).toHaveLength(1);
    expect(texts[0]?.startsWith('\r\u001B[2Kunit ')).toBe(true);
    expect(texts[0]).not.toContain('\n');
  });

  it.each([
    [0.4, '0 s'],
    [119.4, '119 s'],
    [119.6, '2 min 00 s'],
    [605, '10 min 05 s'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(timeText(seconds)).toBe(text);
  });
});

describe('seconds', () => {
  it('are listed by step, kind and file, the longest first', () => {
    const table = timesTable(
      new Map([
        ['unit', { passed: 1, failed: 0, seconds: 2, work: 4, kinds: { tests: 3 }, files: { 'a.ts': 1 } }],
        [
          'e2e',
          { passed: 1, failed: 0, seconds: 9, work: 15, kinds: { 'page loads': 7 }, files: { 'b.ts': 8 } },
        ],
      ]),
    );
    const order = ['e2e', 'unit', 'e2e: page loads', 'unit: tests', 'b.ts', 'a.ts'];
    const places = order.map((name) => table.indexOf(` s  ${name}`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(table).toMatch(/processor seconds .*\n +15\.0 s {2}e2e\n +4\.0 s {2}unit/);
  });
});

describe('a change', () => {
  it('of one screen touches its specs, those that go through all screens, and what reads files', () => {
    const touched = touchedBy(['src/ui/fees/FeesScreen.tsx']);
    expect(touched?.screens).toEqual(['/fees']);
    const specs = touched?.testsOf(['browser']) ?? [];
    expect(specs).toContain('tests/e2e/languages.spec.ts');
    expect(specs).not.toContain('tests/e2e/orders.spec.ts');
    expect(touched?.testsOf(['walks'])).not.toContain('tests/walks/withdrawal.spec.ts');
    expect(touched?.hasNothingFor('venue')).toBe(true);
    expect(touched?.hasNothingFor('architecture')).toBe(false);
  });

  it('of a chart touches its walks everywhere, and the screens that it is part of', () => {
    const touched = touchedBy(['src/machines/account/account.actors.ts']);
    expect(touched?.screens).toContain('/security');
    expect(touched?.testsOf(['tours'])).toContain('tests/models/twoFactor.model.ts');
    expect(touched?.testsOf(['servers'])).toContain('tests/venue/walks/twoFactor.long.test.ts');
    expect(touched?.testsOf(['walks'])).toContain('tests/walks/account.spec.ts');
  });

  it('of the frame of every screen touches every screen', () => {
    const touched = touchedBy(['src/ui/layout/Shell.tsx']);
    expect(touched?.screens).toBeNull();
    expect(touched?.testsOf(['stories'])).toContain('tests/e2e/orders.spec.ts');
  });

  it('of words touches the screens that show them', () => {
    expect(touchedBy(['locales/de/support.json'])?.screens).toContain('/support');
  });

  it('of the venue touches no screen', () => {
    const touched = touchedBy(['venue/sql/store.ts']);
    expect(touched?.testsOf(['servers'])).toContain('tests/venue/core/store.long.test.ts');
    expect(touched?.testsOf(['postgres'])).toContain('tests/venue/core/orders.test.ts');
    expect(touched?.hasNothingFor('build')).toBe(true);
    expect(touched?.testsOf(['tools'])).toContain('tests/architecture/regularExpressions.long.test.ts');
  });

  it.each([
    ['a chart', 'src/machines/solvency/solvency.machine.ts', 'models', 'tests/models/solvency.model.ts'],
    ['the books', 'venue/ledger/lines.ts', 'venue', 'tests/venue/core/orders.test.ts'],
    ['a text', 'locales/de/wallet.json', 'architecture', 'tests/architecture/translations.test.ts'],
  ])('of %s is judged first by the most telling tests, once', (_what, file, step, test) => {
    const touched = touchedBy([file]);
    expect(touched?.nearest).toContain(test);
    expect(touched?.testsOf([step])).not.toContain(test);
  });

  it.each([
    ['postgres', 'venue', 'venue/ledger/lines.ts'],
    ['properties', 'unit', 'src/domain/decimal.ts'],
    ['tours', 'models', 'tests/models/solvency.model.ts'],
  ])('leaves the step %s all its tests, as none of them ran in it', (step, folder, file) => {
    const touched = touchedBy([file]);
    const near = touched?.nearest.filter((test) => test.startsWith(`tests/${folder}/`)) ?? [];
    expect(near).not.toEqual([]);
    expect(touched?.testsOf([step])).toEqual(expect.arrayContaining(near));
    expect(touched?.hasNothingFor(step)).toBe(false);
  });

  it('of one path runs only that first, and nothing but its tours after it', () => {
    const model = 'tests/models/solvency.model.ts';
    const touched = touchedBy([model]);
    expect(touched?.nearest).toEqual([model]);
    expect(touched?.hasNothingFor('models')).toBe(true);
    expect(touched?.testsOf(['tours'])).toEqual([model]);
  });

  it('of documents runs only the architecture tests', () => {
    const touched = touchedBy(['README.md', 'docs/operating.md']);
    expect(
      ['unit', 'models', 'venue', 'bundle', 'stories'].every((step) => touched?.hasNothingFor(step)),
    ).toBe(true);
  });

  it.each(['package.json', 'vite.config.ts', 'scripts/build.ts', 'tests/data/coins.txt'])(
    'of %s may touch anything',
    (file) => {
      expect(touchedBy([file])).toBeNull();
    },
  );
});

describe('the result of a test runner', () => {
  let folder = '';
  beforeAll(() => {
    mkdirSync(path.join(ROOT, '.tmp'), { recursive: true });
    folder = mkdtempSync(path.join(ROOT, '.tmp', 'reported-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('counts a failed test, a test that was left out, and a file that cannot be read', async () => {
    const files = {
      'well.test.ts': `import { expect, it } from 'vitest';\nit('is well', () => expect(1).toBe(1));\nit.skip('is left out', () => expect(1).toBe(2));`,
      'ill.test.ts': `import { expect, it } from 'vitest';\nit('is ill', () => expect('one').toBe('two'));`,
      'broken.test.ts': `throw new Error('cannot be read');`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    writeFileSync(
      path.join(folder, 'vitest.config.mjs'),
      `export default { test: { include: ['*.test.ts'] } };`,
    );
    const file = path.join(folder, 'result.json');
    const { code, output } = await runTool(
      'vitest',
      ['run', '--root', folder, `--reporter=${path.join(ROOT, 'scripts/test/vitestReporter.ts')}`],
      { collect: true, env: { TEST_RESULT: file, TEST_STEP: 'three files' } },
    );
    expect(code).toBe(1);
    expect(existsSync(file)).toBe(true);
    const result = readResult(file);
    expect(result).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
    expect(result?.failures?.join('\n')).toMatch(/ill\.test\.ts › is ill[^]*expected 'one' to be 'two'/);
    expect(result?.failures?.join('\n')).toMatch(/broken\.test\.ts\n {4}cannot be read/);
    expect(stripVTControlCharacters(output)).toContain(`expect('one').toBe('two')`);
    expect(Object.keys(result?.files ?? {})).toHaveLength(3);
  }, 60_000);
});
