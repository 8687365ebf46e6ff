import { Badge, Paper } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBook } from '../addressBook/AddressBook.tsx';
import { ApiKeys } from '../apiKeys/ApiKeys.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { loginOf } from '../../domain/account.ts';
import { canUsePasskeys } from '../../machines/app/app.ts';
import { Passkeys } from './Passkeys.tsx';
import { AccountDeletion } from './AccountDeletion.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { RecoveryKey } from './RecoveryKey.tsx';
import { ResetNotice } from './ResetNotice.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { useRead } from '../kit/useRead.ts';
import { useSession } from '../kit/useSession.ts';
import classes from './Security.module.css';

/** The password, the second factor (ACCOUNT-05), and the way out (PRIVACY-03). */
export function SecurityScreen() {
  const { t } = useTranslation(['account', 'common']);
  const app = useApp();
  const { config } = app;
  const { securityPause, sessionList, addressBook, apiKeys, accountDeletion, recovery } = useCapabilities();
  usePage({ title: t('common:title.page', { page: t('security.title'), name: config.brand.name }) });
  const [passwordTitle, factorTitle] = [useId(), useId()];
  const [passkeysTitle, sessionsTitle, deletionTitle] = [useId(), useId(), useId()];
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
        <Paper component="section" className={classes.section ?? ''} aria-labelledby={passwordTitle}>
          <h2 id={passwordTitle} className={classes.heading}>
            {t('security.password.title')}
          </h2>
          <p className={classes.text}>
            {t(securityPause ? 'security.password.leadPause' : 'security.password.lead')}
          </p>
          <PasswordForm login={loginOf(user)} />
        </Paper>
        <Paper component="section" className={classes.section ?? ''} aria-labelledby={factorTitle}>
          <h2 id={factorTitle} className={classes.heading}>
            {t('security.twoFactor.title')}
          </h2>
          <TwoFactor isOn={user.twoFactorEnabled} login={loginOf(user)} />
        </Paper>
        {canUsePasskeys(app) && (
          <Paper component="section" className={classes.section ?? ''} aria-labelledby={passkeysTitle}>
            <h2 id={passkeysTitle} className={classes.heading}>
              {t('security.passkeys.title')}
            </h2>
            <Passkeys />
          </Paper>
        )}
        {recovery && <RecoveryKey />}
        {sessionList && (
          <Paper component="section" className={classes.section ?? ''} aria-labelledby={sessionsTitle}>
            <h2 id={sessionsTitle} className={classes.heading}>
              {t('security.sessions.title')}
            </h2>
            <p className={classes.text}>{t('security.sessions.lead')}</p>
            <SessionList />
          </Paper>
        )}
        {addressBook && <BookRow />}
        {apiKeys && <KeysRow />}
        {accountDeletion && (
          <Paper component="section" className={classes.section ?? ''} aria-labelledby={deletionTitle}>
            <h2 id={deletionTitle} className={classes.heading}>
              {t('security.deletion.title')}
            </h2>
            <AccountDeletion username={user.username} />
          </Paper>
        )}
      </div>
    </PageFrame>
  );
}

function BookRow() {
  const { t } = useTranslation('account');
  const { data } = useRead('addressBook');
  return (
    <Row
      title={t('security.book.title')}
      state={
        data && (
          <Badge color={data.isOn ? 'up' : 'warning'}>
            {t(data.isOn ? 'security.book.isOn' : 'security.book.isOff')}
          </Badge>
        )
      }
      warns={data !== null && data.offAt !== null}
    >
      <AddressBook />
    </Row>
  );
}

function KeysRow() {
  const { t } = useTranslation('account');
  const { data } = useRead('apiKeys');
  return (
    <Row title={t('security.apiKeys.title')} warns={data?.some(({ mustConfirm }) => mustConfirm) ?? false}>
      <ApiKeys />
    </Row>
  );
}

interface RowProps {
  readonly title: string;
  /** Beside the title. */
  readonly state?: ReactNode;
  /** Something in it needs the user's attention: it opens by itself. */
  readonly warns: boolean;
  readonly children: ReactNode;
}

/** Opens by a press; typed text stays when it is closed (ACCOUNT-11). */
function Row({ title, state, warns, children }: RowProps) {
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  // Once: the user may close it again, and nothing closes by itself.
  useEffect(() => {
    if (warns && details.current) details.current.open = true;
  }, [warns]);
  return (
    <Paper component="section" className={classes.section ?? ''} aria-labelledby={id}>
      <details ref={details}>
        <summary className={classes.summary}>
          <h2 id={id}>{title}</h2> {state}
        </summary>
        {children}
      </details>
    </Paper>
  );
}
