import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { WebSocket } from 'ws';
import { readConfig } from '../../../venue/config.ts';
import { createVenue } from '../../../venue/venue.ts';
import { cookieHeader, type Cookies, takeCookies } from '../cookies.ts';
import type { DatabaseKind } from '../databases.ts';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** A browser, which keeps its cookies. */
export interface Browser {
  /** The session cookie. */
  readonly cookie: string;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** With DELETE. */
  remove(path: string): Promise<Answer>;
  /** Opens the socket and waits for its welcome. */
  connect(headers?: Readonly<Record<string, string>>): Promise<Line>;
}

/** An open socket. `ended` resolves with its close code. */
export interface Line {
  readonly ended: Promise<number>;
  close(): void;
}

/** For all members. */
export const PASSWORD = 'Correct-Horse-1';

export interface Served {
  readonly origin: string;
  browser(): Browser;
  /** A new user, signed in. */
  member(): Promise<{ readonly browser: Browser; readonly email: string }>;
  close(): Promise<void>;
}

/** A listening venue on a fresh database, without market makers. @param now epoch milliseconds. */
export async function serve(
  kind: DatabaseKind,
  env: Readonly<Record<string, string>> = {},
  now: () => number = Date.now,
): Promise<Served> {
  const database = await kind.create();
  const { databaseUrl } = database.options;
  const config = readConfig(
    {
      MAKERS: 'off',
      HISTORY: 'off',
      DATA_DIR: 'memory',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
    [],
    null,
  );
  const venue = await createVenue(config, { now });
  const listener = getRequestListener(venue.app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  server.on('upgrade', (request, socket, head) => venue.upgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let members = 0;
  return {
    origin,
    browser: () => createBrowser(origin),
    async member() {
      members += 1;
      const username = `member${members}`;
      const [browser, email] = [createBrowser(origin), `${username}@example.org`];
      const account = { email, username, password: PASSWORD, confirm_password: PASSWORD };
      await browser.post('/auth/register', account);
      await browser.post('/auth/login', { email, password: PASSWORD });
      return { browser, email };
    },
    async close() {
      await venue.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.remove();
    },
  };
}

function createBrowser(origin: string): Browser {
  const cookies: Cookies = { session: '', device: '' };
  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    given: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Answer> {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        ...cookieHeader(cookies),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    takeCookies(cookies, answer.headers);
    const text = await answer.text();
    return {
      status: answer.status,
      body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
      headers: answer.headers,
    };
  }
  return {
    get cookie() {
      return cookies.session;
    },
    get: (path, headers = {}) => send('GET', path, headers),
    remove: (path) => send('DELETE', path, {}),
    post: (path, body, headers = {}) => send('POST', path, headers, body),
    connect: (headers = {}) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket/ws`, {
          headers: { origin, ...cookieHeader(cookies), ...headers },
        });
        const ended = new Promise<number>((end) => {
          socket.once('close', end);
        });
        socket.once('error', reject);
        socket.once('message', () => resolve({ ended, close: () => socket.close() }));
      }),
  };
}
