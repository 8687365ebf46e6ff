import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WRONG_CODES } from '../../../venue/accounts/twoFactor.ts';
import { RESET_WAIT } from '../../../venue/accounts/twoFactorReset.ts';
import { databases } from '../databases.ts';
import { type Authenticator, createAuthenticator, passkeyCode } from './authenticator.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const NEW = 'Another-Horse-2';
const STEP = 30_000;
const HOUR = 3_600_000;
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ATTEMPTS = 12;

const sha256 = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const newKey = (): string => randomBytes(32).toString('hex');

describe.each(databases)('a forgotten password on $name', (kind) => {
  let venue: Served;
  /** The owner's, signed in. */
  let owner: Browser;
  let email: string;
  let clock = Date.UTC(2026, 10, 26);

  beforeAll(async () => {
    venue = await serve(
      kind,
      {
        LIMIT_ATTEMPTS: String(ATTEMPTS),
        LIMIT_SOURCE_ATTEMPTS: '1000',
        LIMIT_COINS: '1000',
        WORK_DIFFICULTY: '0',
      },
      () => clock,
    );
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser: owner, email } = await venue.member());
  });

  const make = (key: string, more: object = {}): Promise<Answer> =>
    owner.post('/auth/recovery-key', { key_hash: sha256(key), password: PASSWORD, ...more });
  const recover = (key: string, more: object = {}): Promise<Answer> =>
    venue
      .browser()
      .post('/auth/recover', { email, recovery_key: key, new_password: NEW, confirm_password: NEW, ...more });
  const signIn = (password: string, by = venue.browser(), code = ''): Promise<Answer> =>
    by.post('/auth/login', { email, password, two_factor_code: code });
  async function turnOn(): Promise<{ readonly next: () => string; readonly codes: readonly string[] }> {
    const secret = String((await owner.post('/auth/2fa/enable')).body.secret);
    const next = (): string => {
      clock += STEP;
      return codeOf(secret, clock);
    };
    const on = await owner.post('/auth/2fa/verify', { code: next(), password: PASSWORD });
    return { next, codes: on.body.recovery_codes as readonly string[] };
  }
  const wrong = { status: 401, body: { code: 'RECOVERY_KEY_WRONG' } };

  it('a key sets a new password, ends all access, and pauses withdrawals for 24 hours (FORGOT-04)', async () => {
    const key = newKey();
    expect((await owner.get('/auth/me')).body.recovery_key_at).toBeNull();
    expect(await make(key)).toMatchObject({
      status: 200,
      body: { recovery_key_at: new Date(clock).toISOString() },
    });
    expect((await owner.get('/auth/me')).body).toMatchObject({
      recovery_key_at: new Date(clock).toISOString(),
      recovery_key_mark: sha256(key).slice(0, 8),
    });
    const program = { label: 'bot', permissions: ['read'], password: PASSWORD };
    expect((await owner.post('/user/api-keys', program)).status).toBe(201);

    expect((await recover(key)).status).toBe(200);
    expect((await owner.get('/auth/me')).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(401);
    const entered = venue.browser();
    expect(await signIn(NEW, entered)).toMatchObject({
      status: 200,
      body: {
        recovery_key_at: null,
        recovery_key_mark: null,
        security_cooldown_until: new Date(clock + 24 * HOUR).toISOString(),
        security_risk_reason: 'Password set with the recovery key',
      },
    });
    expect((await entered.get('/user/api-keys')).body.api_keys).toEqual([]);
    await entered.post('/sandbox/fund', { coin: 'BTC', amount: '1' });
    await entered.post('/user/refund-address', { coin_ticker: 'BTC', address: ADDRESS });
    const withdraw = (): Promise<Answer> =>
      entered.post('/withdrawal/withdrawals/create', { currency: 'BTC', amount: '0.01', address: ADDRESS });
    expect((await withdraw()).status).toBe(403);
    clock += 24 * HOUR;
    await signIn(NEW, entered);
    expect((await withdraw()).status).toBe(200);
  });

  it('works once, even for concurrent requests, and signs nobody in (FORGOT-04)', async () => {
    const key = newKey();
    await make(key);
    const answers = await Promise.all([1, 2, 3].map(() => recover(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
    for (const { headers } of answers) expect(headers.get('set-cookie')).toBeNull();
    expect(await recover(key)).toMatchObject(wrong);
  });

  const changePassword = (two_factor_code = ''): Promise<Answer> =>
    owner.post('/auth/change-password', {
      old_password: PASSWORD,
      new_password: 'Third-Horse-33',
      confirm_password: 'Third-Horse-33',
      two_factor_code,
    });

  it('a new key ends the old one, and so does a new password without a second factor (FORGOT-02)', async () => {
    const [first, second] = [newKey(), newKey()];
    await make(first);
    await make(second);
    expect(await recover(first)).toMatchObject(wrong);
    expect((await changePassword()).status).toBe(200);
    expect((await owner.get('/auth/me')).body.recovery_key_at).toBeNull();
    expect(await recover(second)).toMatchObject(wrong);
  });

  it('a key made with a second factor outlives a new password (FORGOT-02)', async () => {
    const { next } = await turnOn();
    const key = newKey();
    await make(key, { two_factor_code: next() });
    expect((await changePassword(next())).status).toBe(200);
    expect((await recover(key, { two_factor_code: next() })).status).toBe(200);
  });

  it('needs the password to be made and, with two-factor, a code (FORGOT-02)', async () => {
    const key = newKey();
    expect(await make(key, { password: 'Wrong-Horse-1' })).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD' },
    });
    const { next, codes } = await turnOn();
    expect(await make(key)).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_REQUIRED' } });
    expect(await make(key, { two_factor_code: codes[0] })).toMatchObject({
      status: 400,
      body: { code: 'TWO_FACTOR_INVALID' },
    });
    expect((await owner.get('/auth/me')).body.recovery_key_at).toBeNull();
    expect((await make(key, { two_factor_code: next() })).status).toBe(200);
    expect((await venue.browser().post('/auth/recovery-key', {})).status).toBe(401);
  });

  it('replaces only the password: two-factor also needs a code or a recovery code (FORGOT-05)', async () => {
    const { next, codes } = await turnOn();
    const key = newKey();
    await make(key, { two_factor_code: next() });
    expect(await recover(key)).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_REQUIRED' } });
    for (let tried = 0; tried < WRONG_CODES; tried += 1)
      expect(await recover(key, { two_factor_code: '000000' })).toMatchObject({ status: 400 });
    // After that even the right code is refused, but only here: the owner can still sign in.
    expect(await recover(key, { two_factor_code: next() })).toMatchObject({ status: 429 });
    expect((await signIn(PASSWORD, owner, next())).status).toBe(200);
    clock += HOUR;
    expect((await recover(key, { two_factor_code: codes[0] })).status).toBe(200);
    expect((await signIn(NEW)).status).toBe(400);
    expect((await signIn(NEW, venue.browser(), next())).status).toBe(200);
  });

  /** @returns the device, and a key made with its passkey. */
  async function addPasskey(): Promise<{ readonly device: Authenticator; readonly key: string }> {
    const { body } = await owner.post('/auth/passkeys/options', { password: PASSWORD });
    const key = newKey();
    await make(key);
    const device = createAuthenticator();
    const credential = device.create(body, venue.origin);
    expect((await owner.post('/auth/passkeys', { name: 'Phone', credential })).status).toBe(201);
    return { device, key };
  }
  const passkeyWanted = { status: 400, body: { code: 'PASSKEY_REQUIRED' } };

  it('a passkey that is the only second factor confirms it in a session of the account (FORGOT-05)', async () => {
    const { device, key } = await addPasskey();
    expect(await recover(key)).toMatchObject(passkeyWanted);
    expect(await recover(key, { two_factor_code: '123456' })).toMatchObject(passkeyWanted);
    const code = (): Promise<string> => passkeyCode(owner, device, venue.origin);
    // From the owner's session, but sent without one.
    expect(await recover(key, { two_factor_code: await code() })).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_CODE_EXPIRED' },
    });
    expect((await signIn(PASSWORD)).body.code).toBe('PASSKEY_REQUIRED');
    const wish = { email, recovery_key: key, new_password: NEW, confirm_password: NEW };
    expect(await owner.post('/auth/recover', wish)).toMatchObject(passkeyWanted);
    const confirmed = { ...wish, two_factor_code: await code() };
    expect((await owner.post('/auth/recover', confirmed)).status).toBe(200);
    expect(await signIn(NEW)).toMatchObject(passkeyWanted);
  });

  it('whoever has lost the passkey too waits for its reset (FORGOT-07)', async () => {
    const { key } = await addPasskey();
    const asked = clock;
    await venue.browser().post('/auth/2fa/reset', { email, recovery_key: key });
    expect(await recover(key)).toMatchObject(passkeyWanted);
    clock = asked + RESET_WAIT;
    expect((await recover(key)).status).toBe(200);
    expect((await signIn(NEW)).body).toMatchObject({ has_passkeys: false });
  });

  it('the key requests a reset in place of the password, and completes it without a code (FORGOT-07)', async () => {
    const { next } = await turnOn();
    const key = newKey();
    await make(key, { two_factor_code: next() });
    const ask = (recovery_key: string, of = email): Promise<Answer> =>
      venue.browser().post('/auth/2fa/reset', { email: of, recovery_key });
    expect(await ask(newKey())).toMatchObject(wrong);
    expect(await ask(key, 'nobody@example.org')).toMatchObject(wrong);
    expect(await venue.browser().post('/auth/2fa/reset', { email })).toMatchObject({ status: 401 });
    const begun = clock;
    expect((await ask(key)).body.reset_at).toBe(new Date(begun + RESET_WAIT).toISOString());
    expect((await owner.get('/auth/me')).body.two_factor_reset_at).not.toBeNull();
    clock = begun + RESET_WAIT - 1;
    expect(await recover(key)).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_REQUIRED' } });
    clock += 1;
    expect((await recover(key)).status).toBe(200);
    expect(await signIn(NEW)).toMatchObject({
      status: 200,
      body: { two_factor_enabled: false, security_risk: true, two_factor_reset_at: null },
    });
  });

  it('an owner who signs in with the second factor stops such a reset (FORGOT-07)', async () => {
    const { next } = await turnOn();
    const key = newKey();
    await make(key, { two_factor_code: next() });
    await venue.browser().post('/auth/2fa/reset', { email, recovery_key: key });
    clock += HOUR;
    expect((await signIn(PASSWORD, venue.browser(), next())).body.two_factor_reset).toBe('stopped');
    clock += RESET_WAIT;
    expect(await recover(key)).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_REQUIRED' } });
  });

  it('a new password stops a reset of the second factor (FORGOT-04)', async () => {
    const { next } = await turnOn();
    const key = newKey();
    await make(key, { two_factor_code: next() });
    await venue.browser().post('/auth/2fa/reset', { email, password: PASSWORD });
    expect((await owner.get('/auth/me')).body.two_factor_reset_at).not.toBeNull();
    await recover(key, { two_factor_code: next() });
    clock += STEP;
    const entered = await signIn(NEW, venue.browser(), next());
    expect(entered.body).toMatchObject({ two_factor_reset_at: null });
    expect(entered.body).not.toHaveProperty('two_factor_reset');
  });

  it('a wrong key, an account without one and an unknown email get the same answer (FORGOT-06)', async () => {
    const without = await recover(newKey());
    const key = newKey();
    await make(key);
    const other = await recover(newKey());
    const unknown = await recover(key, { email: 'nobody@example.org' });
    // A weak password reveals nothing either: the key is checked first.
    const weak = await recover(newKey(), { new_password: 'short', confirm_password: 'short' });
    for (const answer of [without, other, unknown, weak]) {
      expect(answer).toMatchObject(wrong);
      expect(answer.body).toEqual(without.body);
    }
    expect(await recover(key, { new_password: 'short', confirm_password: 'short' })).toMatchObject({
      status: 422,
      body: { code: 'PASSWORD_LENGTH' },
    });
    // A rejected password does not use up the key.
    expect((await recover(key)).status).toBe(200);
  });

  it('attempts count for the account, whoever makes them, and separately from sign-ins (FORGOT-06)', async () => {
    const key = newKey();
    await make(key);
    for (let tried = 0; tried < ATTEMPTS; tried += 1) expect(await recover(newKey())).toMatchObject(wrong);
    expect(await recover(key)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect((await signIn(PASSWORD)).status).toBe(200);
    expect(await recover(key, { email: 'nobody@example.org' })).toMatchObject(wrong);
  });
});
