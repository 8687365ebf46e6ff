import { randomUUID } from 'node:crypto';
import { CALL_CAPABILITIES } from '../../src/services/contract/documents/extensions.ts';
import { type Call, calls } from '../../src/services/contract/index.ts';
import { ask, type Context, type Credentials, isRecord, isRefused, read, type Session } from './context.ts';
import type { Answer } from './probe.ts';

const PRIVATE_READS = Object.entries(calls as unknown as Readonly<Record<string, Call>>)
  .filter(([, call]) => call.isPrivate && !call.isWrite && !call.path.includes(':'))
  .map(([name]) => name as keyof typeof calls);

export async function checkStrangers(context: Context): Promise<void> {
  const { report, claims } = context;
  for (const name of PRIVATE_READS) {
    const capability = CALL_CAPABILITIES[name];
    // Another server need not know the call.
    if (capability !== undefined && !claims.has(capability)) continue;
    const answer = await ask(context, name);
    report.expect(
      'session.required',
      answer.status === 401,
      `${answer.what} was answered with ${answer.status}`,
    );
  }
  const writes = [
    await ask(context, 'cancelOrder', { params: { id: randomUUID() } }),
    await ask(context, 'placeLimitOrder', {
      body: { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', quantity: '0', price: '0' },
    }),
  ];
  for (const { what, status } of writes) {
    report.expect('session.required', status === 401, `${what} was answered with ${status}`);
  }
  const token = randomUUID().replaceAll('-', '').padEnd(43, 'x').slice(0, 43);
  for (const headers of [
    { cookie: `session=${token}; __Host-session=${token}` },
    { authorization: `Bearer ${token}` },
  ]) {
    const { status } = await ask(context, 'me', { headers });
    const [name = ''] = Object.keys(headers);
    report.expect(
      'session.unknown',
      status === 401,
      `GET /auth/me with an invented ${name} was answered with ${status}`,
    );
  }
  const wrong = await ask(context, 'login', { body: wrongCredentials() });
  const isRight = [400, 401, 422].includes(wrong.status) && wrong.headers.getSetCookie().every(isEmptyCookie);
  report.expect(
    'session.wrong',
    isRight,
    `POST /auth/login of an unknown user was answered with ${wrong.status}`,
  );
}

const wrongCredentials = () => ({
  email: `conformance-${randomUUID()}@example.org`,
  password: 'Not-a-password-1',
  two_factor_code: '',
  turnstile_token: '',
});

const isEmptyCookie = (cookie: string): boolean => /^[^=]*=(;|$)/.test(cookie);

/** Null if it is refused. */
export async function register(context: Context): Promise<Credentials | null> {
  const name = `conformance-${randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: `Aa1-${randomUUID()}` };
  context.announce(`Creates the account ${credentials.email}.`);
  const body = { ...credentials, username: name, confirm_password: credentials.password };
  const { status } = await ask(context, 'register', { body });
  if (status >= 200 && status < 300) return credentials;
  context.report.fails('session.login', `POST /auth/register was answered with ${status}`);
  return null;
}

/** A failure is a finding, and gives null. */
export async function signIn(context: Context, credentials: Credentials): Promise<Session | null> {
  const { report } = context;
  const body = { ...credentials, two_factor_code: '', turnstile_token: '' };
  const { answer, value } = await read(context, 'login', 'session.login', { body });
  if (!value) return null;
  const cookies = answer.headers.getSetCookie().filter((cookie) => !isEmptyCookie(cookie));
  if (value.accessToken === null) checkCookies(context, cookies);
  const headers = {
    ...(cookies.length === 0
      ? {}
      : { cookie: cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') }),
    ...(value.accessToken === null ? {} : { authorization: `Bearer ${value.accessToken}` }),
  };
  const me = await read(context, 'me', 'session.me', { headers });
  const isSame = me.value?.id === value.user.id && me.value.email === value.user.email;
  report.expect('session.me', isSame, 'GET /auth/me answers another user than the one who signed in');
  return me.value ? { headers, userId: value.user.id } : null;
}

function checkCookies({ report, server }: Context, cookies: readonly string[]): void {
  if (!report.expect('session.login', cookies.length > 0, 'Neither a cookie nor an access_token came'))
    return;
  for (const cookie of cookies) {
    const [name = ''] = cookie.split('=');
    const attributes = cookie
      .split(';')
      .slice(1)
      .map((part) => part.trim().toLowerCase());
    report.expect('session.httpOnly', attributes.includes('httponly'), `The cookie ${name} is not`);
    const isSecure = attributes.includes('secure');
    const site = attributes.find((part) => part.startsWith('samesite='))?.slice('samesite='.length);
    const isKept = site === 'strict' || site === 'lax' || (site === 'none' && isSecure);
    report.expect('session.sameSite', isKept, `The cookie ${name} says ${site ?? 'nothing'}`);
    if (server.protocol === 'https:') report.expect('session.secure', isSecure, `The cookie ${name} is not`);
    else report.skips('session.secure', 'The server is not reached by https');
  }
}

/** The old cookie must be invalid afterwards. */
export async function checkLogout(context: Context, { headers }: Session): Promise<void> {
  const { report } = context;
  const answer = await ask(context, 'logout', { headers });
  report.expect(
    'session.logout',
    answer.status < 300,
    `POST /auth/logout was answered with ${answer.status}`,
  );
  const after = await ask(context, 'me', { headers });
  report.expect(
    'session.logout',
    after.status === 401,
    `The session lives on: GET /auth/me was answered with ${after.status}`,
  );
}

/** Tries wrong passwords of an invented email until the server refuses. */
export async function checkLimit(context: Context, most: number): Promise<void> {
  context.announce(`Tries up to ${most} wrong passwords of an address that does not exist.`);
  const body = wrongCredentials();
  for (let round = 0; round < most; round += 1) {
    const { status }: Answer = await ask(context, 'login', { body });
    if (status === 429) return;
  }
  context.report.skips('errors.retryAfter', `${most} wrong passwords were not too many`);
}

export async function checkAccountHeader(context: Context, { headers, userId }: Session): Promise<void> {
  const { report } = context;
  if (!context.claims.has('accountHeader')) return;
  const own = await ask(context, 'balances', { headers: { ...headers, 'x-account-id': userId } });
  report.expect('account.header', own.status === 200, `The own account was answered with ${own.status}`);
  const other = await ask(context, 'balances', { headers: { ...headers, 'x-account-id': randomUUID() } });
  const isRight = isRefused(other) && isRecord(other.json);
  report.expect('account.header', isRight, `Another account was answered with ${other.status}`);
}
