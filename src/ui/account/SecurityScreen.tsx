import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBook } from '../addressBook/AddressBook.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { useSession } from '../kit/useSession.ts';
import classes from './Security.module.css';

/** The password and the second factor (ACCOUNT-05). */
export function SecurityScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { config } = useApp();
  const { securityPause, addressBook } = useCapabilities();
  usePage({ title: t('common:title.page', { page: t('security.title'), name: config.brand.name }) });
  const [passwordTitle, factorTitle, bookTitle] = [useId(), useId(), useId()];
  const { user } = useSession();
  if (!user) return null;
  return (
    <PageFrame title={t('security.title')} lead={t('security.lead')}>
      {/* Another user in this browser starts afresh: what one typed is not the other's. */}
      <div className={classes.sections} key={user.id}>
        <section className={classes.section} aria-labelledby={passwordTitle}>
          <h2 id={passwordTitle} className={classes.heading}>
            {t('security.password.title')}
          </h2>
          <p className={classes.text}>
            {t(securityPause ? 'security.password.leadPause' : 'security.password.lead')}
          </p>
          <PasswordForm email={user.email} hasTwoFactor={user.twoFactorEnabled} />
        </section>
        <section className={classes.section} aria-labelledby={factorTitle}>
          <h2 id={factorTitle} className={classes.heading}>
            {t('security.twoFactor.title')}
          </h2>
          <TwoFactor isOn={user.twoFactorEnabled} email={user.email} />
        </section>
        {addressBook && (
          <section className={classes.section} data-wide aria-labelledby={bookTitle}>
            <h2 id={bookTitle} className={classes.heading}>
              {t('security.book.title')}
            </h2>
            <AddressBook />
          </section>
        )}
      </div>
    </PageFrame>
  );
}
