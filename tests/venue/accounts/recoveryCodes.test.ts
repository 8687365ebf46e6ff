import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECOVERY_CODES } from '../../../src/domain/recoveryCode.ts';
import { WRONG_CODES } from '../../../venue/accounts/twoFactor.ts';
import { databases } from '../databases.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const STEP = 30_000;

describe.each(databases)('recovery codes on $name', (kind) => {
  let venue: Served;
  let browser: Browser;
  let email: string;
  let secret: string;
  let codes: readonly string[];
  let clock = Date.UTC(2026, 10, 25);

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser, email } = await venue.member());
    secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    codes = codesOf(await browser.post('/auth/2fa/verify', { code: code(), password: PASSWORD }));
    clock += STEP;
  });

  const code = (): string => codeOf(secret, clock);
  const codesOf = ({ body }: Answer): readonly string[] => body.recovery_codes as readonly string[];
  const signIn = (with2fa: string, by = venue.browser()): Promise<Answer> =>
    by.post('/auth/login', { email, password: PASSWORD, two_factor_code: with2fa });
  const left = async (by = browser): Promise<unknown> => (await by.get('/auth/2fa/recovery-codes')).body.left;
  const renew = (with2fa: string, password = PASSWORD): Promise<Answer> =>
    browser.post('/auth/2fa/recovery-codes/renew', { code: with2fa, password });
  const wrong = { status: 400, body: { code: 'TWO_FACTOR_INVALID' } };

  it('ten different codes are made when two-factor is switched on, and are shown once (RECOVERY-01)', async () => {
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const one of codes) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(await left()).toBe(10);
    expect(JSON.stringify((await browser.get('/auth/me')).body)).not.toContain(codes[0]);
  });

  it('each signs in once, however it is typed, and ends all other sessions (RECOVERY-03, RECOVERY-05)', async () => {
    const typed = String(codes[0])
      .toLowerCase()
      .replaceAll('-', '')
      .replaceAll('1', 'l')
      .replaceAll('0', 'o');
    const own = venue.browser();
    expect(await signIn(typed, own)).toMatchObject({ status: 200, body: { recovery_codes_left: 9 } });
    expect((await browser.get('/auth/me')).status).toBe(401);
    expect((await own.get('/auth/me')).status).toBe(200);
    expect(await left(own)).toBe(9);
    expect(await signIn(String(codes[0]))).toMatchObject(wrong);
    expect((await signIn(String(codes[1]))).body.recovery_codes_left).toBe(8);
  });

  it('a sign-in with the app returns no count and ends no session (RECOVERY-05)', async () => {
    expect((await signIn(code())).body).not.toHaveProperty('recovery_codes_left');
    expect((await browser.get('/auth/me')).status).toBe(200);
  });

  it('of 20 sign-ins with one code at once, one succeeds (RECOVERY-03)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(String(codes[2]))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('wrong ones count like wrong app codes (RECOVERY-03)', async () => {
    for (let tries = 0; tries < WRONG_CODES; tries += 1)
      expect(await signIn('AAAA-AAAA-AAAA')).toMatchObject(wrong);
    expect((await signIn(String(codes[0]))).status).toBe(429);
    clock += 900_000;
    expect((await signIn(String(codes[0]))).status).toBe(200);
  });

  it('one of them switches two-factor off, and all end with it (RECOVERY-03)', async () => {
    const off = { code: codes[3], password: PASSWORD };
    expect((await browser.post('/auth/2fa/disable', off)).status).toBe(200);
    expect((await browser.get('/auth/me')).body.two_factor_enabled).toBe(false);
    expect(await left()).toBe(0);
    secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    await browser.post('/auth/2fa/verify', { code: code(), password: PASSWORD });
    expect(await signIn(String(codes[4]))).toMatchObject(wrong);
  });

  it('none of them withdraws, sets an address, changes the password or makes new ones (RECOVERY-03)', async () => {
    const [one] = codes;
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    await browser.post('/sandbox/fund', { coin: 'BTC', amount: '1' });
    const withdrawal = { currency: 'BTC', amount: '0.1', address, two_factor_code: one };
    const forbidden = { status: 403, body: { code: 'TWO_FACTOR_INVALID' } };
    expect(
      await browser.post('/user/refund-address', { coin_ticker: 'BTC', address, two_factor_code: one }),
    ).toMatchObject(forbidden);
    // The next app code sets the address that withdrawals require.
    const set = { coin_ticker: 'BTC', address, two_factor_code: code() };
    expect((await browser.post('/user/refund-address', set)).status).toBe(200);
    expect(await browser.post('/withdrawal/withdrawals/create', withdrawal)).toMatchObject(forbidden);
    const next = {
      old_password: PASSWORD,
      new_password: 'Another-Horse-8',
      confirm_password: 'Another-Horse-8',
    };
    expect(await browser.post('/auth/change-password', { ...next, two_factor_code: one })).toMatchObject(
      wrong,
    );
    expect(await renew(String(one))).toMatchObject(wrong);
    expect(await left()).toBe(10);
  });

  it('new ones need password and code, and end the old ones (RECOVERY-04)', async () => {
    expect(await renew(code(), 'Wrong-Horse-1')).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD' },
    });
    expect(await renew('000000')).toMatchObject(wrong);
    expect((await signIn(String(codes[5]), browser)).status).toBe(200);
    const made = codesOf(await renew(code()));
    expect(made).toHaveLength(RECOVERY_CODES);
    expect(await left()).toBe(10);
    expect(await signIn(String(codes[6]))).toMatchObject(wrong);
    expect((await signIn(String(made[0]))).status).toBe(200);
  });

  it('do not exist without two-factor (RECOVERY-04)', async () => {
    await browser.post('/auth/2fa/disable', { code: code(), password: PASSWORD });
    expect(await left()).toBe(0);
    expect(await renew('000000')).toMatchObject({ status: 400, body: { code: 'TWO_FACTOR_OFF' } });
  });
});
