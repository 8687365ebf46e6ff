import { useSelector } from '@xstate/react';
import {
  isBusy,
  isChecking,
  selectEnrolment,
  selectLost,
  selectView,
  provideTwoFactor,
} from '../../machines/account/index.ts';
import { useScreenActor } from './useScreenActor.ts';
import { selectFailure } from '../../machines/shared/index.ts';

/** The two-factor section's actor. @param isOn what the account says when the section opens. */
export function useTwoFactor(isOn: boolean) {
  const ref = useScreenActor(provideTwoFactor, { input: { isOn } });
  return {
    view: useSelector(ref, selectView),
    isBusy: useSelector(ref, isBusy),
    isChecking: useSelector(ref, isChecking),
    /** The new secret, while it is to be shown. */
    enrolment: useSelector(ref, selectEnrolment),
    failure: useSelector(ref, selectFailure),
    /** What reading the account showed after an answer was lost. */
    lost: useSelector(ref, selectLost),
    setUp: () => ref.send({ type: 'user.setUp' }),
    verify: (code: string) => ref.send({ type: 'user.verify', code }),
    disable: (code: string) => ref.send({ type: 'user.disable', code }),
    edit: () => ref.send({ type: 'user.edit' }),
    cancel: () => ref.send({ type: 'user.cancel' }),
  };
}
