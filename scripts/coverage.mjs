// `npm run coverage`: counts what of every chart is walked on the actor, on its screen and against the venue, keeps it in
// docs/walks.json, and writes docs/coverage.md. Scores of docs/mutation.json stand in it where there
// are some.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chartScores } from './mutation/scores.mjs';
import { tableOf, withCoverage } from './walks/table.mjs';
import { ROOT, runTool } from './process.mjs';

/** @typedef {import('../tests/paths/tools/figures.ts').MachineFigures} MachineFigures */

const KEPT = path.join(ROOT, 'docs', 'walks.json');
const MUTATION = path.join(ROOT, 'docs', 'mutation.json');
const DOCUMENT = path.join(ROOT, 'docs', 'coverage.md');
const LIMIT = 3600;

const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-walks-'));
const env = { WALKS_FIGURES: folder };
let isGreen = true;
try {
  for (const [tool, ...args] of /** @type {const} */ ([
    ['vitest', 'run', '--project', 'paths', '--reporter=dot'],
    ['vitest', 'run', '--project', 'venue', '--reporter=dot', 'tests/venue/walks/'],
    // The walks are planned when their files are read: nothing has to be walked to count them.
    ['playwright', 'test', '--list', 'tests/e2e/walks'],
  ])) {
    const { code, output } = await runTool(tool, args, { env, limit: LIMIT, collect: true });
    if (code !== 0) console.error(output);
    isGreen &&= code === 0;
  }
  if (!isGreen) throw new Error('Not every walk ended well: nothing was written.');
  /** @type {Record<string, MachineFigures>} */
  const walks = {};
  for (const file of readdirSync(folder).sort()) {
    const [name = ''] = file.split('.');
    walks[name] = { ...walks[name], ...JSON.parse(readFileSync(path.join(folder, file), 'utf8')) };
  }
  writeFileSync(KEPT, `${JSON.stringify(walks, null, 2)}\n`);
  const mutation = existsSync(MUTATION) ? chartScores(JSON.parse(readFileSync(MUTATION, 'utf8'))) : {};
  writeFileSync(DOCUMENT, withCoverage(readFileSync(DOCUMENT, 'utf8'), walks, mutation));
  console.log(tableOf(walks, mutation));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
