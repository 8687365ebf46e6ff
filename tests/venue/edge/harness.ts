import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { expect } from 'vitest';
import { calls, type Call, type CallName } from '../../../src/services/contract/index.ts';
import { readConfig, type VenueConfig } from '../../../venue/config.ts';
import { createLog } from '../../../venue/log.ts';
import { serveVenue } from '../../../venue/serve.ts';
import { createVenue, type Venue } from '../../../venue/venue.ts';
import { cookieHeader, type Cookies, takeCookies } from '../cookies.ts';
import { type DatabaseKind, oneDatabase } from '../databases.ts';

export const PASSWORD = 'Correct-Horse-7';
/** Settings of a live venue, which needs a name. */
export const LIVE = {
  VENUE_MODE: 'live',
  PUBLIC_ORIGIN: 'http://quietbook.example',
  SECRETS_KEY_FILE: 'tests/data/secrets.key',
} as const;

/** A venue on a free port, by default on a fresh database and without generated history. */
export interface TestVenue {
  readonly venue: Venue;
  readonly origin: string;
  /** The `Origin` that its pages send, if different. */
  readonly pageOrigin?: string;
  readonly socketUrl: string;
  /** Everything that it logged. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

function configOf(environment: Readonly<Record<string, string>> = {}): VenueConfig {
  return readConfig(
    {
      DATA_DIR: 'memory',
      MAKERS: 'off',
      HISTORY: 'off',
      SEED: 'test',
      // All clients of a test have one address.
      LIMIT_SOCKETS: '5000',
      LIMIT_SOCKET_POINTS: '1000000',
      ...environment,
    },
    [],
    null,
  );
}

/**
 * @param environment may name an existing database.
 * @param now epoch milliseconds.
 */
export async function startVenue(
  environment: Readonly<Record<string, string>> = {},
  now: () => number = Date.now,
  kind: DatabaseKind = oneDatabase,
): Promise<TestVenue> {
  const isThere = environment.DATABASE_URL !== undefined || environment.DATA_DIR !== undefined;
  const database = isThere ? null : await kind.create();
  const { databaseUrl } = database?.options ?? {};
  const settings = { ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }), ...environment };
  const log: string[] = [];
  try {
    const venue = await createVenue(configOf(settings), { log: createLog((line) => log.push(line)), now });
    const served = await serveVenue(venue, 0, '127.0.0.1');
    return {
      venue,
      origin: `http://127.0.0.1:${served.port}`,
      ...(environment.PUBLIC_ORIGIN === undefined ? {} : { pageOrigin: environment.PUBLIC_ORIGIN }),
      socketUrl: `ws://127.0.0.1:${served.port}/socket/ws`,
      log,
      async close() {
        await served.close();
        await database?.remove();
      },
    };
  } catch (error) {
    await database?.remove();
    throw error;
  }
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined for anything else. */
  readonly body: unknown;
}

/** Sends one request without adding headers. */
export async function ask(origin: string, path: string, init: RequestInit = {}): Promise<TestAnswer> {
  const answer = await fetch(`${origin}${path}`, { redirect: 'manual', ...init });
  const text = await answer.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: answer.status, headers: answer.headers, text, body };
}

/** A browser tab: keeps its cookies and sends the page's origin with writes. */
export interface Browser {
  /** The session cookie. */
  cookie: string;
  /** All cookies, as a request carries them. */
  readonly cookies: string;
  /** Stores the cookies that an answer sets. */
  take(headers: Headers): void;
  get(path: string): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string): Promise<TestAnswer>;
}

type Reached = Pick<TestVenue, 'origin' | 'pageOrigin'>;

export function openBrowser({ origin, pageOrigin = origin }: Reached): Browser {
  const kept: Cookies = { session: '', device: '' };
  async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
    const answer = await ask(origin, path, {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : { origin: pageOrigin, 'sec-fetch-site': 'same-origin' }),
        ...cookieHeader(kept),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    takeCookies(kept, answer.headers);
    return answer;
  }
  return {
    get cookie() {
      return kept.session;
    },
    set cookie(session) {
      kept.session = session;
    },
    get cookies() {
      return cookieHeader(kept).cookie ?? '';
    },
    take: (headers) => takeCookies(kept, headers),
    get: (path) => send('GET', path, {}),
    post: (path, body, headers = {}) =>
      body === undefined
        ? send('POST', path, headers)
        : send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    delete: (path) => send('DELETE', path, {}),
  };
}

