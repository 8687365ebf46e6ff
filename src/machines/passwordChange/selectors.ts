import type { SnapshotFrom } from 'xstate';
import { isAboutTwoFactor } from '../../domain/twoFactor.ts';
import type { passwordChangeMachine } from './passwordChange.machine.ts';
import type { PasswordChangeField } from './types.ts';

type PasswordChangeSnapshot = SnapshotFrom<typeof passwordChangeMachine>;

export const isChanging = (snapshot: PasswordChangeSnapshot): boolean => snapshot.matches('changing');
export const isChanged = (snapshot: PasswordChangeSnapshot): boolean => snapshot.matches('changed');
export const isOutcomeUnknown = (snapshot: PasswordChangeSnapshot): boolean =>
  snapshot.matches('outcomeUnknown');
export const selectFailure = (snapshot: PasswordChangeSnapshot) => snapshot.context.failure;
export const selectAnswer = (snapshot: PasswordChangeSnapshot) => snapshot.context.answer;

/** What the failure is about: a 401 is the old password's (SESSION-02), a text with 2fa the code's (LOGIN-04). */
export function selectFailedField(snapshot: PasswordChangeSnapshot): PasswordChangeField | null {
  const { failure } = snapshot.context;
  if (failure === null) return null;
  if (isAboutTwoFactor(failure.text)) return 'twoFactorCode';
  return failure.code === 'unauthorized' ? 'oldPassword' : 'form';
}
