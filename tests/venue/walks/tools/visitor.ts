import { randomUUID } from 'node:crypto';
import { codeOf } from '../../accounts/codes.ts';
import { openBrowser, PASSWORD, startVenue, type Browser, type TestVenue } from '../../edge/harness.ts';

/** A venue whose time the walks can advance. */
export interface WalkedVenue extends TestVenue {
  /** Advances the venue's time. Milliseconds. */
  readonly pass: (milliseconds: number) => void;
  readonly now: () => number;
}

export async function startWalkedVenue(): Promise<WalkedVenue> {
  let offset = 0;
  const now = (): number => Date.now() + offset;
  const venue = await startVenue({ LIMIT_ATTEMPTS: '1000000', CHAINS: 'manual' }, now);
  return {
    ...venue,
    now,
    pass: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

/** How a scheduled failure ends a call. */
export type Fault = number | 'drop' | 'refuse';

/** A user of the venue, with a browser and the sandbox's tools. */
export interface Visitor {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  browser: Browser;
  /** Makes the next call of this name end this way, whoever sends it. */
  fail(call: string, status: Fault, times?: number): Promise<void>;
  /** Sends a call behind the chart's back. @throws Error when it is refused. */
  call(path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Signs out, so that the browser's session has ended. */
  leave(): Promise<void>;
  /** Signs in again, unless the session is still valid. */
  comeBack(): Promise<void>;
}

/** A new account, signed in. */
export async function newVisitor(venue: WalkedVenue): Promise<Visitor> {
  const username = `walk-${randomUUID().slice(0, 13)}`;
  const email = `${username}@example.org`;
  const account = { email, username, password: PASSWORD, confirm_password: PASSWORD };
  const registered = await openBrowser(venue).post('/auth/register', account);
  if (registered.status !== 201) throw new Error(registered.text);
  const visitor: Visitor = {
    id: '',
    email,
    username,
    browser: openBrowser(venue),
    async fail(call, status, times = 1) {
      const answer = await openBrowser(venue).post('/sandbox/fail', { call, status, times });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    async call(path, body) {
      const answer = await (body === undefined
        ? visitor.browser.get(path)
        : visitor.browser.post(path, body));
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body as Record<string, unknown>;
    },
    async leave() {
      // The chart's browser keeps its cookie, which is no longer valid.
      const { cookie } = visitor.browser;
      await visitor.browser.post('/auth/logout');
      visitor.browser.cookie = cookie;
    },
    async comeBack() {
      if (visitor.browser.cookie !== '' && (await visitor.browser.get('/auth/me')).status === 200) return;
      visitor.browser = openBrowser(venue);
      await visitor.call('/auth/login', { email, password: PASSWORD });
    },
  };
  await visitor.comeBack();
  const { user_id: id } = await visitor.call('/auth/me');
  return Object.assign(visitor, { id: String(id) });
}

/** Codes of a secret, each of a later step: the venue accepts each once. */
export function nextCode(venue: WalkedVenue, secret: string): string {
  venue.pass(30_000);
  return codeOf(secret, venue.now());
}
