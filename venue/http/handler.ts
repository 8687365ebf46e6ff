import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import type * as z from 'zod/mini';
import type { CallName, calls } from '../../src/services/contract/index.ts';
import type { Session } from '../accounts/sessions.ts';
import { RefusedError } from '../refused.ts';

/** What node-server binds; absent when the app is called without a server (tests of single answers). */
export type Bindings = { Bindings: Partial<HttpBindings> };
export type HttpContext = Context<Bindings>;

/** What a schema makes of a request's query or body; null for a call without one. */
type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : null;

export interface CallRequest<Name extends CallName = CallName> {
  readonly c: HttpContext;
  readonly query: Parsed<(typeof calls)[Name]['query']>;
  readonly body: Parsed<(typeof calls)[Name]['body']>;
  /** Present for calls that need a session; looked up for all that carry a cookie. */
  readonly session: Session | null;
  /** `Idempotency-Key` of calls that have one. */
  readonly idempotencyKey: string | undefined;
}

/** Carries out one call; what it returns is the body. Refusals are thrown as `RefusedError`. */
export type Handler<Name extends CallName> = (request: CallRequest<Name>) => unknown;
export type Handlers<Names extends CallName = CallName> = { readonly [Name in Names]: Handler<Name> };

export function signedIn({ session }: Pick<CallRequest, 'session'>): Session {
  if (!session) throw new RefusedError(401, 'UNAUTHORIZED', 'Sign in first.');
  return session;
}
