// How Vitest reports to `npm test`: progress in one line, failures in full, and a result in a file.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../process.mjs';
import { Progress, readResult, resultBefore, writeResult } from './progress.mjs';

/** Lines of a failure that are told again at the end. */
const TOLD_LINES = 12;

/** @param {string} title @param {string} message */
export const tell = (title, message) =>
  [
    title,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, TOLD_LINES)
      .map((line) => `    ${line}`),
  ].join('\n');

/** @param {string} file @returns {string} as it is named from the project */
export const nameOf = (file) => path.relative(ROOT, file).split(path.sep).join('/');

export default class VitestReporter {
  #file = process.env['TEST_RESULT'] ?? '';
  #progress = new Progress(
    process.env['TEST_STEP'] ?? 'Vitest',
    readResult(resultBefore(process.env['TEST_RESULT'] ?? ''))?.files ?? {},
  );
  /** @type {Record<string, number>} */
  #kinds = {};
  /** @type {Record<string, number>} */
  #files = {};
  #counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  #told = [];
  /** @type {import('vitest/node').Vitest | undefined} */
  #vitest;

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#vitest = vitest;
  }

  /** @param {readonly import('vitest/node').TestSpecification[]} specifications */
  onTestRunStart(specifications) {
    this.#progress.begin(specifications.map(({ moduleId }) => nameOf(moduleId)));
  }

  /** @param {string} kind @param {number} milliseconds */
  #add(kind, milliseconds) {
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + milliseconds / 1000;
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
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
      if (state === 'failed') this.#show(`${name} › ${test.fullName}`, errors, module.project);
    }
    // A file that could not be read holds no failed test, and is a failure of its own.
    if (module.state() === 'failed' && failed === 0) {
      failed = 1;
      this.#show(name, module.errors(), module.project);
    }
    this.#counts.failed += failed;
    this.#add('start of workers', environmentSetupDuration + prepareDuration + setupDuration);
    this.#add('building of graphs', graphs);
    this.#add('reading of files', collectDuration - graphs);
    this.#add('tests', tests);
    this.#add('before and after tests: databases, servers', Math.max(0, duration - tests));
    this.#files[name] = (collectDuration + duration) / 1000;
    this.#progress.done(name, failed);
  }

  /**
   * @param {string} title
   * @param {readonly import('vitest').TestError[] | readonly import('vitest').SerializedError[]} errors
   * @param {import('vitest/node').TestProject} project
   */
  #show(title, errors, project) {
    this.#progress.clear();
    console.log(`\nFAILED ${title}`);
    for (const error of errors) this.#vitest?.logger.printError(error, { project, showCodeFrame: true });
    this.#told.push(tell(title, errors.map(({ message }) => message).join('\n')));
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} _modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(_modules, unhandled) {
    this.#progress.clear();
    for (const error of unhandled) {
      console.log('\nFAILED outside of any test');
      this.#vitest?.logger.printError(error);
      this.#told.push(tell('outside of any test', error.message));
    }
    this.#counts.failed += unhandled.length;
    writeResult(this.#file, { ...this.#counts, told: this.#told, kinds: this.#kinds, files: this.#files });
  }
}
