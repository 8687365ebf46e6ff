import { isCommonPassword } from '../../src/domain/commonPasswords.ts';
import { asRead, isPlainName } from '../../src/domain/credentials.ts';
import { InvalidError, RefusedError } from '../refused.ts';

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

export interface Registration {
  /** Absent where the user gives none (LOGIN-27). */
  readonly email?: string | undefined;
  readonly username: string;
  readonly password: string;
  readonly confirm_password: string;
}

export const isEmail = (text: string): boolean => EMAIL.test(text);

/** Operators name all users by it, so it is nobody's login. */
export const EVERYBODY = 'everybody';

/** Whether somebody may sign in with it: an email, or a plain username (LOGIN-27). */
export const isLogin = (text: string): boolean => isEmail(text) || isPlainName(text);

/** Checks LOGIN-07 at the server. @throws RefusedError 422. */
export function checkRegistration({ email, username, password, confirm_password }: Registration): void {
  const name = asRead(username);
  if (email === undefined && (!isPlainName(name) || name.toLowerCase() === EVERYBODY)) {
    throw broken(
      'INVALID_USERNAME',
      'username may only have letters a to z, digits, dots, hyphens and underscores where email is left out.',
      'username',
    );
  }
  if (email !== undefined && !isEmail(email))
    throw broken('INVALID_EMAIL', 'email must be an e-mail address like name@example.org.', 'email');
  if (username !== username.trim() || /\p{C}/u.test(username)) {
    throw broken(
      'INVALID_USERNAME',
      'username must not begin or end with a space, or contain control characters.',
      'username',
    );
  }
  checkNewPassword(password, confirm_password, { email, username });
}

/** Checks a password of `user` (LOGIN-07, LOGIN-19). @throws RefusedError 422. */
export function checkNewPassword(
  password: string,
  confirmation: string,
  { email, username }: { readonly email?: string | null | undefined; readonly username: string },
): void {
  if (Array.from(password).length < 8)
    throw invalid('PASSWORD_LENGTH', 'The password must have at least 8 characters.');
  if (!/\p{Ll}/u.test(password) || !/\p{Lu}/u.test(password) || !/\p{Nd}/u.test(password)) {
    throw invalid(
      'PASSWORD_REQUIREMENTS',
      'The password must contain a lowercase letter, an uppercase letter and a digit.',
    );
  }
  if (asRead(password) !== asRead(confirmation))
    throw invalid('PASSWORDS_DO_NOT_MATCH', 'Passwords do not match');
  if (isCommonPassword(password, { email: email ?? '', username })) {
    throw invalid(
      'PASSWORD_COMMON',
      'This is one of the first passwords attackers try. Choose one that is harder to guess.',
    );
  }
}

const invalid = (code: string, message: string): RefusedError => new RefusedError(422, code, message);

const broken = (code: string, message: string, field: string): InvalidError =>
  new InvalidError(message, { field, rule: 'format' }, code);
