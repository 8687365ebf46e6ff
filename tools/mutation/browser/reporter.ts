import path from 'node:path';
import type { TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { ROOT } from '../../../scripts/process.ts';
import { idOf, note, testKey } from './plan.ts';

export default class Journal {
  onTestEnd(test: TestCase, result: TestResult) {
    const [, project = '', , ...titles] = test.titlePath();
    const file = path.relative(ROOT, test.location.file).split(path.sep).join('/');
    const error = result.error?.message?.slice(0, 300);
    note({
      id: idOf(project),
      test: testKey({ file, titles }),
      // A test that takes too long has noticed the mutant.
      status: result.status === 'timedOut' ? 'failed' : result.status,
      ms: result.duration,
      ...(error === undefined ? {} : { error }),
    });
  }

  onError(error: TestError) {
    console.error(error.message ?? error.value);
  }
}
