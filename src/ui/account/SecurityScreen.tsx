import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBook } from '../addressBook/AddressBook.tsx';
import { ApiKeys } from '../apiKeys/ApiKeys.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { canUsePasskeys } from '../../machines/app/index.ts';
import { Passkeys } from './Passkeys.tsx';
import { AccountDeletion } from './AccountDeletion.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ResetNotice } from './ResetNotice.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { useSession } from '../kit/useSession.ts';
import classes from './Security.module.css';

/** The password, the second factor (ACCOUNT-05), and the way out (PRIVACY-03). */
export function SecurityScreen() {
  const { t } = useTranslation(['account', 'common']);
  const app = useApp();
  const { config } = app;
  const { securityPause, sessionList, addressBook, apiKeys, accountDeletion } = useCapabilities();
  usePage({ title: t('common:title.page', { page: t('security.title'), name: config.brand.name }) });
  const [passwordTitle, factorTitle, passkeysTitle] = [useId(), useId(), useId()];
  const [sessionsTitle, bookTitle, keysTitle, deletionTitle] = [useId(), useId(), useId(), useId()];
  const { user } = useSession();
  if (!user) return null;
  return (
    <PageFrame
      title={t('security.title')}
      lead={t(accountDeletion ? 'security.leadDeletion' : 'security.lead')}
    >
      <ResetNotice />
      {/* Another user in this browser starts afresh: what one typed is not the other's. */}
      <div className={classes.sections} key={user.id}>
        <section className={classes.section} aria-labelledby={passwordTitle}>
          <h2 id={passwordTitle} className={classes.heading}>
            {t('security.password.title')}
          </h2>
          <p className={classes.text}>
            {t(securityPause ? 'security.password.leadPause' : 'security.password.lead')}
          </p>
          <PasswordForm email={user.email} />
        </section>
        <section className={classes.section} aria-labelledby={factorTitle}>
          <h2 id={factorTitle} className={classes.heading}>
            {t('security.twoFactor.title')}
          </h2>
          <TwoFactor isOn={user.twoFactorEnabled} email={user.email} />
        </section>
        {canUsePasskeys(app) && (
          <section className={classes.section} aria-labelledby={passkeysTitle}>
            <h2 id={passkeysTitle} className={classes.heading}>
              {t('security.passkeys.title')}
            </h2>
            <Passkeys />
          </section>
        )}
        {sessionList && (
          <section className={classes.wide} aria-labelledby={sessionsTitle}>
            <h2 id={sessionsTitle} className={classes.heading}>
              {t('security.sessions.title')}
            </h2>
            <p className={classes.text}>{t('security.sessions.lead')}</p>
            <SessionList />
          </section>
        )}
        {addressBook && (
          <section className={classes.wide} aria-labelledby={bookTitle}>
            <h2 id={bookTitle} className={classes.heading}>
              {t('security.book.title')}
            </h2>
            <AddressBook />
          </section>
        )}
        {apiKeys && (
          <section className={classes.wide} aria-labelledby={keysTitle}>
            <h2 id={keysTitle} className={classes.heading}>
              {t('security.apiKeys.title')}
            </h2>
            <ApiKeys />
          </section>
        )}
        {accountDeletion && (
          <section className={classes.wide} aria-labelledby={deletionTitle}>
            <h2 id={deletionTitle} className={classes.heading}>
              {t('security.deletion.title')}
            </h2>
            <AccountDeletion username={user.username} />
          </section>
        )}
      </div>
    </PageFrame>
  );
}
