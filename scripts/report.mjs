// `npm run report`: walks every chart, on the actor and on its screen, and writes what was found as one page that
// needs nothing else: diagrams, coverage, every path as sentences, a picture of every state.
//   npm run report -- [--out <file>] [--only twoFactor,login] [--no-screens]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireTestBrowsers } from './browser.mjs';
import { buildAll, isBuilt } from './build.mjs';
import { ROOT, runTool } from './process.mjs';
import { coverageOf, reportPage } from './report/page.mjs';

/** @typedef {import('../tests/paths/tools/record.ts').MachineRecord} MachineRecord */
/** @typedef {import('../tests/e2e/support/tourRecord.ts').TourEntry} TourEntry */

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: path.join(ROOT, '.tmp', 'report', 'index.html') },
    only: { type: 'string' },
    screens: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const LIMIT = 3600;
const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-report-'));
const actors = path.join(folder, 'actors');
const screens = path.join(folder, 'screens');
for (const made of [actors, screens]) mkdirSync(made);
const only = values.only?.split(',');

/** @param {string} from */
const readAll = (from) =>
  readdirSync(from)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(path.join(from, file), 'utf8')));

let isGreen = true;
try {
  const files = only?.map((name) => `tests/paths/${name}/`) ?? [];
  const walked = await runTool('vitest', ['run', '--project', 'paths', '--reporter=dot', ...files], {
    env: { PATHS_REPORT: actors },
    limit: LIMIT,
  });
  isGreen &&= walked.code === 0;
  if (values.screens) {
    await requireTestBrowsers();
    if (!isBuilt()) await buildAll();
    const grep = only ? ['-g', String.raw`\b(${only.join('|')}) on the screen`] : [];
    const toured = await runTool('playwright', ['test', 'tests/e2e/walks', ...grep], {
      env: { WALKS_REPORT: screens },
      limit: LIMIT,
    });
    isGreen &&= toured.code === 0;
  }
  const charts = /** @type {MachineRecord[]} */ (readAll(actors));
  const tours = /** @type {TourEntry[]} */ (readAll(screens));
  /** @type {Record<string, string>} data addresses by `chart--state` */
  const pictures = {};
  for (const file of readdirSync(screens).filter((one) => one.endsWith('.jpg'))) {
    const bytes = readFileSync(path.join(screens, file)).toString('base64');
    pictures[path.basename(file, '.jpg')] = `data:image/jpeg;base64,${bytes}`;
  }
  mkdirSync(path.dirname(values.out), { recursive: true });
  writeFileSync(values.out, await reportPage(charts, tours, pictures));
  console.table(Object.fromEntries(charts.map((chart) => [chart.name, coverageOf(chart, tours)])));
  console.log(`Wrote ${path.relative(process.cwd(), values.out)}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isGreen ? 0 : 1);
