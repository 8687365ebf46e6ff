import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { Enrolment } from '../../domain/twoFactor.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';

export interface TwoFactorInput {
  /** What the account said when the page was opened. */
  readonly isOn: boolean;
}

export interface TwoFactorContext {
  /** As far as this page knows. */
  readonly isOn: boolean;
  /** The new secret, while it is shown; null before and after. */
  readonly enrolmentSecret: Enrolment | null;
  /** New recovery codes, while they are shown; null before and after (RECOVERY-02). */
  readonly privateRecoveryCodes: readonly string[] | null;
  /** Recovery codes were made, or may have been, and the answer that held them was lost. */
  readonly areCodesUnseen: boolean;
  /** Why the last call failed. */
  readonly failure: Failure | null;
  /** What reading the account showed after the answer to a code was lost; null where none was, or it had counted. */
  readonly lost: 'absent' | 'unknown' | null;
}

/** What the account would say if the code had counted. */
export interface SentCode {
  readonly isOn: boolean;
}

export type CodeSearch = ReconcileWriteOutput<true>;

export type TwoFactorEvent =
  | { readonly type: 'user.setUp' }
  /** @param privatePassword absent where the server asks for none. */
  | { readonly type: 'user.verify'; readonly code: string; readonly privatePassword?: string }
  | { readonly type: 'user.disable'; readonly code: string; readonly privatePassword?: string }
  /** Asks for new recovery codes. */
  | { readonly type: 'user.askCodes' }
  | { readonly type: 'user.makeCodes'; readonly code: string; readonly privatePassword?: string }
  | { readonly type: 'user.saveCodes' }
  /** The user has the codes that are shown. */
  | { readonly type: 'user.keptCodes' }
  /** The code was edited: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' };

export interface CodeInput {
  readonly code: string;
  readonly privatePassword?: string;
}

export type EnableOutput = Result<Enrolment>;
/** The recovery codes that switching it on gives; null where it gives none. */
export type CodeOutput = Result<readonly string[] | null>;
export type CodesOutput = Result<readonly string[]>;
