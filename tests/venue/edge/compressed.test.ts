import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, calls } from '../../../src/services/contract/index.ts';
import { ask, openTrader, startVenue, type TestAnswer, type TestVenue, type Trader } from './harness.ts';

const everyCall: readonly (readonly [string, Call])[] = Object.entries(calls);
const isOfUser = ({ isPrivate, path }: Call): boolean => isPrivate || path.startsWith('/auth/');
const ofUsers = everyCall.filter(([, call]) => isOfUser(call));
const ofEverybody = everyCall.filter(
  ([name, call]) => !isOfUser(call) && !['btcPrice', 'status'].includes(name),
);
const PAIR = 'XMR-BTC';

describe('compression', () => {
  let venue: TestVenue;
  let user: Trader;
  beforeAll(async () => {
    venue = await startVenue();
    user = await openTrader(venue);
  });
  afterAll(() => venue.close());

  /** A full answer if possible, otherwise a refusal. */
  function request({ method, path }: Call, encodings: string): Promise<TestAnswer> {
    const to = path.replace(/:\w+/, PAIR);
    const now = Math.floor(Date.now() / 1000);
    const candles = { frame: 'hour', pair: PAIR, start_ts: now - 3600, stop_ts: now };
    return ask(venue.origin, to, {
      method,
      headers: {
        'accept-encoding': encodings,
        'content-type': 'application/json',
        cookie: user.cookie,
        'sec-fetch-site': 'same-origin',
      },
      ...(method === 'POST' ? { body: JSON.stringify(to === '/stats/chartx' ? candles : {}) } : {}),
    });
  }
  const encodingOf = ({ headers }: TestAnswer): (string | null)[] => [
    headers.get('content-encoding'),
    headers.get('vary'),
  ];

  it.each(ofEverybody)('%s, where the client can read it', async (_name, call) => {
    const zipped = await request(call, 'gzip, br');
    expect([zipped.status, ...encodingOf(zipped)]).toEqual([200, 'gzip', 'Accept-Encoding']);
    const plain = await request(call, 'identity');
    expect([plain.status, ...encodingOf(plain)]).toEqual([200, null, 'Accept-Encoding']);
    // A book contains the time when it was sent.
    expect({ ...(zipped.body as object), timestamp: 0 }).toEqual({ ...(plain.body as object), timestamp: 0 });
  });

  it.each(ofUsers)('not %s: the length of compressed text reveals its content', async (_name, call) => {
    const answer = await request(call, 'gzip, br');
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('content-encoding')).toBeNull();
  });
});
