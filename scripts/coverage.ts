// `npm run coverage`: writes docs/walks.json and docs/coverage.md, with the scores of docs/mutation.json.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { machineScores } from './mutation/scores.ts';
import { ROOT, runTool } from './process.ts';
import { type MachineFigures, tableOf, withCoverage } from './walks/table.ts';

const KEPT = path.join(ROOT, 'docs', 'walks.json');
const MUTATION = path.join(ROOT, 'docs', 'mutation.json');
const DOCUMENT = path.join(ROOT, 'docs', 'coverage.md');
const LIMIT = 3600;

const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-walks-'));
const env = { WALKS_FIGURES: folder };
let isGreen = true;
try {
  for (const [tool, ...args] of [
    ['vitest', 'run', '--project', 'paths', '--reporter=dot'],
    ['vitest', 'run', '--project', 'venue', '--reporter=dot', 'tests/venue/walks/'],
    // Loading a test file plans its paths, so listing is enough.
    ['playwright', 'test', '--list', '--project', 'walks'],
  ] as const) {
    const { code, output } = await runTool(tool, args, { env, limit: LIMIT, collect: true });
    if (code !== 0) console.error(output);
    isGreen &&= code === 0;
  }
  if (!isGreen) throw new Error('Not every walk ended well: nothing was written.');
  const walks: Record<string, MachineFigures> = {};
  for (const file of readdirSync(folder).sort()) {
    const [name = ''] = file.split('.');
    walks[name] = { ...walks[name], ...JSON.parse(readFileSync(path.join(folder, file), 'utf8')) };
  }
  writeFileSync(KEPT, `${JSON.stringify(walks, null, 2)}\n`);
  const mutation = existsSync(MUTATION) ? machineScores(JSON.parse(readFileSync(MUTATION, 'utf8'))) : {};
  writeFileSync(DOCUMENT, withCoverage(readFileSync(DOCUMENT, 'utf8'), walks, mutation));
  console.log(tableOf(walks, mutation));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
