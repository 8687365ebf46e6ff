import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHALLENGE_LIFETIME, MAX_PASSKEYS } from '../../../venue/accounts/passkeys.ts';
import { databases } from '../databases.ts';
import { type Authenticator, createAuthenticator, passkeyCode, type Quirks } from './authenticator.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

describe.each(databases)('passkeys, on $name', (kind) => {
  let venue: Served;
  let browser: Browser;
  let email: string;
  /** One of the account's passkeys; null while it has none. */
  let own: Authenticator | null = null;
  let clock = Date.now();

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000', LIMIT_COINS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    own = null;
    ({ browser, email } = await venue.member());
  });

  /** With the code that an account with a passkey needs (REAUTH-08). */
  const proof = async (): Promise<{ readonly password: string; readonly two_factor_code?: string }> => ({
    password: PASSWORD,
    ...(own ? { two_factor_code: await passkeyCode(browser, own, venue.origin) } : {}),
  });
  const optionsFor = async (more: object = {}): Promise<Answer['body']> =>
    (await browser.post('/auth/passkeys/options', { ...(await proof()), ...more })).body;
  async function add(name = 'Laptop', more: object = {}): Promise<Authenticator> {
    const device = createAuthenticator();
    const credential = device.create(await optionsFor(more), venue.origin);
    expect((await browser.post('/auth/passkeys', { name, credential })).status).toBe(201);
    own = device;
    return device;
  }
  async function enter(device: Authenticator, quirks: Quirks = {}, by = venue.browser()): Promise<Answer> {
    const { body } = await by.post('/auth/passkeys/login/options');
    return by.post('/auth/passkeys/login', { credential: device.get(body, venue.origin, quirks) });
  }
  const list = async (): Promise<readonly Record<string, unknown>[]> =>
    (await browser.get('/auth/passkeys')).body.passkeys as readonly Record<string, unknown>[];
  const withdraw = async (): Promise<Answer> => {
    const { two_factor_code } = await proof();
    const wish = { currency: 'BTC', amount: '0.01', address: ADDRESS };
    return browser.post(
      '/withdrawal/withdrawals/create',
      two_factor_code ? { ...wish, two_factor_code } : wish,
    );
  };

  it('open the account without a name or a password, and start a session as a password does (PASSKEY-01)', async () => {
    const device = await add();
    const other = venue.browser();
    const entered = await enter(device, {}, other);
    expect(entered).toMatchObject({ status: 200, body: { email, expires_in: 86_400 } });
    expect((await other.get('/auth/me')).body.email).toBe(email);
    expect(entered.headers.getSetCookie().map((set) => set.split('=')[0])).toEqual(['session', 'device']);
    expect(await list()).toEqual([
      {
        id: device.id,
        name: 'Laptop',
        created_at: expect.any(String) as string,
        last_used: expect.any(String) as string,
      },
    ]);
  });

  it.each([
    ['of another site', { origin: 'http://evil.example' }],
    ['for another party', { rpId: 'evil.example' }],
    ['without a PIN or a finger', { isUnverified: true }],
    ['with a counter that went back', { counter: 1 }],
    ['to a challenge that was made up', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ] as const)('an answer %s opens nothing (PASSKEY-02)', async (_, quirks) => {
    const device = await add();
    expect((await enter(device)).status).toBe(200);
    expect(await enter(device, quirks)).toMatchObject({ status: 401, body: { code: 'PASSKEY_UNKNOWN' } });
    expect((await enter(device)).status).toBe(200);
  });

  it('a challenge works once, in time, and only for its purpose (PASSKEY-03)', async () => {
    const device = await add();
    const { body } = await browser.post('/auth/passkeys/login/options');
    const send = (options: Answer['body']): Promise<Answer> =>
      venue.browser().post('/auth/passkeys/login', { credential: device.get(options, venue.origin) });
    expect((await send(body)).status).toBe(200);
    expect((await send(body)).status).toBe(401);
    const late = (await browser.post('/auth/passkeys/login/options')).body;
    clock += CHALLENGE_LIFETIME;
    expect((await send(late)).status).toBe(401);
    // A challenge for adding a passkey opens nothing, and one of another session adds nothing.
    const toAdd = await optionsFor();
    expect((await send({ ...toAdd, rpId: '127.0.0.1' })).status).toBe(401);
    const second = createAuthenticator();
    const stranger = venue.browser();
    await browser.post('/auth/passkeys', {
      name: 'x',
      credential: second.create(await optionsFor(), venue.origin, { isUnverified: true }),
    });
    const mine = await optionsFor();
    expect((await enter(device, {}, stranger)).status).toBe(200);
    const stolen = await stranger.post('/auth/passkeys', {
      name: 'x',
      credential: second.create(mine, venue.origin),
    });
    expect(stolen).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } });
    expect(await list()).toHaveLength(1);
  });

  it('the password alone does not open an account that has one (PASSKEY-04)', async () => {
    const before = await browser.post('/auth/login', { email, password: PASSWORD });
    expect(before.status).toBe(200);
    const device = await add();
    const refused = await venue.browser().post('/auth/login', { email, password: PASSWORD });
    expect(refused).toMatchObject({ status: 400, body: { code: 'PASSKEY_REQUIRED' } });
    const wrong = await venue.browser().post('/auth/login', { email, password: 'Wrong-Horse-1' });
    expect(wrong.body.code).toBe('INVALID_CREDENTIALS');
    expect((await enter(device)).status).toBe(200);
  });

  it('with two-factor on as well, either opens it: password and code, or the passkey (PASSKEY-04)', async () => {
    const secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    await browser.post('/auth/2fa/verify', { code: codeOf(secret, clock), password: PASSWORD });
    clock += 30_000;
    expect(await browser.post('/auth/passkeys/options', { password: PASSWORD })).toMatchObject({
      status: 400,
      body: { code: 'TWO_FACTOR_REQUIRED' },
    });
    const device = await add('Key', { two_factor_code: codeOf(secret, clock) });
    clock += 30_000;
    const code = codeOf(secret, clock);
    const entered = await venue
      .browser()
      .post('/auth/login', { email, password: PASSWORD, two_factor_code: code });
    expect(entered.status).toBe(200);
    expect((await enter(device)).status).toBe(200);
    // The remaining second factor keeps withdrawals open.
    clock += 30_000;
    const removed = await browser.post(`/auth/passkeys/${device.id}/remove`, {
      password: PASSWORD,
      two_factor_code: codeOf(secret, clock),
    });
    expect(removed.status).toBe(200);
    expect((await browser.get('/auth/me')).body.security_risk).toBe(false);
  });

  it.each(['options', 'remove'] as const)(
    '%s: needs the password, and a wrong one changes nothing (PASSKEY-06)',
    async (what) => {
      const device = await add();
      const path = what === 'options' ? '/auth/passkeys/options' : `/auth/passkeys/${device.id}/remove`;
      const refused = await browser.post(path, { password: 'Wrong-Horse-1' });
      expect(refused).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } });
      expect(await list()).toHaveLength(1);
    },
  );

  it('are named and renamed by their user, and nobody else can touch them (PASSKEY-05)', async () => {
    const device = await add();
    const { browser: others } = await venue.member();
    const rename = (by: Browser, name: string) => by.post(`/auth/passkeys/${device.id}/name`, { name });
    expect((await rename(others, 'Theirs')).status).toBe(404);
    expect((await others.post(`/auth/passkeys/${device.id}/remove`, { password: PASSWORD })).body.code).toBe(
      'PASSKEY_NOT_FOUND',
    );
    expect((await rename(browser, '   ')).status).toBe(422);
    expect((await rename(browser, 'x'.repeat(41))).status).toBe(422);
    expect((await rename(browser, ' Old phone ')).status).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(['Old phone']);
    // Nobody can add the same authenticator twice.
    const asked = await others.post('/auth/passkeys/options', { password: PASSWORD });
    const again = device.create(asked.body, venue.origin);
    expect(await others.post('/auth/passkeys', { name: 'x', credential: again })).toMatchObject({
      status: 409,
      body: { code: 'PASSKEY_KNOWN' },
    });
  });

  it('adding or removing one ends the other sessions; removing the last one pauses withdrawals for a day (PASSKEY-07)', async () => {
    const elsewhere = venue.browser();
    await elsewhere.post('/auth/login', { email, password: PASSWORD });
    const device = await add();
    expect((await elsewhere.get('/auth/me')).status).toBe(401);
    const second = await add('Phone');
    expect((await withdraw()).status).toBe(200);
    const remove = async (id: string) => browser.post(`/auth/passkeys/${id}/remove`, await proof());
    own = device;
    expect((await remove(second.id)).status).toBe(200);
    expect((await enter(second)).status).toBe(401);
    expect((await withdraw()).status).toBe(200);
    expect((await remove(device.id)).status).toBe(200);
    expect((await browser.get('/auth/me')).body).toMatchObject({
      security_risk: true,
      security_risk_reason: 'Last passkey removed',
    });
    own = null;
    expect(await withdraw()).toMatchObject({ status: 403, body: { code: 'SECURITY_COOLDOWN' } });
    expect((await venue.browser().post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  it('an account has a limited number of them', async () => {
    for (let index = 0; index < MAX_PASSKEYS; index += 1) await add(`Key ${index}`);
    const refused = await browser.post('/auth/passkeys/options', await proof());
    expect(refused).toMatchObject({ status: 409, body: { code: 'TOO_MANY_PASSKEYS' } });
  });
});

describe.each(databases)('many started passkey sign-ins on $name', (kind) => {
  it('are limited per address like wrong passwords, and successful ones do not count (PASSKEY-08)', async () => {
    const env = { LIMIT_ATTEMPTS: '1000', LIMIT_SOURCE_ATTEMPTS: '3' };
    const venue = await serve(kind, env, () => Date.UTC(2026, 10, 26));
    try {
      const browser = venue.browser();
      const person = { email: 'mass@example.org', username: 'mass', password: PASSWORD };
      await browser.post('/auth/register', { ...person, confirm_password: PASSWORD });
      await browser.post('/auth/login', { email: person.email, password: PASSWORD });
      const device = createAuthenticator();
      const { body } = await browser.post('/auth/passkeys/options', { password: PASSWORD });
      const credential = device.create(body, venue.origin);
      await browser.post('/auth/passkeys', { name: 'Laptop', credential });
      const begin = (): Promise<Answer> => browser.post('/auth/passkeys/login/options');
      for (let tries = 0; tries < 5; tries += 1) {
        const given = device.get((await begin()).body, venue.origin);
        expect((await browser.post('/auth/passkeys/login', { credential: given })).status).toBe(200);
      }
      for (let tries = 0; tries < 3; tries += 1) expect((await begin()).status).toBe(200);
      expect(await begin()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    } finally {
      await venue.close();
    }
  });
});
