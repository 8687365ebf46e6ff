import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/services/clock/port.ts';
import { createHttp } from '../../../src/services/http/http.ts';
import { createTransport } from '../../../src/services/http/ofetch.ts';
import type { Log } from '../../../src/services/log/port.ts';
import { createRandom, type Random } from '../../../venue/random.ts';
import { openTrader, startVenue, type TestVenue, type Trader } from '../edge/harness.ts';
import { FAULTS, type FaultProxy, startProxy } from './proxy.ts';
import type { Write } from './press.ts';
import { NEEDS_GRIN, NEVER_TWICE, SPENDS_ACCOUNT, WRITES } from './writes.ts';

/**
 * Each write of the client, by its real services and charts, against the real venue, with a proxy between them that
 * spoils answers. `FAULT_RUNS=10000` runs the whole promise (README, "Reliability"); `FAULT_SEED` begins with the seed that
 * a failing run has printed.
 */
const RUNS = Number(process.env['FAULT_RUNS'] ?? '12');
const FIRST_SEED = Number(process.env['FAULT_SEED'] ?? '1');
/** The client's clock runs so many times faster: its patience is tried, and nobody waits for it. */
const FASTER = 25;

/** A timer that is so late says that this process had no turn, and nothing of what it waited for. Milliseconds. */
const NO_TURN = 50;

/**
 * The clock of the client. It stands still while the venue works and while this process has no turn: a slow machine is
 * none of the faults that are tried here.
 * @param isWorking whether the venue has been asked and has not answered yet.
 */
function fasterClock(isWorking: () => boolean): Clock {
  return {
    now: () => Date.now(),
    setTimeout(run, milliseconds) {
      const wait = milliseconds / FASTER;
      const timer: { handle?: NodeJS.Timeout } = {};
      const begin = (): void => {
        const due = performance.now() + wait;
        timer.handle = setTimeout(() => {
          if (isWorking() || performance.now() - due > NO_TURN) begin();
          else run();
        }, wait);
      };
      begin();
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

describe('one press, whatever happens to its answer', () => {
  let venue: TestVenue;
  let proxy: FaultProxy;
  const clock = fasterClock(() => proxy.isWorking);
  let random: Random;
  beforeAll(async () => {
    venue = await startVenue({
      CHAINS: 'manual',
      LIMIT_ATTEMPTS: '1000000',
      LIMIT_SOURCE_ATTEMPTS: '100000000',
      LIMIT_ORDERS: '1000000',
      LIMIT_COINS: '1000000',
    });
    random = createRandom('proxy');
    proxy = await startProxy(venue.origin, {
      next: () => random.next(),
      whole: (least, most) => random.whole(least, most),
      normal: () => random.normal(),
    });
  });
  afterAll(async () => {
    await proxy.close();
    await venue.close();
  });

  const httpOf = (user: Trader) =>
    createHttp({
      transport: createTransport(proxy.origin),
      clock,
      log: silent,
      sendsIntents: true,
      sessionHeaders: () => ({
        ...(user.cookie === '' ? {} : { cookie: user.cookie }),
        origin: venue.origin,
        'sec-fetch-site': 'same-origin',
      }),
      onUnauthorized: () => undefined,
    });

  const faultsFor = (name: string) => FAULTS.filter((fault) => fault !== 'twice' || !NEVER_TWICE.has(name));

  /** One run. @returns what is wrong with it; an end of the chart, too, when nothing is. */
  async function run(name: string, write: Write, seed: number, user: Trader) {
    random = createRandom(`${name}-${seed}`);
    const faults = faultsFor(name);
    const one = () => (random.next() < 0.35 ? null : (faults[random.whole(0, faults.length - 1)] ?? null));
    const plan = Array.from({ length: random.whole(1, 4) }, one);
    proxy.done.length = 0;
    const outcome = await write({
      venue,
      user,
      http: httpOf(user),
      clock,
      random: () => random.next(),
      spoil: () => {
        proxy.plan = plan;
      },
    });
    proxy.plan = [];
    await proxy.idle();
    const { told, effects, wrong } = outcome;
    const isTrue =
      effects <= 1 && wrong === undefined && (told === 'not known' || (told === 'done') === (effects === 1));
    return { isTrue, told, wrong: isTrue ? null : { FAULT_SEED: seed, outcome, happened: [...proxy.done] } };
  }

  test.each(Object.entries(WRITES))(
    `%s: at most one effect, and the page ends on the truth, in ${RUNS} runs`,
    async (name, write) => {
      let user = await openTrader(venue);
      const ends = { done: 0, 'not done': 0, 'not known': 0 };
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
        if (SPENDS_ACCOUNT.has(name)) user = await openTrader(venue);
        if (NEEDS_GRIN.has(name)) await readyForGrin(user);
        const { told, wrong } = await run(name, write, seed, user);
        expect(wrong).toBeNull();
        ends[told] += 1;
      }
      expect(ends.done).toBeGreaterThan(0);
      expect(await venue.venue.exchange.audit()).toEqual([]);
      if (RUNS > 100) process.stdout.write(`${name}: ${JSON.stringify(ends)}\n`);
    },
    Math.max(60_000, RUNS * 5000),
  );
});
