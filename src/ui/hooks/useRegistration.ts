import { useSelector } from '@xstate/react';
import {
  isRegistering,
  selectRegistrationRefusal,
  type NewAccount,
  provideRegistration,
} from '../../machines/access/index.ts';
import { isSignedIn } from '../../machines/session/index.ts';
import { useApp } from './app.tsx';
import { useScreenActor } from './useScreenActor.ts';

/** The registration form's actor. */
export function useRegistration() {
  const { session } = useApp();
  const ref = useScreenActor(provideRegistration, {});
  return {
    isSignedIn: useSelector(session, isSignedIn),
    isSubmitting: useSelector(ref, isRegistering),
    refusal: useSelector(ref, selectRegistrationRefusal),
    submit: (account: NewAccount) => ref.send({ type: 'user.submit', account }),
    edit: () => ref.send({ type: 'user.edit' }),
  };
}
