// `npm run bench`: all measurements, or the named ones: `npm run bench -- fanout book`.
import { availableParallelism, loadavg } from 'node:os';
import { startPostgres } from '../scripts/postgres.mjs';

/** @type {Record<string, () => Promise<void>>} */
const benches = {
  /** Orders accepted, matched and settled per second on each database. */
  venue: async () => {
    const { run } = await import('./venue-orders.mjs');
    const given = process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'];
    const server = given ? null : await startPostgres();
    if (server) process.env['BENCH_DATABASE_URL'] = server.url;
    try {
      await run();
    } finally {
      await server?.stop();
    }
  },
  /** Messages a second to 200 clients of the socket. */
  fanout: async () => (await import('./fanout.mjs')).run(),
  /** What the landing and the trade route make a browser load, beside the packages alone. */
  bytes: async () => (await import('./bytes.mjs')).run(),
  /** Main-thread time of the order book beside a page that draws nothing. */
  book: async () => (await import('./book.mjs')).run(),
  /** Judging a pasted slatepack, up to the longest text that a form accepts. */
  slatepack: async () => (await import('./slatepack.mjs')).run(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`Unknown bench ${unknown.join(', ')}. Known: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
const [load = 0] = loadavg();
if (load > availableParallelism() / 2) {
  console.log(
    `The machine is busy (load ${load.toFixed(1)}): times and latencies below are those of a busy machine.`,
  );
}
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n──── ${name} ────`);
  await run();
}
