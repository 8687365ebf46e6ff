import { useState, Suspense, lazy, type ComponentType, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { App } from '../../machines/app/app.ts';
import { useApp } from '../kit/app.tsx';
import { noteMissingPart } from '../kit/lazyPart.tsx';
import { comingFrom } from '../kit/pageState.ts';
import { useEmitted } from '../kit/useScreenActor.ts';
import { useGuard } from '../kit/useSession.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { Notices } from './Notices.tsx';
import { SessionLock } from './SessionLock.tsx';
import classes from './Shell.module.css';
import { useHiddenOnLeave } from './hiddenOnLeave.ts';
import { loadToasts, useAlerts, usePreloads } from './preloads.ts';
import { useToasts } from './useToasts.ts';

/** Holds protected screens back until the session is known, and keeps the wanted route (NAV-06). */
export function Guard() {
  const { t } = useTranslation();
  const { pathname, search, hash } = useLocation();
  const { isDeciding, isSignedIn, isSigningOut, isUnexplained, hasLeft, farewell } = useGuard();
  // A screen that was open when its user signed out is no way back for the next; one that is opened later is.
  const [hadLeft] = useState(hasLeft);
  if (isDeciding || isSigningOut || isUnexplained)
    return <p className={classes.loading}>{t('shell.loading')}</p>;
  if (isSignedIn) return <Outlet />;
  const way = farewell
    ? { notice: farewell }
    : hasLeft && !hadLeft
      ? {}
      : comingFrom(pathname + search + hash);
  return <Navigate to="/login" replace state={way} />;
}

// Messages that cannot be loaded must not break the page.
const Toasts = lazy<ComponentType>(() => loadToasts().catch(() => ({ default: () => null })));

export function Shell() {
  const { t } = useTranslation();
  const { root, session, socket, report } = useApp();
  useEmitted(root);
  useEmitted(session);
  useEmitted(socket);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useArrival(pathname, main, socket);
  usePreloads();
  useAlerts();
  useHiddenOnLeave();
  const { toasts } = useToasts();
  // Stays loaded, because the last message has to fade out.
  const [hasSpoken, setSpoken] = useState(false);
  if (toasts.length > 0 && !hasSpoken) setSpoken(true);
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Header />
      <Notices />
      <main id="content" className={classes.content} ref={main} tabIndex={-1}>
        <ErrorBoundary
          resetKey={pathname}
          report={(error) => report('screen', error)}
          onMissing={() => {
            noteMissingPart();
            root.send({ type: 'service.failed' });
          }}
        >
          <Suspense fallback={<p className={classes.loading}>{t('shell.loading')}</p>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <SessionLock />
      {hasSpoken && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  );
}

/** After a route change: scrolls up, moves the focus to the page, and lets a waiting socket try again (SOCKET-04). */
function useArrival(pathname: string, main: RefObject<HTMLElement | null>, socket: App['socket']): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    socket.send({ type: 'route.changed' });
    window.scrollTo(0, 0);
    if (!document.activeElement?.matches('main h1')) main.current?.focus({ preventScroll: true });
  }, [pathname, main, socket]);
}
