import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../accounts/codes.ts';
import {
  type Browser,
  openBrowser,
  openSocket,
  openTrader,
  PASSWORD,
  startVenue,
  type TestVenue,
  type Trader,
} from './harness.ts';
import { allCalls, BODIES, filled } from './routes.ts';

const STEP = 30_000;
let clock = Date.now();
let target: TestVenue;

beforeAll(async () => {
  target = await startVenue({ LIMIT_ATTEMPTS: '100000', SESSION_IDLE: '86400' }, () => clock);
});
afterAll(() => target.close());

const privateCalls = allCalls.filter(({ isPrivate }) => isPrivate);

/** The answer of each private call to a cookie, by name. */
async function statusesOf(cookie: string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const { name, method, path } of privateCalls) {
    const body = BODIES[path];
    const answer = await target.venue.app.request(`${target.origin}${filled(path)}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(method === 'POST' && body ? { body: JSON.stringify(body) } : {}),
    });
    answers[name] = answer.status;
  }
  return answers;
}

const DEAD = Object.fromEntries(privateCalls.map(({ name }) => [name, 401]));

async function signIn({ email }: Pick<Trader, 'email'>, rest: object = {}): Promise<Browser> {
  const browser = openBrowser(target);
  const answer = await browser.post('/auth/login', { email, password: PASSWORD, ...rest });
  expect(answer.status).toBe(200);
  return browser;
}

async function turnOn(browser: Browser): Promise<string> {
  const made = await browser.post('/auth/2fa/enable');
  const { secret } = made.body as { secret: string };
  const verified = await browser.post('/auth/2fa/verify', {
    code: codeOf(secret, clock),
    password: PASSWORD,
  });
  expect(verified.status).toBe(200);
  clock += STEP;
  return secret;
}

const NEXT = 'Battery-Staple-2';
const change = { old_password: PASSWORD, new_password: NEXT, confirm_password: NEXT };

/** Each ends the session of a signed-in browser; what it returns stays valid. */
const endings: readonly [string, (victim: Browser, trader: Trader) => Promise<Browser>][] = [
  [
    'its own logout',
    async (victim, trader) => {
      await victim.post('/auth/logout');
      return trader;
    },
  ],
  [
    'a password change elsewhere',
    async (_, trader) => {
      expect((await trader.post('/auth/change-password', change)).status).toBe(200);
      return trader;
    },
  ],
  [
    'two-factor that is turned on elsewhere',
    async (_, trader) => {
      await turnOn(trader);
      return trader;
    },
  ],
  [
    'another sign-in in the same browser',
    async (victim, { email }) => {
      const old = victim.cookie;
      expect((await victim.post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
      expect(victim.cookie).not.toBe(old);
      const again = openBrowser(target);
      again.cookie = victim.cookie;
      victim.cookie = old;
      return again;
    },
  ],
];

describe('an ended session', () => {
  it.each(endings)('by %s is dead on every call and on its socket, at once', async (_how, end) => {
    const trader = await openTrader(target);
    const victim = await signIn(trader);
    const cookie = victim.cookie;
    // Of another user, because one of the calls ends all other sessions.
    const other = await openTrader(target);
    expect(Object.values(await statusesOf(other.cookie)).includes(401)).toBe(true);
    const socket = await openSocket(target.socketUrl, { cookie });
    const started = performance.now();
    const survivor = await end(victim, trader);
    expect(await socket.closed).toBe(4001);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(await statusesOf(cookie)).toEqual(DEAD);
    expect((await survivor.get('/auth/me')).status).toBe(200);
    // It stays dead for a socket.
    const later = await openSocket(target.socketUrl, { cookie });
    await later.next(({ type }) => type === 'welcome');
    later.socket.close();
  });

  it('by turning two-factor off elsewhere is dead on every call and on its socket, at once', async () => {
    const trader = await openTrader(target);
    const secret = await turnOn(trader);
    const victim = await signIn(trader, { two_factor_code: codeOf(secret, clock) });
    clock += STEP;
    const socket = await openSocket(target.socketUrl, { cookie: victim.cookie });
    const off = { code: codeOf(secret, clock), password: PASSWORD };
    expect((await trader.post('/auth/2fa/disable', off)).status).toBe(200);
    expect(await socket.closed).toBe(4001);
    expect(await statusesOf(victim.cookie)).toEqual(DEAD);
    expect((await trader.get('/auth/me')).status).toBe(200);
  });

  it('by expiry is dead on every call', async () => {
    const trader = await openTrader(target);
    clock += 86_399_000;
    expect((await trader.get('/auth/me')).status).toBe(200);
    clock += 1000;
    expect(await statusesOf(trader.cookie)).toEqual(DEAD);
  });
});

describe('a token', () => {
  it('is new at every sign-in, and never one that the browser brought along', async () => {
    const trader = await openTrader(target);
    const seen = new Set([trader.cookie]);
    for (const brought of ['', trader.cookie, `session=${'C'.repeat(43)}`, 'session=short', 'a=b']) {
      const browser = openBrowser(target);
      browser.cookie = brought;
      const answer = await browser.post('/auth/login', { email: trader.email, password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(browser.cookie).toMatch(/^session=[\w-]{43}$/);
      expect(seen.has(browser.cookie)).toBe(false);
      seen.add(browser.cookie);
    }
  });
});

describe('sensitive calls ask for the second factor', () => {
  it.each([
    ['signing in', '/auth/login', 'two_factor_code'],
    ['a password change', '/auth/change-password', 'two_factor_code'],
    ['turning it off', '/auth/2fa/disable', 'code'],
  ])('%s', async (_what, path, field) => {
    const [trader, other] = [await openTrader(target), await openTrader(target)];
    const [secret, others] = [await turnOn(trader), await turnOn(other)];
    const used = codeOf(secret, clock);
    await signIn(trader, { two_factor_code: used });
    clock += STEP;
    const code = codeOf(secret, clock);
    const body = {
      '/auth/login': { email: trader.email, password: PASSWORD },
      '/auth/change-password': change,
      '/auth/2fa/disable': { password: PASSWORD },
    }[path];
    for (const [what, given] of [
      ['none', undefined],
      ['an empty one', ''],
      ['one that was used', used],
      ["another account's", codeOf(others, clock)],
    ] as const) {
      if (given === code) continue;
      const browser = path === '/auth/login' ? openBrowser(target) : trader;
      const answer = await browser.post(path, {
        ...body,
        ...(given === undefined ? {} : { [field]: given }),
      });
      expect([400, 422], `${what}: ${answer.text}`).toContain(answer.status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    // Nothing happened: password and factor are unchanged.
    const answer = await openBrowser(target).post('/auth/login', { email: trader.email, password: PASSWORD });
    expect(answer.body).toMatchObject({ message: '2FA code required' });
    expect((await trader.post(path, { ...body, [field]: code })).status).toBe(200);
  });
});
