import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { BUILT, TEMPLATE, VenueProcess } from './venueProcess.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Runs a venue once, so that the tests' venues begin with its database instead of making their own. All of them run
 * from a copy of what is built now: a build in the middle of the run changes nothing. The copy lies in the project,
 * where its packages are found.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const built = path.join(ROOT, '.tmp', 'built', String(process.pid));
  await cp(path.join(ROOT, 'dist'), built, { recursive: true });
  process.env[BUILT] = built;
  const venue = new VenueProcess({ MAKERS: 'off' });
  await venue.start();
  await venue.close();
  process.env[TEMPLATE] = venue.folder;
  return async () => {
    await venue.stop();
    await rm(built, { recursive: true, force: true });
  };
}
