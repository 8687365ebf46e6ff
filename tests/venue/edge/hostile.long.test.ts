import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  limitOrder,
  openBrowser,
  openTrader,
  PASSWORD,
  refusal,
  register,
  startVenue,
  type TestVenue,
  type Trader,
} from './harness.ts';
import { rawGet, rawSend } from './raw.ts';

let target: TestVenue;
let trader: Trader;

beforeAll(async () => {
  target = await startVenue({ LIMIT_ATTEMPTS: '4' });
  trader = await openTrader(target);
});
afterAll(() => target.close());

const json = { 'content-type': 'application/json' };

describe('sign-in', () => {
  it('20 registrations of one e-mail at once make one account', async () => {
    const name = `race-${randomUUID().slice(0, 8)}`;
    const own = await startVenue();
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          openBrowser(own).post('/auth/register', {
            email: index % 2 === 0 ? `${name}@example.org` : `${name.toUpperCase()}@Example.ORG`,
            username: `${name}-${index}`,
            password: PASSWORD,
            confirm_password: PASSWORD,
          }),
        ),
      );
      // The answer does not reveal which one it was (LOGIN-18).
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
      const again = await Promise.all(
        answers.map((_, index) =>
          openBrowser(own).post('/auth/register', {
            email: `${name}-${index}@example.org`,
            username: `${name}-${index}`,
            password: PASSWORD,
            confirm_password: PASSWORD,
          }),
        ),
      );
      // Every name is taken, whichever has the account: a second request reveals nothing (LOGIN-18).
      expect(again.map(({ status }) => status)).toEqual(Array<number>(20).fill(409));
      const browser = openBrowser(own);
      expect(
        (await browser.post('/auth/login', { email: `${name}@example.org`, password: PASSWORD })).status,
      ).toBe(200);
      expect(await own.venue.exchange.audit()).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('other spellings of an e-mail give no more attempts at its password', async () => {
    const email = `${randomUUID().slice(0, 8)}-iiii@example.org`;
    const user = { email, username: email.slice(0, 12), password: PASSWORD, confirm_password: PASSWORD };
    expect((await openBrowser(target).post('/auth/register', user)).status).toBe(201);
    // U+0130 is an i to some databases and not to JavaScript; U+212A is a k to both.
    const spellings = [
      email,
      email.toUpperCase(),
      ...[1, 2, 3, 4].map((n) => email.replace('i'.repeat(n), '\u0130'.repeat(n))),
    ];
    const statuses: number[] = [];
    for (const spelling of spellings.slice(2)) {
      statuses.push(
        (await openBrowser(target).post('/auth/login', { email: spelling, password: PASSWORD })).status,
      );
    }
    // None of them is the account, so none of them counts as an attempt on it.
    expect(statuses).toEqual([401, 401, 401, 401]);
    for (let count = 0; count < 4; count += 1) {
      const spelling = spellings[count % 2];
      refusal(
        await openBrowser(target).post('/auth/login', { email: spelling, password: 'Wrong-Horse-1' }),
        401,
      );
    }
    refusal(await openBrowser(target).post('/auth/login', { email, password: PASSWORD }), 429);
  });

  it("the sender's own X-Forwarded-For is ignored", async () => {
    const own = await startVenue({ LIMIT_ATTEMPTS: '100', LIMIT_SOURCE_ATTEMPTS: '5' });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) {
        const body = { email: `${randomUUID()}@example.org`, password: PASSWORD };
        const headers = { 'x-forwarded-for': `10.0.0.${count}`, forwarded: `for=10.0.0.${count}` };
        statuses.push((await openBrowser(own).post('/auth/login', body, headers)).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    } finally {
      await own.close();
    }
  });

  it.each([
    ['twice, the second one true', (token: string) => `session=${'A'.repeat(43)}; session=${token}`, 401],
    ['twice, the first one true', (token: string) => `session=${token}; session=${'A'.repeat(43)}`, 200],
    ['with an empty one before', (token: string) => `session=; session=${token}`, 200],
    [
      'with other cookies',
      (token: string) => `a=b; ; =; session ; x=${'y'.repeat(900)}; session=${token}`,
      200,
    ],
    ['in quotes', (token: string) => `session="${token}"`, 401],
    ['under another case', (token: string) => `Session=${token}`, 401],
    ['encoded', (token: string) => `session=%${token.charCodeAt(0).toString(16)}${token.slice(1)}`, 401],
    ['with more behind', (token: string) => `session=${token}=x`, 200],
  ])('a session cookie %s', async (_, cookie, status) => {
    const [, token = ''] = trader.cookie.split('=');
    const answer = await ask(target.origin, '/auth/me', { headers: { cookie: cookie(token) } });
    expect(answer.status).toBe(status);
  });

  it('a token that the browser brings along is never adopted', async () => {
    const user = await register(target);
    const planted = 'B'.repeat(43);
    const browser = openBrowser(target);
    browser.cookie = `session=${planted}`;
    expect((await browser.post('/auth/login', { email: user.email, password: PASSWORD })).status).toBe(200);
    expect(browser.cookie).not.toContain(planted);
    const answer = await ask(target.origin, '/auth/me', { headers: { cookie: `session=${planted}` } });
    refusal(answer, 401);
  });
});

