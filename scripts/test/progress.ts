// The progress of a step in one line with the time left, and its result.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../process.ts';

export interface TestOutcome {
  /** `tests/e2e/story.spec.ts › a trader …` */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** Of a failed one. */
  readonly message?: string;
}

/** Written by the reporters; `kinds` and `files` hold seconds. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped?: number;
  failures?: readonly string[];
  /** Those that passed only at the second attempt; they count as passed. */
  unsteady?: readonly string[];
  kinds?: Readonly<Record<string, number>>;
  files?: Readonly<Record<string, number>>;
  tests?: readonly TestOutcome[];
}

/** Milliseconds between two lines where a line cannot be overwritten. */
const PAUSE = 60_000;

export const resultBefore = (file: string) => file.replace(/\.json$/, '.before.json');

export const readResult = (file: string): StepResult | null =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;

/** Relative to the project. */
export const nameOf = (file: string): string => path.relative(ROOT, file).split(path.sep).join('/');

/** Minutes and seconds from two minutes on. */
export function timeText(seconds: number) {
  const whole = Math.round(seconds);
  return whole < 120
    ? `${whole} s`
    : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

export class Progress {
  #name;
  #out;
  #now;
  #began = 0;
  #total = 0;
  #done = 0;
  #failed = 0;
  #lastLine = 0;
  /** Seconds of the last run; new files count as the median. */
  #weights: Map<string, number>;
  #middle;
  #weight = 0;
  #doneWeight = 0;

  /** @param before seconds of each file the last time. @param now milliseconds. */
  constructor(
    name: string,
    before: Readonly<Record<string, number>>,
    out: { write(text: string): unknown; isTTY?: boolean } = process.stdout,
    now: () => number = () => performance.now(),
  ) {
    this.#name = name;
    this.#weights = new Map(Object.entries(before));
    this.#middle = Object.values(before).sort((a, b) => a - b)[this.#weights.size >> 1] ?? 1;
    this.#out = out;
    this.#now = now;
  }

  #weightOf(file: string): number {
    return Math.max(0.01, this.#weights.get(file) ?? this.#middle);
  }

  /** @param parts the file of each part (a test, or a test file) that will run */
  begin(parts: readonly string[]) {
    this.#began = this.#lastLine = this.#now();
    this.#total = parts.length;
    const counts = new Map();
    for (const file of parts) counts.set(file, (counts.get(file) ?? 0) + 1);
    for (const [file, count] of counts) this.#weights.set(file, this.#weightOf(file) / count);
    this.#weight = parts.reduce((sum, file) => sum + this.#weightOf(file), 0);
    this.#say();
  }

  done(file: string, failed: number) {
    this.#done += 1;
    this.#failed += failed;
    this.#doneWeight += this.#weightOf(file);
    this.#say();
  }

  text(): string {
    const seconds = (this.#now() - this.#began) / 1000;
    const share = this.#doneWeight / this.#weight;
    const left = share > 0 ? `, ${timeText((seconds * (1 - share)) / share)} left` : '';
    return `${this.#name.padEnd(28)} ${this.#done} of ${this.#total}, ${this.#failed} failed, ${timeText(seconds)}${left}`;
  }

  #say() {
    const isLive = this.#out.isTTY === true;
    if (!isLive && this.#now() - this.#lastLine < PAUSE) return;
    this.#lastLine = this.#now();
    this.#out.write(isLive ? `\r\u001B[2K${this.text()}` : `${this.text()}\n`);
  }

  /** Before other output; the line comes again below it. */
  clear() {
    if (this.#out.isTTY === true) this.#out.write('\r\u001B[2K');
  }
}

const MAX_CAUSE_LINES = 12;

/** The title and the first lines of the message, for the end of a long log. */
function causeLines(title: string, message: string) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MAX_CAUSE_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Common to both reporters. Environment variables name the step and its file. */
export class StepRecord {
  #file = process.env.TEST_RESULT ?? '';
  #kinds: Record<string, number> = {};
  #files: Record<string, number> = {};
  #failures: string[] = [];
  #unsteady: string[] = [];
  #tests: TestOutcome[] = [];
  progress = new Progress(
    process.env.TEST_STEP ?? 'tests',
    readResult(resultBefore(process.env.TEST_RESULT ?? ''))?.files ?? {},
  );

  addKind(kind: string, milliseconds: number) {
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + milliseconds / 1000;
  }

  addFile(file: string, milliseconds: number) {
    this.#files[file] = (this.#files[file] ?? 0) + milliseconds / 1000;
  }

  addTest(test: TestOutcome) {
    this.#tests.push(test);
  }

  /** Only the heading; the reporter prints the rest. */
  fail(title: string, message: string) {
    this.#tell('FAILED', title);
    this.#failures.push(causeLines(title, message));
  }

  /** The first attempt failed and the second passed. Only the heading, as above. */
  wavered(title: string, message: string) {
    this.#tell('UNSTEADY', title);
    this.#unsteady.push(causeLines(title, message));
  }

  #tell(word: string, title: string) {
    this.progress.clear();
    console.log(`\n${word} ${title}`);
  }

  write(counts: { passed: number; failed: number; skipped: number }) {
    this.progress.clear();
    const result: StepResult = {
      ...counts,
      failures: this.#failures,
      unsteady: this.#unsteady,
      kinds: this.#kinds,
      files: this.#files,
      tests: this.#tests,
    };
    writeFileSync(this.#file, JSON.stringify(result));
  }
}
