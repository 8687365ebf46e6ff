import { useSelector } from '@xstate/react';
import { newAccountOf, provideRegistration } from '../../machines/access/access.actors.ts';
import { isSignedIn } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { usePageState } from '../kit/pageState.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** The registration form's actor. */
export function useRegistration() {
  const { session } = useApp();
  const ref = useScreenActor(provideRegistration, {});
  return {
    isSignedIn: useSelector(session, isSignedIn),
    isSubmitting: useSelector(ref, (snapshot) => snapshot.matches('submitting')),
    isWorking: useSelector(ref, (snapshot) => snapshot.matches('working')),
    refusal: useSelector(ref, ({ context }) => context.refusal),
    send: ref.send,
  };
}

/** The login's initial email: that of the account that was just made, else none (LOGIN-26). */
export function useNewEmail(): string {
  const { notice } = usePageState();
  const { email } = newAccountOf(useApp());
  return notice === 'accountCreated' ? email : '';
}
