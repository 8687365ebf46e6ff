// Starts one venue for all tests: Playwright begins a new worker after every failure, and most mutants make a test
// fail.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../../scripts/process.ts';
import { BUILT_WITH_MUTANTS } from './build.ts';
import { PLAN } from './plan.ts';

/** As in tests/e2e/support/test.ts. */
const SHARED = { MAKERS_RATE: '5' };

export default async function setup(): Promise<() => Promise<void>> {
  // By path, because scripts do not import tests.
  const harness = path.join(ROOT, 'tests/e2e/support/venueProcess.ts');
  const { BUILT, TEMPLATE, VenueProcess } = await import(harness);
  process.env[BUILT] = BUILT_WITH_MUTANTS;
  const template = new VenueProcess({ MAKERS: 'off' });
  await template.start();
  await template.close();
  process.env[TEMPLATE] = template.folder;
  const shared = new VenueProcess(SHARED);
  await shared.start();

  // Prints the address of the shared venue, and starts a venue for any other settings.
  const stand = path.join(process.env[PLAN] ?? '', 'built');
  await mkdir(path.join(stand, 'venue'), { recursive: true });
  await cp(path.join(BUILT_WITH_MUTANTS, 'client'), path.join(stand, 'client'), { recursive: true });
  await writeFile(path.join(stand, 'package.json'), '{ "type": "module" }');
  await writeFile(
    path.join(stand, 'venue', 'main.js'),
    `if (process.env['MAKERS_RATE'] === ${JSON.stringify(SHARED.MAKERS_RATE)}) {
  console.log(${JSON.stringify(`Quietbook is ready at ${shared.url}`)});
  const stay = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => clearInterval(stay));
} else await import(${JSON.stringify(path.join(BUILT_WITH_MUTANTS, 'venue', 'main.js'))});\n`,
  );
  process.env[BUILT] = stand;
  return async () => {
    await shared.stop();
    await template.stop();
    await rm(stand, { recursive: true, force: true });
  };
}
