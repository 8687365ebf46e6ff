import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SANDBOX_EMAIL, SANDBOX_PASSWORD } from '../../../venue/sandbox/accounts.ts';
import { embedded } from '../databases.ts';
import {
  ask,
  limitOrder,
  openBrowser,
  openSocket,
  openTrader,
  PASSWORD,
  refusal,
  register,
  startVenue,
  type TestVenue,
  type Trader,
  LIVE,
} from './harness.ts';

let target: TestVenue;
let trader: Trader;

beforeAll(async () => {
  target = await startVenue({ LIMIT_ATTEMPTS: '3' }, Date.now, embedded);
  trader = await openTrader(target);
});
afterAll(() => target.close());

async function balanceOf(user: Trader, coin: string): Promise<string> {
  const balances = (await user.get('/user/balances')).body as { currency: string; available: string }[];
  return balances.find(({ currency }) => currency === coin)?.available ?? 'none';
}
const openIds = async (user: Trader): Promise<string[]> =>
  ((await user.get('/order/orders?state=OPENED')).body as { id: string }[]).map(({ id }) => id);

describe('a sandbox', () => {
  it('says that it is one', async () => {
    expect((await ask(target.origin, '/sandbox/status')).body).toEqual({ sandbox: true });
  });

  it('has an account ready', async () => {
    const browser = openBrowser(target);
    const answer = await browser.post('/auth/login', { email: SANDBOX_EMAIL, password: SANDBOX_PASSWORD });
    expect(answer.status).toBe(200);
    expect((await browser.get('/user/balances')).text).toContain(
      '{"currency":"XMR","available":"120","in_orders":"0"}',
    );
  });

  it('gives a new account its starter balances once, however often it signs in', async () => {
    const user = await openTrader(target);
    await user.post('/auth/login', { email: user.email, password: PASSWORD });
    expect(await balanceOf(user, 'BTC')).toBe('1.5');
    expect(await balanceOf(user, 'GRIN')).toBe('250000');
  });

  it('funds the calling account', async () => {
    const answer = await trader.post('/sandbox/fund', { coin: 'XMR', amount: '0.12345678' });
    expect([answer.status, answer.body]).toEqual([200, { message: 'Added 0.12345678 XMR.' }]);
    expect(await balanceOf(trader, 'XMR')).toBe('120.12345678');
    expect(await target.venue.exchange.audit()).toEqual([]);
  });

  it.each<[unknown, number, string]>([
    [{ coin: 'XMR', amount: '0' }, 422, 'VALIDATION_FAILED'],
    [{ coin: 'XMR', amount: '0.000000001' }, 422, 'VALIDATION_FAILED'],
    [{ coin: 'XMR', amount: 1 }, 422, 'VALIDATION_FAILED'],
    [{ coin: 'XMR', amount: '-1' }, 422, 'VALIDATION_FAILED'],
    [{ coin: 'DOGE', amount: '1' }, 404, 'UNKNOWN_COIN'],
  ])('does not fund %o', async (body, status, code) => {
    expect(refusal(await trader.post('/sandbox/fund', body), status).code).toBe(code);
  });

  it('funds nobody who is not signed in', async () => {
    const answer = await openBrowser(target).post('/sandbox/fund', { coin: 'XMR', amount: '1' });
    expect(refusal(answer, 401).code).toBe('UNAUTHORIZED');
  });
});

