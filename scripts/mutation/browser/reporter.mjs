// Writes down how each test ended.
import path from 'node:path';
import { ROOT } from '../../process.mjs';
import { idOf, note, testKey } from './plan.mjs';

export default class Journal {
  /** @param {import('@playwright/test/reporter').TestCase} test @param {import('@playwright/test/reporter').TestResult} result */
  onTestEnd(test, result) {
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

  /** @param {import('@playwright/test/reporter').TestError} error outside of a test */
  onError(error) {
    console.error(error.message ?? error.value);
  }
}