describe('raw requests', () => {
  it.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%252e%252e%252fetc%252fpasswd',
    '/assets/..%5c..%5csecret',
    '//etc/passwd',
    '/assets/%00.js',
    '/%c0%ae%c0%ae/etc/passwd',
    '/order/orderbook/..%2f..%2fhealthz',
    '/order/orderbook/%0d%0aset-cookie:%20session=x',
  ])('GET %s leads nowhere', async (path) => {
    const answer = await rawGet(target, path);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(answer).not.toMatch(/root:|^set-cookie/im);
  });

  it('a very long URL and very long headers are refused', async () => {
    expect(await rawGet(target, `/${'x'.repeat(40_000)}`)).toMatch(/^HTTP\/1\.1 (431|414) /);
    expect(
      await rawSend(target, `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['both lengths', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n', '{}   '],
    ['a length below zero', 'Content-Length: -1\r\n', ''],
    ['a length that is no number', 'Content-Length: 5x\r\n', '{}'],
    ['a header cut by a line feed', 'X-A: a\nX-B\r\n', ''],
  ])('%s is no request', async (_, header, body) => {
    const answer = await rawSend(
      target,
      `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('a body over the limit is answered before it has arrived, and what follows it is not a request', async () => {
    const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const head = 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const announced = await rawSend(target, `${head}Content-Length: 10000000\r\n\r\n${smuggled}`);
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
    expect(announced).not.toContain('"ok"');
    const chunk = `${(20_000).toString(16)}\r\n${'x'.repeat(20_000)}\r\n`;
    const chunked = await rawSend(target, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`);
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['/auth/login', '{"email":"a@example.org","password":"b","__proto__":{"isAdmin":true}}'],
    ['/auth/login', '{"email":"a@example.org","password":"b","constructor":{"prototype":{"isAdmin":true}}}'],
    ['/order/orders/limit', `{"__proto__":${JSON.stringify(limitOrder('BUY', '0.003', '1'))}}`],
  ])('POST %s %s changes no prototype and is refused', async (path, body) => {
    const answer = await ask(target.origin, path, {
      method: 'POST',
      headers: { ...json, origin: target.origin, cookie: trader.cookie },
      body,
    });
    expect([401, 422]).toContain(answer.status);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '?%s=1 is no parameter',
    async (name) => {
      expect(refusal(await ask(target.origin, `/api/markets?${name}=1`), 422).code).toBe('VALIDATION_FAILED');
      expect(refusal(await ask(target.origin, `/pair/pairs?limit=1&${name}=1&${name}=2`), 422).code).toBe(
        'VALIDATION_FAILED',
      );
    },
  );
});

describe('the sandbox’s purse', () => {
  it('cannot be emptied by one account: others still get their starter coins', async () => {
    const greedy = await openTrader(target);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await greedy.post('/sandbox/fund', { coin: 'XMR', amount: '9999999999' })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([422]));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => greedy.post('/sandbox/fund', { coin: 'XMR', amount: '60000000' })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(19);
    for (const answer of refused) expect(refusal(answer, 422).code).toBe('ENOUGH_FUNDS');
    const other = await openTrader(target);
    expect((await other.get('/user/balances')).text).toContain(
      '{"currency":"XMR","available":"120","in_orders":"0"}',
    );
    expect(await target.venue.exchange.audit()).toEqual([]);
    expect(
      target.log.filter((line) => !/^(database migrated|ledger head|solvency statement)/.test(line)),
    ).toEqual([]);
  });

  it('gives users no more than half of what can be counted', async () => {
    const { exchange } = target.venue;
    const { id } = (await trader.get('/auth/me')).body as { id: string };
    for (let count = 0; count < 4; count += 1) await exchange.fund(id, { WOW: '10000000000' }, 'test');
    const other = await openTrader(target);
    const asked = await other.post('/sandbox/fund', { coin: 'WOW', amount: '1' });
    expect(refusal(asked, 409).code).toBe('SANDBOX_EMPTY');
    expect((await other.get('/user/balances')).text).toContain('{"currency":"WOW","available":"250000"');
  });
});
