import type { PairSettings } from '../../src/domain/market.ts';
import { checkAccount } from './account.ts';
import { type Claim, claimsOfPage } from './claims.ts';
import type { Context, Credentials, Session } from './context.ts';
import { checkCors } from './cors.ts';
import { checkErrors, checkMarket } from './market.ts';
import { checkOrders } from './orders.ts';
import { createProbe, Exhausted, type Limits, Unreachable } from './probe.ts';
import { createReport, type Verdict } from './report.ts';
import { type Area, AREAS } from './requirements.ts';
import { checkAccountHeader, checkLimit, checkLogout, checkStrangers, register, signIn } from './session.ts';
import { checkSocket } from './socket.ts';
import { checkSupport } from './support.ts';

export interface Settings {
  readonly server: URL;
  readonly origin: string | null;
  /** Null: those of the server's page. */
  readonly claims: ReadonlySet<Claim> | null;
  /** `new` creates an account; null uses none. */
  readonly account: Credentials | 'new' | null;
  readonly mayWrite: boolean;
  /** How many wrong passwords to try; 0 for none. */
  readonly attempts: number;
  readonly areas: readonly Area[];
  readonly listen: number;
  readonly limits: Limits;
}

export const DEFAULTS = {
  origin: null,
  claims: null,
  account: null,
  mayWrite: false,
  attempts: 0,
  areas: AREAS,
  listen: 3000,
  limits: { request: 10_000, requests: 400, run: 180_000 },
} as const satisfies Partial<Settings>;

export interface Outcome {
  readonly claims: readonly string[];
  readonly requests: number;
  readonly ended: string | null;
  readonly verdicts: readonly Verdict[];
}

/** Changes nothing that was not announced. */
export async function checkServer(settings: Settings, announce: (text: string) => void): Promise<Outcome> {
  const report = createReport();
  const probe = createProbe(settings.server, report, settings.limits);
  let claims = settings.claims;
  let ended: string | null = null;
  try {
    claims ??= claimsOfPage(await pageOf(settings.server, settings.limits));
    await check({ ...settings, claims, probe, report, announce }, settings);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Exhausted)) throw error;
    ended = error.message;
  }
  return { claims: [...(claims ?? [])], requests: probe.count, ended, verdicts: report.verdicts() };
}

async function pageOf(server: URL, { request }: Limits): Promise<string> {
  try {
    const answer = await fetch(server, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(request),
    });
    return await answer.text();
  } catch (error) {
    throw new Unreachable(`No server answers at ${server.href}`, { cause: error });
  }
}

async function check(context: Context, settings: Settings): Promise<void> {
  const isIn = (...areas: readonly Area[]): boolean => areas.some((area) => settings.areas.includes(area));
  let pairs: readonly PairSettings[] = [];
  if (isIn('market', 'values', 'orders', 'socket')) pairs = await checkMarket(context);
  if (isIn('errors')) await checkErrors(context);
  if (isIn('session')) await checkStrangers(context);
  if (isIn('cors') && context.origin !== null) await checkCors(context, context.origin);
  if (isIn('socket')) await checkSocket(context, pairs[0]?.pair);
  const session = isIn('session', 'account', 'orders', 'support') ? await enter(context, settings) : null;
  if (session) {
    if (isIn('account')) await checkAccount(context, session);
    if (isIn('account')) await checkAccountHeader(context, session);
    if (context.mayWrite && isIn('orders')) await checkOrders(context, session, pairs);
    if (context.mayWrite && isIn('support')) await checkSupport(context, session);
    await checkLogout(context, session);
  }
  if (settings.attempts > 0 && isIn('errors')) await checkLimit(context, settings.attempts);
}

async function enter(context: Context, { account }: Settings): Promise<Session | null> {
  if (account === null) {
    for (const id of ['session.login', 'account.balances', 'orders.place', 'support.create'] as const) {
      context.report.skips(id, 'No account was given');
    }
    return null;
  }
  const credentials = account === 'new' ? await register(context) : account;
  return credentials && signIn(context, credentials);
}