describe('scheduled failures', () => {
  const fail = (body: unknown) => trader.post('/sandbox/fail', body);

  it('a status, as often as scheduled, without the effect', async () => {
    await fail({ call: 'placeLimitOrder', status: 503, times: 2 });
    const before = await openIds(trader);
    for (let count = 0; count < 2; count += 1) {
      const answer = await trader.post('/order/orders/limit', limitOrder('BUY', '0.003', '1'));
      expect(refusal(answer, 503).code).toBe('ORDERED_FAILURE');
    }
    expect(await openIds(trader)).toEqual(before);
    expect((await trader.post('/order/orders/limit', limitOrder('BUY', '0.003', '1'))).status).toBe(200);
  });

  it('429 says when to come back', async () => {
    await fail({ call: 'markets', status: 429 });
    const answer = await trader.get('/api/markets');
    refusal(answer, 429);
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it('drop: the order is placed and its answer is lost; the same key finds it', async () => {
    await fail({ call: 'placeLimitOrder', status: 'drop' });
    const before = await openIds(trader);
    const key = { 'idempotency-key': randomUUID() };
    const order = limitOrder('BUY', '0.0031', '1');
    await expect(trader.post('/order/orders/limit', order, key)).rejects.toThrow('fetch failed');
    const after = await openIds(trader);
    expect(after).toHaveLength(before.length + 1);
    const again = await trader.post('/order/orders/limit', order, key);
    expect(again.status).toBe(200);
    expect((again.body as { id: string }).id).toBe(after.find((id) => !before.includes(id)));
    expect(await openIds(trader)).toHaveLength(before.length + 1);
    const other = await trader.post('/order/orders/limit', limitOrder('BUY', '0.0032', '1'), key);
    expect(refusal(other, 422).code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('refuse: the connection is cut before anything happens', async () => {
    await fail({ call: 'placeLimitOrder', status: 'refuse' });
    const before = await openIds(trader);
    await expect(trader.post('/order/orders/limit', limitOrder('BUY', '0.0031', '1'))).rejects.toThrow(
      'fetch failed',
    );
    expect(await openIds(trader)).toEqual(before);
  });

  it('delay: the answer comes late', async () => {
    await fail({ call: 'me', status: 'delay', delay_ms: 300 });
    const started = performance.now();
    expect((await trader.get('/auth/me')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it.each<[unknown, string]>([
    [{ call: 'nothing', status: 500 }, 'UNKNOWN_CALL'],
    [{ call: '__proto__', status: 500 }, 'UNKNOWN_CALL'],
    [{ call: 'me', status: 200 }, 'VALIDATION_FAILED'],
    [{ call: 'me', status: 'explode' }, 'VALIDATION_FAILED'],
    [{ call: 'me', status: 500, times: 101 }, 'VALIDATION_FAILED'],
  ])('%o is refused', async (body, code) => {
    expect(refusal(await fail(body), 422).code).toBe(code);
  });

  it('reset clears them, and everybody’s attempts', async () => {
    const user = await register(target);
    const wrong = { email: user.email, password: 'Wrong-Horse-1' };
    const browser = openBrowser(target);
    for (let count = 0; count < 3; count += 1) refusal(await browser.post('/auth/login', wrong), 401);
    refusal(await browser.post('/auth/login', wrong), 429);
    await fail({ call: 'markets', status: 500, times: 50 });
    expect((await browser.post('/sandbox/reset-limits')).status).toBe(200);
    refusal(await browser.post('/auth/login', wrong), 401);
    expect((await trader.get('/api/markets')).status).toBe(200);
  });

  it('affect only whoever scheduled them; without a session, anybody', async () => {
    const [other, stranger] = [await openTrader(target), openBrowser(target)];
    await fail({ call: 'markets', status: 500 });
    expect((await other.get('/api/markets')).status).toBe(200);
    expect((await stranger.get('/api/markets')).status).toBe(200);
    refusal(await trader.get('/api/markets'), 500);
    await stranger.post('/sandbox/fail', { call: 'login', status: 500 });
    refusal(await stranger.post('/auth/login', { email: other.email, password: PASSWORD }), 500);
  });

  it('in a shared sandbox nobody schedules them for others, or resets their limits', async () => {
    const shared = await startVenue({ PUBLIC_ORIGIN: 'http://quietbook.example', LIMIT_ATTEMPTS: '2' });
    const headers = { origin: 'http://quietbook.example' };
    try {
      const stranger = openBrowser(shared);
      for (const path of ['/sandbox/fail', '/sandbox/reset-limits']) {
        refusal(await stranger.post(path, { call: 'login', status: 500 }, headers), 401);
      }
      const wrong = { email: SANDBOX_EMAIL, password: 'Wrong-Horse-1' };
      for (const status of [401, 401, 429])
        refusal(await stranger.post('/auth/login', wrong, headers), status);
      const user = openBrowser(shared);
      const fresh = { email: 'a@example.org', username: 'a', password: PASSWORD, confirm_password: PASSWORD };
      expect((await user.post('/auth/register', fresh, headers)).status).toBe(201);
      expect(
        (await user.post('/auth/login', { email: fresh.email, password: PASSWORD }, headers)).status,
      ).toBe(200);
      await user.post('/sandbox/fail', { call: 'me', status: 500 }, headers);
      expect((await user.post('/sandbox/reset-limits', undefined, headers)).status).toBe(200);
      expect((await user.get('/auth/me')).status).toBe(200);
      refusal(await stranger.post('/auth/login', wrong, headers), 429);
    } finally {
      await shared.close();
    }
  });

  it('at most 1000 can be scheduled for a call', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await fail({ call: 'pairs', status: 500, times: 100 })).status).toBe(200);
    }
    expect(refusal(await fail({ call: 'pairs', status: 500 }), 422).code).toBe('TOO_MANY_FAILURES');
    await trader.post('/sandbox/reset-limits');
    expect((await trader.get('/pair/pairs')).status).toBe(200);
  });
});

describe('idempotency keys', () => {
  it.each(['short', 'x'.repeat(129), 'has space in it', 'ümlaut-ümlaut'])('%j is no key', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const answer = await trader.post('/order/orders/limit', limitOrder('BUY', '0.003', '1'), headers);
    expect(refusal(answer, 422).code).toBe('INVALID_IDEMPOTENCY_KEY');
  });

  it('20 equal concurrent requests place one order', async () => {
    const before = await openIds(trader);
    const headers = { 'idempotency-key': randomUUID() };
    const order = limitOrder('BUY', '0.0033', '0.5');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trader.post('/order/orders/limit', order, headers)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await openIds(trader)).toHaveLength(before.length + 1);
  });
});

describe('a live venue', () => {
  it('has no sandbox calls, no mint, no ready account and no generated past', async () => {
    const live = await startVenue({ ...LIVE, MAKERS: '', LIST_ALL_PAIRS: 'on' });
    try {
      const user = await openTrader(live);
      expect(await balanceOf(user, 'BTC')).toBe('0');
      refusal(await user.get('/sandbox/status'), 404);
      for (const path of ['/sandbox/fund', '/sandbox/fail', '/sandbox/reset-limits']) {
        expect(refusal(await user.post(path, {}), 404).code).toBe('NOT_FOUND');
      }
      // Nobody can register it either (LOGIN-17): its e-mail is public.
      const made = await openBrowser(live).post('/auth/register', {
        email: SANDBOX_EMAIL.toUpperCase(),
        username: 'somebody',
        password: 'Correct-Horse-1',
        confirm_password: 'Correct-Horse-1',
      });
      expect([201, 409]).toContain(made.status);
      refusal(
        await openBrowser(live).post('/auth/login', { email: SANDBOX_EMAIL, password: 'Correct-Horse-1' }),
        401,
      );
      refusal(await user.get('/stats/btc-usd'), 404);
      const { markets } = (await user.get('/api/markets')).body as { markets: Record<string, unknown> };
      expect(markets['XMR-BTC']).toEqual({
        last_price: null,
        percent_change: null,
        base_volume: '0',
        quote_volume: '0',
        high_24h: null,
        low_24h: null,
        lowest_ask: null,
        highest_bid: null,
      });
    } finally {
      await live.close();
    }
  });
});

describe('the generated past of a new sandbox (LIVE-12)', () => {
  interface Trade {
    readonly id: string;
    readonly price: string;
    readonly time: string;
  }
  const PAIR = 'XMR-BTC';

  it('has its last hour in the tape, and one last price everywhere, until somebody trades', async () => {
    const own = await startVenue({ HISTORY: 'on' });
    const read = async (path: string) => (await ask(own.origin, path)).body;
    const tape = async () => (await read(`/order/trades/${PAIR}`)) as readonly Trade[];
    const past = await tape();
    const times = past.map(({ time }) => Date.parse(time));
    expect(past.length).toBeGreaterThanOrEqual(50);
    expect(new Set(past.map(({ id }) => id)).size).toBe(past.length);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
    expect(Date.now() - Math.min(...times)).toBeLessThan(3_720_000);

    const last = past[0]?.price;
    const socket = await openSocket(own.socketUrl);
    socket.say({ type: 'subscribe_orderbook', pair_symbol: PAIR, depth: 10 });
    socket.say({ type: 'subscribe_trades', pair_symbol: PAIR });
    const book = await socket.next(({ type }) => type === 'orderbook_snapshot');
    const stream = await socket.next(({ type }) => type === 'trades_snapshot');
    expect(await read(`/api/markets/${PAIR}`)).toMatchObject({ last_price: last });
    expect(book.last_trade_price).toBe(last);
    expect(stream.trades).toEqual(past);

    const [seller, buyer] = await Promise.all([openTrader(own), openTrader(own)]);
    await seller.post('/order/orders/limit', limitOrder('SELL', String(last), '1', PAIR));
    await buyer.post('/order/orders/limit', limitOrder('BUY', String(last), '1', PAIR));
    const update = await socket.next(({ type }) => type === 'trades_update');
    expect(update.trades).toHaveLength(1);
    expect((await tape()).slice(1)).toEqual(past.slice(0, 99));
    socket.socket.close();
    await own.close();
  });
});
