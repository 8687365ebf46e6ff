import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import {
  hasLeft,
  isDeciding,
  isExpiring,
  isSignedIn,
  isSigningOut,
  isUnconfirmed,
  isUnexplained,
  isLocked,
  selectUser,
} from '../../machines/session/session.machine.ts';
import { useApp } from './app.tsx';

export function useSession() {
  const { session } = useApp();
  return {
    /** Not known yet: nothing private may be shown. */
    isDeciding: useSelector(session, isDeciding),
    isSignedIn: useSelector(session, isSignedIn),
    isExpiring: useSelector(session, isExpiring),
    isSigningOut: useSelector(session, isSigningOut),
    user: useSelector(session, selectUser),
    signOut: useCallback(() => session.send({ type: 'user.signOut' }), [session]),
  };
}

export function useSessionLock() {
  const { session } = useApp();
  return {
    isLocked: useSelector(session, isLocked),
    /** The server was asked and did not answer. */
    isUnconfirmed: useSelector(session, isUnconfirmed),
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
    isSigningOut: useSelector(session, isSigningOut),
    isUnexplained: useSelector(session, isUnexplained),
    hasLeft: useSelector(session, hasLeft),
    /** What the login says to somebody who deleted the account; null otherwise. */
    farewell: useSelector(session, ({ context }) => context.farewell),
  };
}
