import { Paper } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type User, shortId } from '../../domain/account.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import classes from './Account.module.css';
import { Fact, Instant, SecurityStatus } from './SecurityStatus.tsx';

/** Who the account belongs to, when it was last used, and whether withdrawals are possible (ACCOUNT-01). */
export function AccountCard({ user }: { readonly user: User }) {
  const { t } = useTranslation('account');
  const title = useId();
  return (
    <Paper component="section" className={classes.card ?? ''} aria-labelledby={title}>
      <h2 id={title} className={classes.heading}>
        {t('dashboard.account')}
      </h2>
      <dl>
        {user.email === '' ? (
          <Fact name={t('field.username')}>
            <span className={classes.long} translate="no">
              {user.username}
            </span>
          </Fact>
        ) : (
          <Fact name={t('word.email')}>
            <span className={classes.long} translate="no">
              {user.email}
            </span>
            <CopyButton text={user.email} label={t('dashboard.copyEmail')} />
          </Fact>
        )}
        <Fact name={t('dashboard.userId')}>
          <span title={user.id} translate="no">
            {shortId(user.id)}
          </span>
          <CopyButton text={user.id} label={t('dashboard.copyUserId')} />
        </Fact>
        <Fact name={t('dashboard.lastLogin')}>
          <Instant time={user.lastLogin} />
        </Fact>
        <SecurityStatus user={user} />
      </dl>
    </Paper>
  );
}
