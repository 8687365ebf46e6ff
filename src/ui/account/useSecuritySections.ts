import { useSelector } from '@xstate/react';
import { selectFailedField } from '../../machines/account/passwordChange.machine.ts';
import { areCodesUnseen, isChecking, selectView } from '../../machines/account/twoFactor.machine.ts';
import {
  providePasswordChange,
  provideTwoFactor,
  providePasskeys,
  provideAccountDeletion,
  provideResetStop,
  provideRecoveryKey,
  provideSessionList,
} from '../../machines/account/account.actors.ts';
import { selectNotMade } from '../../machines/account/passkeys.machine.ts';
import { accountDeletionView } from '../../machines/account/accountDeletion.machine.ts';
import { recoveryKeyView } from '../../machines/account/recoveryKey.machine.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { useRead } from '../kit/useRead.ts';
import { useHeard, useScreenActor } from '../kit/useScreenActor.ts';

/** The password form's actor. `clearForm` is called when the password was changed. */
export function usePasswordChange(clearForm: () => void) {
  const ref = useScreenActor(providePasswordChange, {});
  useHeard(ref, 'form.clear', clearForm);
  return {
    isChanging: useSelector(ref, (snapshot) => snapshot.matches('changing')),
    isChanged: useSelector(ref, (snapshot) => snapshot.matches('changed')),
    isOutcomeUnknown: useSelector(ref, (snapshot) => snapshot.matches('outcomeUnknown')),
    /** The server's message about the change. */
    answer: useSelector(ref, ({ context }) => context.answer),
    failure: useSelector(ref, selectFailure),
    failedField: useSelector(ref, selectFailedField),
    send: ref.send,
  };
}

/** The passkeys' actor. `closeForm` is called when a change was made. */
export function usePasskeys(closeForm: () => void) {
  const ref = useScreenActor(providePasskeys, {});
  useHeard(ref, 'form.close', closeForm);
  return {
    isBusy: useSelector(ref, isBusy),
    failure: useSelector(ref, selectFailure),
    /** Why the device made none. */
    notMade: useSelector(ref, selectNotMade),
    send: ref.send,
  };
}

/** What stops a reset of the second factor. */
export function useResetStop() {
  const ref = useScreenActor(provideResetStop, {});
  return {
    isBusy: useSelector(ref, isBusy),
    failure: useSelector(ref, selectFailure),
    lost: useSelector(ref, ({ context }) => context.lost),
    send: ref.send,
  };
}

/** The recovery key's actor. */
export function useRecoveryKey() {
  const ref = useScreenActor(provideRecoveryKey, {});
  return {
    view: useSelector(ref, recoveryKeyView),
    isBusy: useSelector(ref, isBusy),
    failure: useSelector(ref, selectFailure),
    lost: useSelector(ref, ({ context }) => context.lost),
    send: ref.send,
  };
}

/** The account's own sessions, and what changes them. */
export function useSessionList() {
  const ref = useScreenActor(provideSessionList, {});
  const { data, status, failure, refresh } = useRead('sessions');
  return {
    sessions: data,
    isFailed: status === 'failed',
    readFailure: failure,
    refresh,
    isBusy: useSelector(ref, isBusy),
    failure: useSelector(ref, selectFailure),
    lost: useSelector(ref, ({ context }) => context.lost),
    send: ref.send,
  };
}

/** The two-factor section's actor. @param isOn the account's state when the section opens. */
export function useTwoFactor(isOn: boolean) {
  const ref = useScreenActor(provideTwoFactor, { input: { isOn } });
  return {
    view: useSelector(ref, selectView),
    isBusy: useSelector(ref, isBusy),
    isChecking: useSelector(ref, isChecking),
    /** The new secret, while it is to be shown. */
    enrolment: useSelector(ref, ({ context }) => context.enrolmentSecret),
    failure: useSelector(ref, selectFailure),
    /** The result of reading the account after an answer was lost. */
    lost: useSelector(ref, ({ context }) => context.lost),
    /** New recovery codes, while they are to be shown. */
    recoveryCodes: useSelector(ref, ({ context }) => context.privateRecoveryCodes),
    areCodesUnseen: useSelector(ref, areCodesUnseen),
    send: ref.send,
  };
}

/** The actor of the section that deletes the account. */
export function useAccountDeletion() {
  const ref = useScreenActor(provideAccountDeletion, {});
  return {
    view: useSelector(ref, accountDeletionView),
    isBusy: useSelector(ref, isBusy),
    isChecking: useSelector(ref, (snapshot) => snapshot.matches({ deleting: 'looking' })),
    remains: useSelector(ref, ({ context }) => context.remains),
    failure: useSelector(ref, selectFailure),
    lost: useSelector(ref, ({ context }) => context.lost),
    send: ref.send,
  };
}
