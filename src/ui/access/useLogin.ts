import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { isAwaitingCode, isFactorMissing, type Credentials } from '../../machines/access/login.machine.ts';
import {
  isLostFactorOpen,
  isOfferingReset,
  type lostFactorMachine,
} from '../../machines/access/lostFactor.machine.ts';
import { provideLogin, provideLostFactor } from '../../machines/access/access.actors.ts';
import { isDeciding, isSignedIn } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { usePageState } from '../kit/pageState.ts';
import { useHeard, useScreenActor } from '../kit/useScreenActor.ts';
import { useCaptcha } from './useCaptcha.ts';

/** The login form's actor. `clearForm` is called when the server refused the credentials (LOGIN-05). */
export function useLogin(clearForm: () => void) {
  const { session, now } = useApp();
  const { from, notice } = usePageState();
  const navigate = useNavigate();
  const ref = useScreenActor(provideLogin, { input: { isNew: notice === 'accountCreated' } });
  useHeard(ref, 'form.clear', clearForm);
  const isSaid = useSelector(ref, (snapshot) => snapshot.matches({ notice: 'over' }));
  const hasSession = useSelector(session, isSignedIn);
  // The notice is kept in the browser's history.
  useEffect(() => {
    // Shown once: a reload drops it. A signed-in user is already leaving, and this must not call them back.
    if (isSaid && notice === 'accountCreated' && !hasSession)
      void navigate('.', { replace: true, state: from ? { from } : {} });
  }, [isSaid, notice, from, hasSession, navigate]);
  const lost = useScreenActor(provideLostFactor, {});
  const captcha = useCaptcha(useMemo(() => [ref, lost], [ref, lost]));
  const complete = (credentials: Omit<Credentials, 'captchaToken'>): Credentials => ({
    ...credentials,
    captchaToken: captcha?.readToken() ?? '',
  });
  const refusal = useSelector(ref, ({ context }) => context.refusal);
  const isHeld = useSelector(ref, (snapshot) => snapshot.matches({ form: 'waiting' }));
  const waitsUntil = useMemo(
    () => (isHeld && refusal?.wait !== undefined ? now() + refusal.wait * 1000 : null),
    [isHeld, refusal, now],
  );
  return {
    isDeciding: useSelector(session, isDeciding),
    isSignedIn: hasSession,
    /** The wanted route, else the dashboard (LOGIN-06). */
    destination: from ?? '/dashboard',
    isSubmitting: useSelector(ref, (snapshot) => snapshot.matches({ form: 'submitting' })),
    isWorking: useSelector(ref, (snapshot) => snapshot.matches({ form: 'working' })),
    isUsingPasskey: useSelector(ref, (snapshot) => snapshot.matches({ form: 'usingPasskey' })),
    usePasskey: () => {
      lost.send({ type: 'user.close' });
      ref.send({ type: 'user.usePasskey' });
    },
    lostFactor: {
      /** The password was right, and the second factor is missing. */
      isOffered: useSelector(ref, isFactorMissing),
      ...useLostFactor(lost),
      ask: (credentials: Omit<Credentials, 'captchaToken'>) =>
        lost.send({ type: 'user.ask', credentials: complete(credentials) }),
    },
    isAwaitingCode: useSelector(ref, isAwaitingCode),
    showsNotice: useSelector(ref, (snapshot) => snapshot.matches({ notice: 'shown' })),
    /** The notice of an account that was just deleted (PRIVACY-05). */
    farewell: notice === 'accountDeleted' || notice === 'accountPerhapsDeleted' ? notice : null,
    refusal,
    /** When the next try may be sent, epoch milliseconds; null where the server set no wait. */
    waitsUntil,
    captcha,
    submit: (credentials: Omit<Credentials, 'captchaToken'>) => {
      lost.send({ type: 'user.close' });
      ref.send({ type: 'user.submit', credentials: complete(credentials) });
    },
    send: ref.send,
  };
}

export const useLostFactor = (ref: ActorRefFrom<typeof lostFactorMachine>) => ({
  isOpen: useSelector(ref, isLostFactorOpen),
  isOffering: useSelector(ref, isOfferingReset),
  isAsking: useSelector(ref, (snapshot) => snapshot.matches('asking')),
  failure: useSelector(ref, ({ context }) => context.failure),
  /** When the reset can be used, once it is noted. */
  resetAt: useSelector(ref, ({ context }) => context.resetAt),
  send: ref.send,
});

export type LostFactorView = ReturnType<typeof useLostFactor> & { readonly isOffered: boolean };
