import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTwoFactorReset, RESET_OPEN, RESET_WAIT } from '../../../venue/accounts/twoFactorReset.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { databases } from '../databases.ts';
import { type Authenticator, createAuthenticator, passkeyCode } from './authenticator.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const STEP = 30_000;
const HOUR = 3_600_000;

describe.each(databases)('the reset of a lost second factor on $name', (kind) => {
  let venue: Served;
  /** The owner's, signed in. */
  let owner: Browser;
  let email: string;
  let clock = Date.UTC(2026, 10, 26);

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000', LIMIT_COINS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser: owner, email } = await venue.member());
  });

  async function turnOn(): Promise<{ readonly next: () => string; readonly recovery: readonly string[] }> {
    const secret = String((await owner.post('/auth/2fa/enable')).body.secret);
    const next = (): string => {
      clock += STEP;
      return codeOf(secret, clock);
    };
    const on = await owner.post('/auth/2fa/verify', { code: next(), password: PASSWORD });
    expect(on.status).toBe(200);
    return { next, recovery: on.body.recovery_codes as readonly string[] };
  }
  async function addPasskey(code = ''): Promise<Authenticator> {
    const device = createAuthenticator();
    const proof = { password: PASSWORD, two_factor_code: code };
    const { body } = await owner.post('/auth/passkeys/options', proof);
    const credential = device.create(body, venue.origin);
    expect((await owner.post('/auth/passkeys', { name: 'Phone', credential })).status).toBe(201);
    return device;
  }
  const ask = (by = venue.browser(), password = PASSWORD, of = email): Promise<Answer> =>
    by.post('/auth/2fa/reset', { email: of, password });
  const signIn = (code = '', by = venue.browser()): Promise<Answer> =>
    by.post('/auth/login', { email, password: PASSWORD, two_factor_code: code });
  const noticed = async (by = owner): Promise<unknown> => (await by.get('/auth/me')).body.two_factor_reset_at;
  const required = { status: 400, body: { code: 'TWO_FACTOR_REQUIRED' } };
  const text = (at: number): string => new Date(at).toISOString();

  it('opens after seven days and not a millisecond before, and removes the factor (RESET-01, RESET-04)', async () => {
    const { recovery } = await turnOn();
    const begun = clock;
    expect(await ask()).toMatchObject({ status: 200, body: { reset_at: text(begun + RESET_WAIT) } });
    clock = begun + RESET_WAIT - 1;
    expect(await signIn()).toMatchObject(required);
    clock += 1;
    const entered = venue.browser();
    expect(await signIn('', entered)).toMatchObject({
      status: 200,
      body: {
        two_factor_reset: 'done',
        two_factor_enabled: false,
        two_factor_reset_at: null,
        security_risk: true,
        security_cooldown_until: text(clock + 24 * HOUR),
        security_risk_reason: 'Second factor reset after seven days',
      },
    });
    expect((await entered.get('/auth/me')).body).toMatchObject({ two_factor_enabled: false });
    expect((await entered.get('/auth/2fa/recovery-codes')).body.left).toBe(0);
    expect(recovery).toHaveLength(10);
    // It is used up.
    expect((await signIn()).body).not.toHaveProperty('two_factor_reset');
    // The owner's session would still be valid now if it had not been ended.
    clock = begun + HOUR;
    expect((await owner.get('/auth/me')).status).toBe(401);
  });

  it('withdrawals pause for 24 hours after it (RESET-04)', async () => {
    await turnOn();
    await ask();
    clock += RESET_WAIT;
    const entered = venue.browser();
    await signIn('', entered);
    await entered.post('/sandbox/fund', { coin: 'BTC', amount: '1' });
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    await entered.post('/user/refund-address', { coin_ticker: 'BTC', address });
    const withdraw = (): Promise<Answer> =>
      entered.post('/withdrawal/withdrawals/create', { currency: 'BTC', amount: '0.01', address });
    expect((await withdraw()).status).toBe(403);
    clock += 24 * HOUR;
    await signIn('', entered);
    expect((await withdraw()).status).toBe(200);
  });

  it('removes passkeys too, with two-factor or without it (RESET-04)', async () => {
    const { next } = await turnOn();
    const both = await addPasskey(next());
    await ask();
    clock += RESET_WAIT;
    expect((await signIn()).body.two_factor_reset).toBe('done');
    const { body } = await venue.browser().post('/auth/passkeys/login/options');
    const credential = both.get(body, venue.origin);
    expect((await venue.browser().post('/auth/passkeys/login', { credential })).status).toBe(401);

    owner = venue.browser();
    await signIn('', owner);
    await addPasskey();
    expect(await signIn()).toMatchObject({ status: 400, body: { code: 'PASSKEY_REQUIRED' } });
    await ask();
    clock += RESET_WAIT;
    expect((await signIn()).body.two_factor_reset).toBe('done');
  });

  it('every session is told about it, and one press stops it (RESET-02)', async () => {
    const { next } = await turnOn();
    const second = venue.browser();
    await signIn(next(), second);
    expect(await noticed()).toBeNull();
    await ask();
    const at = text(clock + RESET_WAIT);
    expect([await noticed(), await noticed(second)]).toEqual([at, at]);
    expect((await second.post('/auth/2fa/reset/stop')).status).toBe(200);
    expect([await noticed(), await noticed(second)]).toEqual([null, null]);
    expect((await second.post('/auth/2fa/reset/stop')).status).toBe(200);
    clock += RESET_WAIT;
    expect(await signIn()).toMatchObject(required);
  });

  it('asking again makes it neither sooner nor later (RESET-03)', async () => {
    await turnOn();
    const first = await ask();
    clock += 6 * 24 * HOUR;
    expect((await ask()).body).toEqual(first.body);
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => ask()));
    for (const { body } of atOnce) expect(body).toEqual(first.body);
  });

  it('a sign-in with a code, a recovery code or a passkey stops it and says so (RESET-05)', async () => {
    const { next, recovery } = await turnOn();
    const device = await addPasskey(next());
    const enter = async (): Promise<Answer> => {
      const by = venue.browser();
      const { body } = await by.post('/auth/passkeys/login/options');
      return by.post('/auth/passkeys/login', { credential: device.get(body, venue.origin) });
    };
    for (const use of [() => signIn(next()), () => signIn(recovery[0]), enter]) {
      await ask();
      expect((await use()).body).toMatchObject({ two_factor_reset: 'stopped', two_factor_reset_at: null });
      expect((await use()).body).not.toHaveProperty('two_factor_reset');
    }
    clock += RESET_WAIT;
    expect(await signIn()).toMatchObject(required);
  });

  it('a wrong code stops nothing, and completes nothing once the time has come (RESET-05)', async () => {
    await turnOn();
    await ask();
    clock += RESET_WAIT;
    expect(await signIn('000000')).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_INVALID' } });
    expect((await signIn()).body.two_factor_reset).toBe('done');
  });

  it('a new password ends it (RESET-05)', async () => {
    const { next } = await turnOn();
    await ask();
    const changed = await owner.post('/auth/change-password', {
      old_password: PASSWORD,
      new_password: 'Another-Horse-8',
      confirm_password: 'Another-Horse-8',
      two_factor_code: next(),
    });
    expect(changed.status).toBe(200);
    expect(await noticed()).toBeNull();
  });

  it('switching two-factor off or removing the last passkey ends it (RESET-05)', async () => {
    const { next } = await turnOn();
    await ask();
    await owner.post('/auth/2fa/disable', { code: next(), password: PASSWORD });
    expect(await noticed()).toBeNull();
    const device = await addPasskey();
    await ask();
    expect(await noticed()).not.toBeNull();
    const two_factor_code = await passkeyCode(owner, device, venue.origin);
    await owner.post(`/auth/passkeys/${device.id}/remove`, { password: PASSWORD, two_factor_code });
    expect(await noticed()).toBeNull();
  });

  it('lapses seven days after its time, and then needs a new request (RESET-06)', async () => {
    await turnOn();
    await ask();
    clock += RESET_WAIT + RESET_OPEN;
    expect(await signIn()).toMatchObject(required);
    expect((await ask()).body).toEqual({ reset_at: text(clock + RESET_WAIT) });
  });

  it('reveals nothing to anybody without the password, and counts like a sign-in (RESET-03)', async () => {
    const without = await ask(venue.browser(), 'Wrong-Horse-1');
    await turnOn();
    const withFactor = await ask(venue.browser(), 'Wrong-Horse-1');
    const unknown = await ask(venue.browser(), PASSWORD, 'nobody@example.org');
    expect(without.status).toBe(401);
    for (const { status, body } of [withFactor, unknown])
      expect({ status, body }).toEqual({ status: without.status, body: without.body });
    expect(await noticed()).toBeNull();
  });

  it('is refused where there is no second factor (RESET-01)', async () => {
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'NO_SECOND_FACTOR' } });
  });

  it('20 concurrent sign-ins make one reset (RESET-04)', async () => {
    await turnOn();
    const begun = clock;
    await ask();
    clock = begun + RESET_WAIT;
    const entered = await Promise.all(Array.from({ length: 20 }, () => signIn()));
    expect(entered.filter(({ body }) => body.two_factor_reset === 'done')).toHaveLength(1);
  });
});

