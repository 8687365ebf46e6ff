import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { Toast } from '../shared/emitted.ts';

/** What the form sends; the names keep the values out of every log and inspector. */
export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
  /** Empty without two-factor. */
  readonly twoFactorCode: string;
}

export interface PasswordChangeContext {
  /** Why the last try failed. */
  readonly failure: Failure | null;
  /** What the server said to the change; null when it said nothing, or nothing was changed yet. */
  readonly answer: string | null;
}

export type PasswordChangeEvent =
  | ({ readonly type: 'user.submit' } & PasswordChange)
  /** A field was edited: what was said about the last try is no longer about what stands there. */
  | { readonly type: 'user.edit' };

/** The form is emptied after a change: what it holds is the old password and the new one. */
export type PasswordChangeEmitted = Toast | { readonly type: 'form.clear' };

export type PasswordChangeOutput = Result<string | null>;

/** Which field a refusal is about. */
export type PasswordChangeField = 'oldPassword' | 'twoFactorCode' | 'form';
