// `npm run report`: a folder for QA, from what the last test run left behind.
//   npm run report -- [--out <folder>] [--run [--only twoFactor,login] [--no-screens]]
// `--run` runs the paths and walks first.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findPageBrowser, requireTestBrowsers } from '../../scripts/browser.ts';
import { buildAll, isBuilt } from '../../scripts/build.ts';
import { sourcesBelow } from '../mutation/reach.ts';
import { ROOT, runTool } from '../../scripts/process.ts';
import { type PastRun, withRun } from './history.ts';
import { emptied, forgetRun, leaveRun, PATHS_LEFT, readLeftovers, WALKS_LEFT } from './leftovers.ts';
import { judgeTests } from './otherTests.ts';
import { pastRunOf, writeReport } from './page.ts';
import { smallPictures } from './pictures.ts';
import { WITHOUT_SCREEN } from './results.ts';
import { provenFeatures } from '../../scripts/requirements/proofs.ts';
import { featuresOf } from '../../scripts/requirements/read.ts';
import { namedTests } from '../../scripts/requirements/titles.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(ROOT, '.tmp', 'report') },
    run: { type: 'boolean', default: false },
    only: { type: 'string' },
    screens: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const LIMIT = 3600;
const HISTORY = path.join(ROOT, '.tmp', 'report-history.json');

async function runPaths() {
  const only = values.only?.split(',');
  const files = only?.map((name) => `tests/models/${name}.`) ?? [];
  if (only) files.push('tests/models/tools/requirements.test.ts');
  const started = new Date();
  forgetRun();
  emptied(WALKS_LEFT);
  const failures: string[] = [];
  const walked = await runTool('vitest', ['run', '--project', 'models', '--reporter=dot', ...files], {
    env: { PATHS_REPORT: emptied(PATHS_LEFT), TEST_LONG: '1' },
    limit: LIMIT,
  });
  if (walked.code !== 0) failures.push(`The tests of the paths ended with ${walked.code}.`);
  if (values.screens) {
    await requireTestBrowsers();
    if (!isBuilt()) await buildAll();
    const grep = only ? ['-g', String.raw`\b(${only.join('|')}) on the screen`] : [];
    const toured = await runTool('playwright', ['test', '--project', 'walks', ...grep], {
      env: { WALKS_REPORT: WALKS_LEFT, WALKS_TOURS: 'all' },
      limit: LIMIT,
    });
    if (toured.code !== 0) failures.push(`The walks on the screen ended with ${toured.code}.`);
  }
  leaveRun(started, findPageBrowser(), { failures });
}

if (values.run) await runPaths();
const left = readLeftovers();
if (!left) {
  console.error('The last test run left no results of paths: run `npm test`, or `npm run report -- --run`.');
  process.exit(1);
}
const out = path.resolve(values.out);
const isOther = existsSync(out) && readdirSync(out).length > 0 && !existsSync(path.join(out, 'pictures'));
if (isOther) {
  console.error(`${values.out} holds something else than a report: choose another folder with --out.`);
  process.exit(2);
}
const pictureFolder = emptied(path.join(out, 'pictures'));
const pictures = await smallPictures(WALKS_LEFT, pictureFolder);
const tests = ['tests', 'tools']
  .flatMap(sourcesBelow)
  .flatMap((file) => namedTests(file, readFileSync(path.join(ROOT, file), 'utf8')));
const requirements = readFileSync(path.join(ROOT, 'docs', 'requirements.md'), 'utf8');
const features = judgeTests(
  provenFeatures(featuresOf(requirements), left.rows, tests),
  Object.values(left.steps).flat(),
);
const before = existsSync(HISTORY) ? (JSON.parse(readFileSync(HISTORY, 'utf8')) as PastRun[]) : [];
const results = { ...left, noScreen: Object.keys(WITHOUT_SCREEN) };
const history = withRun(before, pastRunOf(results));
writeFileSync(HISTORY, JSON.stringify(history));
const failed = await writeReport(out, { ...results, pictures, features, history });
console.log(`Wrote ${path.relative(process.cwd(), path.join(out, 'index.html'))}.`);
process.exit(failed > 0 || left.run.failures.length > 0 ? 1 : 0);
