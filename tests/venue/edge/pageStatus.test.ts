import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPage } from '../../../src/domain/paths.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { startVenue, type TestVenue } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'quietbook-status-'));
let target: TestVenue;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Quietbook</title>');
  target = await startVenue({ CLIENT_DIR: folder });
});
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

/** The router's own paths, so that a new page is included. */
const router = readFileSync('src/app/router.tsx', 'utf8');
const ROUTES = [...router.matchAll(/<Route\s+(?:index|path="([^"*]+)")/g)].map(([, path = '']) => {
  const filled = path.replace(':pair', 'XMR-BTC').replace(':symbol', 'XMR').replace(':ticketId', 'support/7');
  return `/${filled}`;
});
const ACCEPT = {
  anything: '*/*',
  'a page': 'text/html,application/xhtml+xml,*/*;q=0.8',
  JSON: 'application/json',
  'it does not say what': null,
} as const;
const METHODS = ['GET', 'HEAD'] as const;

/** `fetch` would send its own Accept. */
async function answerTo(method: string, path: string, accept: string | null) {
  const headers = accept === null ? {} : { accept };
  const answer = await target.venue.app.request(new Request(`${target.origin}${path}`, { method, headers }));
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type: type.split(';')[0], text: await answer.text() };
}

const cases = (paths: readonly string[]) =>
  paths.flatMap((path) =>
    METHODS.flatMap((method) =>
      Object.entries(ACCEPT).map(([what, accept]) => [method, path, what, accept] as const),
    ),
  );

describe('a page of the client (PUBLIC-22)', () => {
  it.each(cases(ROUTES))(
    '%s %s is answered to a client that accepts %s',
    async (method, path, what, accept) => {
      const { status, type, text } = await answerTo(method, path, accept);
      const isPage = what !== 'JSON' || path === '/';
      expect([status, type]).toEqual(isPage ? [200, 'text/html'] : [404, 'application/json']);
      expect(text.includes('<title>')).toBe(isPage && method === 'GET');
    },
  );

  it.each(['/FEES', '/fees/', '/Trade/xmr-btc'])('is the one that the router shows: %s', async (path) => {
    expect((await answerTo('GET', path, '*/*')).status).toBe(200);
  });
});

describe('an address without a page (PUBLIC-22)', () => {
  const absent = [
    '/nothing',
    '/trade',
    '/trade/a/b',
    '/trade/XMR-ABC',
    '/trade/xmr',
    '/trade/XMR-BTC-USDT',
    '/fees/x',
    '/deposit',
    '/support/1/2',
    '/_app',
  ];
  it.each(cases(absent))(
    '%s %s is a 404 for a client that accepts %s',
    async (method, path, what, accept) => {
      const { status, type, text } = await answerTo(method, path, accept);
      const isPage = what === 'a page';
      expect([status, type]).toEqual([404, isPage ? 'text/html' : 'application/json']);
      expect(text.includes('<title>')).toBe(isPage && method === 'GET');
    },
  );

  it('is never answered with 304', async () => {
    const etag = (await target.venue.app.request(`${target.origin}/`)).headers.get('etag') ?? '';
    const headers = { accept: 'text/html', 'if-none-match': etag };
    expect((await target.venue.app.request(`${target.origin}/nothing`, { headers })).status).toBe(404);
  });
});

it('no page has the path of a call: the answer would depend on the caller (PUBLIC-22)', () => {
  const paths = Object.values(calls).map(({ path }) => path.replaceAll(/:\w+/g, 'x'));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter(isPage)).toEqual([]);
});

describe('an onion service (PUBLIC-24)', () => {
  const ONION = `http://${'a2'.repeat(28)}.onion`;
  const block = '<script type="application/json" id="configuration">{"brand":{}}</script>';
  let site: TestVenue;
  beforeAll(async () => {
    const own = join(folder, 'onion');
    mkdirSync(own);
    writeFileSync(join(own, 'index.html'), `<!doctype html><title>Quietbook</title>${block}`);
    writeFileSync(join(own, 'robots.txt'), '');
    site = await startVenue({
      CLIENT_DIR: own,
      PUBLIC_ORIGIN: 'https://quietbook.example',
      ONION_ORIGIN: ONION,
    });
  });
  afterAll(() => site.close());
  const get = (path: string, venue = site) =>
    venue.venue.app.request(new Request(`${venue.origin}${path}`, { headers: { accept: 'text/html' } }));
  const offered = async (path: string, venue = site) =>
    (await get(path, venue)).headers.get('onion-location');

  it.each(['/', '/fees', '/trade/XMR-BTC?depth=1', '/no/such/page', '//elsewhere.example/fees'])(
    'is offered with the address of the page: %s',
    async (path) => {
      expect(await offered(path)).toBe(ONION + path);
      expect(await (await get(path)).text()).toContain(`"onionOrigin": "${ONION}"`);
    },
  );

  it('is offered only with pages, and not where there is none', async () => {
    for (const path of ['/robots.txt', '/healthz', '/api/markets', '/order/orders'])
      expect(await offered(path)).toBeNull();
    expect(await offered('/fees', target)).toBeNull();
  });
});
