import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../venue/config.ts';
import { createLog } from '../../../venue/log.ts';
import { serveMetrics, type ServedMetrics } from '../../../venue/metrics/serve.ts';
import { serveVenue } from '../../../venue/serve.ts';
import { createVenue } from '../../../venue/venue.ts';
import { codeOf } from '../accounts/codes.ts';
import { OUTSIDE } from '../coins/harness.ts';
import { ask, limitOrder, openBrowser, openSocket, startVenue, type TestVenue } from './harness.ts';
import { rawSend } from './raw.ts';

/** Everything that must never be logged, by kind. Complete values, so that a search finds them. */
const MARKERS = {
  email: 'marker-mail@secret-host.example',
  username: 'marker-user',
  password: 'Marker-Password-1',
  nextPassword: 'Marker-Password-2',
  address: OUTSIDE.BTC,
  amount: '0.01234567',
  subject: 'marker-subject',
  text: 'marker-text',
  agent: 'marker-agent',
  forwarded: '203.0.113.77',
  referrer: 'marker-referrer',
  query: 'marker-query',
  path: 'marker-path',
  frame: 'marker-frame',
  header: 'marker-header',
  key: 'marker-idempotency-key',
  recoveryKey: 'c0de'.repeat(16),
  recoveryHash: 'f00d'.repeat(16),
  slatepack: 'BEGINSLATEPACK. markerslatepack. ENDSLATEPACK.',
  thrown: 'marker-thrown',
};

let target: TestVenue;
let metrics: ServedMetrics;
const written: string[] = [];

beforeAll(async () => {
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    vi.spyOn(console, name).mockImplementation((...said) => void written.push(`console: ${said.join(' ')}`));
  }
  const [text, json] = [
    createLog((line) => written.push(line)),
    createLog((line) => written.push(line), 'json'),
  ];
  const log = {
    info: (...said: Parameters<typeof text.info>) => [text, json].forEach((one) => one.info(...said)),
    warn: (...said: Parameters<typeof text.warn>) => [text, json].forEach((one) => one.warn(...said)),
    error: (...said: Parameters<typeof text.error>) => [text, json].forEach((one) => one.error(...said)),
  };
  const settings = {
    DATA_DIR: 'memory',
    MAKERS: 'off',
    HISTORY: 'off',
    CHAINS: 'manual',
    LIMIT_ATTEMPTS: '3',
  };
  const venue = await createVenue(readConfig(settings, [], null), { log });
  const served = await serveVenue(venue, 0, '127.0.0.1');
  metrics = await serveMetrics(venue.metrics, venue.headers, 0, '127.0.0.1');
  target = {
    venue,
    origin: `http://127.0.0.1:${served.port}`,
    socketUrl: `ws://127.0.0.1:${served.port}/socket/ws`,
    log: written,
    close: () => served.close(),
  };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([target.close(), metrics.close()]);
});

const requestHeaders = {
  'user-agent': MARKERS.agent,
  'x-forwarded-for': MARKERS.forwarded,
  referer: `https://${MARKERS.referrer}/`,
  'x-marker': MARKERS.header,
};

