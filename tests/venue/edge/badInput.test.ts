import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../src/services/contract/index.ts';
import { largestBody } from '../../../venue/http/body.ts';
import {
  ask,
  limitOrder,
  openTrader,
  PASSWORD,
  refusal,
  startVenue,
  type TestVenue,
  type Trader,
} from './harness.ts';

let target: TestVenue;
let trader: Trader;

beforeAll(async () => {
  target = await startVenue();
  trader = await openTrader(target);
  const filled = await openTrader(target);
  for (const price of ['0.004', '0.0039']) {
    await trader.post('/order/orders/limit', limitOrder('BUY', price, '0.5'));
    await filled.post('/order/orders/limit', limitOrder('SELL', price, '0.2'));
  }
});
afterAll(() => target.close());

describe('bad input', () => {
  const limitBody = limitOrder('BUY', '0.003', '1');
  const chartBody = { frame: 'hour', pair: 'XMR-BTC', start_ts: 0, stop_ts: 10 };
  const registration = {
    email: 'a@example.org',
    username: 'a',
    password: PASSWORD,
    confirm_password: PASSWORD,
  };
  const login = { email: 'a@example.org', password: PASSWORD };
  const change = { old_password: PASSWORD, new_password: 'Newer-Horse-9', confirm_password: 'Newer-Horse-9' };

  const [LOGIN, REGISTER, CHANGE] = ['/auth/login', '/auth/register', '/auth/change-password'];
  const [LIMIT, MARKET, CHART] = ['/order/orders/limit', '/order/orders/market', '/stats/chartx'];
  async function expectRefused(path: string, body: unknown, status: number, code: string, says: RegExp) {
    const refused = refusal(await trader.post(path, body), status);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(says);
    expect(refused.message).not.toContain(PASSWORD);
  }

  it.each<[path: string, body: unknown, says: RegExp]>([
    [LOGIN, {}, /^email must be given as text/],
    [LOGIN, { ...login, email: 7 }, /^email must be given as text/],
    [LOGIN, { ...login, password: '' }, /^password must not be empty/],
    [LOGIN, { ...login, extra: 1 }, /^Unknown field "extra"/],
    [LOGIN, JSON.parse('{"__proto__":1}'), /./],
    [LOGIN, [], /JSON object/],
    [LOGIN, null, /JSON object/],
    [LOGIN, { ...login, password: 'x'.repeat(1025) }, /at most 1024/],
    [LIMIT, { ...limitBody, price: 0.003 }, /^price must be given as text/],
    [LIMIT, { ...limitBody, price: '1e-3' }, /^price must be a decimal number/],
    [LIMIT, { ...limitBody, quantity: '-1' }, /^quantity must be/],
    [LIMIT, { ...limitBody, operation: 'buy' }, /BUY or SELL/],
    [LIMIT, { ...limitBody, type: 'STOP' }, /^type must be LIMIT/],
    [LIMIT, { ...limitBody, pair: 'xmr-btc' }, /XMR-BTC/],
    [CHART, { ...chartBody, frame: 'week' }, /minute or hour or day/],
    [CHART, { ...chartBody, start_ts: '0' }, /^start_ts must be given as a/],
    [CHART, { ...chartBody, start_ts: 1.5 }, /whole number/],
    [CHART, { ...chartBody, start_ts: 11 }, /stop_ts/],
  ])('%s %o is not valid', (path, body, says) => expectRefused(path, body, 422, 'VALIDATION_FAILED', says));

  it.each<[path: string, body: unknown, status: number, code: string, says: RegExp]>([
    [REGISTER, { ...registration, email: 'no-address' }, 422, 'INVALID_EMAIL', /^email/],
    [REGISTER, { ...registration, email: 'a\u0000@b.c' }, 422, 'INVALID_EMAIL', /^email/],
    [REGISTER, { ...registration, username: ' a' }, 422, 'INVALID_USERNAME', /^username/],
    [REGISTER, { ...registration, username: 'a\u0000' }, 422, 'INVALID_USERNAME', /^username/],
    [REGISTER, { ...registration, password: 'Ab1' }, 422, 'PASSWORD_LENGTH', /8 characters/],
    [REGISTER, { ...registration, password: 'alllowercase1' }, 422, 'PASSWORD_REQUIREMENTS', /uppercase/],
    [REGISTER, { ...registration, confirm_password: 'x' }, 422, 'PASSWORDS_DO_NOT_MATCH', /do not match/],
    [CHANGE, { ...change, confirm_password: 'x' }, 422, 'PASSWORDS_DO_NOT_MATCH', /do not match/],
    [
      CHANGE,
      { ...change, new_password: PASSWORD, confirm_password: PASSWORD },
      422,
      'PASSWORD_UNCHANGED',
      /differ/,
    ],
    [CHANGE, { ...change, old_password: 'Wrong-Horse-1' }, 401, 'WRONG_PASSWORD', /current/],
    [LIMIT, { ...limitBody, pair: 'DOGE-BTC' }, 404, 'PAIR_NOT_FOUND', /pair/],
    [LIMIT, { ...limitBody, price: '0.0030001' }, 422, 'PRICE_NOT_ON_TICK', /0\.000001/],
    [LIMIT, { ...limitBody, quantity: '99999' }, 422, 'INSUFFICIENT_BALANCE', /BTC/],
    [MARKET, { pair: 'XMR-BTC', operation: 'BUY' }, 400, 'COST_OR_QUANTITY', /cost|quantity/],
    [MARKET, { pair: 'XMR-BTC', operation: 'SELL', cost: '1' }, 400, 'COST_OF_SALE', /quantity/],
    [CHART, { ...chartBody, pair: 'DOGE-BTC' }, 404, 'UNKNOWN_PAIR', /pair/],
  ])('%s %o: %i %s', expectRefused);

  it.each<[path: string, body: unknown, invalid: unknown]>([
    [
      '/auth/register',
      { ...registration, username: 'x'.repeat(65) },
      { field: 'username', rule: 'long', limit: 64 },
    ],
    ['/auth/register', { ...registration, email: 'ab' }, { field: 'email', rule: 'short', limit: 3 }],
    ['/auth/register', { ...registration, email: 'no-address' }, { field: 'email', rule: 'format' }],
    ['/auth/register', { ...registration, username: ' a' }, { field: 'username', rule: 'format' }],
    ['/auth/login', { ...login, password: '' }, { field: 'password', rule: 'empty' }],
    ['/auth/login', { ...login, extra: 1 }, { field: 'extra', rule: 'unknown' }],
    ['/auth/login', [], { field: '', rule: 'type' }],
    ['/order/orders/limit', { ...limitBody, price: '1e-3' }, { field: 'price', rule: 'decimal' }],
    ['/order/orders/limit', { ...limitBody, operation: 'buy' }, { field: 'operation', rule: 'choice' }],
    [
      '/user/address-book/addresses',
      { coin_ticker: 'XMR', address: 'x', label: ' ' },
      { field: 'label', rule: 'empty' },
    ],
    [
      '/support/tickets/comment/x',
      { content: 'x'.repeat(20_001) },
      { field: 'content', rule: 'long', limit: 20_000 },
    ],
    [
      '/user/api-keys',
      { label: 'Bot', permissions: ['read'], addresses: ['nowhere'], password: PASSWORD },
      { field: 'addresses', rule: 'network' },
    ],
    ['/auth/login', { ...login, email: 'x'.repeat(20_000) }, { field: '', rule: 'long' }],
  ])('to %s: %j names its field and rule for programs (CALL-19)', async (path, body, invalid) => {
    const answer = await trader.post(path, body);
    expect(answer.status).toBeGreaterThanOrEqual(413);
    expect(answer.body).toMatchObject({ invalid });
  });

  it.each([
    ['/api/markets/DOGE-BTC', 404, 'UNKNOWN_PAIR'],
    ['/api/markets/%00', 400, 'NUL_CHARACTER'],
    ['/api/markets/__proto__', 404, 'UNKNOWN_PAIR'],
    ['/api/markets/%E0%A4%A', 404, 'UNKNOWN_PAIR'],
    ['/pair/pairs/DOGE-BTC', 404, 'UNKNOWN_PAIR'],
    ['/order/trades/DOGE-BTC', 404, 'UNKNOWN_PAIR'],
    ['/order/orderbook/DOGE-BTC', 404, 'UNKNOWN_PAIR'],
    ['/order/orderbook/XMR-BTC?depth=0', 422, 'VALIDATION_FAILED'],
    ['/order/orderbook/XMR-BTC?depth=501', 422, 'VALIDATION_FAILED'],
    ['/order/orderbook/XMR-BTC?depth=1e2', 422, 'VALIDATION_FAILED'],
    ['/order/orderbook/XMR-BTC?depth=20&depth=30', 422, 'VALIDATION_FAILED'],
    ['/order/orderbook/XMR-BTC?dept=20', 422, 'VALIDATION_FAILED'],
    ['/order/trades/XMR-BTC?limit=-1', 422, 'VALIDATION_FAILED'],
    ['/api/markets?x=1', 422, 'VALIDATION_FAILED'],
    ['/pair/pairs?limit=9999', 422, 'VALIDATION_FAILED'],
    ['/coin/coins?sort_by=price', 422, 'VALIDATION_FAILED'],
    ['/order/orders?state=GONE', 422, 'VALIDATION_FAILED'],
    ['/order/orders?pair=DOGE-BTC', 404, 'UNKNOWN_PAIR'],
    ['/order/orders?skip=-5', 422, 'VALIDATION_FAILED'],
    ['/order/orders/history/executions?pair=DOGE-BTC', 404, 'UNKNOWN_PAIR'],
    ['/nothing/here', 404, 'NOT_FOUND'],
    ['/auth/login', 405, 'METHOD_NOT_ALLOWED'],
    ['/stats/chartx', 405, 'METHOD_NOT_ALLOWED'],
  ])('GET %s: %i %s', async (path, status, code) => {
    expect(refusal(await trader.get(path), status).code).toBe(code);
  });

  it('an empty pair and an empty state do not filter', async () => {
    const all = (await trader.get('/order/orders/history/executions?pair=')).body as unknown[];
    expect(all.length).toBeGreaterThan(1);
    expect(((await trader.get('/order/orders?pair=&state=')).body as unknown[]).length).toBeGreaterThan(1);
  });

  it.each(['/order/cancel/%20', '/order/cancel/x', `/order/cancel/${'9'.repeat(200)}`])(
    'DELETE %s is no order',
    async (path) => {
      expect(refusal(await trader.delete(path), 404).code).toBe('ORDER_NOT_FOUND');
    },
  );

  it('a wrong method gets the right one named', async () => {
    const answer = await trader.delete('/auth/login');
    expect(refusal(answer, 405).message).toContain('POST');
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it.each([
    ['{"email":', 400, 'MALFORMED_JSON'],
    ['', 400, 'MALFORMED_JSON'],
    ['\u00ff\u00fe', 400, 'MALFORMED_JSON'],
    [`"${'x'.repeat(largestBody('login'))}"`, 413, 'BODY_TOO_LARGE'],
  ])('a body of %j', async (body, status, code) => {
    const answer = await ask(target.origin, '/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: target.origin },
      body,
    });
    expect(refusal(answer, status).code).toBe(code);
  });

  it('a body that is too large is refused too when its length is not announced', async () => {
    const piece = new TextEncoder().encode('x'.repeat(10_000));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 8) controller.close();
        else controller.enqueue(piece);
      },
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
    expect(refusal(await ask(target.origin, '/auth/login', init as RequestInit), 413).code).toBe(
      'BODY_TOO_LARGE',
    );
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'a body of type %j',
    async (type) => {
      const answer = await ask(target.origin, '/auth/login', {
        method: 'POST',
        headers: type === '' ? {} : { 'content-type': type },
        body: new TextEncoder().encode('{"email":"a@example.org","password":"b"}'),
      });
      expect(refusal(answer, 415).code).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it('a body of exactly the limit of its call is read', async () => {
    const body = JSON.stringify({ email: 'a@example.org', password: 'p', turnstile_token: '' }).padEnd(
      largestBody('login'),
    );
    const answer = await ask(target.origin, '/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body,
    });
    expect(refusal(answer, 401).code).toBe('INVALID_CREDENTIALS');
  });

  it.each(Object.values(calls).filter(({ isPrivate }) => isPrivate))(
    '$name needs a session',
    async ({ method, path }) => {
      const answer = await ask(target.origin, path.replace(':id', 'x'), {
        method,
        headers: { cookie: `session=${'A'.repeat(43)}` },
      });
      expect(refusal(answer, 401).code).toBe('UNAUTHORIZED');
    },
  );
});
