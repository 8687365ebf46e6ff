import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOriginRule } from '../../../venue/http/origin.ts';
import { ask, openTrader, PASSWORD, refusal, register, startVenue, type TestVenue } from './harness.ts';
import { upgradeAnswer } from './raw.ts';

const FRIEND = 'https://app.example.net';
const json = { 'content-type': 'application/json' };
let target: TestVenue;
let secure: TestVenue;

beforeAll(async () => {
  [target, secure] = await Promise.all([
    startVenue({ ALLOWED_ORIGINS: FRIEND }),
    startVenue({ ALLOWED_ORIGINS: FRIEND, PUBLIC_ORIGIN: 'https://quietbook.example' }),
  ]);
});
afterAll(() => Promise.all([target.close(), secure.close()]));

describe('pages of other origins', () => {
  const foreign: readonly (readonly [string, Record<string, string>])[] = [
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['the same host by https', { origin: 'https://127.0.0.1' }],
    ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
    ['another site, named by the browser only', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ];

  it.each(foreign)('%s cannot write', async (_who, headers) => {
    const trader = await openTrader(target);
    for (const [method, path, body] of [
      ['POST', '/auth/logout', undefined],
      ['POST', '/order/orders/limit', '{}'],
      ['DELETE', '/order/cancel/x', undefined],
      ['POST', '/sandbox/fund', '{"coin":"XMR","amount":"1"}'],
      ['POST', '/sandbox/reset-limits', undefined],
    ] as const) {
      const answer = await ask(target.origin, path, {
        method,
        headers: { ...json, ...headers, cookie: trader.cookie },
        ...(body === undefined ? {} : { body }),
      });
      expect(refusal(answer, 403).code).toBe('FOREIGN_ORIGIN');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await trader.get('/auth/me')).status).toBe(200);
  });

  it.each(foreign.filter(([, headers]) => headers.origin !== undefined))(
    '%s gets no socket',
    async (_who, headers) => {
      expect((await upgradeAnswer(target.socketUrl, headers)).status).toBe(403);
    },
  );

  it('cannot read what they fetch', async () => {
    const answer = await ask(target.origin, '/api/markets', { headers: { origin: 'https://evil.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await ask(target.origin, '/auth/login', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('may do both when the operator has named them', async () => {
    const user = await register(target);
    const signedIn = await ask(target.origin, '/auth/login', {
      method: 'POST',
      headers: { ...json, origin: FRIEND },
      body: JSON.stringify({ email: user.email, password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(signedIn.headers.get('access-control-allow-credentials')).toBe('true');
    expect(signedIn.headers.get('vary')).toContain('Origin');
    const preflight = await ask(target.origin, '/order/orders/limit', {
      method: 'OPTIONS',
      headers: { origin: FRIEND },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect((await upgradeAnswer(target.socketUrl, { origin: FRIEND })).status).toBe(101);
  });

  it('behind a proxy only the public origin counts', async () => {
    const post = (origin: string) =>
      ask(secure.origin, '/auth/logout', { method: 'POST', headers: { origin } });
    expect((await post('https://quietbook.example')).status).toBe(200);
    expect((await post('http://quietbook.example')).status).toBe(403);
    expect((await post(secure.origin)).status).toBe(403);
    expect((await upgradeAnswer(secure.socketUrl, { origin: 'https://quietbook.example' })).status).toBe(101);
    expect((await upgradeAnswer(secure.socketUrl, { origin: secure.origin })).status).toBe(403);
  });

  it('a socket without an origin belongs to a program, and may listen', async () => {
    expect((await upgradeAnswer(target.socketUrl, {})).status).toBe(101);
  });

  it('a socket at another path is refused', async () => {
    expect((await upgradeAnswer(target.socketUrl.replace('/ws', '/other'), {})).status).toBe(404);
  });
});

it.each([
  ['same-origin', 'own'],
  ['none', 'own'],
  ['same-site', 'foreign'],
  ['cross-site', 'foreign'],
  [undefined, 'unstated'],
])('without an Origin a request that its browser calls %s is %s', (fetchSite, kind) => {
  const rule = createOriginRule({ publicOrigin: null, allowedOrigins: [FRIEND] });
  expect(rule({ origin: undefined, host: 'localhost', fetchSite })).toBe(kind);
});

describe('the session cookie', () => {
  it.each([
    ['http', () => target, /^session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/],
    [
      'https',
      () => secure,
      /^__Host-session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ],
  ] as const)('under %s', async (_scheme, venue, shape) => {
    const user = await register({ origin: venue().origin }).catch(() => null);
    // Behind a proxy the venue's own address is a foreign origin: register without one.
    const credentials = { email: user?.email ?? 'cookie@example.org', password: PASSWORD };
    const plain = (path: string, body: unknown) =>
      ask(venue().origin, path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    if (!user)
      await plain('/auth/register', { ...credentials, username: 'cookie', confirm_password: PASSWORD });
    const answer = await plain('/auth/login', credentials);
    const [set = '', device = ''] = answer.headers.getSetCookie();
    expect(set).toMatch(shape);
    // The device cookie has the same attributes.
    const attributes = (cookie: string): string => cookie.replace(/=[^;]*|Max-Age=\d+/g, '');
    expect(attributes(device)).toBe(attributes(set).replace('session', 'device'));
    const token = set.split(/[=;]/)[1] ?? '';
    expect(answer.text).not.toContain(token);
    const out = await ask(venue().origin, '/auth/logout', {
      method: 'POST',
      headers: { cookie: set.split(';')[0] ?? '' },
    });
    expect(out.headers.get('set-cookie')).toMatch(/=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict/);
    expect(out.headers.get('clear-site-data')).toBeNull();
  });
});

describe('a session', () => {
  it('is over after a day', async () => {
    let clock = Date.now();
    const aging = await startVenue({ SESSION_IDLE: '86400' }, () => clock);
    try {
      const trader = await openTrader(aging);
      clock += 86_399_000;
      expect((await trader.get('/auth/me')).status).toBe(200);
      clock += 2000;
      expect(refusal(await trader.get('/auth/me'), 401).code).toBe('UNAUTHORIZED');
    } finally {
      await aging.close();
    }
  });
});

describe('without a public origin (LOGIN-17)', () => {
  it.each([
    'evil.example',
    'quietbook.example:8080',
    '127.0.0.1.evil.example',
    '192.0.2.1',
    'localhost.evil',
  ])('a forged Host and Origin %s are refused, also for reads', async (host) => {
    const rule = createOriginRule({ publicOrigin: null, allowedOrigins: [] });
    expect(rule({ origin: `http://${host}`, host, fetchSite: 'same-origin' })).toBe('stray');
    for (const method of ['GET', 'POST']) {
      const answer = await target.venue.app.request('/auth/me', { method, headers: { host } });
      expect(answer.status).toBe(421);
      expect(await answer.json()).toMatchObject({ code: 'UNKNOWN_HOST' });
    }
  });

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]:8080'])('%s is this machine', (host) => {
    const rule = createOriginRule({ publicOrigin: null, allowedOrigins: [] });
    expect(rule({ origin: `http://${host}`, host, fetchSite: undefined })).toBe('own');
  });
});
