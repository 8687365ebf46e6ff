import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '../../../src/services/contract/index.ts';
import { largestBody } from '../../../venue/http/body.ts';
import { openTrader, startVenue, type TestVenue, type Trader } from './harness.ts';
import { BODIES, filled, type Route, routesOf, seenBy } from './routes.ts';

/** Bodies that try to change more than their call allows, on every route that takes one. */
let target: TestVenue;
let trader: Trader;

beforeAll(async () => {
  target = await startVenue({ LIMIT_ATTEMPTS: '100000', CHAINS: 'manual' });
  trader = await openTrader(target);
});
afterAll(() => target.close());

const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const routes = (): readonly Route[] =>
  routesOf(target).filter(({ method, path }) => method !== 'GET' && BODIES[path]);
const send = ({ method, path }: Route, body: BodyInit): Promise<Response> | Response =>
  target.venue.app.request(`${target.origin}${filled(path)}`, {
    method,
    headers: { ...own, origin: target.origin, host: new URL(target.origin).host, cookie: trader.cookie },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });

/** As text, because an object literal would lose `__proto__`. */
const withField = (body: object, name: string, value: string): string =>
  `{"${name}":${value},${JSON.stringify(body).slice(1)}`;

/** Bytes. */
function largestOn({ method, path }: Route): number {
  const call = Object.entries(calls).find(([, one]) => one.method === method && one.path === path);
  return largestBody(call?.[0] as CallName | undefined);
}

/** Names of prototypes, of columns and of fields in other answers: callers can set none of them. */
const PROTOTYPES = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '__defineGetter__',
];
const FIELDS =
  `id user_id account_id username email role is_admin isAdmin admin email_verified two_factor_enabled
  two_factor_on two_factor_secret password password_hash security_risk security_cooldown_until last_login balance
  available in_orders amount quantity_left fee fee_amount fee_rate state status stage created_at updated_at
  executed_at expires_at tx_hash confirmations credited is_credited withdrawal_fee depositor session token
  idempotency_key account owner`.split(/\s+/);

describe('a body', () => {
  it('with names of prototypes is refused on every route, and changes no prototype', async () => {
    const before = await seenBy(target, trader);
    const native = Object.getOwnPropertyNames(Object.prototype).toSorted();
    for (const route of routes()) {
      const body = BODIES[route.path] ?? {};
      for (const name of PROTOTYPES) {
        for (const value of [
          '{"isAdmin":true,"role":"admin"}',
          '{"prototype":{"isAdmin":true}}',
          'null',
          '1',
        ]) {
          const answer = await send(route, withField(body, name, value));
          const { code, message } = (await answer.json()) as { code: string; message: string };
          expect([route.path, name, answer.status, code]).toEqual([
            route.path,
            name,
            422,
            'VALIDATION_FAILED',
          ]);
          expect(message).toBe(`Unknown field "${name}". Leave it out.`);
        }
      }
      // In place of the fields, and around them.
      for (const text of [
        `{"__proto__":${JSON.stringify(body)}}`,
        `[${JSON.stringify(body)}]`,
        '"__proto__"',
      ]) {
        expect((await send(route, text)).status, `${route.path} ${text}`).toBe(422);
      }
    }
    expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(native);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(await seenBy(target, trader)).toEqual(before);
  });

  it('with extra fields is refused on every route, and changes nothing', async () => {
    const before = await seenBy(target, trader);
    for (const route of routes()) {
      const body = BODIES[route.path] ?? {};
      for (const name of FIELDS) {
        // Some are real fields of the call.
        if (name in body || (name === 'fee' && route.path.startsWith('/withdrawal/'))) continue;
        // A sandbox's payment may name them either way.
        const answer = await send(route, withField(body, name, '"admin"'));
        const { code } = (await answer.json()) as { code: string };
        expect([route.path, name, answer.status, code]).toEqual([route.path, name, 422, 'VALIDATION_FAILED']);
      }
    }
    expect(await seenBy(target, trader)).toEqual(before);
  });

  it('LOAD-18 over what its call needs is refused on every route, announced or not', async () => {
    const before = await seenBy(target, trader);
    for (const route of routes()) {
      const text = withField(BODIES[route.path] ?? {}, 'x', JSON.stringify('x'.repeat(largestOn(route))));
      expect((await send(route, text)).status, route.path).toBe(413);
      const bytes = new TextEncoder().encode(text);
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 9000) controller.enqueue(bytes.subarray(at, at + 9000));
          controller.close();
        },
      });
      expect((await send(route, stream)).status, route.path).toBe(413);
    }
    expect(await seenBy(target, trader)).toEqual(before);
  });

  // Last, because it acts.
  it('is accepted without them: each refusal above was for the addition', async () => {
    for (const route of routes()) {
      const answer = await send(route, JSON.stringify(BODIES[route.path]));
      const refusal = (await answer.json()) as { code?: string };
      expect([413, 415], route.path).not.toContain(answer.status);
      expect(refusal.code, route.path).not.toBe('VALIDATION_FAILED');
    }
  });
});
