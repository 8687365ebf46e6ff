import { browserClipboard } from '../services/clipboard.ts';
import { monotonic, systemClock } from '../services/clock.ts';
import { createDrafts } from '../services/drafts.ts';
import { createConsoleLog } from '../services/log.ts';
import { createPage } from '../services/page.ts';
import { createSessionStore, isSendable } from '../services/sessionStore.ts';
import { createServerClock } from '../services/serverClock.ts';
import { createStorage } from '../services/storage.ts';
import { createTabs, openChannel } from '../services/tabs.ts';
import { marketCalls } from '../services/contract/calls/markets.ts';
import { createPrefetch } from '../services/http/prefetch.ts';
import { createHttp } from '../services/http/http.ts';
import { createTransport } from '../services/http/ofetch.ts';
import type { Transport } from '../services/http/port.ts';
import { createRemoteSocket } from '../services/socket/remote.ts';
import type { AppConfig } from '../machines/app/app.ts';
import { createKeptOrders } from '../services/keptOrders.ts';
import { createKeptWithdrawals } from '../services/keptWithdrawals.ts';
import { createPasskeyDevice } from '../services/passkeys.ts';
import type { SolveWork, WorkerHost } from '../services/proofOfWork/solver.ts';
import type { Services } from '../services/services.ts';

/** The session as the services need it; it starts after them. */
export interface SessionLink {
  userId(): string | null;
  /** Called on a 401 that ends the session. */
  unauthorized(): void;
  /** Called when another user has signed in in this browser. */
  accountChanged(): void;
}

export function createServices(config: AppConfig, session: SessionLink, window: Window): Services {
  const host: Window & Partial<WorkerHost> = window;
  const deviceClock = systemClock;
  const clock = createServerClock(deviceClock, monotonic);
  const log = createConsoleLog();
  const storage = createStorage(() => window.localStorage);
  const store = createSessionStore(storage);
  const drafts = createDrafts(createStorage(() => window.sessionStorage));
  // The interface is always dark: a theme kept by an older version is removed (PUBLIC-04).
  storage.remove('theme');
  const page = createPage(window, deviceClock, clock.listen);
  const http = createHttp({
    transport: withBtcPrice(createTransport(config.apiBase, clock), config.btcUsdUrl),
    clock: deviceClock,
    log,
    sendsIdempotencyKeys: config.capabilities.idempotencyKeys,
    sessionHeaders: () => sessionHeaders(config, store.readToken(), session.userId()),
    userId: () => session.userId(),
    onUnauthorized: () => session.unauthorized(),
    onAccountChanged: () => session.accountChanged(),
  });
  return {
    clock,
    deviceClock,
    clipboard: browserClipboard,
    log,
    storage,
    drafts,
    keptOrders: createKeptOrders(drafts),
    keptWithdrawals: createKeptWithdrawals(drafts),
    store,
    page,
    tabs: createTabs({ window, store, channel: openChannel() }),
    ...createPrefetch(http, deviceClock),
    ...createRemoteSocket({
      settings: { url: config.socketUrl, numbersBooks: config.capabilities.bookSequence },
      host,
      loadEngine: () => import('../services/socket/engine.ts'),
      clock: deviceClock,
      page,
      log,
    }),
    passkeyDevice: createPasskeyDevice(window),
    solveWork: workSolver(host),
    random: Math.random,
    uuid: randomUuid,
  };
}

/** Loaded by the first challenge, once: a page may create the policy for its worker only once. */
function workSolver(host: Partial<WorkerHost>): Services['solveWork'] {
  const { Worker, trustedTypes } = host;
  if (!Worker) return null;
  let loading: Promise<SolveWork> | null = null;
  return async (challenge, signal) => {
    loading ??= import('../services/proofOfWork/solver.ts')
      .then(({ createSolver }) => createSolver({ Worker, ...(trustedTypes && { trustedTypes }) }))
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    const solve = await loading;
    return solve(challenge, signal);
  };
}

export function sessionHeaders(
  { capabilities }: { readonly capabilities: Pick<AppConfig['capabilities'], 'accountHeader'> },
  token: string | null,
  userId: string | null,
): Readonly<Record<string, string>> {
  return {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    // Tabs share one cookie: the server refuses a request that names another account.
    ...(capabilities.accountHeader && userId !== null && isSendable(userId)
      ? { 'x-account-id': userId }
      : {}),
  };
}

/** `crypto.randomUUID` exists under https only. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The BTC price may come from elsewhere (MARKET-08), without anything about the user. */
function withBtcPrice(transport: Transport, url: string): Transport {
  if (url === '') return transport;
  return (request) =>
    request.path === marketCalls.btcPrice.path ? fetchElsewhere(url, request.signal) : transport(request);
}

async function fetchElsewhere(url: string, signal: AbortSignal) {
  const answer = await fetch(url, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  const body: unknown = await answer.json().catch(() => undefined);
  return { status: answer.status, body };
}
