import { TEMPLATE, VenueProcess } from './venueProcess.ts';

/** Runs a venue once, so that the tests' venues begin with its database instead of making their own. */
export default async function setup(): Promise<() => Promise<void>> {
  const venue = new VenueProcess({ MAKERS: 'off' });
  await venue.start();
  await venue.close();
  process.env[TEMPLATE] = venue.folder;
  return () => venue.stop();
}
