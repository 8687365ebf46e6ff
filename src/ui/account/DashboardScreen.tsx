import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { clockText } from '../../domain/dates.ts';
import { pages } from '../../domain/paths.ts';
import { Message } from '../kit/Message.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { useApp } from '../kit/app.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { usePage } from '../kit/usePage.ts';
import { useRead } from '../kit/useRead.ts';
import { AccountCard } from './AccountCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Glance } from './Glance.tsx';
import classes from './Dashboard.module.css';
import { PageLinks } from './PageLinks.tsx';
import { QuickActions } from './QuickActions.tsx';
import { ResetNotice } from './ResetNotice.tsx';

/** The account and the ways from it (ACCOUNT-06), or why it cannot be shown. */
export function AccountOverview() {
  const { t } = useTranslation('account');
  const sayFailure = useFailureText();
  const {
    data: user,
    status,
    failure,
    updatedAt,
    refresh,
  } = useRead('account', undefined, { isEssential: true });
  if (!user) {
    if (status !== 'failed') {
      return (
        <Skeleton rows={16} height={32}>
          {t('dashboard.loading')}
        </Skeleton>
      );
    }
    return (
      <Message kind="failure">
        <p>{t('dashboard.failed')}</p>
        {failure && <p>{sayFailure(failure)}</p>}
        <Button variant="default" mt="xs" onClick={refresh}>
          {t('word.retry')}
        </Button>
      </Message>
    );
  }
  return (
    <Stack>
      <ResetNotice />
      {failure && updatedAt !== null && (
        <Message kind="warning">{t('dashboard.stale', { time: clockText(updatedAt) ?? '' })}</Message>
      )}
      <FirstSteps user={user} />
      <Glance />
      <AccountCard user={user} />
      <div className={classes.groups}>
        <QuickActions hasTwoFactor={user.twoFactorEnabled} />
        <PageLinks />
      </div>
      {pages.has('/logs') && (
        <Text size="sm" c="dimmed">
          {t('dashboard.privacy')} <Link to="/logs">{t('dashboard.privacyLink')}</Link>
        </Text>
      )}
    </Stack>
  );
}

/** The account at a glance (ACCOUNT-01). */
export function DashboardScreen() {
  // With those of its lists: loading them later would blank the page.
  const { t } = useTranslation(['account', 'history', 'wallet']);
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('shell.dashboard'), name: config.brand.name }) });
  return (
    <PageFrame title={t('shell.dashboard')}>
      <AccountOverview />
    </PageFrame>
  );
}