describe('the log and the metrics', () => {
  it('contain no secret of the whole story, nor of refusals, errors and defects', async () => {
    const secrets: Record<string, string> = { ...MARKERS };
    const browser = openBrowser(target);
    const { email, username, password, nextPassword, address, amount, slatepack } = MARKERS;
    let requests = 0;
    const post = (path: string, body?: object) => {
      requests += 1;
      return browser.post(path, body, { ...requestHeaders, 'idempotency-key': `${MARKERS.key}-${requests}` });
    };

    await post('/auth/register', { email, username, password, confirm_password: password });
    await post('/auth/register', { email, username, password, confirm_password: nextPassword });
    expect((await post('/auth/login', { email, password })).status).toBe(200);
    secrets.session = browser.cookie.split('=')[1] ?? '';
    await post('/user/refund-address', { coin_ticker: 'BTC', address });
    const enabled = (await post('/auth/2fa/enable')).body as { secret: string };
    secrets['two-factor secret'] = enabled.secret;
    const code = codeOf(enabled.secret, Date.now());
    const verified = await post('/auth/2fa/verify', { code, password });
    expect(verified.status).toBe(200);
    [secrets['recovery code'] = ''] = (verified.body as { recovery_codes: string[] }).recovery_codes;
    const deposit = (await post('/user/deposit-address', { coin_ticker: 'BTC' })).body as { address: string };
    secrets['deposit address'] = deposit.address;
    const paid = (await post('/sandbox/pay', { coin: 'BTC', amount: '0.5' })).body as { tx_hash: string };
    secrets.transaction = paid.tx_hash;
    await post('/sandbox/mine', { coin: 'BTC', blocks: 6 });
    expect((await post('/order/orders/limit', limitOrder('BUY', '0.003', '0.5'))).status).toBe(200);
    const sent = await post('/withdrawal/withdrawals/create', {
      currency: 'BTC',
      amount,
      address,
      // Of the next step: the code of the present one is used.
      two_factor_code: codeOf(enabled.secret, Date.now() + 30_000),
    });
    expect(sent.status, sent.text).toBe(200);
    await post('/sandbox/mine', { coin: 'BTC', blocks: 6 });
    await post('/deposit/deposits/grin/receive', { slatepack_message: slatepack });
    const ticket = { subject: MARKERS.subject, description: MARKERS.text, category: 'other' };
    const made = (await post('/support/tickets/create', ticket)).body as { id: string };
    await post(`/support/tickets/comment/${made.id}`, { content: MARKERS.text });
    const me = (await browser.get('/auth/me')).body as { id: string };
    secrets.account = me.id;
    const change = { old_password: password, new_password: nextPassword, confirm_password: nextPassword };
    await post('/auth/change-password', { ...change, two_factor_code: '000000' });

    await post('/auth/recovery-key', { key_hash: MARKERS.recoveryHash, password: nextPassword });
    const keyed = { email, recovery_key: MARKERS.recoveryKey };
    await post('/auth/recover', { ...keyed, new_password: password, confirm_password: password });

    // Refusals of every kind, and invalid requests.
    for (let count = 0; count < 4; count += 1)
      await openBrowser(target).post('/auth/login', { email, password });
    await browser.get(`/order/orders?pair=${MARKERS.query}`);
    await browser.get(`/${MARKERS.path}/${email}?token=${MARKERS.query}`);
    await browser.delete(`/order/cancel/${MARKERS.path}`);
    await ask(target.origin, '/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${email}`,
    });
    await rawSend(target, `${MARKERS.path} ${MARKERS.text}\r\n\r\n`);
    const socket = await openSocket(target.socketUrl, { ...requestHeaders, cookie: browser.cookie });
    socket.socket.send(`{"type":"${MARKERS.frame}"}`);
    socket.socket.send(MARKERS.frame);
    await socket.next(({ type }) => type === 'error');
    const counted = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
    const figures = await counted.text();

    // Defects: the thrown error quotes the request in every place that an error has.
    const { exchange } = target.venue;
    const defect = Object.assign(
      new Error(`${MARKERS.thrown} ${email}\n    at ${MARKERS.thrown} (${email})`),
      {
        code: `code of ${email}`,
        detail: `Key (email)=(${email}) already exists.`,
        query: `select '${password}'`,
        cause: new Error(MARKERS.thrown),
      },
    );
    for (const thrown of [defect, MARKERS.thrown, { message: MARKERS.thrown }, null]) {
      exchange.balances = () => Promise.reject(thrown);
      expect((await browser.get('/user/balances')).status).toBe(500);
    }
    await post('/auth/logout');
    await target.venue.close();
    for (const path of ['/auth/me', '/readyz']) expect((await browser.get(path)).status).toBeGreaterThan(399);
    const late = { email: `other-${email}`, password };
    expect((await openBrowser(target).post('/auth/login', late)).status).toBe(500);

    const all = written.join('\n');
    expect(all).toContain('error: a call: Error');
    expect(all).toMatch(/\{"time":"[^"]+","level":"error","text":"a call","error":"Error \?","at":\["at /);
    expect(written.filter((line) => line.startsWith('console: '))).toEqual([]);
    expect(figures).toContain('quietbook_sockets 1');
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret.length, what).toBeGreaterThan(6);
      expect(all, what).not.toContain(secret);
      expect(figures, what).not.toContain(secret);
    }
    expect(all).not.toContain('127.0.0.1');
  });
});

