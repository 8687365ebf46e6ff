import { isOutcomeUnknown, type Failure, PASSWORD_COMMON, type Said, saidIn } from '../../domain/failure.ts';
import { PASSKEY_REQUIRED } from '../../domain/passkey.ts';
import type { Work, WorkChallenge } from '../../domain/proofOfWork.ts';
import { CODE_LASTS, CODE_USED, isAboutTwoFactor } from '../../domain/twoFactor.ts';

/** A submitted form. It passes in events and is never stored in a context. */
export interface Attempt<Form> {
  readonly form: Form;
  /** The solved challenge for it (LOGIN-21). */
  readonly work?: Work;
}

/** A form that was refused for now, with what admits it. */
export interface Challenged<Form> {
  readonly form: Form;
  readonly challenge: WorkChallenge;
  /** Shown where nothing comes of the work. */
  readonly failure: Failure;
}

/** Who enters `submitting`: a form that is submitted, or the attempt that was worked off. */
export function attemptOf<Form>(
  { type, output }: { readonly type: string; readonly output?: Attempt<Form> },
  form: Form | false,
): Attempt<Form> {
  const attempt = output ?? (form && { form });
  if (!attempt) throw new Error(`${type} carries no form`);
  return attempt;
}

/** The refusal that leads to `working`. */
export function challengedIn<Form>({
  type,
  output,
}: {
  readonly type: string;
  readonly output?: { readonly challenged?: Challenged<Form> };
}): Challenged<Form> {
  if (!output?.challenged) throw new Error(`${type} asks for no work`);
  return output.challenged;
}

/** A challenge may expire while a device sleeps; a server that is never content gets no more than this. */
export const MAX_ROUNDS = 2;

/** Where a refused form shows the refusal. */
export type AccessField = 'form' | 'email' | 'username' | 'code';

/** Why a login or a registration was refused: the server's message, else words of `locales`. */
export interface AccessRefusal extends Said {
  readonly field: AccessField;
  /** Key in the namespace `auth`. */
  readonly key: string;
  /** The count in the words. */
  readonly count?: number;
  /** Seconds that the server asked to wait before the next try. */
  readonly wait?: number;
}

const of = (field: AccessField, key: string, said: Said = {}): AccessRefusal => ({
  field,
  key,
  ...saidIn(said),
});

const loginKeys: Readonly<Record<number, string>> = {
  400: 'login.refused.credentials',
  401: 'login.refused.credentials',
  422: 'login.refused.validation',
  429: 'login.refused.tooMany',
  500: 'login.refused.server',
};

/** In our words, because a password was not wrong. */
const passkeyKeys: Readonly<Record<string, string>> = {
  [PASSKEY_REQUIRED]: 'passkeyRequired',
  PASSKEY_UNKNOWN: 'passkeyUnknown',
};

/** Key of a refusal that only a passkey lifts (PASSKEY-04). */
export const PASSKEY_MISSING = 'login.refused.passkeyRequired';

/** The same, where a recovery key sets a new password (FORGOT-05). */
export const RECOVERY_PASSKEY_MISSING = 'recover.refused.passkey';

/** The user or the device did not want to (PASSKEY-01). */
export const NO_PASSKEY: AccessRefusal = of('form', 'login.refused.noPasskey');

/**
 * The login's error table (LOGIN-04): the server's message where there is one, else words by status. A message about
 * two-factor appears at that field, and asks for a code or reports a wrong one.
 * @param hadCode whether a two-factor code was sent.
 */
export function loginRefusal(failure: Failure, hadCode: boolean): AccessRefusal {
  if (failure.serverCode === CODE_USED) {
    return { ...of('code', 'login.refused.codeUsed'), count: failure.retryAfter ?? CODE_LASTS };
  }
  const ours = passkeyKeys[failure.serverCode ?? ''];
  if (ours !== undefined) return of('form', `login.refused.${ours}`);
  if (isAboutTwoFactor(failure.text)) {
    return of('code', hadCode ? 'login.refused.codeWrong' : 'login.refused.codeRequired');
  }
  // A failure without a status got no answer; its own words are clearer than "login failed".
  if (failure.status === undefined) return of('form', `login.refused.${failure.code}`);
  const refusal = of('form', loginKeys[failure.status] ?? 'login.refused.other', failure);
  return failure.retryAfter ? { ...refusal, wait: failure.retryAfter } : refusal;
}

const registrationFields: Readonly<Record<string, AccessField>> = {
  EMAIL_TAKEN: 'email',
  INVALID_EMAIL: 'email',
  USERNAME_TAKEN: 'username',
  INVALID_USERNAME: 'username',
};

/** Registration: the server's message or "registration failed", at the field that it is about. */
export function registrationRefusal(failure: Failure): AccessRefusal {
  // The account may exist although nothing confirmed it.
  if (isOutcomeUnknown(failure)) return of('form', 'register.refused.unknown');
  if (failure.serverCode === PASSWORD_COMMON) return of('form', 'register.refused.common');
  const named = failure.brokenRule?.field;
  const about = named === 'email' || named === 'username' ? named : 'form';
  const field = registrationFields[failure.serverCode ?? ''] ?? about;
  return of(field, 'register.refused.other', failure);
}

/**
 * Recovery: a text about the second factor appears at that field; a wrong key and an unknown email read alike.
 * @param hadCode whether a two-factor code was sent.
 */
export function recoveryRefusal(failure: Failure, hadCode: boolean): AccessRefusal {
  // The key works once, so the new password is tried before it is sent again.
  if (isOutcomeUnknown(failure)) return of('form', 'recover.refused.unknown');
  if (failure.serverCode === CODE_USED || isAboutTwoFactor(failure.text))
    return loginRefusal(failure, hadCode);
  if (failure.serverCode === PASSKEY_REQUIRED) return of('form', RECOVERY_PASSKEY_MISSING);
  if (failure.serverCode === PASSWORD_COMMON) return of('form', 'register.refused.common');
  if (failure.status === 401) return of('form', 'recover.refused.key');
  return of('form', 'recover.refused.other', failure);
}
