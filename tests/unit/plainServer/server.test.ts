/** Tests against the plain server are worth only as much as it is. */
import { afterEach, describe, expect, test } from 'vitest';
import type { How } from '../../plainServer/faults.ts';
import { PlainServer } from '../../plainServer/server.ts';
import { slatepacks } from '../../plainServer/slatepacks.ts';
import { styleOf, styles } from '../../plainServer/style.ts';
import { totp } from '../../plainServer/totp.ts';

const ORIGIN = 'http://127.0.0.1:1';
const EMAIL = 'ann@example.com';
const PASSWORD = 'Correct4Horse';

let server: PlainServer | undefined;
let base = '';
let cookie = '';

async function started(keepAlive = true): Promise<PlainServer> {
  server = new PlainServer({ style: styleOf(1), slatepacks, origin: () => ORIGIN, keepAlive });
  base = await server.start();
  return server;
}

afterEach(async () => {
  await server?.stop();
  server = undefined;
  cookie = '';
});

function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${base}${path}`, {
    method,
    headers: {
      cookie,
      origin: ORIGIN,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function signIn(): Promise<void> {
  const fields = { email: EMAIL, username: 'ann', password: PASSWORD, confirm_password: PASSWORD };
  await call('POST', '/auth/register', fields);
  const answer = await call('POST', '/auth/login', { email: EMAIL, password: PASSWORD });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const ORDER = { pair: 'XMR-USDT', type: 'LIMIT', operation: 'BUY', quantity: '2', price: '150' };

test('the codes are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(totp(secret, 59_000)).toBe('287082');
  expect(totp(secret, 1_111_111_109_000)).toBe('081804');
  expect(totp(secret, 20_000_000_000_000)).toBe('353130');
});

test('every value of every choice occurs among the styles', () => {
  const values = (name: 'grin' | 'feeEvent' | 'lists' | 'names') =>
    new Set(styles().map((one) => one[name])).size;
  expect([values('grin'), values('feeEvent'), values('lists'), values('names')]).toEqual([6, 7, 3, 3]);
});

test('without a session a signed call is refused, and an unknown path is a page', async () => {
  await started();
  expect((await call('GET', '/user/balances')).status).toBe(401);
  const page = await call('GET', '/sandbox/status');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test('another origin is allowed nothing, the one origin no header but content-type', async () => {
  await started();
  const asked = await fetch(`${base}/auth/me`, { method: 'OPTIONS', headers: { origin: ORIGIN } });
  expect(asked.headers.get('access-control-allow-headers')).toBe('content-type');
  expect(asked.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  const strange = await fetch(`${base}/auth/me`, {
    method: 'OPTIONS',
    headers: { origin: 'http://else.test' },
  });
  expect(strange.headers.get('access-control-allow-origin')).toBeNull();
});

test('orders match in part, cancelling returns the reserved amount, and the sum of all coins stays', async () => {
  const plain = await started();
  await signIn();
  plain.credit(EMAIL, 'USDT', '300');
  plain.trade('XMR-USDT', 'SELL', '149', '0.5');
  expect((await call('POST', '/order/orders/limit', ORDER)).ok).toBe(true);
  const order = plain.orders.all.find((one) => one.operation === 'BUY');
  expect(order?.state).toBe('PARTIALLY_FILLED');
  const listed = JSON.stringify(
    await (await call('GET', '/order/orders?state=OPENED,PARTIALLY_FILLED')).json(),
  );
  expect(listed).toContain('PARTIALLY_FILLED');
  const id = /"id":"?([^",]+)/.exec(listed)?.[1] ?? '';
  expect((await call('DELETE', `/order/cancel/${id}`)).ok).toBe(true);
  const account = plain.accounts.byEmail(EMAIL).id;
  const { ledger } = plain;
  expect(ledger.of(account, 'USDT')).toEqual({ available: 225_500_000_000_000_000_000n, inOrders: 0n });
  expect(ledger.of(account, 'XMR')).toEqual({ available: 498_500_000_000_000_000n, inOrders: 0n });
});

test('the same order twice is two orders', async () => {
  const plain = await started();
  await signIn();
  plain.credit(EMAIL, 'USDT', '1000');
  await call('POST', '/order/orders/limit', ORDER);
  await call('POST', '/order/orders/limit', ORDER);
  expect(plain.orders.all).toHaveLength(2);
});

describe('answers that are lost', () => {
  const cases: readonly (readonly [How, number, string])[] = [
    ['lost before', 0, 'no answer'],
    ['5xx before', 0, '502'],
    ['lost after', 1, 'no answer'],
    ['5xx after', 1, '502'],
    ['cut', 1, 'half an answer'],
    ['late', 1, 'ok'],
  ];
  test.each(cases)('%s: the server has acted %i times, and there is %s', async (how, orders, expected) => {
    const plain = await started(false);
    await signIn();
    plain.credit(EMAIL, 'USDT', '1000');
    const fault = plain.fail('POST /order/orders/limit', how);
    const answered = call('POST', '/order/orders/limit', ORDER).then(
      (response) =>
        response.text().then(
          () => (response.ok ? 'ok' : String(response.status)),
          () => 'half an answer',
        ),
      () => 'no answer',
    );
    await fault.arrived;
    const early = plain.orders.all.length;
    fault.release();
    await fault.ended;
    expect([plain.orders.all.length, await answered]).toEqual([orders, expected]);
    expect(how.startsWith('late') ? early : 0).toBe(0);
  });
});
