import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../kit/useSession.ts';

/** Milliseconds after which it is done even on a page that is never idle. */
const PATIENCE = 5000;

export const loadToasts = () => import('./Toasts.tsx');

/**
 * Loads for a user, when the page has nothing else to do, what is needed just when the server is gone and could not be
 * loaded any more: the messages, and the page that a logout leads to. Visitors are spared the bytes.
 */
export function usePreloads(): void {
  const { i18n } = useTranslation();
  const { isSignedIn } = useSession();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const load = (): void => {
      // What fails now is asked for again when it is needed.
      const ignore = (): void => undefined;
      loadToasts().catch(ignore);
      import('../access/LoginScreen.tsx').catch(ignore);
      i18n.loadNamespaces('auth').catch(ignore);
    };
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, PATIENCE);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(load, { timeout: PATIENCE });
    return () => cancelIdleCallback(handle);
  }, [i18n, isSignedIn]);
}