describe('a JSON line', () => {
  afterEach(() => void (written.length = 0));

  it('contains time, level, words and fields, and for an error where it was thrown', () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line), 'json');
    log.info('started', { count: 3, pairs: ['XMR-BTC', 'a private text'] });
    log.warn('odd', { code: 'user@example.org' });
    log.error('a call', new RangeError('user@example.org\n    at user (/secret.ts:1:1)'));
    const [info, warn, error] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;
    expect(info).toEqual({ time, level: 'info', text: 'started', count: 3, pairs: ['XMR-BTC', '?'] });
    expect(warn).toEqual({ time, level: 'warn', text: 'odd', code: '?' });
    expect(error).toEqual({
      time,
      level: 'error',
      text: 'a call',
      error: 'RangeError',
      at: expect.anything(),
    });
    expect(JSON.stringify(error)).not.toMatch(/secret\.ts|user@/);
    expect(JSON.stringify(error)).toContain('logSecrets.test.ts:');
  });
});

describe('the metrics', () => {
  it('are Prometheus text on their own port, where nothing else is served', async () => {
    const own = await startVenue();
    const served = await serveMetrics(own.venue.metrics, own.venue.headers, 0, '127.0.0.1');
    try {
      await ask(own.origin, '/healthz');
      await ask(own.origin, '/nothing');
      const at = `http://127.0.0.1:${served.port}`;
      const answer = await ask(at, '/metrics');
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      const lines = answer.text.trimEnd().split('\n');
      // Every sample belongs to a described family, and is a number.
      const families = new Set<string>();
      for (const line of lines) {
        const described = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line);
        if (described?.[1] !== undefined) families.add(described[1]);
        const sample = /^(\w+?)(?:_bucket|_sum|_count)?(?:\{\w+="[^"]*"\})? (-?[\d.e+-]+)$/.exec(line);
        expect(line.startsWith('# ') || families.has(sample?.[1] ?? ''), line).toBe(true);
      }
      expect(families.size).toBe(18);
      expect(lines).toContain('quietbook_http_answers_total{status="2xx"} 1');
      expect(lines).toContain('quietbook_http_answers_total{status="4xx"} 1');
      expect(lines).toContain('quietbook_http_answer_seconds_count 2');
      expect(lines).toContain('quietbook_http_answer_seconds_bucket{le="+Inf"} 2');
      expect((await ask(at, '/')).status).toBe(404);
      expect((await ask(at, '/metrics', { method: 'POST' })).status).toBe(404);
      expect((await ask(at, '/auth/me')).status).toBe(404);
      // Not on the venue's own port, which proxies publish.
      expect((await ask(own.origin, '/metrics')).status).toBe(404);
    } finally {
      await Promise.all([own.close(), served.close()]);
    }
  });

  it('are off unless a port is named', () => {
    expect(readConfig({}, [], null)).toMatchObject({ metrics: null, logFormat: 'text' });
    expect(readConfig({ METRICS_PORT: '9100', LOG_FORMAT: 'json' }, [], null)).toMatchObject({
      metrics: { port: 9100, host: '127.0.0.1' },
      logFormat: 'json',
    });
    expect(() => readConfig({ METRICS_PORT: '9100.5' }, [], null)).toThrow(
      'METRICS_PORT must be a whole number.',
    );
  });
});