export interface Trader extends Browser {
  readonly email: string;
  readonly username: string;
}

/** Registers a new user. */
export async function register(target: Reached): Promise<{ email: string; username: string }> {
  const username = `user-${randomUUID().slice(0, 13)}`;
  const email = `${username}@example.org`;
  const answer = await openBrowser(target).post('/auth/register', {
    email,
    username,
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  expect(answer.status).toBe(201);
  return { email, username };
}

/** A new user who has signed in. */
export async function openTrader(target: Reached): Promise<Trader> {
  const user = await register(target);
  const browser = openBrowser(target);
  const answer = await browser.post('/auth/login', { email: user.email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return Object.assign(browser, user);
}

/** Reads an answer with the client's own decoder; it must not contain errors. */
export function decoded(name: CallName, answer: TestAnswer): unknown {
  const read = (calls[name] as Call).decode(answer.body);
  expect(read).toMatchObject({ ok: true, faults: [] });
  return read.ok ? read.value : undefined;
}

export interface Refused {
  readonly message: string;
  readonly code: string;
}

/** The body of a refusal: a text and a stable code, and nothing else. */
export function refusal(answer: TestAnswer, status: number): Refused {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: answer.text });
  const { message, code, invalid, ...rest } = answer.body as Refused & { readonly invalid?: unknown };
  // The challenge that admits the same attempt (LOGIN-21).
  const work = { proof_of_work: { challenge: expect.any(String), difficulty: expect.any(Number) } };
  expect(rest).toEqual(code === 'TOO_MANY_ATTEMPTS' && 'proof_of_work' in rest ? work : {});
  // With every refused value (CALL-19), and with nothing else.
  const isNamed =
    ['VALIDATION_FAILED', 'BODY_TOO_LARGE'].includes(code) ||
    /^INVALID_(?:EMAIL|USERNAME|NETWORK)$/.test(code);
  if (invalid !== undefined) {
    expect({ code, isNamed }).toEqual({ code, isNamed: true });
    expect(invalid).toMatchObject({ field: expect.any(String), rule: expect.stringMatching(/^[a-z]+$/) });
  }
  expect(message).toMatch(/^\S.{3,300}$/s);
  expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/);
  // No stack trace, no file, no name of a library.
  // A challenge is random, and may contain any of these letters.
  expect(`${message} ${code}`).not.toMatch(/node_modules|\.ts:|\.js:|at \w+ \(|pg_|pglite|zod|hono/i);
  return { message, code };
}

export const limitOrder = (
  operation: 'BUY' | 'SELL',
  price: string,
  quantity: string,
  pair = 'XMR-BTC',
): Record<string, string> => ({ pair, type: 'LIMIT', operation, price, quantity });

/** A new user without starter coins, as required for deleting the account. */
export async function openEmptyTrader(target: Reached): Promise<Trader> {
  const trader = await openTrader(target);
  expect((await trader.post('/sandbox/empty')).status).toBe(200);
  return trader;
}

/** A socket that stores received frames. */
export interface TestSocket {
  readonly socket: WebSocket;
  /** All frames, in order. */
  readonly received: Record<string, unknown>[];
  say(message: unknown): void;
  /** The first matching frame, from the `from`-th received one on. */
  next(fits: (frame: Record<string, unknown>) => boolean, from?: number): Promise<Record<string, unknown>>;
  readonly closed: Promise<number>;
}

export async function openSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestSocket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  const received: Record<string, unknown>[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code);
      wake();
    });
  });
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as Record<string, unknown>);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  return {
    socket,
    received,
    say: (message) => socket.send(JSON.stringify(message)),
    next(fits, from = 0) {
      return new Promise((resolve, reject) => {
        const look = (): void => {
          const found = received.slice(from).find(fits);
          if (found) resolve(found);
          else if (socket.readyState === WebSocket.CLOSED) reject(new Error('the socket was closed'));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      });
    },
    closed,
  };
}

/** Polls every few milliseconds; the test's own time limit ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
