import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../../src/services/clock.ts';
import { createHttp } from '../../../src/services/http/http.ts';
import { keepingCookies } from '../cookies.ts';
import { createTransport } from '../../../src/services/http/ofetch.ts';
import type { Log } from '../../../src/services/log.ts';
import { createRandom } from '../../../venue/random.ts';
import { openTrader, startVenue, type TestVenue, type Trader } from '../edge/harness.ts';
import type { Outcome, Write } from './press.ts';
import { FAULTS, type FaultProxy, startProxy } from './proxy.ts';

/** `FAULT_RUNS=10000` runs as many as promised; `FAULT_SEED` starts with a seed that failed. */
const RUNS = Number(process.env.FAULT_RUNS ?? '12');
const FIRST_SEED = Number(process.env.FAULT_SEED ?? '1');
/** Concurrent users in a long run, each with a proxy of their own: most of a run waits for what never comes. */
const LANES = RUNS > 100 ? 12 : 1;
/** Runs after which a new user takes over, because balances run out. */
const RUNS_OF_A_USER = 100;
/** How many times faster the client's clock runs: its patience is tested, and nobody waits for it. */
const FASTER = 25;

/** Milliseconds. A timer this late shows that the process had no turn; it says nothing about the venue. */
const NO_TURN = 50;
/** How often it waits again for that reason; without a limit, a machine that is always late would never end. */
const MAX_TURNS = 10;

/**
 * The clock of the client. It stands still while the venue works and while this process has no turn, because a slow
 * machine is none of the tested faults.
 * @param isWorking whether a request to the venue is still unanswered.
 */
function fasterClock(isWorking: () => boolean): Clock {
  return {
    now: () => Date.now(),
    setTimeout(run, milliseconds) {
      const wait = milliseconds / FASTER;
      const timer: { handle?: NodeJS.Timeout } = {};
      const begin = (turn: number): void => {
        const due = performance.now() + wait;
        timer.handle = setTimeout(() => {
          if (isWorking()) begin(turn);
          else if (performance.now() - due > NO_TURN && turn < MAX_TURNS) begin(turn + 1);
          else run();
        }, wait);
      };
      begin(1);
      return timer;
    },
    clearTimeout: (timer) => clearTimeout((timer as { handle?: NodeJS.Timeout } | undefined)?.handle),
  };
}
const silent: Log = {
  unreadable: () => undefined,
  outage: () => undefined,
  droppedFrame: () => undefined,
  defect: (where, error) => {
    throw new Error(`a defect in ${where}`, { cause: error });
  },
  warning: () => undefined,
};

async function readyForGrin(user: Trader): Promise<void> {
  const { body } = await user.get('/sandbox/grin');
  const { wallet_address: address } = body as { wallet_address: string };
  await user.post('/user/refund-address', { coin_ticker: 'GRIN', address });
}

/** Milliseconds. A page that shows nothing for this long is stuck, and its seed is printed. */
const LONGEST = 120_000;

const stuck = (): Promise<Outcome> =>
  new Promise((resolve) => {
    const wrong = `the page said nothing for ${LONGEST / 1000} s`;
    setTimeout(() => resolve({ told: 'not known', effects: 0, wrong }), LONGEST).unref();
  });

export interface Proven {
  readonly press: Write;
  /** It changes the account, so the next run needs another one. */
  readonly spendsAccount?: true;
  /** It first asks for a GRIN refund address. */
  readonly needsGrin?: true;
  /** Its call has no idempotency key, and each arrival adds a text: a request that arrives twice adds two. */
  readonly neverTwice?: true;
  /** Its requests are counted: one press sends one, and here nobody presses "Send again". */
  readonly isSentOnce?: true;
  /** It is sent to a server that accepts no keys. */
  readonly isWithoutKeys?: true;
}

/** One user at a time, with a proxy to the venue that spoils what a test chooses. */
interface Lane {
  readonly proxy: FaultProxy;
  readonly clock: Clock;
}

/**
 * Each write of the client, with its real services and charts, against the real venue, through a proxy
 * that spoils answers.
 */
