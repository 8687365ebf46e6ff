import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COOLDOWN } from '../../../venue/accounts/accounts.ts';
import { WRONG_CODES } from '../../../venue/accounts/twoFactor.ts';
import { databases } from '../databases.ts';
import { codeOf } from './codes.ts';
import { type Answer, type Browser, type Served, serve } from './served.ts';

const PASSWORD = 'Correct-Horse-1';
const NEXT_PASSWORD = 'Battery-Staple-2';
const STEP = 30_000;

interface Person {
  readonly email: string;
  readonly id: string;
  readonly browser: Browser;
}

describe.each(databases.map((kind) => [kind.name, kind] as const))('sessions on %s', (_name, kind) => {
  let venue: Served;
  let count = 0;
  let clock = Date.now();

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());

  const login = (browser: Browser, email: string, rest: object = {}): Promise<Answer> =>
    browser.post('/auth/login', { email, password: PASSWORD, ...rest });

  async function newPerson(): Promise<Person> {
    count += 1;
    const email = `person${count}@example.org`;
    const browser = venue.browser();
    await browser.post('/auth/register', {
      email,
      username: `person${count}`,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    const answer = await login(browser, email);
    expect(answer.status).toBe(200);
    return { email, browser, id: String(answer.body.user_id) };
  }

  async function turnOn({ browser }: Person): Promise<string> {
    const made = await browser.post('/auth/2fa/enable');
    const secret = String(made.body.secret);
    const typed = { code: codeOf(secret, clock), password: PASSWORD };
    expect((await browser.post('/auth/2fa/verify', typed)).status).toBe(200);
    clock += STEP;
    return secret;
  }

  async function changeHers({ browser }: Person): Promise<void> {
    const change = { old_password: PASSWORD, new_password: NEXT_PASSWORD, confirm_password: NEXT_PASSWORD };
    expect((await browser.post('/auth/change-password', change)).status).toBe(200);
  }

  async function turnOnAndOff(person: Person): Promise<void> {
    const secret = await turnOn(person);
    const off = await person.browser.post('/auth/2fa/disable', {
      code: codeOf(secret, clock),
      password: PASSWORD,
    });
    expect(off.status).toBe(200);
  }

  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.get('/auth/me')).status === 200;

  it('two-factor: off, set up, on, asked for at sign-in, off again', async () => {
    const person = await newPerson();
    const me = async (): Promise<unknown> => (await person.browser.get('/auth/me')).body.two_factor_enabled;
    expect(await me()).toBe(false);
    const secret = await turnOn(person);
    expect(await me()).toBe(true);

    const elsewhere = venue.browser();
    const without = await login(elsewhere, person.email);
    expect(without).toMatchObject({ status: 400, body: { message: '2FA code required' } });
    expect(await isSignedIn(elsewhere)).toBe(false);
    const wrong = await login(elsewhere, person.email, { two_factor_code: '000000' });
    expect(wrong).toMatchObject({ status: 400, body: { message: 'Invalid 2FA code' } });
    expect(elsewhere.cookie).toBe('');
    const right = await login(elsewhere, person.email, { two_factor_code: codeOf(secret, clock) });
    expect(right).toMatchObject({ status: 200, body: { two_factor_enabled: true } });
    expect(await isSignedIn(elsewhere)).toBe(true);

    clock += STEP;
    const invalid = await elsewhere.post('/auth/2fa/disable', { code: '000000', password: PASSWORD });
    expect(invalid).toMatchObject({ status: 400, body: { message: 'Invalid code, please try again' } });
    expect(
      (await elsewhere.post('/auth/2fa/disable', { code: codeOf(secret, clock), password: PASSWORD })).status,
    ).toBe(200);
    expect((await login(venue.browser(), person.email)).status).toBe(200);
  });

  it('a wrong password gets the same answer whether two-factor is on or not, and uses up no code', async () => {
    const person = await newPerson();
    const secret = await turnOn(person);
    const code = codeOf(secret, clock);
    const answer = await login(venue.browser(), person.email, {
      password: 'Wrong-Pass-1',
      two_factor_code: code,
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect((await login(venue.browser(), person.email, { two_factor_code: code })).status).toBe(200);
  });

  it('50 parallel sign-ins with one code give one session', async () => {
    const person = await newPerson();
    const secret = await turnOn(person);
    const code = codeOf(secret, clock);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => login(venue.browser(), person.email, { two_factor_code: code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.every(({ headers }) => headers.getSetCookie().length === 0)).toBe(true);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400, 429]));
    const tooMany = answers.find(({ status }) => status === 429);
    expect(Number(tooMany?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('turning two-factor on and off ends the other sessions, with their sockets', async () => {
    const person = await newPerson();
    const other = venue.browser();
    await login(other, person.email);
    const line = await other.connect();
    const secret = await turnOn(person);
    expect(await line.ended).toBe(4001);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(person.browser)).toBe(true);

    await login(other, person.email, { two_factor_code: codeOf(secret, clock) });
    clock += STEP;
    await person.browser.post('/auth/2fa/disable', { code: codeOf(secret, clock), password: PASSWORD });
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(person.browser)).toBe(true);
  });

  it('a password change ends the other sessions and their sockets, and blocks withdrawals for a day', async () => {
    const person = await newPerson();
    const [other, stranger] = [venue.browser(), (await newPerson()).browser];
    await login(other, person.email);
    const [line, hers] = [await other.connect(), await stranger.connect()];
    const before = await person.browser.get('/auth/me');
    expect(before.body).toMatchObject({ security_risk: false, security_cooldown_until: null });

    const change = { old_password: PASSWORD, new_password: NEXT_PASSWORD, confirm_password: NEXT_PASSWORD };
    const answer = await person.browser.post('/auth/change-password', change);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('Password changed') },
    });
    expect(await line.ended).toBe(4001);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(person.browser)).toBe(true);
    expect(await isSignedIn(stranger)).toBe(true);
    const after = await person.browser.get('/auth/me');
    expect(after.body).toMatchObject({
      security_risk: true,
      security_risk_reason: 'Password changed',
      security_cooldown_until: new Date(clock + COOLDOWN).toISOString(),
    });
    expect((await login(venue.browser(), person.email)).status).toBe(401);
    const signedIn = await login(venue.browser(), person.email, { password: NEXT_PASSWORD });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.security_cooldown_until).toBe(after.body.security_cooldown_until);
    // Sockets of others are not touched.
    const closed = await Promise.race([hers.ended, Promise.resolve('open')]);
    expect(closed).toBe('open');
    hers.close();
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['a password change', changeHers],
    ['turning two-factor on', turnOn],
    ['turning two-factor off', turnOnAndOff],
  ])(
    '%s gives the session a new token: a copy of the old one is dead (SESSION-12)',
    async (_what, change) => {
      const person = await newPerson();
      const line = await person.browser.connect();
      const [copied, thief] = [person.browser.cookie, venue.browser()];
      await change(person);
      expect(await line.ended).toBe(4001);
      expect(person.browser.cookie).not.toBe(copied);
      expect(await isSignedIn(person.browser)).toBe(true);
      for (const path of ['/user/balances', '/order/orders'])
        expect([401, 503]).toContain((await thief.get(path, { cookie: copied })).status);
      clock += 10_000;
      for (const path of ['/user/balances', '/order/orders'])
        expect((await thief.get(path, { cookie: copied })).status).toBe(401);
      clock += 80_000;
      expect((await thief.get('/auth/me', { cookie: copied })).status).toBe(401);
      // It ends when it would have ended anyway.
      clock += 86_400_000 - 10 * STEP;
      expect(await isSignedIn(person.browser)).toBe(false);
    },
  );

  it('a request in progress meanwhile is asked to retry, and signs nobody out (SESSION-12)', async () => {
    const person = await newPerson();
    const { cookie } = person.browser;
    await changeHers(person);
    const renewed = { body: { code: 'SESSION_RENEWED' } };
    const [read, write] = [
      await venue.browser().get('/user/balances', { cookie }),
      await venue.browser().post('/auth/2fa/enable', undefined, { cookie }),
    ];
    // Reads are retried after a 503; a write is not, and was not carried out.
    expect(read).toMatchObject({ status: 503, ...renewed });
    expect(read.headers.get('retry-after')).toBe('1');
    expect(write).toMatchObject({ status: 409, ...renewed });
    expect((await venue.browser().get('/auth/me', { cookie: `session=${'C'.repeat(43)}` })).status).toBe(401);
  });

  it('a page that lost the answer can ask for the outcome of the change, and do nothing else (SESSION-12)', async () => {
    const person = await newPerson();
    const { cookie } = person.browser;
    const secret = await turnOn(person);
    const lost = venue.browser();
    const code = codeOf(secret, clock);
    clock += 30_000;
    expect((await lost.get('/auth/me', { cookie })).body).toMatchObject({ two_factor_enabled: true });
    const again = await lost.post('/auth/2fa/verify', { code, password: PASSWORD }, { cookie });
    expect(again).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_ALREADY_ENABLED' } });
    for (const path of ['/auth/2fa/disable', '/auth/2fa/enable', '/auth/change-password'])
      expect((await lost.post(path, { code }, { cookie })).status).toBe(401);
    expect(lost.cookie).toBe('');
  });

  it('a session unused for half a day is over, and one in use lives on (SESSION-13)', async () => {
    const [idle, used] = [await newPerson(), await newPerson()];
    const line = await idle.browser.connect();
    for (const hours of [11, 0.99]) {
      clock += hours * 3_600_000;
      expect(await isSignedIn(used.browser)).toBe(true);
    }
    clock += 36_000;
    expect(await isSignedIn(used.browser)).toBe(true);
    expect(await isSignedIn(idle.browser)).toBe(false);
    line.close();
  });

  it('wrong codes in one session lock out neither another session nor a sign-in (SESSION-14)', async () => {
    const person = await newPerson();
    const secret = await turnOn(person);
    const thief = venue.browser();
    expect((await login(thief, person.email, { two_factor_code: codeOf(secret, clock) })).status).toBe(200);
    clock += STEP;
    const wrong = String((Number(codeOf(secret, clock)) + 500_000) % 1_000_000).padStart(6, '0');
    const guess = (browser: Browser): Promise<Answer> =>
      browser.post('/auth/2fa/disable', { code: wrong, password: PASSWORD });
    for (let tries = 0; tries < WRONG_CODES; tries += 1) expect((await guess(thief)).status).toBe(400);
    expect((await guess(thief)).status).toBe(429);
    for (let tries = 0; tries < WRONG_CODES; tries += 1)
      expect((await login(venue.browser(), person.email, { two_factor_code: wrong })).status).toBe(400);
    expect((await login(venue.browser(), person.email, { two_factor_code: wrong })).status).toBe(429);
    // The owner's own session still accepts the right code.
    const change = { old_password: PASSWORD, new_password: NEXT_PASSWORD, confirm_password: NEXT_PASSWORD };
    const answer = await person.browser.post('/auth/change-password', {
      ...change,
      two_factor_code: codeOf(secret, clock),
    });
    expect(answer.status).toBe(200);
  });

  it('a repeated password change reports that it was done', async () => {
    const { browser, email } = await newPerson();
    const change = { old_password: PASSWORD, new_password: NEXT_PASSWORD, confirm_password: NEXT_PASSWORD };
    expect((await browser.post('/auth/change-password', change)).status).toBe(200);
    const again = await browser.post('/auth/change-password', change);
    expect(again).toMatchObject({ status: 409, body: { code: 'PASSWORD_SET_ALREADY' } });
    const wrong = await browser.post('/auth/change-password', { ...change, new_password: 'Other-Pass-1' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'WRONG_PASSWORD' } });
    expect((await login(venue.browser(), email, { password: NEXT_PASSWORD })).status).toBe(200);
  });

  it('a password change with two-factor on asks for a code once everything else is in order', async () => {
    const person = await newPerson();
    const secret = await turnOn(person);
    const change = { old_password: PASSWORD, new_password: NEXT_PASSWORD, confirm_password: NEXT_PASSWORD };
    const send = (rest: object): Promise<Answer> =>
      person.browser.post('/auth/change-password', { ...change, ...rest });
    const code = codeOf(secret, clock);
    expect(await send({})).toMatchObject({ status: 400, body: { message: '2FA code required' } });
    expect(await send({ two_factor_code: '000000' })).toMatchObject({ status: 400 });
    // A change refused for another reason does not use up the code.
    expect(await send({ two_factor_code: code, old_password: 'Wrong-Pass-1' })).toMatchObject({
      status: 401,
    });
    expect(await send({ two_factor_code: code, confirm_password: 'Other-Pass-1' })).toMatchObject({
      status: 422,
    });
    expect((await login(venue.browser(), person.email, { password: NEXT_PASSWORD })).status).toBe(401);
    expect(await send({ two_factor_code: code })).toMatchObject({ status: 200 });
  });

  it('logout ends the session and its socket within a second, on every route', async () => {
    const { browser } = await newPerson();
    const { cookie } = browser;
    const line = await browser.connect();
    const started = performance.now();
    expect((await browser.post('/auth/logout')).status).toBe(200);
    expect(await line.ended).toBe(4001);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(browser.cookie).toBe('');
    const stolen = venue.browser();
    for (const path of ['/auth/me', '/user/balances', '/order/orders', '/order/orders/history/executions']) {
      expect((await stolen.get(path, { cookie })).status).toBe(401);
    }
    for (const path of ['/auth/2fa/enable', '/auth/change-password', '/order/orders/limit']) {
      expect((await stolen.post(path, {}, { cookie })).status).toBe(401);
    }
  });

  it('signing in again in the same browser ends the session that it had', async () => {
    const { browser, email } = await newPerson();
    const { cookie } = browser;
    await login(browser, email);
    expect(browser.cookie).not.toBe(cookie);
    expect((await venue.browser().get('/auth/me', { cookie })).status).toBe(401);
  });

  it('a page of the first user can neither act nor read after a second one signed in beside it', async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    await login(first.browser, second.email);
    const asFirst = { 'x-account-id': first.id };
    const changed = { status: 409, body: { code: 'ACCOUNT_CHANGED' } };
    expect(await first.browser.get('/user/balances', asFirst)).toMatchObject(changed);
    const order = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', quantity: '0.1', price: '0.0001' };
    expect(await first.browser.post('/order/orders/limit', order, asFirst)).toMatchObject(changed);
    expect(await first.browser.post('/auth/2fa/enable', undefined, asFirst)).toMatchObject(changed);
    expect(await first.browser.post('/auth/logout', undefined, asFirst)).toMatchObject(changed);
    // After asking who is signed in it may go on, as the second user.
    const me = await first.browser.get('/auth/me', asFirst);
    expect(me).toMatchObject({ status: 200, body: { id: second.id } });
    const asSecond = { 'x-account-id': second.id };
    expect((await first.browser.get('/order/orders', asSecond)).body).toEqual([]);
    expect((await first.browser.post('/order/orders/limit', order, asSecond)).status).toBe(200);
  });

  it('pages of other sites can do nothing: no write, no socket', async () => {
    const { browser } = await newPerson();
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: venue.origin.replace('127.0.0.1', 'localhost') },
    ];
    for (const headers of foreign) {
      for (const path of ['/auth/logout', '/auth/2fa/enable', '/auth/change-password', '/auth/login']) {
        const answer = await browser.post(path, {}, headers);
        expect(answer).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } });
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
      await expect(browser.connect(headers)).rejects.toThrow('403');
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('a form of another site, which sends no Origin in old browsers, is recognised by Sec-Fetch-Site', async () => {
    const { browser } = await newPerson();
    for (const site of ['cross-site', 'same-site']) {
      const answer = await fetch(`${venue.origin}/auth/logout`, {
        method: 'POST',
        headers: { cookie: browser.cookie, 'sec-fetch-site': site },
      });
      expect(answer.status).toBe(403);
      await answer.text();
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('no answer about an account may be stored on disk', async () => {
    const { browser, email } = await newPerson();
    const answers = [
      await browser.get('/auth/me'),
      await browser.get('/user/balances'),
      await browser.get('/order/orders'),
      await browser.post('/auth/2fa/enable'),
      await login(browser, email),
      await login(browser, email, { password: 'Wrong-Pass-1' }),
      await browser.post('/auth/logout'),
      await browser.get('/auth/me'),
    ];
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'));
  });
});
