import { expect, it } from 'vitest';
import { isCommonPassword } from '../../../src/domain/commonPasswords.ts';
import { oneDatabase } from '../databases.ts';
import { serve } from './served.ts';

it.each([
  'Password1',
  'Password2026!',
  'P@ssw0rd123',
  '1Qwertyuiop',
  'Summer2026',
  '123Letmein!!',
  'Qwerty12345',
  'Iloveyou1',
  'Dragon99',
])('%s is among the first that attackers try (LOGIN-19)', (password) =>
  expect(isCommonPassword(password)).toBe(true),
);

it.each(['Correct-Horse-1', 'Battery-Staple-2', 'xK9-vTq2-Lm', 'Zwölf1Hühner', 'Aa1-5f3c'])(
  '%s is not (LOGIN-19)',
  (password) => expect(isCommonPassword(password)).toBe(false),
);

it('what others know about the user is no password either (LOGIN-19)', () => {
  const user = { email: 'satoshi.n@example.org', username: 'Hal-Finney' };
  expect(isCommonPassword('Satoshi.N2009', user)).toBe(true);
  expect(isCommonPassword('1Hal-Finney', user)).toBe(true);
  expect(isCommonPassword('1Hal-Finney')).toBe(false);
});

it('is refused at registration and at a password change (LOGIN-19)', async () => {
  const venue = await serve(oneDatabase);
  const browser = venue.browser();
  const register = (password: string) =>
    browser.post('/auth/register', {
      email: 'marielle@example.org',
      username: 'mari-elle',
      password,
      confirm_password: password,
    });
  const refused = { status: 422, body: { code: 'PASSWORD_COMMON' } };
  for (const password of ['Password1', 'Marielle2026', 'Mari-Elle1', 'Quietbook2026', 'M0nero!1', '1Tether1'])
    expect(await register(password)).toMatchObject(refused);
  expect((await register('Correct-Horse-1')).status).toBe(201);
  await browser.post('/auth/login', { email: 'marielle@example.org', password: 'Correct-Horse-1' });
  for (const next of ['Password1', 'Marielle2026']) {
    const change = { old_password: 'Correct-Horse-1', new_password: next, confirm_password: next };
    expect(await browser.post('/auth/change-password', change)).toMatchObject(refused);
  }
  await venue.close();
});
