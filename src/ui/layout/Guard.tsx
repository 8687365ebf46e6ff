import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { comingFrom } from '../hooks/pageState.ts';
import { useGuard } from '../hooks/useSession.ts';
import classes from './Shell.module.css';

/** Around protected screens: waits until the session is known, and keeps the wanted route (NAV-06). */
export function Guard() {
  const { t } = useTranslation('common');
  const { pathname, search } = useLocation();
  const { isDeciding, isSignedIn, isSigningOut } = useGuard();
  // Who signs out here is not led back here by the next login.
  const [hasLeft, setLeft] = useState(false);
  if (isSigningOut && !hasLeft) setLeft(true);
  if (isDeciding || isSigningOut) return <p className={classes.loading}>{t('shell.loading')}</p>;
  return isSignedIn ? (
    <Outlet />
  ) : (
    <Navigate to="/login" replace state={hasLeft ? {} : comingFrom(pathname + search)} />
  );
}
