// Files that a test run leaves for the report, below `.tmp`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/process.ts';
import { readResult, type TestOutcome } from '../../scripts/test/progress.ts';
import type { MachineRecord, TourEntry } from './records.ts';

const RESULTS = path.join(ROOT, '.tmp', 'results');
const RUN = path.join(RESULTS, 'run.json');
/** Of every step of `npm test` and `npm run proof`. */
const STEPS = path.join(ROOT, '.tmp', 'test');
const ROWS = 'rows.json';
export const PATHS_LEFT = path.join(RESULTS, 'paths');
export const WALKS_LEFT = path.join(RESULTS, 'walks');

/** `startedAt` is ISO text; `isChanged` says that files differed from the commit. */
export interface RunRecord {
  readonly startedAt: string;
  readonly seconds: number;
  readonly commit: string;
  readonly isChanged: boolean;
  readonly browser: string;
  readonly seed?: string;
  /** Of the whole run, paths and other tests. */
  readonly failures: readonly string[];
}

/** Before a run, so that an interrupted one leaves nothing to read. */
export function forgetRun(): void {
  rmSync(RUN, { force: true });
}

/** Results of an earlier run would look like results of this one. */
export function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Null outside of a repository, as in an unpacked archive. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function browserName(program: string | null): string {
  if (program === null) return 'none found';
  try {
    return execFileSync(program, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim();
  } catch {
    return path.basename(program);
  }
}

export function leaveRun(
  started: Date,
  program: string | null,
  { failures, seed }: { readonly failures: readonly string[]; readonly seed?: string | undefined },
): void {
  mkdirSync(RESULTS, { recursive: true });
  const record: RunRecord = {
    startedAt: started.toISOString(),
    seconds: (Date.now() - started.getTime()) / 1000,
    commit: git('rev-parse', '--short=8', 'HEAD') ?? 'not known',
    isChanged: (git('status', '--porcelain') ?? '') !== '',
    browser: browserName(program),
    failures,
    ...(seed === undefined ? {} : { seed }),
  };
  writeFileSync(RUN, JSON.stringify(record));
}

const readAll = (from: string) =>
  existsSync(from)
    ? readdirSync(from)
        .filter((file) => file.endsWith('.json') && file !== ROWS)
        .sort()
        .map((file) => JSON.parse(readFileSync(path.join(from, file), 'utf8')))
    : [];

/** Results of what ran with the paths or after them, including `npm run proof`, by the name of the step. */
function readTests(run: RunRecord): Record<string, readonly TestOutcome[]> {
  if (!existsSync(STEPS)) return {};
  const files = readdirSync(STEPS)
    .map((name) => path.join(STEPS, name))
    .filter((file) => /^[\w-]+\.json$/.test(path.basename(file)))
    .filter((file) => statSync(file).mtimeMs >= Date.parse(run.startedAt));
  return Object.fromEntries(
    files.flatMap((file) => {
      const tests = readResult(file)?.tests;
      return tests ? [[path.basename(file, '.json'), tests]] : [];
    }),
  );
}

/** Null when no run has ended, or none of the paths. */
export function readLeftovers() {
  const rows = path.join(PATHS_LEFT, ROWS);
  if (!existsSync(RUN) || !existsSync(rows)) return null;
  const run = JSON.parse(readFileSync(RUN, 'utf8')) as RunRecord;
  return {
    run,
    steps: readTests(run),
    machines: readAll(PATHS_LEFT) as MachineRecord[],
    tours: readAll(WALKS_LEFT) as TourEntry[],
    rows: JSON.parse(readFileSync(rows, 'utf8')) as Record<string, string[]>,
  };
}
