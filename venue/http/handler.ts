import { constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import type * as z from 'zod/mini';
import type { CallName, calls } from '../../src/services/contract/index.ts';
import type { Session } from '../accounts/sessions.ts';
import type { CodeAttempt } from '../accounts/twoFactor.ts';
import { RefusedError } from '../refused.ts';

export type Bindings = { Bindings: Partial<HttpBindings> };
export type HttpContext = Context<Bindings>;

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : null;

export interface CallRequest<Name extends CallName = CallName> {
  readonly c: HttpContext;
  readonly query: Parsed<(typeof calls)[Name]['query']>;
  readonly body: Parsed<(typeof calls)[Name]['body']>;
  readonly session: Session | null;
  readonly idempotencyKey: string | undefined;
}

/** Returns the body or a whole answer, or throws a `RefusedError`. */
export type Handler<Name extends CallName> = (request: CallRequest<Name>) => unknown;
export type Handlers<Names extends CallName = CallName> = { readonly [Name in Names]: Handler<Name> };

export function signedIn({ session }: Pick<CallRequest, 'session'>): Session {
  if (!session) throw new RefusedError(401, 'UNAUTHORIZED', 'Sign in first.');
  return session;
}

/** The second factor that came with a request; a program's key stands in for it (APIKEY-07). */
export const attemptOf = ({ key, apiKey }: Session, code = ''): CodeAttempt => ({
  code,
  triedBy: key,
  isOfKey: apiKey !== undefined,
});

type Body = string | Uint8Array<ArrayBuffer>;

/** JSON, compressed where the client can read it. Only for public data (`COMPRESSED`). */
export function answerZipped(c: HttpContext, plain: () => Body, zipped: () => Body): Response {
  const mayZip = c.req.header('accept-encoding')?.includes('gzip') === true;
  c.header('content-type', 'application/json');
  c.header('vary', 'Accept-Encoding', { append: true });
  if (!mayZip) return c.body(plain());
  c.header('content-encoding', 'gzip');
  return c.body(zipped());
}

/** Synchronous: a compression stream would outlive a client that has gone. */
export const zip = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(text, { level: constants.Z_BEST_SPEED }));
