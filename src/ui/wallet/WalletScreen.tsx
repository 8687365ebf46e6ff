import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CooldownNotice } from '../account/CooldownNotice.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { Worth } from './WalletFigures.tsx';
import { WalletTable } from './WalletTable.tsx';
import { useWallet } from './useWallet.ts';

/** Whether coins wait for a refund address (WALLET-03); nothing when none requires one. */
export function RefundBanner({ required, missing }: { readonly required: number; readonly missing: number }) {
  const { t } = useTranslation('wallet');
  if (required === 0) return null;
  const isComplete = missing === 0;
  return (
    <Alert role="region" aria-label={t('banner.name')} color={isComplete ? 'up' : 'warning'}>
      <Group justify="space-between" gap="xs">
        {isComplete ? t('banner.complete') : t('banner.missing', { count: missing })}
        <Button component={Link} to="/refund-addresses" variant="default" size="xs">
          {t(isComplete ? 'banner.manage' : 'banner.setUp')}
        </Button>
      </Group>
    </Alert>
  );
}

/** The user's balances, with deposits and withdrawals (WALLET-01). */
export function WalletScreen() {
  const { t } = useTranslation(['wallet', 'account']);
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('shell.wallet'), name: config.brand.name }) });
  const wallet = useWallet();
  return (
    <PageFrame title={t('shell.wallet')} lead={t('lead')} aside={<Worth wallet={wallet} />}>
      <CooldownNotice />
      {wallet.rows !== null && <RefundBanner {...wallet.refunds} />}
      <WalletTable wallet={wallet} />
    </PageFrame>
  );
}
