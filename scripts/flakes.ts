// `npm run flakes -- --hours 2 [--seed 7]`: repeats all tests in random order on busy processors, and records the
// results in docs/flakes.md. An interrupted run continues with its next part if only that record was committed
// meanwhile.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, run, TYPESCRIPT } from './process.ts';
import type { StepResult } from './test/progress.ts';
import { cleanSince, isWhole, PARTS, readTally, type Run, withTally } from './test/tally.ts';

type Summary = Record<string, StepResult>;

const TALLY = path.join(ROOT, 'docs', 'flakes.md');
const SUMMARY = path.join(ROOT, '.tmp', 'test', 'summary.json');
const STEPS = { logic: 'architecture,unit,paths', venue: 'venue,chains', built: 'build,bundle', e2e: 'e2e' };
/** Milliseconds of work and of rest, which take half a processor. */
const BUSY = `const pause = new Int32Array(new SharedArrayBuffer(4));
for (;;) { const end = performance.now() + 50; while (performance.now() < end); Atomics.wait(pause, 0, 0, 50); }`;

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '2' }, seed: { type: 'string' } },
});
const until = Date.now() + Number(values.hours) * 3_600_000;
if (Number.isNaN(until)) throw new Error('--hours needs a number.');

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
// Commits of the record, made between two parts of a run, do not count.
const commit = git('log', '-1', '--format=%h', '--abbrev=7', '--', '.', ':(exclude)docs/flakes.md').trim();
const changed = git('status', '--porcelain')
  .split('\n')
  .filter((line) => line !== '' && !line.endsWith('docs/flakes.md'));
if (changed.length > 0)
  throw new Error('Commit your changes first: the tally names the commit that was run.');

async function runPart(one: Run, part: (typeof PARTS)[number]) {
  const load = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', BUSY], { stdio: 'ignore' }),
  );
  try {
    await run(
      process.execPath,
      [
        ...TYPESCRIPT,
        path.join(ROOT, 'scripts', 'test.ts'),
        '--only',
        STEPS[part],
        '--once',
        '--seed',
        String(one.seed),
      ],
      { limit: 7200 },
    );
  } finally {
    for (const child of load) child.kill('SIGKILL');
  }
  // Left by each part at its end.
  if (!existsSync(SUMMARY)) throw new Error(`The part ${part} ended before it wrote its results.`);
  const results = Object.values(JSON.parse(readFileSync(SUMMARY, 'utf8')) as Summary);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  // People may have edited it meanwhile.
  const text = readFileSync(TALLY, 'utf8');
  const { runs, failures } = readTally(text);
  one.steps[part] = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  const messages = results.flatMap((result) => result.failures ?? []);
  const found = messages.map((words) => {
    const [test = '', ...lines] = words.split('\n');
    return { run: one.number, seed: one.seed, test, words: lines.find((line) => line.trim() !== '') ?? '' };
  });
  const others = runs.filter(({ number }) => number !== one.number);
  writeFileSync(TALLY, withTally(text, [...others, one], [...failures, ...found]));
}

function nextRun(): Run {
  const { runs } = readTally(readFileSync(TALLY, 'utf8'));
  const last = runs.at(-1);
  if (last && !isWhole(last) && last.commit === commit) return last;
  const number = (last?.number ?? 0) + 1;
  const seed = Number(values.seed ?? number);
  return { number, date: new Date().toISOString().slice(0, 10), commit, seed, steps: {} };
}

while (Date.now() < until) {
  const one = nextRun();
  const part = PARTS.find((name) => one.steps[name] === undefined);
  if (!part) throw new Error('A whole run has no part left.');
  console.log(`\nRun ${one.number}, seed ${one.seed}: ${part}`);
  await runPart(one, part);
}
const { runs } = readTally(readFileSync(TALLY, 'utf8'));
console.log(
  `\nWhole runs without a failure since the last failure: ${cleanSince(runs)}. See docs/flakes.md.`,
);
