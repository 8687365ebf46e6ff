import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  openBrowser,
  PASSWORD,
  refusal,
  register,
  startVenue,
  type TestAnswer,
  type TestVenue,
} from './harness.ts';
import { capabilitiesOf } from '../../../venue/capabilities.ts';
import { withCapabilities, withContact } from '../../../venue/http/pages.ts';
import { SANDBOX_CONTACT } from '../../../venue/pageSettings.ts';
import { gradeOf, observatoryPoints } from './observatory.ts';
import { rawGet, rawSend, upgradeAnswer } from './raw.ts';

const FRIEND = 'https://app.example.net';
let folder: string;
let target: TestVenue;
let secure: TestVenue;

const page =
  '<!doctype html><title>Quietbook</title><script type="application/json" id="configuration">{}</script>';
/** The page as served: with this venue's capabilities, and a sandbox's contact. */
const servedPage = withContact(
  withCapabilities(
    page,
    capabilitiesOf({
      mode: 'sandbox',
      makers: false,
      history: false,
      liveStreams: true,
      limits: { difficulty: 17 },
    }),
    null,
  ),
  SANDBOX_CONTACT,
);
/** The headers that a prerendered page adds. */
const STYLE = 'main > p { color: red }';
const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quietbook-client-'));
  for (const below of ['client/assets', 'client/locales/en', 'client/pages/en', 'client/.vite'])
    mkdirSync(join(folder, below), { recursive: true });
  const files = {
    'secret.txt': 'not for anybody',
    'client/index.html': page,
    'client/pages/en/fees.html': `<head><style>${STYLE}</style></head>${page}`,
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
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types proof-of-work socket";
/** Headers of every answer, literally; with https one more. */
const EXACT: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
    'microphone=(), midi=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
};
/** The one answer that allows more: that page's style, by its digest. */
const STYLED = POLICY.replace(
  "style-src 'self'",
  `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
);
const HSTS = 'max-age=63072000; includeSubDomains';

const json = { 'content-type': 'application/json' };
const answers: readonly [what: string, path: string, init: RequestInit, status: number][] = [
  ['a page', '/trade/XMR-BTC', { headers: { accept: 'text/html' } }, 200],
  ['the first page', '/', {}, 200],
  ['a page that was written ahead', '/fees', { headers: { accept: 'text/html' } }, 200],
  [
    'a page that the browser has',
    '/',
    { headers: { 'if-none-match': etagOf(servedPage), 'accept-encoding': 'identity' } },
    304,
  ],
  ['a script', '/assets/main-abc123.js', {}, 200],
  ['words', '/locales/en/common.json', {}, 200],
  ['a call', '/api/markets', {}, 200],
  ['a HEAD', '/api/markets', { method: 'HEAD' }, 200],
  ['health', '/healthz', {}, 200],
  ['readiness', '/readyz', {}, 200],
  ['the sandbox', '/sandbox/status', {}, 200],
  ['a refusal of the sandbox', '/sandbox/fund', { method: 'POST', headers: json, body: '{}' }, 401],
  ['an unknown path', '/nothing', {}, 404],
  ['an unknown file', '/assets/none.js', {}, 404],
  ['a missing language', '/locales/xx/common.json', {}, 404],
  ['a wrong method', '/auth/login', { method: 'DELETE' }, 405],
  ['a refused body', '/auth/login', { method: 'POST', headers: json, body: '{' }, 400],
  ['a large body', '/auth/login', { method: 'POST', headers: json, body: ' '.repeat(65_537) }, 413],
  ['a body of another type', '/auth/login', { method: 'POST', body: 'a' }, 415],
  ['a body that breaks a rule', '/auth/login', { method: 'POST', headers: json, body: '{}' }, 422],
  ['a refused session', '/auth/me', {}, 401],
  ['a foreign origin', '/auth/logout', { method: 'POST', headers: { origin: 'https://evil.example' } }, 403],
  ['a preflight', '/auth/login', { method: 'OPTIONS', headers: { origin: FRIEND } }, 204],
  [
    'a foreign preflight',
    '/auth/login',
    { method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
    204,
  ],
];

/** Requests that never reach the application, as bytes. */
const bare: readonly [what: string, bytes: string, status: number][] = [
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
  [
    'an address of another server',
    'GET ftp://a/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a method that browsers may not send',
    'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    404,
  ],
  ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
  ['an expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: coffee\r\nConnection: close\r\n\r\n', 417],
  [
    'an upgrade elsewhere',
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    404,
  ],
  [
    'a broken handshake',
    'GET /socket/ws HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    400,
  ],
  [
    'a handshake that posts',
    'POST /socket/ws HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    405,
  ],
];

/** Header names in lower case, with their values. */
function headersOf(answer: string): Record<string, string> {
  const [head = ''] = answer.split('\r\n\r\n');
  const pairs = head.split('\r\n').slice(1);
  return Object.fromEntries(
    pairs.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
}

const exactIn = (headers: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    [...Object.keys(EXACT), 'strict-transport-security'].map((name) => [name, headers[name]]),
  );

const kinds = () => [
  [target, EXACT] as const,
  [secure, { ...EXACT, 'strict-transport-security': HSTS }] as const,
];

describe('a client with the developer tools', () => {
  it.each([
    ['on', 'same-origin-allow-popups'],
    ['off', 'same-origin'],
  ])('switched %s: windows that it opens may, or may not, talk to it (TOOLS-01)', async (setting, policy) => {
    const client = join(folder, `client-${setting}`);
    mkdirSync(client);
    const block = JSON.stringify({ features: { inspector: setting } });
    writeFileSync(join(client, 'index.html'), page.replace('>{}<', `>${block}<`));
    const venue = await startVenue({ CLIENT_DIR: client });
    const { headers } = await ask(venue.origin, '/', {});
    expect(headers.get('cross-origin-opener-policy')).toBe(policy);
    await venue.close();
  });

  it('is reported when missing, with what to do (TOOLS-07)', async () => {
    await expect(startVenue({ CLIENT_DIR: join(folder, 'nowhere') })).rejects.toThrow(
      /There is no client in .*nowhere: run npm run build, or give its folder as CLIENT_DIR\.$/,
    );
  });
});

describe('headers of every answer', () => {
  it.each(answers)('%s', async (_what, path, init, status) => {
    for (const [venue, exact] of kinds()) {
      const { headers, status: answered } = await ask(venue.origin, path, init);
      expect(answered).toBe(status);
      expect(exactIn(Object.fromEntries(headers))).toEqual({
        'strict-transport-security': undefined,
        ...exact,
        ...(path === '/fees' ? { 'content-security-policy': STYLED } : {}),
      });
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      const isFile = path === '/' || /^\/(trade|fees|assets\/main|locales\/en)/.test(path);
      const caching = path.startsWith('/assets/main') ? 'public, max-age=31536000, immutable' : 'no-cache';
      expect(headers.get('cache-control')).toBe(isFile ? caching : 'no-store');
    }
  });

  it.each(bare)('%s', async (_what, bytes, status) => {
    for (const [venue, exact] of kinds()) {
      const answer = await rawSend(venue, bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const headers = headersOf(answer);
      expect(exactIn(headers)).toEqual({ 'strict-transport-security': undefined, ...exact });
      expect(headers['cache-control']).toBe('no-store');
      expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toEqual({
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/^[A-Z].*\.$/),
      });
    }
  });

  it('a refused socket has them too, and a defect', async () => {
    const refused = await upgradeAnswer(target.socketUrl, { origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(exactIn(refused.headers)).toEqual({ 'strict-transport-security': undefined, ...EXACT });
    expect(refused.headers['cache-control']).toBe('no-store');
    await ask(target.origin, '/sandbox/fail', {
      method: 'POST',
      headers: json,
      body: '{"call":"markets","status":500}',
    });
    const failed = await ask(target.origin, '/api/markets');
    expect(failed.status).toBe(500);
    expect(exactIn(Object.fromEntries(failed.headers))).toEqual({
      'strict-transport-security': undefined,
      ...EXACT,
    });
  });

  it('garbage after a request does not get into its answer', async () => {
    const answer = await rawSend(
      target,
      'GET /api/markets HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
    for (const part of answer.split(/(?=HTTP\/1\.1 )/)) expect(headersOf(part)).toMatchObject(EXACT);
  });

  it('score an A+ by the rules of the Mozilla Observatory, with extras that it does not ask for', async () => {
    const { headers, text } = await ask(secure.origin, '/fees', { headers: { accept: 'text/html' } });
    const user = { email: 'grade@example.org', username: 'grade', password: PASSWORD };
    const post = (path: string, body: object): Promise<TestAnswer> =>
      ask(secure.origin, path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    await post('/auth/register', { ...user, confirm_password: PASSWORD });
    const cookies = (
      await post('/auth/login', { email: user.email, password: PASSWORD })
    ).headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    const points = observatoryPoints({ headers, cookies, page: text });
    expect(points).toEqual({
      base: 100,
      'content-security-policy': 10,
      cookies: 5,
      'cross-origin-opener-policy': 10,
      'cross-origin-resource-policy': 10,
      'cross-origin-resource-sharing': 0,
      'referrer-policy': 5,
      'strict-transport-security': 0,
      'subresource-integrity': 0,
      'x-content-type-options': 0,
      'x-frame-options': 5,
    });
    expect(gradeOf(points)).toBe('A+');
    // The same rules notice what is missing.
    const bare = observatoryPoints({ headers: new Headers(), cookies: ['session=a; Path=/'], page: text });
    expect(gradeOf(bare)).toBe('F');
    const loose = new Headers(headers);
    loose.set('content-security-policy', "default-src 'none'; script-src 'self' 'unsafe-inline'");
    expect(observatoryPoints({ headers: loose, cookies, page: text })['content-security-policy']).toBe(-20);
  });
});

describe('the built client', () => {
  it('is served compressed where the browser accepts it, with hashed names', async () => {
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

  it.each(['/trade/XMR-BTC', '/api', '/support/42', '/deposit/GRIN'])(
    '%s is a page for a browser and a JSON 404 for a program',
    async (path) => {
      const seen = await ask(target.origin, path, { headers: { accept: 'text/html,application/xhtml+xml' } });
      expect([seen.status, seen.headers.get('content-type'), seen.text]).toEqual([
        200,
        'text/html; charset=utf-8',
        servedPage,
      ]);
      refusal(await ask(target.origin, path, { headers: { accept: 'application/json' } }), 404);
    },
  );

  it('calls are still calls when a browser opens them', async () => {
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
  ])('%s does not exist', async (path) => {
    // Not with fetch, which normalises paths.
    const answer = await rawGet(target, path);
    // A NUL is refused before any lookup.
    expect(answer).toMatch(path.includes('%00') ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('not for anybody');
  });
});

describe('paths that try to leave the folder', () => {
  const dots = ['..', '%2e%2e', '.%2e', '%252e%252e', '%c0%ae%c0%ae', '..;', '....'];
  const slashes = ['/', '%2f', '%5c', '\\', '%252f', '//'];
  it.each(dots)('%s', async (up) => {
    for (const slash of slashes) {
      for (const start of ['/', '/assets/', '/locales/en/', '/pages/']) {
        for (let depth = 1; depth <= 4; depth += 1) {
          const path = `${start}${`${up}${slash}`.repeat(depth)}secret.txt`;
          const answer = await rawGet(target, path);
          expect(answer, path).toMatch(/^HTTP\/1\.1 40[04] /);
          expect(answer, path).not.toContain('not for anybody');
        }
      }
    }
  });
});

describe('an error caused by a defect', () => {
  it('is a plain sentence, and the log contains no value', async () => {
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
        message: 'Something went wrong on our side. Please try again later.',
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

  it('an invalid HTTP request gets an answer that reveals nothing about the server', async () => {
    const answer = await rawSend(target, 'GARBAGE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).not.toMatch(/node|\.ts|\.js/i);
  });
});
