import { Paper, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type User, shortId } from '../../domain/account.ts';
import { Fact } from '../kit/Fact.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Instant, SecurityStatus } from './SecurityStatus.tsx';

/** Who the account belongs to, when it was last used, and whether withdrawals are possible (ACCOUNT-01). */
export function AccountCard({ user }: { readonly user: User }) {
  const { t } = useTranslation('account');
  const title = useId();
  return (
    <Paper component="section" p="lg" aria-labelledby={title}>
      <Title order={2} mb="xs" id={title}>
        {t('dashboard.account')}
      </Title>
      <dl>
        {user.email === '' ? (
          <Fact isSheet name={t('field.username')}>
            <span translate="no">{user.username}</span>
          </Fact>
        ) : (
          <Fact isSheet name={t('word.email')}>
            <span translate="no">{user.email}</span>
            <CopyButton text={user.email} label={t('dashboard.copyEmail')} />
          </Fact>
        )}
        <Fact isSheet name={t('dashboard.userId')}>
          <span title={user.id} translate="no">
            {shortId(user.id)}
          </span>
          <CopyButton text={user.id} label={t('dashboard.copyUserId')} />
        </Fact>
        <Fact isSheet name={t('dashboard.lastLogin')}>
          <Instant time={user.lastLogin} />
        </Fact>
        <SecurityStatus user={user} />
      </dl>
    </Paper>
  );
}
