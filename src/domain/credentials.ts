/** Checks of the login and registration forms (LOGIN-02, LOGIN-07). Faults are keys of `auth:fault`. */

/** In characters as people count them. */
export const SHORTEST_LOGIN_PASSWORD = 6;
export const SHORTEST_NEW_PASSWORD = 8;

export type CredentialFault =
  | 'emailRequired'
  | 'invalidEmail'
  | 'usernameRequired'
  | 'usernameNotPlain'
  | 'passwordRequired'
  | 'passwordLength'
  | 'newPasswordLength'
  | 'passwordRequirements'
  | 'confirmationRequired'
  | 'passwordsDoNotMatch';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const length = (text: string): number => Array.from(text).length;

export function emailFault(email: string): CredentialFault | null {
  if (email.trim() === '') return 'emailRequired';
  return EMAIL.test(email.trim()) ? null : 'invalidEmail';
}

/** Of what an account signs in with. @param takesUsername also the username of one without an email (LOGIN-27). */
export const loginFault = (login: string, takesUsername: boolean): CredentialFault | null =>
  takesUsername && login.trim() !== '' && !login.includes('@') ? null : emailFault(login);

/** @param hasEmail of the same account. */
export function usernameFault(username: string, hasEmail: boolean): CredentialFault | null {
  if (username.trim() === '') return 'usernameRequired';
  return hasEmail || isPlainName(asRead(username)) ? null : 'usernameNotPlain';
}

/** Whether it can be a login: no email, one word, and the same to a reader and to every database (LOGIN-27). */
export const isPlainName = (username: string): boolean => /^[\w.-]+$/.test(username);

/** Existing passwords may be shorter, because older rules allowed it. */
export function loginPasswordFault(password: string): CredentialFault | null {
  if (password === '') return 'passwordRequired';
  return length(password) < SHORTEST_LOGIN_PASSWORD ? 'passwordLength' : null;
}

export function newPasswordFault(password: string): CredentialFault | null {
  if (password === '') return 'passwordRequired';
  if (length(password) < SHORTEST_NEW_PASSWORD) return 'newPasswordLength';
  const { lower, upper, digit } = kindsOf(password);
  return lower && upper && digit ? null : 'passwordRequirements';
}

export function confirmationFault(confirmation: string, password: string): CredentialFault | null {
  if (confirmation === '') return 'confirmationRequired';
  return asRead(confirmation) === asRead(password) ? null : 'passwordsDoNotMatch';
}

function kindsOf(password: string) {
  return {
    lower: /\p{Ll}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    digit: /\p{Nd}/u.test(password),
    other: /[^\p{Ll}\p{Lu}\p{Nd}]/u.test(password),
  };
}

/** Keys of the strength meter's texts, for scores 0 to 5 (LOGIN-08); 0 is an empty field. */
export const STRENGTHS = ['none', 'weak', 'fair', 'good', 'strong', 'veryStrong'] as const;

export type Strength = (typeof STRENGTHS)[number];

/** One point each for 8 or more characters, lowercase, uppercase, a digit, another symbol. */
export function passwordScore(password: string): number {
  const { lower, upper, digit, other } = kindsOf(password);
  const isLong = length(password) >= SHORTEST_NEW_PASSWORD;
  return [isLong, lower, upper, digit, other].filter(Boolean).length;
}

/** The best rating of a password that was not looked up: one that will be refused must not be called strong. */
export const UNJUDGED_SCORE = 3;
/** Of one that attackers try among the first, however many kinds of characters it has. */
export const COMMON_SCORE = 1;

const NOT_DIGIT = /^\P{Nd}$/u;

/** The ten decimal digits of a script follow each other, from zero; so may those of the next script. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let before = 0;
  while (!NOT_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * A text as people read it: what looks alike and means the same is the same, whatever bytes a keyboard sends for it.
 * Letters are composed, wide ones are plain (NFKC), every blank is a space, every dash a hyphen, and digits of every
 * script are 0 to 9 (TYPED-01).
 */
export const asRead = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Zs}\t]/gu, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf);
