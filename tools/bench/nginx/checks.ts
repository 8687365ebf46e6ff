// Checks of the venue behind nginx, compared with the venue itself.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { WebSocket } from 'ws';
import { DIST, filesBelow } from '../../../scripts/build.ts';
import type { calls } from '../../../src/services/contract/index.ts';
import { quantile, round } from '../figures.ts';
import { NAME } from './server.ts';
import { comparable, type Question, rawly, type Way } from './ways.ts';

export interface Ways {
  nginx: Way;
  venue: Way;
}

interface Target {
  port: number;
  ca: string;
}

const ORIGIN = `https://${NAME}`;
const WRITE = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
const CLIENT = path.join(DIST, 'client');
const PASSWORD = 'Correct-Horse-7';

async function same(
  { nginx, venue }: Ways,
  at: string,
  question: Question = {},
  { compares = 'body' }: { compares?: 'body' | 'head' } = {},
) {
  const [one, other] = [await nginx(at, question), await venue(at, question)];
  const what = `${question.method ?? 'GET'} ${at} ${JSON.stringify(question.headers ?? {})}`;
  assert.deepEqual(comparable(one), comparable(other), what);
  if (compares === 'body') assert.ok(one.body.equals(other.body), `${what}: the bodies differ`);
  return one;
}

export async function files(ways: Ways) {
  const all = filesBelow(CLIENT).map((file) => `/${path.relative(CLIENT, file).split(path.sep).join('/')}`);
  const known = all.filter((at) => !at.startsWith('/pages/') && !/\.(br|gz)$/.test(at));
  let count = 0;
  for (const at of known) {
    for (const accepted of ['', 'gzip', 'gzip, deflate, br']) {
      const headers = { 'accept-encoding': accepted };
      const answer = await same(ways, at, { headers });
      assert.equal(answer.status, 200, at);
      count += 1;
      const etag = answer.headers.etag ?? '';
      const again = await ways.nginx(at, { headers: { ...headers, 'if-none-match': etag } });
      assert.equal(again.status, 304, `${at} is sent again though it is known`);
      assert.equal(again.headers['cache-control'], answer.headers['cache-control'], at);
    }
  }
  const script = known.find((at) => all.includes(`${at}.gz`));
  const hidden = [
    `${script}.gz`,
    `${script}.br`,
    '/pages/en/index.html',
    '/pages/',
    '/assets/',
    '/assets/none.js',
    '/.vite/manifest.json',
    '/_page',
    '/_refusal',
    '/manifest.json',
    '/index.html',
    '/locales/none.json',
  ];
  for (const at of hidden) await same(ways, at);
  // nginx itself refuses paths that leave its root, and NUL.
  for (const at of ['/../../package.json', '/assets/..%2f..%2f..%2fpackage.json', '/%00.js'])
    assert.equal((await ways.nginx(at)).status, 400, at);
  for (const method of ['POST', 'DELETE', 'PUT']) await same(ways, script ?? '', { method, headers: WRITE });
  await same(ways, script ?? '', { method: 'HEAD' });
  return `${count} answers and ${hidden.length} that are none`;
}

export async function pages(ways: Ways, paths: readonly string[], languages: readonly string[]) {
  let count = 0;
  const accept = 'text/html';
  for (const at of paths) {
    for (const language of languages) {
      const chosen = [
        { at, headers: { 'accept-language': `${language}-XX,en;q=0.5` } },
        { at, headers: { cookie: `i18nextLng=${language}` } },
        { at: `${at}?lng=${language}`, headers: { 'accept-encoding': 'br' } },
      ];
      for (const { at: asked, headers } of chosen) {
        const answer = await same(ways, asked, { headers: { accept, ...headers } });
        assert.equal(answer.headers['content-language'], language, asked);
        count += 1;
      }
    }
  }
  return `${count} answers`;
}

/** Every call of the contract: as a visitor, from a page of another site, and as a preflight request. */
export async function everyCall(ways: Ways, all: typeof calls) {
  let count = 0;
  for (const { method, path: pattern } of Object.values(all)) {
    const at = pattern.replace(/:pair\b/, 'XMR-BTC').replace(/:\w+/g, '0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001');
    const body = method === 'POST' ? '{}' : '';
    // Bodies of market data hold times and sequence numbers.
    for (const headers of [WRITE, { ...WRITE, origin: 'https://elsewhere.example' }]) {
      await same(ways, at, { method, headers, body }, { compares: 'head' });
    }
    await same(ways, at, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } });
    count += 3;
  }
  return `${count} answers`;
}

async function signedIn(nginx: Way) {
  const name = `user-${Date.now()}`;
  const account = { email: `${name}@example.org`, username: name, password: PASSWORD };
  const post = (at: string, body: object, cookie = '') =>
    nginx(at, {
      method: 'POST',
      headers: { ...WRITE, ...(cookie === '' ? {} : { cookie }) },
      body: JSON.stringify(body),
    });
  const made = await post('/auth/register', { ...account, confirm_password: PASSWORD });
  assert.equal(made.status, 201, made.body.toString());
  const answer = await post('/auth/login', { email: account.email, password: PASSWORD });
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  assert.match(cookie, /^__Host-.*; Secure/);
  assert.match(cookie, /HttpOnly/);
  return { post, cookie: cookie.split(';')[0] ?? '' };
}

