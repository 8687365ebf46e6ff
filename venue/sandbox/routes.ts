import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { calls } from '../../src/services/contract/index.ts';
import type { Limits } from '../accounts/limits.ts';
import type { Exchange } from '../exchange.ts';
import type { RouteTools } from '../http/app.ts';
import { type Bindings, type HttpContext, signedIn } from '../http/handler.ts';
import { RefusedError } from '../refused.ts';
import type { Failure, Failures } from './failures.ts';
import type { Faucet } from './faucet.ts';

const fundBody = z.strictObject({
  coin: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, 'must be a coin like XMR')),
  amount: z
    .string()
    .check(z.regex(/^\d{1,10}(\.\d{1,8})?$/, 'must be a decimal number like 0.25, in quotes')),
});

const failBody = z.strictObject({
  call: z.string(),
  status: z.union([z.int().check(z.minimum(400), z.maximum(599)), z.enum(['drop', 'refuse', 'delay'])]),
  times: z._default(z.int().check(z.minimum(1), z.maximum(100)), 1),
  delay_ms: z._default(z.int().check(z.minimum(1), z.maximum(60_000)), 2000),
});

export interface SandboxParts {
  readonly exchange: Exchange;
  readonly faucet: Faucet;
  readonly limits: Limits;
  readonly failures: Failures;
  readonly isShared: boolean;
}

/** A signed-in tester's failures apply to that account, others to any caller. A shared sandbox requires an account. */
export function sandboxRoutes(
  app: Hono<Bindings>,
  tools: RouteTools,
  { exchange, faucet, limits, failures, isShared }: SandboxParts,
): void {
  const coins = new Set(exchange.pairs.flatMap(({ base, quote }) => [base, quote]));

  app.get('/sandbox/status', (c) => c.json({ sandbox: true }));
  app.get('/sandbox/calls', (c) => c.json(Object.keys(calls)));

  app.post('/sandbox/fund', async (c) => {
    const { account } = signedIn({ session: await tools.sessionOf(c) });
    const { coin, amount } = await tools.readBody(c, fundBody);
    if (!coins.has(coin))
      throw new RefusedError(404, 'UNKNOWN_COIN', `Known coins: ${[...coins].sort().join(', ')}.`);
    if (/^0+(\.0+)?$/.test(amount))
      throw new RefusedError(422, 'VALIDATION_FAILED', 'amount must be above 0.');
    await faucet.give(account.id, coin, amount);
    return c.json({ message: `Added ${amount} ${coin}.` });
  });

  app.post('/sandbox/empty', async (c) => {
    const { account } = signedIn({ session: await tools.sessionOf(c) });
    await faucet.takeBack(account.id);
    return c.json({ message: 'Took back all that was free.' });
  });

  app.post('/sandbox/fail', async (c) => {
    const { call, status, times, delay_ms } = await tools.readBody(c, failBody);
    if (!Object.hasOwn(calls, call)) {
      const message = 'Unknown endpoint. "npm run sandbox -- calls" lists them all.';
      throw new RefusedError(422, 'UNKNOWN_CALL', message);
    }
    failures.schedule(await scopeOf(c), call, failureOf(status, delay_ms), times);
    return c.json({
      message: `The next ${times === 1 ? 'answer' : `${times} answers`} of ${call} will fail.`,
    });
  });

  app.post('/sandbox/reset-limits', async (c) => {
    const account = await scopeOf(c);
    if (isShared) {
      failures.clear(account);
      return c.json({ message: 'Your scheduled failures were cleared.' });
    }
    await limits.reset();
    failures.clear(null);
    return c.json({ message: 'Attempts and scheduled failures were cleared.' });
  });

  async function scopeOf(c: HttpContext): Promise<string | null> {
    const session = await tools.sessionOf(c);
    return isShared ? signedIn({ session }).account.id : (session?.account.id ?? null);
  }
}

function failureOf(status: number | 'drop' | 'refuse' | 'delay', milliseconds: number): Failure {
  if (typeof status === 'number') return { kind: 'status', status };
  return status === 'delay' ? { kind: status, milliseconds } : { kind: status };
}
