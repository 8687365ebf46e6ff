// `npm run bench`: all measurements, or named ones: `npm run bench -- fanout book`.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/postgres.ts';
import { prove } from './prove.ts';

const { values: options, positionals: wanted } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    kills: { type: 'string', default: '100' },
    fills: { type: 'string', default: '1000' },
    histories: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    coins: { type: 'string', default: 'AVAX,BTC' },
  },
  allowPositionals: true,
});

const benches: Record<string, () => Promise<void>> = {
  /** Orders accepted, matched and settled per second on each database. */
  venue: async () => {
    const { run } = await import('./venue-orders.ts');
    const given = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
    const server = given ? null : await startPostgres();
    if (server) process.env.BENCH_DATABASE_URL = server.url;
    try {
      await run();
    } finally {
      await server?.stop();
    }
  },
  /** Messages a second to 200 and to 1,000 clients of the socket. */
  fanout: async () => (await import('./fanout.ts')).run(),
  /** Bytes that the landing and the trade route load. */
  bytes: async () => (await import('./bytes.ts')).run(),
  /**
   * Requests, bytes, first paint and first data of the landing and the trade page, on a fast and on a slow line.
   */
  load: async () => (await import('./load.ts')).run(),
  /** Main-thread time of the order book. */
  book: async () => (await import('./book.ts')).run(),
  /** Typing into the order form while the book runs, and what a hidden page costs. */
  typing: async () => (await import('./typing.ts')).run(),
  /** Own fills on the screen (`--fills`), orders of another tab, and whether all last prices agree. */
  live: async () => (await import('./live.ts')).run(Number(options.fills)),
  /** 1,000 clients of the socket lose their connection at once: the time until all are live again. */
  dropped: () => prove(['tests/venue/edge/dropped.long.test.ts'], { DROPPED_CLIENTS: '1000' }),
  /**
   * 1,000,000 operations on the venue's core with simulated time, and 200,000 orders compared with a simple
   * model.
   */
  simulate: () =>
    prove(['tests/venue/simulation', 'tests/venue/core/matching.test.ts'], {
      SIMULATED_OPERATIONS: '1000000',
      MATCHING_COMMANDS: '200000',
    }),
  /** 10,000 runs of each write of the client through a proxy that loses and damages answers. */
  faults: () => prove(['tests/venue/faults'], { FAULT_RUNS: '10000' }),
  /** 2,000 runs of each write with idempotency keys and 2,000 without, with answers lost and late. */
  lost: () => prove(['tests/unit/plainServer/onePress.long.test.ts'], { LOST_RUNS: '2000' }, 'unit'),
  /** `kill -9` of the venue under load, and PostgreSQL restarted under load, 100 times each. */
  kills: () =>
    prove(['tests/venue/crash.long.test.ts', 'tests/venue/databaseRestart.long.test.ts'], {
      KILLS: '100',
      DATABASE_RESTARTS: '100',
    }),
  /** Random histories with reorganisations on real nodes: `--histories` of each of `--coins`, from the seed `--from` on. */
  reorgs: () =>
    prove(
      ['tests/chains/histories.test.ts'],
      { REORG_HISTORIES: options.histories, REORG_FROM: options.from, PROVEN_COINS: options.coins },
      'chains',
    ),
  /**
   * `kill -9` of a venue that sends coins, at each point of a withdrawal: `--rounds` of each of `--coins`, from the round
   * `--from` on.
   */
  'chain-kills': () =>
    prove(
      ['tests/chains/kills.test.ts'],
      { CHAIN_KILLS: options.rounds, CHAIN_KILLS_FROM: options.from, PROVEN_COINS: options.coins },
      'chains',
    ),
  /** The files of docs/deployment in a real nginx. */
  nginx: async () => (await import('./nginx.ts')).run(),
  /** Three nodes behind nginx, killed with `kill -9` one after the other, `--kills` times. */
  nodes: async () => (await import('./nodes.ts')).run(Number(options.kills)),
  /** A full disk. */
  disk: async () => (await import('./disk.ts')).run(),
  /** The trade screen at 50 updates a second for `--minutes`: does memory grow? */
  soak: async () => (await import('./soak.ts')).run(Number(options.minutes)),
  /** Two builds of one commit, compared byte by byte. */
  reproducible: async () => (await import('./reproducible.ts')).run(),
};

/** These take hours, so they only run if they are named. */
const PROOFS = new Set(['simulate', 'faults', 'kills', 'reorgs', 'chain-kills', 'nodes', 'disk', 'soak']);

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
  if (wanted.length > 0 ? !wanted.includes(name) : PROOFS.has(name)) continue;
  console.log(`\n──── ${name} ────`);
  await run();
}
