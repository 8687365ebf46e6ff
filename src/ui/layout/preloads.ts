import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../kit/app.tsx';
import { useSession } from '../kit/useSession.ts';

/** Milliseconds to wait on a page that is never idle. */
const PATIENCE = 5000;

export const loadToasts = () => import('./Toasts.tsx');

/** Preloads what users need when the server is gone: messages and the login page. */
export function usePreloads(): void {
  const { i18n } = useTranslation();
  const { isSignedIn } = useSession();
  // Waits until the browser is idle.
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const load = (): void => {
      // A failed load is repeated when it is needed.
      const ignore = (): void => undefined;
      loadToasts().catch(ignore);
      import('../access/LoginScreen.tsx').catch(ignore);
      i18n.loadNamespaces('auth').catch(ignore);
    };
    // Safari has no `requestIdleCallback`.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, PATIENCE);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(load, { timeout: PATIENCE });
    return () => cancelIdleCallback(handle);
  }, [i18n, isSignedIn]);
}

/** Prices that the user waits for are watched on every page (ALERT-02). */
export function useAlerts(): void {
  const app = useApp();
  useEffect(() => {
    const { listen, readAlerts } = app.preferences;
    const watch = (): void => {
      if (readAlerts() === '') return;
      import('../../machines/priceAlerts/priceAlerts.actors.ts').then(
        ({ alertsOf }) => alertsOf(app),
        (error: unknown) => app.report('alerts', error),
      );
    };
    watch();
    return listen(watch);
  }, [app]);
}
