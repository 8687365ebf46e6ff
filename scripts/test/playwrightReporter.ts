// Progress in one line, failures in full, and a result in a file.
import type { FullConfig, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { nameOf, StepRecord } from './progress.ts';

/** By category and title of the steps; the first match counts. */
const KINDS = [
  ['start of venues', /^fixture.*enue/],
  ['start of Chromium, its contexts and pages', /^(fixture|hook|pw:api (Launch|Create|New|Close))/],
  ['page loads', /^pw:api (Navigate|Reload|Go back|Go forward)/],
  [
    'passing of the page’s time',
    /^pw:api (Run for|Fast forward|Pause|Resume|Install|Set (system|fixed) time)/,
  ],
  ['waiting for what is expected', /^expect/],
  ['gestures and looks', /^pw:api/],
] as const;

const HOLDERS = new Set(['hook', 'test.step']);

export default class PlaywrightReporter {
  #record = new StepRecord();
  #brokenFiles = 0;
  #suite: Suite | undefined;

  printsToStdio() {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite) {
    this.#suite = suite;
    this.#record.progress.begin(suite.allTests().map((test) => fileOf(test)));
  }

  /** @returns milliseconds of the steps with a kind */
  #addSteps(steps: readonly TestStep[]): number {
    return steps.reduce((sum, step) => {
      if (HOLDERS.has(step.category) && step.steps.length > 0) return sum + this.#addSteps(step.steps);
      const text = `${step.category} ${step.title}`;
      const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0];
      if (kind === undefined) return sum;
      this.#record.addKind(kind, step.duration);
      return sum + step.duration;
    }, 0);
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const file = fileOf(test);
    this.#record.addFile(file, result.duration);
    this.#record.addKind('the tests themselves', Math.max(0, result.duration - this.#addSteps(result.steps)));
    const hasFailed = test.outcome() === 'unexpected' || test.outcome() === 'flaky';
    if (hasFailed) {
      const title = `${file} › ${test.titlePath().slice(3).join(' › ')}`;
      this.#show(title, result.errors);
      for (const { name, path } of result.attachments) if (path) console.log(`  ${name}: ${nameOf(path)}`);
    }
    this.#record.progress.done(file, hasFailed ? 1 : 0);
  }

  onError(error: TestError) {
    this.#brokenFiles += 1;
    this.#show(error.location ? nameOf(error.location.file) : 'outside of any test', [error]);
  }

  #show(title: string, errors: readonly TestError[]) {
    this.#record.fail(title, errors.map(({ message, value }) => message ?? value ?? '').join('\n'));
    for (const { stack, message, value, snippet } of errors)
      console.log([stack ?? message ?? value, snippet].filter(Boolean).join('\n\n'));
  }

  onEnd() {
    const outcomes = this.#suite?.allTests().map((test) => test.outcome()) ?? [];
    const count = (one: string) => outcomes.filter((outcome) => outcome === one).length;
    this.#record.write({
      passed: count('expected'),
      failed: count('unexpected') + count('flaky') + this.#brokenFiles,
      skipped: count('skipped'),
    });
  }
}

/** A helper may register the test. */
function fileOf(test: TestCase) {
  for (let suite = test.parent as Suite | undefined; suite; suite = suite.parent)
    if (suite.type === 'file') return suite.location ? nameOf(suite.location.file) : suite.title;
  return nameOf(test.location.file);
}
