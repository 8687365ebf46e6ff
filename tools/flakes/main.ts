// `npm run flakes -- --hours 2 [--seed 7]`: runs all tests again and again, each time with another order of the files,
// and each processor kept half busy. It prints failures; README.md has the causes that were found.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, run, TYPESCRIPT } from '../../scripts/process.ts';
import type { StepResult } from '../../scripts/test/progress.ts';

const SUMMARY = path.join(ROOT, '.tmp', 'test', 'summary.json');
const COMMANDS = { 'npm test': [], 'npm run proof': ['--proof'] } as const;
/** Milliseconds of work and of rest, which take half a processor. */
const BUSY = `const pause = new Int32Array(new SharedArrayBuffer(4));
for (;;) { const end = performance.now() + 50; while (performance.now() < end); Atomics.wait(pause, 0, 0, 50); }`;

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '2' }, seed: { type: 'string', default: '1' } },
});
const until = Date.now() + Number(values.hours) * 3_600_000;
if (Number.isNaN(until)) throw new Error('--hours needs a number.');

/** @returns what failed, each with its message. */
async function failuresOf(args: readonly string[]): Promise<readonly string[]> {
  const load = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', BUSY], { stdio: 'ignore' }),
  );
  try {
    const script = path.join(ROOT, 'scripts', 'test.ts');
    await run(process.execPath, [...TYPESCRIPT, script, '--once', ...args], { limit: 7200 });
  } finally {
    for (const child of load) child.kill('SIGKILL');
  }
  if (!existsSync(SUMMARY)) throw new Error('The tests ended before they wrote their results.');
  const results = Object.values(JSON.parse(readFileSync(SUMMARY, 'utf8')) as Record<string, StepResult>);
  return results.flatMap(({ failures = [] }) => failures);
}

const found: string[] = [];
for (let seed = Number(values.seed); Date.now() < until; seed += 1) {
  for (const [command, args] of Object.entries(COMMANDS)) {
    if (Date.now() >= until) break;
    console.log(`\n${command}, seed ${seed}`);
    const failures = await failuresOf([...args, '--seed', String(seed)]);
    found.push(...failures.map((one) => `${command} -- --seed ${seed}: ${one}`));
  }
}
console.log(`\n${found.length} failures.\n${found.join('\n')}`);
process.exitCode = found.length === 0 ? 0 : 1;
