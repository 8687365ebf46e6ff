// Progress in one line, failures in full, and a result in a file.
import type { SerializedError } from 'vitest';
import type { TestModule, TestProject, TestSpecification, Vitest } from 'vitest/node';
import { nameOf, StepRecord } from './progress.ts';

/** With its cause, which tells more. */
const messageOf = ({ message, cause }: SerializedError): string =>
  cause?.message === undefined ? message : `${message}: ${cause.message}`;

export default class VitestReporter {
  #record = new StepRecord();
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]) {
    this.#record.progress.begin(specifications.map(({ moduleId }) => nameOf(moduleId)));
  }

  onTestModuleEnd(module: TestModule) {
    const name = nameOf(module.moduleId);
    const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
      module.diagnostic();
    let tests = 0;
    let graphs = 0;
    let failed = 0;
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      tests += test.diagnostic()?.duration ?? 0;
      graphs += test.meta().graphs ?? 0;
      if (state === 'passed') this.#counts.passed += 1;
      else if (state === 'failed') failed += 1;
      else this.#counts.skipped += 1;
      const title = `${name} › ${test.fullName}`;
      const outcome = state === 'passed' || state === 'failed' ? state : 'skipped';
      const message = state === 'failed' ? { message: errors.map(messageOf).join('\n') } : {};
      this.#record.addTest({
        title,
        outcome,
        seconds: (test.diagnostic()?.duration ?? 0) / 1000,
        ...message,
      });
      if (state === 'failed') this.#show(title, errors, module.project);
      else if (test.diagnostic()?.flaky) this.#show(title, errors, module.project, 'wavered');
    }
    // A file that cannot be loaded, or whose setup fails, has no failed test.
    if (module.state() === 'failed' && failed === 0) {
      failed = 1;
      const errors = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      this.#show(name, [...module.errors(), ...errors], module.project);
    }
    this.#counts.failed += failed;
    const record = this.#record;
    record.addKind('start of workers', environmentSetupDuration + prepareDuration + setupDuration);
    record.addKind('building of graphs', graphs);
    record.addKind('reading of files', Math.max(0, collectDuration - graphs));
    record.addKind('tests', tests);
    record.addKind('before and after tests: databases, servers', Math.max(0, duration - tests));
    record.addFile(name, collectDuration + duration);
    record.progress.done(name, failed);
  }

  #show(
    title: string,
    errors: readonly SerializedError[],
    project?: TestProject,
    outcome: 'fail' | 'wavered' = 'fail',
  ) {
    this.#record[outcome](title, errors.map(messageOf).join('\n'));
    const options = { showCodeFrame: true, ...(project && { project }) };
    for (const error of errors) this.#vitest?.logger.printError(error, options);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled) this.#show('outside of any test', [error]);
    this.#counts.failed += unhandled.length;
    this.#record.write(this.#counts);
  }
}
