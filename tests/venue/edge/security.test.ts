import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, openBrowser, refusal, register, PASSWORD, startVenue, type TestVenue } from './harness.ts';
import { rawGet, rawSend, upgradeAnswer } from './raw.ts';

const FRIEND = 'https://app.example.net';
let folder: string;
let target: TestVenue;
let secure: TestVenue;

const page =
  '<!doctype html><title>Quietbook</title><script type="application/json" id="configuration">{}</script>';
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quietbook-client-'));
  for (const below of ['client/assets', 'client/locales/en', 'client/.vite'])
    mkdirSync(join(folder, below), { recursive: true });
  const files = {
    'secret.txt': 'not for anybody',
    'client/index.html': page,
    'client/assets/main-abc123.js': script,
    'client/assets/main-abc123.js.gz': gzipSync(script),
    'client/assets/main-abc123.js.map': '{}',
    'client/locales/en/common.json': '{"hello":"Hello"}',
    'client/.vite/manifest.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const environment = { CLIENT_DIR: join(folder, 'client'), ALLOWED_ORIGINS: FRIEND };
  [target, secure] = await Promise.all([
    startVenue(environment),
    startVenue({ ...environment, PUBLIC_ORIGIN: 'https://quietbook.example' }),
  ]);
});
afterAll(async () => {
  await Promise.all([target.close(), secure.close()]);
  rmSync(folder, { recursive: true });
});

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const json = { 'content-type': 'application/json' };
const answers: readonly [what: string, path: string, init: RequestInit, status: number][] = [
  ['a page', '/trade/XMR-BTC', { headers: { accept: 'text/html' } }, 200],
  ['the first page', '/', {}, 200],
  ['a script', '/assets/main-abc123.js', {}, 200],
  ['words', '/locales/en/common.json', {}, 200],
  ['a call', '/api/markets', {}, 200],
  ['a HEAD', '/api/markets', { method: 'HEAD' }, 200],
  ['health', '/healthz', {}, 200],
  ['readiness', '/readyz', {}, 200],
  ['an unknown path', '/nothing', {}, 404],
  ['an unknown file', '/assets/none.js', {}, 404],
  ['a missing language', '/locales/xx/common.json', {}, 404],
  ['a wrong method', '/auth/login', { method: 'DELETE' }, 405],
  ['a refused body', '/auth/login', { method: 'POST', headers: json, body: '{' }, 400],
  ['a refused session', '/auth/me', {}, 401],
  ['a foreign origin', '/auth/logout', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
  ['a preflight', '/auth/login', { method: 'OPTIONS', headers: { origin: FRIEND } }, 204],
];

describe('headers of every answer', () => {
  it.each(answers)('%s', async (_what, path, init, status) => {
    for (const [venue, isHttps] of [
      [target, false],
      [secure, true],
    ] as const) {
      const { headers, status: answered } = await ask(venue.origin, path, init);
      expect(answered).toBe(status);
      expect(headers.get('content-security-policy')).toBe(POLICY);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
      expect(headers.get('strict-transport-security')).toBe(
        isHttps ? 'max-age=63072000; includeSubDomains' : null,
      );
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      const isFile = path === '/' || /^\/(trade|assets\/main|locales\/en)/.test(path);
      const caching = path.startsWith('/assets/main') ? 'public, max-age=31536000, immutable' : 'no-cache';
      expect(headers.get('cache-control')).toBe(isFile ? caching : 'no-store');
    }
  });

  it('a refused socket has them too', async () => {
    const refused = await upgradeAnswer(target.socketUrl, { origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(refused.headers['content-security-policy']).toBe(POLICY);
    expect(refused.headers['cache-control']).toBe('no-store');
  });
});

describe('the built client', () => {
  it('is served compressed where the browser can, and named by its content', async () => {
    const zipped = await fetch(`${target.origin}/assets/main-abc123.js`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('vary')).toBe('Accept-Encoding');
    expect(await zipped.text()).toBe(script);
    const plain = await fetch(`${target.origin}/assets/main-abc123.js`, {
      headers: { 'accept-encoding': 'gzip;q=0' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(script);
    const tag = plain.headers.get('etag') ?? '';
    const again = await ask(target.origin, '/assets/main-abc123.js', {
      headers: { 'if-none-match': tag, 'accept-encoding': 'identity' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(zipped.headers.get('etag')).not.toBe(tag);
  });

  it.each(['/trade/XMR-BTC', '/api', '/support/42', '/deposit/GRIN', '/auth/unknown', '/no/such/page'])(
    '%s is a page for a browser and a JSON 404 for a program',
    async (path) => {
      const seen = await ask(target.origin, path, { headers: { accept: 'text/html,application/xhtml+xml' } });
      expect([seen.status, seen.headers.get('content-type'), seen.text]).toEqual([
        200,
        'text/html; charset=utf-8',
        page,
      ]);
      refusal(await ask(target.origin, path, { headers: { accept: 'application/json' } }), 404);
    },
  );

  it('calls stay calls when a browser opens them', async () => {
    const answer = await ask(target.origin, '/api/markets', { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//etc/passwd',
    '/assets/main-abc123.js.map',
    '/.vite/manifest.json',
    '/assets/',
    '/assets/main-abc123.js%00',
  ])('%s is not there', async (path) => {
    // Not with fetch, which tidies paths up.
    const answer = await rawGet(target, path);
    // A NUL is refused before anything is looked for.
    expect(answer).toMatch(path.includes('%00') ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('not for anybody');
  });
});

describe('what a defect shows', () => {
  it('is a plain sentence, and the log holds no value', async () => {
    const broken = await startVenue();
    const browser = openBrowser(broken);
    try {
      broken.venue.exchange.balances = () =>
        Promise.reject(new Error('select secret-value from /srv/venue.ts'));
      const user = await register(broken);
      await browser.post('/auth/login', { email: user.email, password: PASSWORD });
      const answer = await browser.get('/user/balances');
      expect(refusal(answer, 500)).toEqual({
        code: 'INTERNAL',
        message: 'Something went wrong at the venue. Try again later.',
      });
      const log = broken.log.join('\n');
      expect(log).toContain('error: a call: Error');
      expect(log).not.toContain('secret-value');
      for (const secret of [user.email, user.username, PASSWORD, browser.cookie.split('=')[1] ?? '?']) {
        expect(log).not.toContain(secret);
      }
    } finally {
      await broken.close();
    }
  });

  it('a request that is no HTTP is answered without a word about the server', async () => {
    const answer = await rawSend(target, 'GARBAGE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).not.toMatch(/node|\.ts|\.js/i);
  });
});