describe.each(databases)('requests for a reset on $name', (kind) => {
  it('are limited like sign-ins, right or wrong (RESET-03)', async () => {
    const clock = Date.UTC(2026, 10, 26);
    const venue = await serve(kind, { LIMIT_ATTEMPTS: '3', LIMIT_WORK: '0' }, () => clock);
    try {
      const browser = venue.browser();
      const ask = (): Promise<Answer> =>
        browser.post('/auth/2fa/reset', { email: 'many@example.org', password: PASSWORD });
      for (let tries = 0; tries < 3; tries += 1) expect((await ask()).status).toBe(401);
      expect((await ask()).status).toBe(429);
      const body = { email: 'many@example.org', password: PASSWORD };
      expect((await browser.post('/auth/login', body)).status).toBe(429);
    } finally {
      await venue.close();
    }
  });
});

describe.each(databases)('the record of a request on $name', (kind) => {
  it('is deleted once it has lapsed, and not before (RESET-06)', async () => {
    const database = await kind.create();
    const store = await openStore(database.options);
    try {
      let clock = Date.UTC(2026, 10, 26);
      const reset = createTwoFactorReset(store.pool, () => clock);
      const id = randomUUID();
      await store.pool.query('insert into accounts (id) values ($1)', [id]);
      await store.pool.query(
        `insert into users (account_id, email, username, password_hash, two_factor_reset_at)
         values ($1, 'lapsed@example.org', 'lapsed', 'x', $2)`,
        [id, new Date(clock)],
      );
      const kept = async (): Promise<unknown> =>
        (await store.pool.query('select two_factor_reset_at as at from users')).rows[0];
      clock += RESET_OPEN - 1;
      await reset.sweep();
      expect(await kept()).toEqual({ at: expect.any(Date) as Date });
      clock += 1;
      await reset.sweep();
      expect(await kept()).toEqual({ at: null });
    } finally {
      await store.close();
      await database.remove();
    }
  });
});
