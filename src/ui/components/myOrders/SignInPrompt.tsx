import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { PageState } from '../../hooks/pageState.ts';
import classes from './MyOrders.module.css';

/** For visitors, in place of their trades and orders; the login leads back here (TRADE-04). */
export function SignInPrompt() {
  const { t } = useTranslation('trade');
  const { pathname, search } = useLocation();
  const state: PageState = { from: pathname + search };
  return (
    <div className={classes.note}>
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
