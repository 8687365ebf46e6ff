import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { BUILT, TEMPLATE, VenueProcess } from './venueProcess.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Venues start from one database and a copy of the build. It lies in the project, where its packages are found. */
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
