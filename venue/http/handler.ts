import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import type * as z from 'zod/mini';
import type { CallName, calls } from '../../src/services/contract/index.ts';
import type { Session } from '../accounts/sessions.ts';
import { RefusedError } from '../refused.ts';

/** Absent in tests without a server. */
export type Bindings = { Bindings: Partial<HttpBindings> };
export type HttpContext = Context<Bindings>;

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : null;

export interface CallRequest<Name extends CallName = CallName> {
  readonly c: HttpContext;
  readonly query: Parsed<(typeof calls)[Name]['query']>;
  readonly body: Parsed<(typeof calls)[Name]['body']>;
  /** Looked up for every call; present for those that require one. */
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
