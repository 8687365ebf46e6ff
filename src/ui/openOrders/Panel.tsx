import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import lists from '../kit/DenseList.module.css';
import type { PageState } from '../kit/pageState.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import type { Reading } from '../kit/useRead.ts';
import classes from './MyOrders.module.css';

interface PanelProps<T> {
  readonly reading: Reading<T>;
  readonly children: (data: T) => ReactNode;
}

/** A failed later read keeps the rows (TRADE-06). */
export function Panel<T>({ reading: { data, failure, status }, children }: PanelProps<T>) {
  const { t } = useTranslation('trade');
  const failureText = useFailureText();
  if (data === null) {
    if (status !== 'failed') return <Loading />;
    return (
      <div className={`${lists.note} ${classes.note}`} role="alert">
        <p>{t('mine.error')}</p>
        <p>{t('mine.tryRefreshing')}</p>
      </div>
    );
  }
  return (
    <>
      {children(data)}
      {failure !== null && (
        <p className={classes.stale} role="status">
          {t('mine.stale', { reason: failureText(failure) })}
        </p>
      )}
    </>
  );
}

/** Bars as high as the rows that fit (NAV-16). */
export function Loading() {
  const { t } = useTranslation('trade');
  return (
    <p className={`skeleton ${classes.loading}`} aria-busy="true">
      <span className="visually-hidden">{t('word.loading')}</span>
    </p>
  );
}

/** For visitors; the login leads back here (TRADE-04). */
export function SignInPrompt() {
  const { t } = useTranslation('trade');
  const { pathname, search } = useLocation();
  const state: PageState = { from: pathname + search };
  return (
    <div className={`${lists.note} ${classes.note}`}>
      <p>{t('mine.signIn')}</p>
      <p className={classes.links}>
        <Link to="/login" state={state}>
          {t('mine.login')}
        </Link>
        <Link to="/register" state={state}>
          {t('mine.register')}
        </Link>
      </p>
    </div>
  );
}
