import { describe, expect, it } from 'vitest';
import {
  confirmationFault,
  emailFault,
  loginFault,
  loginPasswordFault,
  newPasswordFault,
  passwordScore,
  usernameFault,
} from '../../../src/domain/credentials.ts';

describe('what the forms accept (LOGIN-02, LOGIN-07, LOGIN-11)', () => {
  it.each([
    ['', 'emailRequired'],
    ['   ', 'emailRequired'],
    ['name', 'invalidEmail'],
    ['name@host', 'invalidEmail'],
    ['na me@host.org', 'invalidEmail'],
    ['@host.org', 'invalidEmail'],
    ['name@host.org', null],
    [' name@host.org ', null],
  ])('email %j: %s', (email, fault) => {
    expect(emailFault(email)).toBe(fault);
  });

  it.each([
    ['', 'passwordRequired'],
    ['12345', 'passwordLength'],
    ['123456', null],
    ['😀😀😀😀😀', 'passwordLength'],
    ['😀😀😀😀😀😀', null],
  ])('password at login %j: %s', (password, fault) => {
    expect(loginPasswordFault(password)).toBe(fault);
  });

  it.each([
    ['', 'passwordRequired'],
    ['Abcde12', 'newPasswordLength'],
    ['Abcdef12', null],
    ['abcdef12', 'passwordRequirements'],
    ['ABCDEF12', 'passwordRequirements'],
    ['Abcdefgh', 'passwordRequirements'],
    [`Aa1${'x'.repeat(61)}`, null],
    ['Пароль12', null],
  ])('new password %j: %s', (password, fault) => {
    expect(newPasswordFault(password)).toBe(fault);
  });

  it.each([
    ['anna', true, null],
    ['anna', false, 'invalidEmail'],
    [' ', true, 'emailRequired'],
    ['anna@host', true, 'invalidEmail'],
    ['anna@host.org', true, null],
  ])('login %j, where usernames open accounts %s: %s (LOGIN-27)', (login, takesUsername, fault) => {
    expect(loginFault(login, takesUsername)).toBe(fault);
  });

  it.each([
    ['anna@host.org', false, 'usernameNotPlain'],
    ['anna\uff20host', false, 'usernameNotPlain'],
    ['anna bell', false, 'usernameNotPlain'],
    ['\u03bd\u03af\u03ba\u03bf\u03c2', false, 'usernameNotPlain'],
    ['anna_b.1-c', false, null],
    ['anna@host.org', true, null],
  ])('username %j, beside an email %s: %s (LOGIN-27)', (username, hasEmail, fault) => {
    expect(usernameFault(username, hasEmail)).toBe(fault);
  });

  it('asks for a name, and for the password twice', () => {
    expect(usernameFault(' ', false)).toBe('usernameRequired');
    expect(usernameFault('anna', false)).toBeNull();
    expect(confirmationFault('', 'Abcdef12')).toBe('confirmationRequired');
    expect(confirmationFault('Abcdef1', 'Abcdef12')).toBe('passwordsDoNotMatch');
    expect(confirmationFault('Abcdef12', 'Abcdef12')).toBeNull();
  });
});

describe('the strength meter (LOGIN-08, LOGIN-12)', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['aA', 2],
    ['aA1', 3],
    ['aA1!', 4],
    ['abcdefgh', 2],
    ['aA1bcdefg', 4],
    ['aA1!efgh', 5],
  ])('%j scores %i', (password, score) => {
    expect(passwordScore(password)).toBe(score);
  });
});
