import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkServer, DEFAULTS, type Outcome, type Settings } from '../../../tools/conformance/run.ts';
import {
  ask,
  limitOrder,
  openTrader,
  PASSWORD,
  startVenue,
  type TestVenue,
  type Trader,
} from '../edge/harness.ts';
import { BREACHES } from './breaches.ts';
import { type Frame, tamper } from './proxy.ts';

const ORIGIN = 'https://client.example';

let venue: TestVenue;
let trader: Trader;
let account: Exclude<Settings['account'], string | null>;

beforeAll(async () => {
  venue = await startVenue({ MAKERS: 'on', HISTORY: 'on', ALLOWED_ORIGINS: ORIGIN, LIMIT_ATTEMPTS: '10' });
  await venue.venue.marketsOpen;
  trader = await openTrader(venue);
  account = { email: trader.email, password: PASSWORD };
  // So that no list is empty, and a nudge changes every figure.
  const [first] = (await ask(venue.origin, '/pair/pairs')).body as { pair: { symbol: string } }[];
  await trade(first?.pair.symbol ?? '', 'BUY');
});
afterAll(() => venue.close());

interface Book {
  readonly bids: readonly (readonly [price: string, quantity: string])[];
  readonly asks: Book['bids'];
}

/** Trades with the best price of a pair, so that its book changes. */
async function trade(pair: string, operation: 'BUY' | 'SELL'): Promise<void> {
  const { asks, bids } = (await ask(venue.origin, `/order/orderbook/${pair}`)).body as Book;
  const [price, quantity] = (operation === 'BUY' ? asks : bids)[0] ?? ['', ''];
  const { status } = await trader.post('/order/orders/limit', limitOrder(operation, price, quantity, pair));
  expect(status).toBe(200);
}

const nudged: Promise<void>[] = [];
/** The market makers may be slow, so the test itself causes what it waits for. */
const nudge = ({ pair_symbol: pair }: Frame): void => void nudged.push(trade(String(pair), 'SELL'));

const claims: Settings['claims'] = new Set([
  'idempotencyKeys',
  'accountHeader',
  'bookSequence',
  'btcUsd',
  'amend',
  'timeInForce',
  'stopOrders',
  'icebergs',
  'oneCancelsOther',
  'trailingStops',
]);

const settingsFor = (server: URL): Settings => ({
  ...DEFAULTS,
  server,
  origin: ORIGIN,
  claims,
  account,
  mayWrite: true,
  listen: 1500,
});

const failuresOf = ({ verdicts }: Outcome): Record<string, readonly string[]> =>
  Object.fromEntries(verdicts.filter(({ holds }) => holds === false).map(({ id, details }) => [id, details]));
const skippedOf = ({ verdicts }: Outcome): string[] =>
  verdicts.filter(({ holds }) => holds === null).map(({ id }) => id);

describe('the venue', () => {
  it('meets every requirement with the capabilities that it claims', async () => {
    const announced: string[] = [];
    const quiet = await tamper(venue.origin, {
      frame(frame) {
        if (frame.type === 'orderbook_snapshot') nudge(frame);
        return frame;
      },
    });
    const settings = { ...settingsFor(quiet.url), attempts: 15 };
    const outcome = await checkServer(settings, (text) => announced.push(text));
    await Promise.all([quiet.close(), ...nudged]);
    expect(failuresOf(outcome)).toEqual({});
    expect(outcome.ended).toBeNull();
    // It is not reached over https.
    expect(skippedOf(outcome)).toEqual(['session.secure']);
    expect(announced.join('\n')).toMatch(/limit orders[\s\S]*support ticket[\s\S]*wrong passwords/);
  });

  it('without trades has no last price, so no trailing order is tried', async () => {
    const untraded = await tamper(venue.origin, {
      after(passing) {
        if (passing.path.startsWith('/order/trades/')) passing.json = [];
      },
    });
    const outcome = await checkServer({ ...settingsFor(untraded.url), areas: ['orders'] }, () => undefined);
    await untraded.close();
    expect(failuresOf(outcome)).toEqual({});
    expect(skippedOf(outcome)).toEqual(['session.secure', 'orders.trailing']);
  });

  it('is not changed unless requested', async () => {
    const announced: string[] = [];
    const settings = {
      ...settingsFor(new URL(venue.origin)),
      mayWrite: false,
      areas: ['orders', 'support'] as const,
    };
    const outcome = await checkServer(settings, (text) => announced.push(text));
    expect(announced).toEqual([]);
    expect(outcome.verdicts.filter(({ id }) => /^(orders|support)\./.test(id))).toEqual([]);
  });
});

describe('planted breaches', () => {
  it('there are at least twenty, all different', () => {
    expect(new Set(BREACHES.map(({ breaks }) => breaks)).size).toBeGreaterThanOrEqual(20);
  });

  it.each(BREACHES.map((breach) => [breach.name, breach] as const))(
    '%s',
    async (_name, { area, breaks, make }) => {
      const proxy = await tamper(venue.origin, make(nudge));
      try {
        const settings: Settings = {
          ...settingsFor(proxy.url),
          areas: [area],
          attempts: breaks === 'errors.retryAfter' ? 15 : 0,
        };
        const outcome = await checkServer(settings, () => undefined);
        expect(Object.keys(failuresOf(outcome)), JSON.stringify(failuresOf(outcome))).toEqual([breaks]);
        expect(outcome.ended).toBeNull();
      } finally {
        await Promise.all([proxy.close(), ...nudged]);
      }
    },
  );
});
