import { useEffect } from 'react';
import { isSignedIn } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';

/** Hides a user's page on leave, so that a restored page shows nothing before the session check (`SessionLock.tsx`). */
export function useHiddenOnLeave(): void {
  const { session } = useApp();
  useEffect(() => {
    const { dataset } = document.documentElement;
    const show = (): void => {
      delete dataset.left;
    };
    const leave = (): void => {
      if (isSignedIn(session.getSnapshot())) dataset.left = '';
    };
    const come = ({ persisted }: PageTransitionEvent): void => {
      // After all other listeners: the session must handle the return first.
      if (persisted) setTimeout(show);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', come);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', come);
      show();
    };
  }, [session]);
}
