// `npm run report`: writes a page of all path tests and their results.
//   npm run report -- [--out <file>] [--only twoFactor,login] [--no-screens]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireTestBrowsers } from './browser.ts';
import { buildAll, isBuilt } from './build.ts';
import { ROOT, runTool } from './process.ts';
import { sourcesBelow } from './mutation/reach.ts';
import { coverageOf, reportPage } from './report/page.ts';
import type { MachineRecord, TourEntry } from './report/records.ts';
import { provenFeatures } from './requirements/proofs.ts';
import { featuresOf } from './requirements/read.ts';
import { namedTests } from './requirements/titles.ts';

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

const ROWS = 'rows.json';

const readAll = (from: string) =>
  readdirSync(from)
    .filter((file) => file.endsWith('.json') && file !== ROWS)
    .sort()
    .map((file) => JSON.parse(readFileSync(path.join(from, file), 'utf8')));

let isGreen = true;
try {
  const files = only?.map((name) => `tests/paths/${name}/`) ?? [];
  if (only) files.push('tests/paths/requirements.test.ts');
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
  const machines = readAll(actors) as MachineRecord[];
  const tours = readAll(screens) as TourEntry[];
  /** Data URLs by `machine--state`. */
  const pictures: Record<string, string> = {};
  for (const file of readdirSync(screens).filter((one) => one.endsWith('.jpg'))) {
    const bytes = readFileSync(path.join(screens, file)).toString('base64');
    pictures[path.basename(file, '.jpg')] = `data:image/jpeg;base64,${bytes}`;
  }
  const rows = JSON.parse(readFileSync(path.join(actors, ROWS), 'utf8')) as Record<string, string[]>;
  const requirements = readFileSync(path.join(ROOT, 'docs', 'requirements.md'), 'utf8');
  const tests = sourcesBelow('tests').flatMap((file) =>
    namedTests(file, readFileSync(path.join(ROOT, file), 'utf8')),
  );
  const features = provenFeatures(featuresOf(requirements), rows, tests);
  mkdirSync(path.dirname(values.out), { recursive: true });
  writeFileSync(values.out, await reportPage({ machines, tours, pictures, rows, features }));
  console.table(Object.fromEntries(machines.map((machine) => [machine.name, coverageOf(machine, tours)])));
  console.log(`Wrote ${path.relative(process.cwd(), values.out)}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isGreen ? 0 : 1);
