// Progress in one line, failures in full, and a result in a file.
import { readFileSync } from 'node:fs';
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

/** Of the page of a failed test. */
const PAGE_LINES = 150;
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
    const hasFailed = result.status !== test.expectedStatus;
    const isTriedAgain = hasFailed && result.retry < test.retries;
    // The failed attempt is reported whether or not the second passes: it may not fail again for weeks.
    if (hasFailed) this.#showPage(result);
    if (isTriedAgain) return;
    const title = `${file} › ${test.titlePath().slice(3).join(' › ')}`;
    const isUnsteady = test.outcome() === 'flaky';
    const outcome = hasFailed ? 'failed' : result.status === 'skipped' ? 'skipped' : 'passed';
    this.#record.addTest({
      title,
      outcome,
      seconds: result.duration / 1000,
      ...messageOf(hasFailed, result),
    });
    if (hasFailed) this.#show(title, result.errors);
    else if (isUnsteady) this.#show(title, test.results[0]?.errors ?? [], 'wavered');
    this.#record.progress.done(file, hasFailed ? 1 : 0);
  }

  /** Printed, because on a machine that is thrown away after the run, the files are lost. */
  #showPage({ attachments }: TestResult) {
    this.#record.progress.clear();
    for (const { name, path } of attachments) {
      if (path === undefined) continue;
      console.log(`  ${name}: ${nameOf(path)}`);
      if (name !== 'error-context') continue;
      const [, page = ''] = /^# Page snapshot\n+```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8')) ?? [];
      console.log(page.split('\n').slice(0, PAGE_LINES).join('\n'));
    }
  }

  onError(error: TestError) {
    this.#brokenFiles += 1;
    this.#show(error.location ? nameOf(error.location.file) : 'outside of any test', [error]);
  }

  #show(title: string, errors: readonly TestError[], outcome: 'fail' | 'wavered' = 'fail') {
    this.#record[outcome](title, errors.map(({ message, value }) => message ?? value ?? '').join('\n'));
    for (const { stack, message, value, snippet } of errors)
      console.log([stack ?? message ?? value, snippet].filter(Boolean).join('\n\n'));
  }

  onEnd() {
    const outcomes = this.#suite?.allTests().map((test) => test.outcome()) ?? [];
    const count = (one: string) => outcomes.filter((outcome) => outcome === one).length;
    this.#record.write({
      passed: count('expected') + count('flaky'),
      failed: count('unexpected') + this.#brokenFiles,
      skipped: count('skipped'),
    });
  }
}

/** Of the last attempt, and how to open its recording. */
function messageOf(hasFailed: boolean, { errors, attachments }: TestResult): { message?: string } {
  if (!hasFailed) return {};
  const trace = attachments.find(({ name, path }) => name === 'trace' && path !== undefined)?.path;
  const opened = trace === undefined ? [] : [`npx playwright show-trace ${nameOf(trace)}`];
  return { message: [...errors.map(({ message, value }) => message ?? value ?? ''), ...opened].join('\n') };
}

/** A helper may register the test. */
function fileOf(test: TestCase) {
  for (let suite = test.parent as Suite | undefined; suite; suite = suite.parent)
    if (suite.type === 'file') return suite.location ? nameOf(suite.location.file) : suite.title;
  return nameOf(test.location.file);
}
