// Bytes of the landing and trade routes, compared with what the packages alone cost on bare pages.
import path from 'node:path';
import { isBuilt } from '../../scripts/build.ts';
import { ROOT, run as runProgram, TYPESCRIPT } from '../../scripts/process.ts';
import { BUDGET, FLOOR, routeSize, type Size } from '../../scripts/sizes.ts';
import { print, round } from './figures.ts';

/**
 * @param floor brotli bytes
 * @param budget brotli bytes
 */
const row = (what: string, size: Size, floor: number, budget: number) => ({
  what,
  files: size.files,
  'raw kB': round(size.raw / 1000),
  'gzip kB': round(size.gzip / 1000),
  'brotli kB': round(size.brotli / 1000),
  "packages' floor": round(floor / 1000),
  'times the floor': round(size.brotli / floor, 2),
  'budget kB': round(budget / 1000),
});

export async function run() {
  if (!isBuilt()) {
    const { code } = await runProgram(process.execPath, [
      ...TYPESCRIPT,
      path.join(ROOT, 'scripts', 'build.ts'),
    ]);
    if (code !== 0) throw new Error('the build failed');
  }
  const landing = routeSize('landing');
  const trade = routeSize('trade');
  print('Bytes of a route, chunks that it loads lazily by itself included', [
    row('landing, script', landing.js, FLOOR.landing, BUDGET.landing.js),
    row('landing, style', landing.css, FLOOR.css, BUDGET.landing.css),
    row('trade with chart, script', trade.js, FLOOR.trade, BUDGET.trade.js),
    row('trade with chart, style', trade.css, FLOOR.css, BUDGET.trade.css),
  ]);
}
