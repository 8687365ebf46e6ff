import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { StoredSession } from '../session/index.ts';
import type { Emitted } from '../shared/index.ts';
import type { AccessRefusal, Challenged } from './access.rules.ts';

/** What the form holds. It passes through the machine in an event and is never kept in its context. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Empty when the user gave none. */
  readonly code: string;
  /** Empty in captcha mode `bypass`. */
  readonly captchaToken: string;
}

export interface LoginInput {
  /** Whether the user comes from registration: "Account created successfully!" (LOGIN-09). */
  readonly isNew: boolean;
}

export interface LoginContext {
  readonly isNew: boolean;
  /** Why the last submit failed; null once a field is edited. */
  readonly refusal: AccessRefusal | null;
  /** How often what was submitted was worked off (LOGIN-21). */
  readonly rounds: number;
}

export type LoginEvent =
  | { readonly type: 'user.submit'; readonly credentials: Credentials }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' }
  /** The user signs in with a passkey, whatever the form holds. */
  | { readonly type: 'user.usePasskey' };

/** A captcha token works once; the form is emptied after wrong credentials (LOGIN-05). */
export type LoginEmitted = Emitted | { readonly type: 'captcha.reset' } | { readonly type: 'form.clear' };

export interface SignInOutput {
  readonly answer: Result<StoredSession>;
  /** Whether a two-factor code was sent. */
  readonly hadCode: boolean;
  /** How many recovery codes are left after one was used; null where none was (RECOVERY-05). */
  readonly codesLeft: number | null;
  readonly reset: ResetEnding;
  /** Of a refusal that the browser can work off. */
  readonly challenged?: Challenged<Credentials>;
}

/** What a sign-in did to a reset of the second factor; null for nothing (RESET-04, RESET-05). */
export type ResetEnding = 'done' | 'stopped' | null;

/** Null where the device gave none. */
export type PasskeyEntry = (Result<StoredSession> & { readonly reset?: ResetEnding }) | null;

export interface LoginRefusal {
  readonly failure: Failure;
  readonly hadCode: boolean;
}
