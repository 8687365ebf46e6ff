/**
 * A venue that has grown beside a new one: each call's p99 and the start, on PostgreSQL. `--scale 0.01` fills a
 * hundredth. BENCH_DATABASE_URL names a server; else one is started.
 */
import { startPostgres } from '../../scripts/postgres.ts';
import { textOf, unitsOf } from '../../venue/ledger/units.ts';
import { createCaller } from './attack/http.ts';
import { pause, print, quantile, round } from './figures.ts';
import { type Terms, type Took, type Trader, actAll } from './growth/calls.ts';
import { BEST_BID, BIG_PAIR, type Extent, fill } from './growth/fill.ts';
import { onServer, startVenue } from './venue-process.ts';

/** Of a call, in each of the rounds, after so many that are not counted. */
const TURNS = Number(process.env.BENCH_TURNS ?? 150);
const WARM_UP = 10;
/** The two venues take turns, because the machine may be busier in one than in the other. */
const ROUNDS = 2;
/** Milliseconds. */
const LONGEST_TREE = 120_000;
/** Promised: times the p99 of the new venue, and seconds of the start. */
const PROMISED = { ratio: 2, start: 10 };
const GROWN = { accounts: 100_000, orders: 1_000_000, trades: 10_000_000, open: 50_000 };
/** A page of each list, and a book that fills its panel. */
const NEW: Extent = { accounts: 100, orders: 1000, trades: 10_000, open: 200 };

const SETTINGS = {
  TRUSTED_PROXIES: '1',
  LIMIT_ATTEMPTS: '1000000',
  LIMIT_ORDERS: '1000000',
  LIMIT_COINS: '1000000',
};

interface Side {
  readonly databaseUrl: string;
  readonly took: Took;
  readonly starts: number[];
}

async function start(databaseUrl: string) {
  const began = performance.now();
  const venue = await startVenue({ ...SETTINGS, DATABASE_URL: databaseUrl });
  return { ...venue, seconds: (performance.now() - began) / 1000 };
}

const EMAIL = 'grown@example.org';
const PASSWORD = 'Correct-Horse-7';

function openTrader(url: string): Trader {
  const caller = createCaller(url, '198.51.100.1');
  const signIn = () => caller.call('POST', '/auth/login', { email: EMAIL, password: PASSWORD });
  return { ...caller, signIn };
}

/** The database of a venue that has run once. */
async function prepare(databaseUrl: string, extent: Extent): Promise<void> {
  const venue = await start(databaseUrl);
  const trader = openTrader(venue.url);
  const registration = { email: EMAIL, username: 'grown', password: PASSWORD, confirm_password: PASSWORD };
  const { status } = await trader.call('POST', '/auth/register', registration);
  if (status >= 300) throw new Error(`registering was answered with ${status}`);
  await venue.stop();
  await fill(databaseUrl, extent, EMAIL);
}

async function termsOf(trader: Trader): Promise<Terms> {
  const { body } = await trader.call('GET', `/pair/pairs/${BIG_PAIR}`);
  const { settings: rules } = JSON.parse(body) as {
    readonly settings: { readonly min_price_increment: string; readonly min_order_size: string };
  };
  const tick = unitsOf(rules.min_price_increment) ?? 0n;
  const quantity = unitsOf(rules.min_order_size) ?? 0n;
  return { bid: textOf(tick * BEST_BID), quantity: textOf(quantity), double: textOf(quantity * 2n) };
}

/** The hourly tree of what is owed, whose cost `bench -- solvency` measures, is made at the first start. */
async function firstTree(trader: Trader): Promise<void> {
  const end = performance.now() + LONGEST_TREE;
  while (performance.now() < end) {
    const { body } = await trader.call('GET', '/solvency/statements');
    if (body.includes('"hash"')) return;
    await pause(500);
  }
  throw new Error('no tree of what is owed was made');
}

async function use({ databaseUrl, took, starts }: Side): Promise<void> {
  const venue = await start(databaseUrl);
  starts.push(venue.seconds);
  const trader = openTrader(venue.url);
  try {
    await trader.signIn();
    const terms = await termsOf(trader);
    await firstTree(trader);
    await actAll(trader, terms, WARM_UP, new Map());
    await actAll(trader, terms, TURNS, took);
  } finally {
    trader.close();
    await venue.stop();
  }
}

function report(fresh: Side, grown: Side): void {
  const rows = [...grown.took].map(([call, times]) => {
    const before = fresh.took.get(call) ?? [];
    const [p99, first] = [quantile(times, 0.99), quantile(before, 0.99)];
    return {
      call,
      'new p50': round(quantile(before, 0.5)),
      p50: round(quantile(times, 0.5)),
      'new p99': round(first),
      p99: round(p99),
      ratio: round(p99 / first, 2),
    };
  });
  rows.sort((a, b) => b.ratio - a.ratio);
  print('Milliseconds of each call, in a new and in a grown venue', rows);
  const slow = rows.filter(({ ratio }) => ratio > PROMISED.ratio).map(({ call }) => call);
  const seconds = (side: Side) => side.starts.map((one) => round(one)).join(', ');
  console.log(`Started in ${seconds(grown)} s; the new one in ${seconds(fresh)} s.`);
  const isKept = slow.length === 0 && Math.max(...grown.starts) <= PROMISED.start;
  console.log(
    isKept ? 'The promise is kept.' : `The promise is NOT kept. Slower: ${slow.join(', ') || 'none'}.`,
  );
  if (!isKept) process.exitCode = 1;
}

export async function run(scale: number): Promise<void> {
  // Whole groups of orders, and an even number of accounts.
  const part = (most: number, step: number) => Math.max(step, Math.round((most * scale) / step) * step);
  const extent: Extent = {
    accounts: part(GROWN.accounts, 100),
    orders: part(GROWN.orders, 1000),
    trades: part(GROWN.trades, 10_000),
    open: part(GROWN.open, 200),
  };
  const given = process.env.BENCH_DATABASE_URL;
  const server = given ? null : await startPostgres();
  const url = given ?? server?.url ?? '';
  try {
    await onServer(url, (freshUrl) =>
      onServer(url, async (grownUrl) => {
        const fresh: Side = { databaseUrl: freshUrl, took: new Map(), starts: [] };
        const grown: Side = { databaseUrl: grownUrl, took: new Map(), starts: [] };
        await prepare(freshUrl, NEW);
        const began = performance.now();
        await prepare(grownUrl, extent);
        console.log(
          `Filled with ${JSON.stringify(extent)} in ${round((performance.now() - began) / 1000)} s.`,
        );
        for (let round_ = 0; round_ < ROUNDS; round_ += 1) for (const side of [fresh, grown]) await use(side);
        report(fresh, grown);
      }),
    );
  } finally {
    await server?.stop();
  }
}
