// Writes down how each test ended.
import path from 'node:path';
import { ROOT } from '../../process.ts';
import { idOf, note, testKey } from './plan.ts';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';

export default class Journal {
  onTestEnd(test: TestCase, result: TestResult) {
    const [, project = '', , ...titles] = test.titlePath();
    const file = path.relative(ROOT, test.location.file).split(path.sep).join('/');
    const error = result.error?.message?.slice(0, 300);
    note({
      id: idOf(project),
      test: testKey({ file, titles }),
      // What took too long is noticed as well.
      status: result.status === 'timedOut' ? 'failed' : result.status,
      ms: result.duration,
      ...(error === undefined ? {} : { error }),
    });
  }

  /** @param error outside of a test */
  onError(error: TestError) {
    console.error(error.message ?? error.value);
  }
}
