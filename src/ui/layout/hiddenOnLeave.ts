import { useEffect } from 'react';
import { isSignedIn } from '../../machines/session/index.ts';
import { useApp } from '../kit/app.tsx';

/**
 * Hides a user's page when it is left, so that the browser's back-forward cache keeps nothing that could be seen before
 * the session has heard of the return and covers the page itself (`SessionLock.tsx`).
 */
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
      // After all who listen: the session hears of the return too.
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
