import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type CallName, calls } from '../../../src/services/contract/index.ts';
import { largestBody } from '../../../venue/http/body.ts';
import { createEntrance, shared } from '../../../venue/http/entrance.ts';
import type { HttpContext } from '../../../venue/http/handler.ts';
import { createTurns } from '../../../venue/http/turns.ts';
import { networksOf, sourceOf } from '../../../venue/http/source.ts';
import { ask, refusal, startVenue, type TestVenue } from './harness.ts';

/** The cost of a request before its sender is known. */

const clientAt = (address: string): HttpContext =>
  ({
    env: { incoming: { socket: Object.assign(new EventEmitter(), { remoteAddress: address }) } },
    req: { header: () => undefined },
  }) as unknown as HttpContext;

describe('LOAD-17 before a session', () => {
  it('requests start one after the other, each network in turn', async () => {
    const turns = createTurns();
    const begun: string[] = [];
    const take = (address: string): Promise<void> =>
      turns.take(networksOf(sourceOf(address, undefined, 0))).then(() => void begun.push(address));
    const flood = Array.from({ length: 200 }, () => take('203.0.113.1'));
    const honest = take('198.51.100.1');
    await honest;
    // Two of the flood had started: one when nobody waited, and one in its turn.
    expect(begun.indexOf('198.51.100.1')).toBeLessThan(3);
    await Promise.all(flood);
    expect(begun).toHaveLength(201);
    await take('203.0.113.1');
  });

  it('bodies are parsed one after the other, each network in turn, and half of the time is left to others', async () => {
    const { serveStranger } = createEntrance(0);
    const parsed: string[] = [];
    const flood = Array.from({ length: 60 }, () =>
      serveStranger(clientAt('203.0.113.1'), () => void parsed.push('flood')),
    );
    await serveStranger(clientAt('198.51.100.1'), () => void parsed.push('honest'));
    expect(parsed.indexOf('honest')).toBeLessThan(3);
    await Promise.all(flood);
    expect(parsed).toHaveLength(61);
  });

  it('tokens are looked up a few at a time, each network in turn', async () => {
    const { lookUp } = createEntrance(0);
    let [running, most] = [0, 0];
    const found: string[] = [];
    const look = (address: string) =>
      lookUp(clientAt(address), async () => {
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
        found.push(address);
      });
    const flood = Array.from({ length: 100 }, () => look('203.0.113.1'));
    await look('198.51.100.1');
    expect(found.length).toBeLessThan(12);
    await Promise.all(flood);
    expect(most).toBe(4);
  });

  it('a request whose client has gone is not started', async () => {
    const gone = clientAt('203.0.113.1');
    Object.assign(gone.env.incoming?.socket ?? {}, { destroyed: true });
    await expect(createEntrance(0).begin(gone)).rejects.toMatchObject({ code: 'GONE' });
  });

  it('further callers while an answer is awaited cost nothing more', async () => {
    let reads = 0;
    const read = shared(() => Promise.resolve((reads += 1)));
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(await read()).toBe(2);
  });
});

/** The longest text of each field, and as many entries of each list as are allowed. */
function largestOf(schema: z.core.JSONSchema.BaseSchema): number {
  if (schema.enum) return Math.max(...schema.enum.map((one) => JSON.stringify(one).length));
  if (schema.anyOf) return Math.max(...schema.anyOf.map((one) => largestOf(one)));
  if (schema.type === 'string') {
    // Patterns allow ASCII; other characters have up to 3 bytes as browsers send them.
    return 2 + (schema.maxLength ?? 64) * (schema.pattern === undefined ? 3 : 1);
  }
  if (schema.type === 'array')
    return 2 + (schema.maxItems ?? 0) * (1 + largestOf(schema.items as typeof schema));
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).reduce(
      (sum, [name, one]) => sum + name.length + 4 + largestOf(one as typeof schema),
      2,
    );
  return 32;
}

describe('LOAD-18 a body', () => {
  const withBody = Object.entries(calls).flatMap(([name, { body }]) =>
    body === null ? [] : [[name as CallName, body as z.ZodMiniType] as const],
  );
  /** The limits of these fields are far above what authenticators, captchas and wallets send, and the venue reads. */
  const SHORTER: ReadonlySet<CallName> = new Set([
    'login',
    'askTwoFactorReset',
    'register',
    'passkeyLogin',
    'confirmPasskey',
    'receiveGrinDeposit',
    'finalizeGrinWithdrawal',
  ]);

  it('has 4 kB at most for most calls, and for each what the contract requires', () => {
    expect(withBody.filter(([name]) => largestBody(name) === 4096).length).toBeGreaterThan(
      withBody.length / 2,
    );
    const short = withBody
      .filter(([name]) => !SHORTER.has(name))
      .map(
        ([name, body]) =>
          [name, largestOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))] as const,
      )
      .filter(
        ([name, size]) => size > Math.max(largestBody(name), 65_536 === largestBody(name) ? Infinity : 0),
      );
    expect(short).toEqual([]);
  });

  let target: TestVenue;
  beforeAll(async () => {
    target = await startVenue({ LIMIT_ATTEMPTS: '100000', CHAINS: 'manual' });
  });
  afterAll(() => target.close());

  it.each([
    ['deep brackets', '['.repeat(60_000)],
    [
      '6,000 unknown keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`k${n}`, 1]))),
    ],
  ])('of %s is refused before it is read', async (_, body) => {
    for (const path of ['/auth/login', '/order/orders/limit', '/stats/chartx']) {
      const headers = { 'content-type': 'application/json', origin: target.origin };
      const answer = await ask(target.origin, path, { method: 'POST', headers, body });
      expect([path, answer.status, refusal(answer, answer.status).code]).toEqual([
        path,
        413,
        'BODY_TOO_LARGE',
      ]);
    }
  });

  it('of a program whose headers contain no signature is not read', async () => {
    const answer = await ask(target.origin, '/order/orders/limit', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'junk' },
      body: '['.repeat(4000),
    });
    expect([answer.status, refusal(answer, answer.status).code]).toEqual([401, 'SIGNATURE_INCOMPLETE']);
  });
});
