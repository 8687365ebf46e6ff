import { useEffect } from 'react';
import { isConfirming, isSignedIn } from '../../machines/session/index.ts';
import { useApp } from '../hooks/app.tsx';

/**
 * Hides a user's page when it is left, and shows it again when the browser takes it out of its back-forward cache and
 * the session is known to hold: somebody may have logged out meanwhile, or another user in.
 */
export function useVeil(): void {
  const { session } = useApp();
  useEffect(() => {
    const { dataset } = document.documentElement;
    let isBack = false;
    const lift = (): void => {
      if (isBack && !isConfirming(session.getSnapshot())) delete dataset['veiled'];
    };
    const leave = (): void => {
      isBack = false;
      if (isSignedIn(session.getSnapshot())) dataset['veiled'] = '';
    };
    const come = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      // After all who listen: the session hears of the return too, and asks the server.
      setTimeout(() => {
        isBack = true;
        lift();
      });
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', come);
    const subscription = session.subscribe(lift);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', come);
      subscription.unsubscribe();
      delete dataset['veiled'];
    };
  }, [session]);
}