export function proveWrites(writes: Readonly<Record<string, Proven>>): void {
  let venue: TestVenue;
  let lanes: readonly Lane[];
  beforeAll(async () => {
    venue = await startVenue({
      CHAINS: 'manual',
      LIMIT_ATTEMPTS: '1000000',
      LIMIT_SOURCE_ATTEMPTS: '100000000',
      LIMIT_ORDERS: '1000000',
      LIMIT_COINS: '1000000',
    });
    lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(venue)));
  });
  afterAll(async () => {
    await Promise.all(lanes.map(({ proxy }) => proxy.close()));
    await venue.close();
  });

  /** One run. @returns what is wrong with it; also a final state of the chart, if nothing is. */
  async function run(name: string, proven: Proven, seed: number, lane: Lane, user: Trader) {
    const { press, neverTwice, isSentOnce } = proven;
    const { proxy, clock } = lane;
    const random = createRandom(`${name}-${seed}`);
    proxy.random = random;
    const faults = FAULTS.filter((fault) => fault !== 'twice' || neverTwice !== true);
    const one = () => (random.next() < 0.35 ? null : (faults[random.whole(0, faults.length - 1)] ?? null));
    const plan = Array.from({ length: random.whole(1, 4) }, one);
    proxy.done.length = 0;
    const pressing = press({
      venue,
      user,
      http: httpOf(venue, user, lane, proven.isWithoutKeys !== true),
      clock,
      random: () => random.next(),
      spoil: () => {
        proxy.plan = plan;
      },
    });
    const outcome = await Promise.race([pressing, stuck()]);
    proxy.plan = [];
    await proxy.idle();
    const { told, effects, wrong } = outcome;
    const writes = proxy.done.filter((one) => !one.startsWith('GET ')).length;
    const isTrue =
      (isSentOnce !== true || writes <= 1) &&
      effects <= 1 &&
      wrong === undefined &&
      (told === 'not known' || (told === 'done') === (effects === 1));
    return { told, wrong: isTrue ? null : { FAULT_SEED: seed, outcome, happened: [...proxy.done] } };
  }

  test.each(Object.entries(writes))(
    `%s: at most one effect, and the page ends on the truth, in ${RUNS} runs`,
    async (name, write) => {
      const ends = { done: 0, 'not done': 0, 'not known': 0 };
      const wrongs: unknown[] = [];
      const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index).values();
      const walk = async (lane: Lane): Promise<void> => {
        let user: Trader | null = null;
        let runs = 0;
        for (const seed of seeds) {
          if (user === null || write.spendsAccount === true || runs % RUNS_OF_A_USER === 0) {
            user = await openTrader(venue);
            if (write.needsGrin === true) await readyForGrin(user);
          }
          runs += 1;
          const { told, wrong } = await run(name, write, seed, lane, user);
          ends[told] += 1;
          if (wrong !== null) wrongs.push(wrong);
          if (wrongs.length > 0) return;
        }
      };
      await Promise.all(lanes.map(walk));
      expect(wrongs).toEqual([]);
      expect(ends.done).toBeGreaterThan(0);
      expect(await venue.venue.exchange.audit()).toEqual([]);
      if (RUNS > 100) process.stdout.write(`${name}: ${JSON.stringify(ends)}\n`);
    },
    // Long enough for a stuck page to print its seed.
    Math.max(60_000, RUNS * 5000) + LONGEST,
  );
}

async function openLane(venue: TestVenue): Promise<Lane> {
  const proxy = await startProxy(venue.origin);
  return { proxy, clock: fasterClock(() => proxy.isWorking) };
}

const httpOf = (venue: TestVenue, user: Trader, { proxy, clock }: Lane, sendsIdempotencyKeys: boolean) =>
  createHttp({
    transport: createTransport(proxy.origin, clock, keepingCookies(user)),
    clock,
    log: silent,
    sendsIdempotencyKeys,
    sessionHeaders: () => ({
      ...(user.cookies === '' ? {} : { cookie: user.cookies }),
      origin: venue.origin,
      'sec-fetch-site': 'same-origin',
    }),
    onUnauthorized: () => undefined,
  });