/** A session, an order, and the socket that reports it. */
export async function trading(nginx: Way, { port, ca }: Target) {
  const { post, cookie } = await signedIn(nginx);
  const where = { host: '127.0.0.1', port, servername: NAME, ca };
  const open = (origin: string) =>
    new WebSocket(`wss://127.0.0.1:${port}/socket/ws`, { ...where, headers: { host: NAME, origin, cookie } });
  const socket = open(ORIGIN);
  const received: string[] = [];
  const receives = (pattern: RegExp) =>
    new Promise((resolve, reject) => {
      const check = (data: Buffer) => {
        received.push(data.toString());
        if (!pattern.test(data.toString())) return;
        socket.off('message', check);
        resolve(undefined);
      };
      socket.on('message', check);
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`closed before ${pattern}: ${received.join(' ')}`)));
    });
  await receives(/"welcome"/);
  const snapshot = receives(/"orderbook_snapshot"/);
  socket.send(JSON.stringify({ type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth: 40 }));
  await snapshot;
  const update = receives(/0\.00123/);
  const order = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', price: '0.00123', quantity: '0.1' };
  const placed = await post('/order/orders/limit', order, cookie);
  assert.equal(placed.status, 200, placed.body.toString());
  await update;
  const mine = await nginx('/user/balances', { headers: { cookie } });
  assert.equal(mine.headers['cache-control'], 'no-store');
  socket.close();
  await new Promise((resolve) => {
    socket.once('close', resolve);
  });
  const foreign = open('https://elsewhere.example');
  const refused = await new Promise<IncomingMessage>((resolve) => {
    foreign.once('unexpected-response', (_request, response) => resolve(response));
  });
  assert.equal(refused.statusCode, 403);
  assert.match(String(refused.headers['content-security-policy']), /default-src 'none'/);
  foreign.on('error', () => undefined);
  foreign.terminate();
  return 'session, order, live book; a socket of another site is refused';
}

/** A client's own `X-Forwarded-For` has no effect. */
export async function attempts(nginx: Way) {
  for (let attempt = 1; attempt <= 200; attempt += 1) {
    const { status } = await nginx('/auth/login', {
      method: 'POST',
      headers: { ...WRITE, 'x-forwarded-for': `10.0.0.${attempt}, 10.1.0.${attempt}` },
      body: JSON.stringify({ email: `nobody-${attempt}@example.org`, password: PASSWORD }),
    });
    if (status === 429) return `stopped at attempt ${attempt}, each with another made-up address`;
  }
  throw new Error('200 wrong sign-ins of one address were let through');
}

/** Refusals by nginx itself have the venue's headers and form. */
export async function refusals(ways: Ways, target: Target) {
  const strict = comparable(await ways.venue('/healthz'));
  const long = 'x'.repeat(20_000);
  const head = `GET /healthz HTTP/1.1\r\nHost: ${NAME}\r\n`;
  const refused = new Map([
    [413, `POST /auth/login HTTP/1.1\r\nHost: ${NAME}\r\nContent-Length: 100000\r\n\r\n`],
    [431, `${head}X-Long: ${long}\r\n\r\n`],
    [400, `GET / HTTP/1.1\r\nHost: a b\r\n\r\n`],
  ]);
  for (const [status, bytes] of refused) {
    const text = await rawly(target, bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const [first = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
    );
    assert.match(first, new RegExp(`^HTTP/1.1 ${status} `), bytes.slice(0, 80));
    assert.deepEqual(comparable({ status: 200, headers, body: Buffer.alloc(0) }), strict, String(status));
    assert.match(text, /\{"message":"[^"]+","code":"[A-Z_]+"\}/);
  }
  const longPath = await ways.nginx(`/${long}`);
  assert.deepEqual({ ...comparable(longPath), status: 200 }, strict);
  assert.equal(longPath.status, 431);
  return `${refused.size + 1}, each with all headers`;
}

/**
 * 200 clients that never finish their headers and 300 that never finish a body, from one address, do not
 * delay others.
 */
export async function slowClients(nginx: Way, target: Target) {
  const from = { ...target, localAddress: '127.0.0.2' };
  const head = `POST /auth/login HTTP/1.1\r\nHost: ${NAME}\r\n`;
  const started = performance.now();
  const ends = [
    ...Array.from({ length: 200 }, () => rawly(from, head)),
    ...Array.from({ length: 300 }, () => rawly(from, `${head}Content-Length: 1000\r\n\r\n{"email":`)),
  ];
  const sockets = { areOpen: true };
  const over = Promise.all(ends).finally(() => {
    sockets.areOpen = false;
  });
  const waits: number[] = [];
  while (sockets.areOpen) {
    const at = performance.now();
    const { status } = await nginx('/api/markets');
    assert.equal(status, 200);
    waits.push(performance.now() - at);
  }
  const texts = await over;
  const seconds = (performance.now() - started) / 1000;
  assert.ok(seconds < 40, `they were sent away only after ${round(seconds)} s`);
  const busy = texts.filter((text) => / 503 /.test(text.slice(0, 20))).length;
  assert.equal(busy, 300 - 256, 'those beyond 256 of one address');
  for (const text of texts.filter(Boolean)) assert.match(text, /content-security-policy/i);
  return `all ended within ${round(seconds)} s, ${busy} refused at once; ${waits.length} others meanwhile: p50 ${round(quantile(waits, 0.5))} ms, p99 ${round(quantile(waits, 0.99))} ms`;
}
