import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './Links.module.css';

/** Invites to a second factor while there is none (ACCOUNT-02). */
export function TwoFactorPrompt() {
  const { t } = useTranslation('account');
  const title = useId();
  return (
    <section className={classes.prompt} aria-labelledby={title}>
      <div>
        <h2 id={title} className={classes.heading}>
          {t('dashboard.twoFactorPrompt.title')}
        </h2>
        <p className={classes.text}>{t('dashboard.twoFactorPrompt.text')}</p>
      </div>
      <Link to="/security" className={classes.button}>
        {t('dashboard.twoFactorPrompt.action')}
      </Link>
    </section>
  );
}
