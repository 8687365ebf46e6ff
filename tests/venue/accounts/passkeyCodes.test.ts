import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE_LIFETIME } from '../../../venue/accounts/passkeyCodes.ts';
import { CHALLENGE_LIFETIME } from '../../../venue/accounts/passkeys.ts';
import { databases } from '../databases.ts';
import { type Authenticator, createAuthenticator, passkeyCode, type Quirks } from './authenticator.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const STEP = 30_000;

describe.each(databases)('a passkey in place of a code, on $name', (kind) => {
  let venue: Served;
  let browser: Browser;
  let device: Authenticator;
  let email: string;
  let clock = Date.now();

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000', LIMIT_COINS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser, email } = await venue.member());
    device = createAuthenticator();
    const { body } = await browser.post('/auth/passkeys/options', { password: PASSWORD });
    await browser.post('/auth/passkeys', { name: 'Key', credential: device.create(body, venue.origin) });
  });

  async function confirm(quirks: Quirks = {}, by = browser, with_ = device): Promise<Answer> {
    const { body } = await by.post('/auth/passkeys/confirm/options');
    return by.post('/auth/passkeys/confirm', { credential: with_.get(body, venue.origin, quirks) });
  }
  const code = (): Promise<string> => passkeyCode(browser, device, venue.origin);
  const withdraw = (two_factor_code?: string, by = browser): Promise<Answer> =>
    by.post('/withdrawal/withdrawals/create', {
      currency: 'BTC',
      amount: '0.01',
      address: ADDRESS,
      ...(two_factor_code === undefined ? {} : { two_factor_code }),
    });
  async function enter(): Promise<Browser> {
    const other = venue.browser();
    const { body } = await other.post('/auth/passkeys/login/options');
    await other.post('/auth/passkeys/login', { credential: device.get(body, venue.origin) });
    return other;
  }
  async function turnOnTwoFactor(): Promise<string> {
    const secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    const typed = { code: codeOf(secret, clock), password: PASSWORD };
    expect((await browser.post('/auth/2fa/verify', typed)).status).toBe(200);
    clock += STEP;
    return secret;
  }

  it('an account whose only second factor is a passkey withdraws with it alone (REAUTH-08)', async () => {
    expect((await browser.get('/auth/me')).body.has_passkeys).toBe(true);
    expect(await withdraw()).toMatchObject({ status: 403, body: { code: 'PASSKEY_REQUIRED' } });
    expect(await withdraw('123456')).toMatchObject({ status: 403, body: { code: 'PASSKEY_REQUIRED' } });
    const confirmed = await confirm();
    expect(confirmed).toMatchObject({ status: 200, body: { expires_in: CODE_LIFETIME / 1000 } });
    const given = String(confirmed.body.code);
    expect((await withdraw(given)).status).toBe(200);
    // Once.
    expect(await withdraw(given)).toMatchObject({ status: 403, body: { code: 'PASSKEY_CODE_EXPIRED' } });
  });

  it('a refusal for another reason does not use it up (REAUTH-03)', async () => {
    const given = await code();
    const much = { currency: 'BTC', amount: '999', address: ADDRESS, two_factor_code: given };
    expect((await browser.post('/withdrawal/withdrawals/create', much)).body.code).toBe(
      'INSUFFICIENT_BALANCE',
    );
    expect((await withdraw(given)).status).toBe(200);
  });

  it('with two-factor on as well, either is accepted, and wrong codes do not block a passkey (REAUTH-08)', async () => {
    const secret = await turnOnTwoFactor();
    // Adding it pauses withdrawals: see REAUTH-09.
    clock += 86_400_000;
    browser = await enter();
    expect(await withdraw()).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR_REQUIRED' } });
    expect((await withdraw(codeOf(secret, clock))).status).toBe(200);
    expect((await withdraw(await code())).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) await withdraw('000000');
    expect(await withdraw('000000')).toMatchObject({ status: 429 });
    expect((await withdraw(await code())).status).toBe(200);
  });

  it('is valid for the session that asked for it, and for two minutes (REAUTH-08)', async () => {
    const other = await enter();
    const given = await code();
    expect(await withdraw(given, other)).toMatchObject({
      status: 403,
      body: { code: 'PASSKEY_CODE_EXPIRED' },
    });
    const late = await code();
    clock += CODE_LIFETIME;
    expect(await withdraw(late)).toMatchObject({ status: 403, body: { code: 'PASSKEY_CODE_EXPIRED' } });
    expect((await withdraw(await code())).status).toBe(200);
  });

  it('a code opens no session, and a signature for signing in gives no code', async () => {
    const typed = { email, password: PASSWORD, two_factor_code: await code() };
    expect(await venue.browser().post('/auth/login', typed)).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_REQUIRED' },
    });
    const { body } = await browser.post('/auth/passkeys/login/options');
    const signed = device.get(body, venue.origin);
    expect(await browser.post('/auth/passkeys/confirm', { credential: signed })).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_REFUSED' },
    });
    const asked = (await browser.post('/auth/passkeys/confirm/options')).body;
    const entered = await venue
      .browser()
      .post('/auth/passkeys/login', { credential: device.get(asked, venue.origin) });
    expect(entered.status).toBe(401);
  });

  it.each([
    ['of another site', { origin: 'http://evil.example' }],
    ['without a PIN or a finger', { isUnverified: true }],
    ['to a challenge that was made up', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ] as const)('an answer %s gives none', async (_, quirks) => {
    expect(await confirm(quirks)).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } });
  });

  it("somebody else's passkey gives none, nor does an old challenge, nor one of another session", async () => {
    const { browser: stranger } = await venue.member();
    const theirs = createAuthenticator();
    const { body } = await stranger.post('/auth/passkeys/options', { password: PASSWORD });
    await stranger.post('/auth/passkeys', { name: 'Key', credential: theirs.create(body, venue.origin) });
    const refusal = { status: 400, body: { code: 'PASSKEY_REFUSED' } };
    expect(await confirm({}, browser, theirs)).toMatchObject(refusal);
    const late = (await browser.post('/auth/passkeys/confirm/options')).body;
    clock += CHALLENGE_LIFETIME;
    const send = (by: Browser, options: Answer['body']): Promise<Answer> =>
      by.post('/auth/passkeys/confirm', { credential: device.get(options, venue.origin) });
    expect(await send(browser, late)).toMatchObject(refusal);
    const mine = (await browser.post('/auth/passkeys/confirm/options')).body;
    expect(await send(await enter(), mine)).toMatchObject(refusal);
    expect((await stranger.post('/auth/passkeys/confirm/options')).status).toBe(200);
  });

  it('refund addresses and changes of security ask for it, too (REAUTH-02, PASSKEY-06)', async () => {
    const refund = (more: object = {}): Promise<Answer> =>
      browser.post('/user/refund-address', { coin_ticker: 'BTC', address: ADDRESS, ...more });
    expect(await refund()).toMatchObject({ status: 403, body: { code: 'PASSKEY_REQUIRED' } });
    expect((await refund({ two_factor_code: await code() })).status).toBeLessThan(300);
    const options = (more: object = {}): Promise<Answer> =>
      browser.post('/auth/passkeys/options', { password: PASSWORD, ...more });
    expect(await options()).toMatchObject({ status: 400, body: { code: 'PASSKEY_REQUIRED' } });
    expect((await options({ two_factor_code: await code() })).status).toBe(200);
    const change = { old_password: PASSWORD, new_password: 'New-Horse-12', confirm_password: 'New-Horse-12' };
    expect(await browser.post('/auth/change-password', change)).toMatchObject({
      status: 400,
      body: { code: 'PASSKEY_REQUIRED' },
    });
    const proven = { ...change, two_factor_code: await code() };
    expect((await browser.post('/auth/change-password', proven)).status).toBe(200);
  });

  it('two-factor added to a single passkey pauses withdrawals for a day: a thief at the desk may have added it (REAUTH-09)', async () => {
    await turnOnTwoFactor();
    expect((await browser.get('/auth/me')).body).toMatchObject({
      security_risk: true,
      security_risk_reason: 'Two-factor authentication turned on beside a passkey',
    });
    expect(await withdraw(await code())).toMatchObject({ status: 403, body: { code: 'SECURITY_COOLDOWN' } });
  });
});
