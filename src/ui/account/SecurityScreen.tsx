import { Badge, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBook } from '../addressBook/AddressBook.tsx';
import { ApiKeys } from '../apiKeys/ApiKeys.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { loginOf } from '../../domain/account.ts';
import type { Failure } from '../../domain/failure.ts';
import { canUsePasskeys } from '../../machines/app/app.ts';
import { Passkeys } from './Passkeys.tsx';
import { AccountDeletion } from './AccountDeletion.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { RecoveryKey } from './RecoveryKey.tsx';
import { ResetNotice } from './ResetNotice.tsx';
import { SecurityRow } from './SecurityRow.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { useRead } from '../kit/useRead.ts';
import { useSession } from '../kit/useSession.ts';
import classes from './Security.module.css';

/** The password, the second factor (ACCOUNT-05), and the way out (PRIVACY-03). */
export function SecurityScreen() {
  const { t } = useTranslation('account');
  const app = useApp();
  const { config } = app;
  const { securityPause, sessionList, addressBook, apiKeys, accountDeletion, recovery } = useCapabilities();
  usePage({ title: t('title.page', { page: t('security.title'), name: config.brand.name }) });
  const { user } = useSession();
  if (!user) return null;
  return (
    <PageFrame
      title={t('security.title')}
      lead={t(accountDeletion ? 'security.leadDeletion' : 'security.lead')}
    >
      <ResetNotice />
      {/* Another user in this browser starts afresh: what one typed is not the other's. */}
      <Paper className={classes.rows ?? ''} key={user.id}>
        <SecurityRow name="password" title={t('security.password.title')}>
          <Text c="dimmed" mb="lg">
            {t(securityPause ? 'security.password.leadPause' : 'security.password.lead')}
          </Text>
          <PasswordForm login={loginOf(user)} />
        </SecurityRow>
        <TwoFactor isOn={user.twoFactorEnabled} login={loginOf(user)} />
        {canUsePasskeys(app) && <PasskeysRow />}
        {recovery && <RecoveryKey />}
        {sessionList && <SessionsRow />}
        {addressBook && <BookRow />}
        {apiKeys && <KeysRow />}
        {accountDeletion && (
          <SecurityRow name="deletion" title={t('security.deletion.title')}>
            <AccountDeletion username={user.username} />
          </SecurityRow>
        )}
      </Paper>
    </PageFrame>
  );
}

/** Beside a title: how it stands, or that this is not known. */
function State({ failure, children }: { readonly failure: Failure | null; readonly children: ReactNode }) {
  const { t } = useTranslation('account');
  return failure ? <Badge color="warning">{t('security.twoFactor.isUnknown')}</Badge> : children;
}

function PasskeysRow() {
  const { t } = useTranslation('account');
  const { data, failure } = useRead('passkeys');
  return (
    <SecurityRow
      name="passkeys"
      title={t('security.passkeys.title')}
      state={
        <State failure={failure}>
          {data && <Badge color="dark">{t('security.passkeys.count', { count: data.length })}</Badge>}
        </State>
      }
    >
      <Passkeys />
    </SecurityRow>
  );
}

function SessionsRow() {
  const { t } = useTranslation('account');
  const { data, failure } = useRead('sessions');
  return (
    <SecurityRow
      name="sessions"
      title={t('security.sessions.title')}
      state={
        <State failure={failure}>
          {data && <Badge color="dark">{t('security.sessions.count', { count: data.length })}</Badge>}
        </State>
      }
    >
      <Text c="dimmed" mb="lg">
        {t('security.sessions.lead')}
      </Text>
      <SessionList />
    </SecurityRow>
  );
}

function BookRow() {
  const { t } = useTranslation('account');
  const { data, failure } = useRead('addressBook');
  const isEnding = data !== null && data.offAt !== null;
  return (
    <SecurityRow
      name="address-book"
      title={t('security.book.title')}
      state={
        <State failure={failure}>
          {data && (
            <Badge color={data.isOn && !isEnding ? 'up' : 'warning'}>
              {t(data.isOn ? 'security.book.isOn' : 'security.book.isOff')}
            </Badge>
          )}
        </State>
      }
      warns={isEnding}
    >
      <AddressBook />
    </SecurityRow>
  );
}

function KeysRow() {
  const { t } = useTranslation('account');
  const { data, failure } = useRead('apiKeys');
  const warns = data?.some(({ mustConfirm }) => mustConfirm) ?? false;
  return (
    <SecurityRow
      name="api-keys"
      title={t('security.apiKeys.title')}
      state={
        <State failure={failure}>
          {data && (
            <Badge color={warns ? 'warning' : 'dark'}>
              {t('security.apiKeys.count', { count: data.length })}
            </Badge>
          )}
        </State>
      }
      warns={warns}
    >
      <ApiKeys />
    </SecurityRow>
  );
}
