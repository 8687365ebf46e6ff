import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, limitOrder, openTrader, refusal, startVenue, type TestVenue, type Trader } from './harness.ts';
import { upgradeAnswer } from './raw.ts';
import { BODIES, filled, type Route, routesOf, seenBy } from './routes.ts';

/**
 * What a page of another site can make a browser send, to every served route; new routes are included automatically.
 * Nothing of it writes, and nothing of it can be read.
 */
let target: TestVenue;
let victim: Trader;

beforeAll(async () => {
  target = await startVenue({ LIMIT_ATTEMPTS: '100000', CHAINS: 'manual' });
  victim = await openTrader(target);
  await victim.post('/order/orders/limit', limitOrder('BUY', '0.002', '0.5'));
});
afterAll(() => target.close());

const EVIL = 'https://evil.example';
/** Headers that identify the caller's page. Browsers set them; a page cannot. */
const sources = (): readonly (readonly [string, Record<string, string>])[] => [
  ['another site', { origin: EVIL }],
  ['another site, with fetch metadata', { origin: EVIL, 'sec-fetch-site': 'cross-site' }],
  [
    'a form of another site in an older browser',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ],
  ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['an origin that is empty', { origin: '' }],
  ['the same host by https', { origin: target.origin.replace('http:', 'https:') }],
  ['the same host on another port', { origin: 'http://127.0.0.1:1' }],
  ['a host that begins alike', { origin: `${target.origin}.evil.example` }],
  ['a name before the host', { origin: target.origin.replace('//', '//evil.') }],
  ['the own origin in capitals', { origin: target.origin.toUpperCase() }],
  ['an origin that lies about its site', { origin: EVIL, 'sec-fetch-site': 'same-origin' }],
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  null,
];
const PREFLIGHT = [
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
];

const send = (
  { method, path }: Route,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Response> | Response =>
  target.venue.app.request(`${target.origin}${filled(path)}`, {
    method,
    headers: { host: new URL(target.origin).host, ...headers },
    ...(body === undefined ? {} : { body }),
  });

/** One request for each route, whatever its method. */
const all = (): readonly Route[] => routesOf(target);
const writes = (): readonly Route[] => all().filter(({ method }) => method !== 'GET');

describe('pages of other sites', () => {
  it('every route that takes a body has one to try', () => {
    expect(writes().length).toBeGreaterThan(25);
    expect(writes().filter(({ path }) => !(path in BODIES))).toEqual([]);
  });

  it('cannot write: on any route, from anywhere, in any type, with the cookie or without', async () => {
    const before = await seenBy(target, victim);
    let tried = 0;
    for (const route of writes()) {
      const body = BODIES[route.path];
      for (const [who, source] of sources()) {
        for (const type of TYPES) {
          for (const cookie of [victim.cookie, null]) {
            const answer = await send(
              route,
              {
                ...source,
                ...(type === null ? {} : { 'content-type': type }),
                ...(cookie === null ? {} : { cookie }),
              },
              body ? JSON.stringify(body) : undefined,
            );
            const what = `${who}: ${route.method} ${route.path} ${type}`;
            expect(answer.status, what).toBe(403);
            expect(await answer.json(), what).toMatchObject({ code: 'FOREIGN_ORIGIN' });
            expect(answer.headers.get('access-control-allow-origin'), what).toBeNull();
            expect(answer.headers.get('set-cookie'), what).toBeNull();
            tried += 1;
          }
        }
      }
    }
    expect(tried).toBe(writes().length * sources().length * TYPES.length * 2);
    expect(await seenBy(target, victim)).toEqual(before);
  });

  it('cannot read, and a preflight allows them nothing', async () => {
    const before = await seenBy(target, victim);
    for (const route of all()) {
      for (const [who, source] of sources()) {
        const what = `${who}: ${route.method} ${route.path}`;
        const preflight = await send(
          { ...route, method: 'OPTIONS' },
          {
            ...source,
            'access-control-request-method': route.method,
            'access-control-request-headers': 'content-type',
          },
        );
        for (const name of PREFLIGHT) expect(preflight.headers.get(name), what).toBeNull();
        if (route.method !== 'GET') continue;
        const answer = await send(route, { ...source, cookie: victim.cookie });
        await answer.text();
        // A browser reveals nothing: no page of another origin may see it, nor as a script, an image or a frame.
        expect(answer.headers.get('access-control-allow-origin'), what).toBeNull();
        expect(answer.headers.get('access-control-allow-credentials'), what).toBeNull();
        expect(answer.headers.get('cross-origin-resource-policy'), what).toBe('same-origin');
        expect(answer.headers.get('content-security-policy'), what).toContain("frame-ancestors 'none'");
        expect(answer.headers.get('cache-control'), what).toBe('no-store');
      }
    }
    expect(await seenBy(target, victim)).toEqual(before);
  });

  it('get no socket, with the cookie or without', async () => {
    for (const [who, source] of sources().filter(([, { origin }]) => origin !== undefined && origin !== '')) {
      for (const cookie of [victim.cookie, null]) {
        const headers = { ...source, ...(cookie === null ? {} : { cookie }) };
        expect((await upgradeAnswer(target.socketUrl, headers)).status, who).toBe(403);
      }
    }
  });
});

describe('pages of the venue', () => {
  it('write only as JSON: a form never does, not even from the same origin', async () => {
    const before = await seenBy(target, victim);
    for (const route of writes().filter(({ path }) => BODIES[path])) {
      for (const type of TYPES.filter((one) => one !== 'application/json')) {
        const answer = await send(
          route,
          {
            origin: target.origin,
            'sec-fetch-site': 'same-origin',
            cookie: victim.cookie,
            ...(type === null ? {} : { 'content-type': type }),
          },
          JSON.stringify(BODIES[route.path]),
        );
        expect(answer.status, `${route.path} ${type}`).toBe(415);
      }
    }
    expect(await seenBy(target, victim)).toEqual(before);
  });

  it('reach a path only with its own methods', async () => {
    const before = await seenBy(target, victim);
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'];
    for (const path of new Set(all().map((route) => route.path))) {
      const own = all().filter((route) => route.path === path);
      for (const method of methods.filter((one) => own.every((route) => route.method !== one))) {
        // Another call's path may match too: `/user/refund-address/:coin` and `/user/refund-address/count`.
        const other = all().some(
          (route) =>
            route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
        );
        if (other) continue;
        const answer = await send({ method, path }, { origin: target.origin, cookie: victim.cookie });
        expect([404, 405], `${method} ${path}`).toContain(answer.status);
      }
    }
    expect(await seenBy(target, victim)).toEqual(before);
  });

  it('are let in, so the matrix depends on the caller only', async () => {
    const own = {
      origin: target.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const ordered = await send(
      { method: 'POST', path: '/order/orders/limit' },
      { ...own, cookie: victim.cookie },
      JSON.stringify(BODIES['/order/orders/limit']),
    );
    expect(ordered.status).toBe(200);
    refusal(await ask(target.origin, '/auth/me', { headers: { origin: target.origin } }), 401);
  });
});
