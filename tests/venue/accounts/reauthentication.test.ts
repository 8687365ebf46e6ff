import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../databases.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const STEP = 30_000;

describe.each(databases)('turning two-factor on and off, on $name', (kind) => {
  let venue: Served;
  let browser: Browser;
  let secret: string;
  let clock = Date.now();

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser } = await venue.member());
    secret = String((await browser.post('/auth/2fa/enable')).body.secret);
  });

  const turn = (way: 'verify' | 'disable', password?: string): Promise<Answer> =>
    browser.post(`/auth/2fa/${way}`, {
      code: codeOf(secret, clock),
      ...(password === undefined ? {} : { password }),
    });
  const isOn = async (): Promise<unknown> => (await browser.get('/auth/me')).body.two_factor_enabled;

  it.each([
    ['no password', undefined],
    ['an empty one', ''],
    ['a wrong one', 'Wrong-Horse-1'],
  ])(
    'needs the password: %s changes nothing, uses up no code, and ends no session (REAUTH-06)',
    async (_, wrong) => {
      const refusal = { status: 403, body: { code: 'WRONG_PASSWORD' } };
      expect(await turn('verify', wrong)).toMatchObject(refusal);
      expect(await isOn()).toBe(false);
      expect((await turn('verify', PASSWORD)).status).toBe(200);
      clock += STEP;
      expect(await turn('disable', wrong)).toMatchObject(refusal);
      expect(await isOn()).toBe(true);
      expect((await turn('disable', PASSWORD)).status).toBe(200);
      expect(await isOn()).toBe(false);
    },
  );
});
