import { Hono, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod/mini';
import { parsePair } from '../../src/domain/market.ts';
import { isPage, isPublicPath } from '../../src/domain/paths.ts';
import { type Call, type CallName, calls } from '../../src/services/contract/index.ts';
import { TooManyAttemptsError } from '../accounts/limits.ts';
import { type Session, sessionRenewed, type Sessions } from '../accounts/sessions.ts';
import type { LedgerHead } from '../ledger/seals.ts';
import type { Log } from '../log.ts';
import { InvalidError, RefusedError } from '../refused.ts';
import { type Failures, scheduledRefusal } from '../sandbox/failures.ts';
import { sqlErrorOf } from '../sql/transaction.ts';
import type { Assets } from './assets.ts';
import { largestBody, parseJson, readBytes, refuseLarge, refuseOtherTypes } from './body.ts';
import type { TokenCookie } from './cookie.ts';
import { createEntrance, shared } from './entrance.ts';
import { type FindDevice, withGates } from './gatedReads.ts';
import {
  answerZipped,
  zip,
  type Bindings,
  type CallRequest,
  type Handlers,
  type HttpContext,
} from './handler.ts';
import { type OriginRule, unknownHost } from './origin.ts';
import { methodsOf } from './calls/every.ts';
import type { AnswerHeaders } from './raw.ts';
import { createPrograms, isOfProgram, type ProgramParts } from './programs.ts';
import { parse, readIdempotencyKey, readQuery } from './readRequest.ts';
import { POLICY_HEADER } from './security.ts';

export interface AppParts extends ProgramParts {
  readonly handlers: Handlers;
  readonly knownDevice: FindDevice;
  readonly sessions: Sessions;
  readonly cookie: TokenCookie;
  readonly originRule: OriginRule;
  readonly headers: AnswerHeaders;
  readonly failures: Failures | null;
  readonly extend?: (app: Hono<Bindings>, tools: RouteTools) => void;
  readonly assets: Assets | null;
  /** Offered with every page (PUBLIC-24). */
  readonly onionOrigin: string | null;
  /** By its symbol. */
  readonly listsPair: (symbol: string) => boolean;
  /** Newest first (LEDGER-04). */
  readonly ledgerHeads: () => Promise<readonly LedgerHead[]>;
  readonly isReady: () => Promise<boolean>;
  readonly count: MiddlewareHandler<Bindings>;
  readonly log: Log;
}

export interface RouteTools {
  readonly sessionOf: (c: HttpContext) => Promise<Session | null>;
  readonly readBody: <S extends z.ZodMiniType>(c: HttpContext, schema: S) => Promise<z.output<S>>;
}

/** Calls that determine or change the signed-in account, so `X-Account-Id` is not checked. */
const CHANGES_ACCOUNT: ReadonlySet<CallName> = new Set(['me', 'login', 'register']);

/** Private answers are not compressed: the length would reveal their content (BREACH). */
const COMPRESSED: ReadonlySet<CallName> = new Set([
  'coins',
  'market',
  'markets',
  'orderBook',
  'pair',
  'pairs',
  'solvencyStatements',
  'trades',
]);

const TRADE = /^\/trade\/([^/]+)\/?$/i;

export function createApp(parts: AppParts): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const { sessions, cookie, failures, log } = parts;
  const entrance = createEntrance(parts.trustedProxies);
  const programs = createPrograms({ ...parts, lookUp: entrance.lookUp });
  const handlers = withGates(parts.handlers, parts.trustedProxies, parts.knownDevice);

  app.use('*', parts.count);
  app.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(parts.headers)) {
      const isOwnPolicy = name === POLICY_HEADER && c.res.headers.has(name);
      if (!isOwnPolicy) c.res.headers.set(name, value);
    }
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
  });

  app.use('*', async (c, next) => {
    await entrance.begin(c);
    const { method } = c.req;
    const origin = c.req.header('origin');
    const originKind = parts.originRule({
      origin,
      host: c.req.header('host'),
      fetchSite: c.req.header('sec-fetch-site'),
    });
    if (originKind === 'stray') throw unknownHost();
    if (originKind === 'allowed' && origin !== undefined) {
      c.header('access-control-allow-origin', origin);
      c.header('access-control-allow-credentials', 'true');
      c.header('access-control-expose-headers', 'date, retry-after');
      c.header('vary', 'Origin', { append: true });
    }
    if (method === 'OPTIONS') {
      if (originKind === 'allowed') {
        c.header('access-control-allow-methods', 'GET, POST, DELETE');
        c.header(
          'access-control-allow-headers',
          'content-type, idempotency-key, x-account-id, authorization',
        );
        c.header('access-control-max-age', '600');
      }
      return c.body(null, 204);
    }
    // Text columns cannot store NUL.
    if (c.req.url.includes('%00')) {
      throw new RefusedError(400, 'NUL_CHARACTER', 'URLs must not contain NUL characters.');
    }
    if (method !== 'GET' && method !== 'HEAD') {
      // No page of another site can send a key's headers, and no cookie counts beside them (APIKEY-03).
      if (originKind === 'foreign' && !isOfProgram(c)) {
        throw new RefusedError(403, 'FOREIGN_ORIGIN', 'Requests from other sites are not allowed.');
      }
      refuseLarge(c.req.raw.headers, largestBody());
    }
    return next();
  });

  // Hono passes only `Error` to `onError`; anything else would lose its headers and its log entry.
  app.use('*', async (_c, next) => {
    try {
      await next();
    } catch (thrown) {
      throw thrown instanceof Error ? thrown : new TypeError('no error was thrown', { cause: thrown });
    }
  });

  async function sessionOf(c: HttpContext): Promise<Session | null> {
    const token = cookie.read(c.req.header('cookie'));
    return token === null ? null : entrance.lookUp(c, () => sessions.find(token));
  }

  /** A token that was just replaced may only ask for the outcome of the change (SESSION-12). */
  async function replacedSession(c: HttpContext, name: CallName, isWrite: boolean): Promise<Session> {
    const token = cookie.read(c.req.header('cookie'));
    const session = token === null ? null : await entrance.lookUp(c, () => sessions.findReplaced(token));
    if (session && (name === 'me' || name === session.replacedBy)) return session;
    // Clients repeat reads after a 503, and never a write.
    if (session?.isFresh) throw sessionRenewed(isWrite ? 409 : 503);
    throw new RefusedError(401, 'UNAUTHORIZED', 'Sign in first.');
  }

  async function readBody<S extends z.ZodMiniType>(
    c: HttpContext,
    schema: S,
    most: number,
    session: Session | null,
    read?: Uint8Array,
  ): Promise<z.output<S>> {
    refuseOtherTypes(c.req.raw.headers);
    const bytes = read ?? (await readBytes(c.req.raw, most));
    const understand = () => parse(schema, parseJson(bytes));
    return session ? understand() : entrance.serveStranger(c, understand);
  }

  /** A pair that is not listed has none (TRADE-02). */
  function hasPage(path: string): boolean {
    const [, name] = TRADE.exec(path) ?? [];
    if (name === undefined) return isPage(path) && parts.assets?.hides(path) !== true;
    const pair = parsePair(name);
    return pair !== null && parts.listsPair(pair.symbol);
  }

  /** Undefined where no client is served. */
  function pageAt({ req: { path, raw } }: HttpContext): Response | undefined {
    if (!parts.assets) return undefined;
    if (hasPage(path)) {
      const answer = parts.assets.page(path, raw).answer(raw);
      if (!isPublicPath(path)) answer.headers.set('x-robots-tag', 'noindex');
      return answer;
    }
    // An entity that a cache kept must not become a 304: the address does not exist.
    const headers = new Headers(raw.headers);
    headers.delete('if-none-match');
    const page = parts.assets.missing(raw).answer(new Request(raw.url, { headers }));
    page.headers.set('x-robots-tag', 'noindex');
    return new Response(page.body, { status: 404, headers: page.headers });
  }

  function serveCall(name: CallName, call: Call): void {
    // TypeScript cannot relate names, schemas and handlers; a test of every call does.
    const handle: (request: never) => unknown = handlers[name];
    const most = largestBody(name);
    app.on(call.method, call.path, async (c) => {
      if (call.body) refuseLarge(c.req.raw.headers, most);
      const program = isOfProgram(c);
      const signed = program && call.isPrivate ? await programs.admit(c, name) : null;
      const living = program ? (signed?.session ?? null) : await sessionOf(c);
      const failure = failures?.take(living?.account.id ?? null, name);
      if (failure?.kind === 'status') throw scheduledRefusal(failure.status);
      if (failure?.kind === 'refuse') return dropConnection(c);
      const session = living ?? (call.isPrivate ? await replacedSession(c, name, call.isWrite) : null);
      if (session && !CHANGES_ACCOUNT.has(name)) refuseAnotherAccount(c, session);
      const query = readQuery(c, call.query);
      const body = call.body ? await readBody(c, call.body, most, session, signed?.body) : null;
      const idempotencyKey = call.takesIdempotencyKey ? readIdempotencyKey(c) : undefined;
      const answer = await handle({ c, session, query, body, idempotencyKey } satisfies Record<
        keyof CallRequest,
        unknown
      > as never);
      if (failure?.kind === 'drop') return dropConnection(c);
      if (failure?.kind === 'delay') await pause(failure.milliseconds);
      if (answer instanceof Response) return answer;
      if (!COMPRESSED.has(name)) return c.json(answer);
      const text = JSON.stringify(answer);
      return answerZipped(
        c,
        () => text,
        () => zip(text),
      );
    });
  }

  for (const [name, call] of Object.entries(calls)) serveCall(name as CallName, call);
  parts.extend?.(app, { sessionOf, readBody: (c, schema) => readBody(c, schema, largestBody(), null) });

  // Both cost the database a query, and anybody may ask.
  const [heads, isReady] = [shared(parts.ledgerHeads), shared(parts.isReady)];
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/ledger/heads', async (c) => c.json({ heads: await entrance.serveStranger(c, heads) }));
  app.get('/readyz', async (c) => {
    if (await entrance.serveStranger(c, isReady)) return c.json({ status: 'ready' });
    throw new RefusedError(
      503,
      'NOT_READY',
      'The exchange is starting or stopping. Please try again in a moment.',
    );
  });

  app.all('*', (c) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const asset = isRead ? parts.assets?.find(c.req.path) : undefined;
    if (asset) return asset.answer(c.req.raw);
    // Monitors, link previews and curl accept anything, or do not say what.
    const takesPage = wantsPage(c) || c.req.path === '/' || (hasPage(c.req.path) && takesAnything(c));
    const page = isRead && takesPage ? pageAt(c) : undefined;
    if (page && parts.onionOrigin !== null) {
      const { pathname, search } = new URL(c.req.url);
      page.headers.set('onion-location', `${parts.onionOrigin}${pathname}${search}`);
    }
    if (page) return page;
    const methods = methodsOf(c.req.path);
    if (methods.length > 0) {
      c.header('allow', methods.join(', '));
      throw new RefusedError(405, 'METHOD_NOT_ALLOWED', `This endpoint accepts ${methods.join(' or ')}.`);
    }
    throw new RefusedError(404, 'NOT_FOUND', 'Unknown endpoint.');
  });

  app.onError((error, c) => {
    if (error instanceof RefusedError) {
      if (error.retryAfter !== undefined) c.header('retry-after', String(error.retryAfter));
      if (error instanceof TooManyAttemptsError && isOfProgram(c)) c.header('x-ratelimit-remaining', '0');
      return c.json(
        {
          message: error.parts ?? error.message,
          code: error.code,
          ...(error instanceof TooManyAttemptsError && error.work ? { proof_of_work: error.work } : {}),
          ...(error instanceof InvalidError ? { invalid: error.broken } : {}),
        },
        error.status as ContentfulStatusCode,
      );
    }
    // Was in progress when the account was deleted (PRIVACY-03).
    if (sqlErrorOf(error)?.code === 'QB005')
      return c.json({ message: 'This account was deleted.', code: 'ACCOUNT_DELETED' }, 401);
    log.error('a call', error);
    return c.json(
      { message: 'Something went wrong on our side. Please try again later.', code: 'INTERNAL' },
      500,
    );
  });

  return app;
}

const wantsPage = (c: HttpContext): boolean => (c.req.header('accept') ?? '').includes('text/html');
const takesAnything = (c: HttpContext): boolean => (c.req.header('accept') ?? '*/*').includes('*/*');

/** Tabs share the cookie. `X-Account-Id` stops a tab of one user from acting as another (SESSION-05). */
function refuseAnotherAccount(c: HttpContext, session: Session): void {
  const expected = c.req.header('x-account-id');
  if (expected === undefined || expected === session.account.id) return;
  throw new RefusedError(409, 'ACCOUNT_CHANGED', 'Another account is now logged in in this browser.');
}

function dropConnection(c: HttpContext): Response {
  c.env.incoming?.socket.destroy();
  return c.body(null, 503);
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
