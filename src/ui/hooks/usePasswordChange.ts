import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import {
  isChanged,
  isChanging,
  isOutcomeUnknown,
  selectAnswer,
  selectFailedField,
  type PasswordChange,
  providePasswordChange,
} from '../../machines/account/index.ts';
import { useScreenActor } from './useScreenActor.ts';
import { selectFailure } from '../../machines/shared/index.ts';

/** The password form's actor. `clearForm` is called when the password was changed. */
export function usePasswordChange(clearForm: () => void) {
  const ref = useScreenActor(providePasswordChange, {});
  useEffect(() => {
    const subscription = ref.on('form.clear', clearForm);
    return () => subscription.unsubscribe();
  }, [ref, clearForm]);
  return {
    isChanging: useSelector(ref, isChanging),
    isChanged: useSelector(ref, isChanged),
    isOutcomeUnknown: useSelector(ref, isOutcomeUnknown),
    /** What the server said to the change. */
    answer: useSelector(ref, selectAnswer),
    failure: useSelector(ref, selectFailure),
    failedField: useSelector(ref, selectFailedField),
    submit: (change: PasswordChange) => ref.send({ type: 'user.submit', ...change }),
    edit: () => ref.send({ type: 'user.edit' }),
  };
}
