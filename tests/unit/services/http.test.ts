import { describe, expect, it } from 'vitest';
import { failureOf as failureIn, isOutcomeUnknown, OutageError } from '../../../src/domain/failure.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { READ_LIMIT, WRITE_LIMIT, createHttp } from '../../../src/services/http/http.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/services/http/port.ts';
import { createTransport, readRetryAfter } from '../../../src/services/http/ofetch.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

function layer(
  answer: (request: HttpRequest) => Promise<HttpAnswer>,
  options: { sendsIdempotencyKeys?: boolean; userId?: () => string | null } = {},
) {
  const requests: HttpRequest[] = [];
  const clock = new TestClock();
  const outages: string[] = [];
  let unauthorized = 0;
  let accountChanged = 0;
  const http = createHttp({
    clock,
    log: { ...silentLog, outage: (call, code) => outages.push(`${call} ${code}`) },
    sendsIdempotencyKeys: options.sendsIdempotencyKeys ?? true,
    ...(options.userId && { userId: options.userId }),
    sessionHeaders: () => ({ authorization: 'Bearer token' }),
    onUnauthorized: () => {
      unauthorized += 1;
    },
    onAccountChanged: () => {
      accountChanged += 1;
    },
    transport: (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  return {
    http,
    clock,
    requests,
    outages,
    unauthorized: () => unauthorized,
    accountChanged: () => accountChanged,
  };
}

const answers = (status: number, body?: unknown, retryAfter?: number) => () =>
  Promise.resolve({ status, body, ...(retryAfter === undefined ? {} : { retryAfter }) });

/** Until the request is aborted, like fetch. */
const silence = ({ signal }: HttpRequest): Promise<HttpAnswer> =>
  new Promise((_answer, fail) => {
    signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
  });

const order = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', quantity: '1', price: '0.004' } as const;

async function failureOf(sending: Promise<unknown>) {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutageError);
  return (error as OutageError).failure;
}

describe('a request', () => {
  it('fills path and query, and leaves out missing values', async () => {
    const { http, requests } = layer(answers(200, []));
    await http.send(calls.trades, { params: { pair: 'XMR-BTC' }, query: { limit: 100 } });
    await http.send(calls.orders, { query: { state: 'OPENED,PARTIALLY_FILLED' } });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /order/trades/XMR-BTC?limit=100',
      'GET /order/orders?state=OPENED%2CPARTIALLY_FILLED',
    ]);
  });

  it('never lets a parameter leave its place in the path', async () => {
    const { http, requests } = layer(answers(200));
    await http.send(calls.cancelOrder, { params: { id: '../../auth/logout?x=1#' } });
    expect(requests[0]?.path).toBe('/order/cancel/..%2F..%2Fauth%2Flogout%3Fx%3D1%23');
  });

  it('carries the idempotencyKey only with calls that have one, and only when the server takes it', async () => {
    const placed = answers(200, { id: '1' });
    const on = layer(placed);
    await on.http.send(calls.placeLimitOrder, { body: order }, { idempotencyKey: 'key-1' });
    await on.http.send(calls.logout, {}, { idempotencyKey: 'key-2' });
    expect(on.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', undefined]);
    const off = layer(placed, { sendsIdempotencyKeys: false });
    await off.http.send(calls.placeLimitOrder, { body: order }, { idempotencyKey: 'key-1' });
    expect(off.requests[0]?.headers['idempotency-key']).toBeUndefined();
  });
});

describe('an answer', () => {
  it.each([
    [400, 'refused'],
    [401, 'unauthorized'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
    [429, 'tooMany'],
  ] as const)('%i is a refusal that resolves as %s, with the words of the server', async (status, code) => {
    const { http } = layer(answers(status, { message: 'Not so', code: 'NOT_SO' }, 7));
    expect(await http.send(calls.placeLimitOrder, { body: order })).toEqual({
      ok: false,
      failure: {
        code,
        status,
        text: 'Not so',
        serverCode: 'NOT_SO',
        retryAfter: 7,
        retryable: code === 'tooMany',
      },
    });
  });

  it.each([
    [1e9, 86_400],
    [-5, 0],
  ])(
    'a server that asks for a wait of %d seconds gets %d: timers cannot count every number',
    async (asked, kept) => {
      const { http } = layer(answers(429, { message: 'Later' }, asked));
      expect(await http.send(calls.markets, {})).toMatchObject({ failure: { retryAfter: kept } });
    },
  );

  it.each([500, 502, 503])('%i is an outage; only a read may be tried again by itself', async (status) => {
    const { http } = layer(answers(status, { message: 'Broken' }));
    expect(await failureOf(http.send(calls.markets, {}))).toMatchObject({
      code: 'server',
      status,
      text: 'Broken',
      retryable: true,
    });
    expect(await failureOf(http.send(calls.placeLimitOrder, { body: order }))).toMatchObject({
      code: 'server',
      retryable: false,
    });
  });

  it.each([
    ['no JSON at all', undefined],
    ['text', 'hello'],
    ['a list where an object belongs', []],
  ])('that cannot be read (%s) is an outage', async (_name, body) => {
    const { http } = layer(answers(200, body));
    expect(await failureOf(http.send(calls.pair, { params: { pair: 'XMR-BTC' } }))).toMatchObject({
      code: 'unreadable',
      retryable: false,
    });
  });

  it('keeps the records that can be read (CALL-05)', async () => {
    const { http } = layer(
      answers(200, {
        balances: [
          { currency: 'BTC', available: 'much' },
          { currency: 'XMR', available: '1.50' },
        ],
      }),
    );
    expect(await http.send(calls.balances, {})).toEqual({
      ok: true,
      leftOut: 1,
      value: [{ currency: 'XMR', available: '1.5', inOrders: '0' }],
    });
  });
});

describe('a 401', () => {
  it('ends the session, but not when login or the password change answered it', async () => {
    const { http, unauthorized } = layer(answers(401, {}));
    await http.send(calls.login, { body: { email: 'a@b.c', password: 'secret' } });
    await http.send(calls.changePassword, {
      body: { old_password: 'a', new_password: 'b', confirm_password: 'b' },
    });
    expect(unauthorized()).toBe(0);
    await http.send(calls.balances, {});
    expect(unauthorized()).toBe(1);
  });
});

describe('a late 401', () => {
  it.each([
    ['Ann', 'Ann', 1],
    ['Ann', 'Ben', 0],
    ['Ann', null, 0],
    [null, 'Ann', 1],
    [null, null, 1],
  ])('of %s, in the session of %s, ends it %s times (SESSION-17)', async (asker, now, ends) => {
    let user = asker;
    let answer: (one: HttpAnswer) => void = () => undefined;
    const { http, unauthorized } = layer(() => new Promise((resolve) => (answer = resolve)), {
      userId: () => user,
    });
    const sent = http.send(calls.balances, {});
    user = now;
    answer({ status: 401, body: {} });
    await sent;
    expect(unauthorized()).toBe(ends);
  });
});

describe('a 409 because another account signed in', () => {
  it('puts the session in doubt; other refusals do not (SESSION-11)', async () => {
    const changed = layer(answers(409, { code: 'ACCOUNT_CHANGED' }));
    const answer = await changed.http.send(calls.balances, {});
    expect(answer).toMatchObject({ ok: false, failure: { serverCode: 'ACCOUNT_CHANGED' } });
    expect(changed.accountChanged()).toBe(1);
    expect(changed.unauthorized()).toBe(0);
    const other = layer(answers(409, { code: 'OTHER' }));
    await other.http.send(calls.balances, {});
    expect(other.accountChanged()).toBe(0);
  });
});

describe('no answer', () => {
  it('is unreachable', async () => {
    const { http } = layer(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(http.send(calls.markets, {}))).toMatchObject({
      code: 'unreachable',
      retryable: true,
    });
  });

  it('is waited for 10 seconds by a read, and 30 by a write (CALL-03)', () => {
    expect([READ_LIMIT, WRITE_LIMIT]).toEqual([10_000, 30_000]);
  });

  it.each([
    ['a read', READ_LIMIT, (http: ReturnType<typeof layer>['http']) => http.send(calls.markets, {})],
    [
      'a write',
      WRITE_LIMIT,
      (http: ReturnType<typeof layer>['http']) => http.send(calls.placeLimitOrder, { body: order }),
    ],
  ] as const)('within the limit is a timeout: %s (CALL-03)', async (_name, limit, send) => {
    const { http, clock, outages } = layer(silence);
    const failure = failureOf(send(http));
    clock.advance(limit - 1);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await failure).toMatchObject({ code: 'timeout' });
    expect(outages).toHaveLength(1);
  });

  it('leaves no timer behind, whatever the end', async () => {
    const { http, clock } = layer(silence);
    const state = new AbortController();
    const failure = failureOf(http.send(calls.markets, {}, { signal: state.signal }));
    state.abort();
    expect(await failure).toMatchObject({ code: 'unreachable' });
    expect(clock.pending).toBe(0);
  });

  it('is no outage for the log when the caller gave the request up', async () => {
    const { http, outages } = layer(silence);
    const state = new AbortController();
    const failure = failureOf(http.send(calls.markets, {}, { signal: state.signal }));
    state.abort();
    await failure;
    expect(outages).toEqual([]);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 6, 5, 12, 0, 0, 400);

  it.each([
    ['7', 7],
    [' 120 ', 120],
    ['0', 0],
    ['Sun, 05 Jul 2026 12:00:30 GMT', 30],
    ['Mon, 06 Jul 2026 12:00:00 GMT', 86_400],
    ['Sun, 05 Jul 2026 11:59:00 GMT', 0],
  ])('%j is %d s', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });

  it.each([null, '', 'soon', '-5', '1e3', '2026-07-05', 'Sun, 99 Jul 2026 12:00:30 GMT'])(
    '%j yields nothing',
    (header) => {
      expect(readRetryAfter(header, now)).toBeNull();
    },
  );
});

describe('CALL-17 an error of the client', () => {
  const text = (body: string) => () => Promise.resolve(new Response(body));
  /** Stands for any function that a browser lacks. */
  const missing = (): never => {
    throw new TypeError('undefined is not a function');
  };

  it.each<readonly [string, typeof fetch, Partial<{ now: () => number }>, string]>([
    ['before anything was asked', missing, {}, 'internal'],
    ['with the answer', text('[]'), { now: missing }, 'internal'],
    ['no fault: the line is dead', () => Promise.reject(new TypeError('Failed to fetch')), {}, 'unreachable'],
    [
      'no error: the line dies during the answer',
      () =>
        Promise.resolve(
          new Response(
            new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) }),
          ),
        ),
      {},
      'unreachable',
    ],
  ])('%s', async (_when, fetch, clock, code) => {
    const { http, outages } = layer(createTransport('http://venue.test', { now: () => 0, ...clock }, fetch));
    const error: unknown = await http.send(calls.trades, { params: { pair: 'XMR-BTC' }, query: {} }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(failureIn(error).code).toBe(code);
    expect(outages).toEqual(code === 'internal' ? [] : ['trades unreachable']);
  });

  it('that keeps the answer to a write from being read is no outage, and no word on the write', async () => {
    for (const [call, hear] of [
      [{ ...calls.amendOrder, decode: missing }, () => undefined],
      [calls.amendOrder, missing],
    ] as const) {
      const answer = () => Promise.resolve(new Response('{}'));
      const transport = createTransport('http://venue.test', { now: () => 0, hear }, answer);
      const { http, outages } = layer(transport);
      const request = { params: { id: 'o-1' }, body: { price: '1' } };
      const error: unknown = await http.send(call, request).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(failureIn(error)).toMatchObject({ code: 'internal', retryable: false, status: 200 });
      expect(isOutcomeUnknown(failureIn(error))).toBe(true);
      expect(outages).toEqual([]);
    }
  });
});
