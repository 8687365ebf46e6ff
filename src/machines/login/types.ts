import type { AccessRefusal } from '../../domain/accessRefusal.ts';
import type { Result } from '../../domain/result.ts';
import type { Emitted } from '../shared/emitted.ts';
import type { StoredSession } from '../session/index.ts';

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
}

export type LoginEvent =
  | { readonly type: 'user.submit'; readonly credentials: Credentials }
  | { readonly type: 'user.edit' };

/** A captcha token works once; the form is emptied after wrong credentials (LOGIN-05). */
export type LoginEmitted = Emitted | { readonly type: 'captcha.reset' } | { readonly type: 'form.clear' };

export interface SignInOutput {
  readonly answer: Result<StoredSession>;
  /** Whether a two-factor code was sent. */
  readonly hadCode: boolean;
}
