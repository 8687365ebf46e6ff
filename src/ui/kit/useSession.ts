import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import { isDeciding, isSignedIn, selectUser } from '../../machines/session/session.machine.ts';
import { useApp } from './app.tsx';

export function useSession() {
  const { session } = useApp();
  return {
    /** Not known yet: nothing private may be shown. */
    isDeciding: useSelector(session, isDeciding),
    isSignedIn: useSelector(session, isSignedIn),
    isExpiring: useSelector(session, (snapshot) => snapshot.matches({ signedIn: 'expiring' })),
    isSigningOut: useSelector(session, (snapshot) => snapshot.matches('signingOut')),
    user: useSelector(session, selectUser),
    signOut: useCallback(() => session.send({ type: 'user.signOut' }), [session]),
  };
}

export function useSessionLock() {
  const { session } = useApp();
  return {
    isLocked: useSelector(session, (snapshot) => snapshot.matches({ signedIn: 'locked' })),
    /** The server was asked and did not answer. */
    isUnconfirmed: useSelector(session, (snapshot) =>
      snapshot.matches({ signedIn: { locked: 'unanswered' } }),
    ),
    retry: useCallback(() => session.send({ type: 'user.retry' }), [session]),
    signOut: useCallback(() => session.send({ type: 'user.signOut' }), [session]),
  };
}

/** Checks the session whenever a protected screen opens (NAV-06). */
export function useGuard() {
  const { session } = useApp();
  useEffect(() => {
    session.send({ type: 'guard.entered' });
  }, [session]);
  return {
    isDeciding: useSelector(session, isDeciding),
    isSignedIn: useSelector(session, isSignedIn),
    isSigningOut: useSelector(session, (snapshot) => snapshot.matches('signingOut')),
    isUnexplained: useSelector(session, (snapshot) => snapshot.matches({ visitor: 'unexplained' })),
    hasLeft: useSelector(session, (snapshot) => snapshot.matches({ visitor: 'left' })),
    /** The login's message for somebody who deleted the account; null otherwise. */
    farewell: useSelector(session, ({ context }) => context.farewell),
  };
}
