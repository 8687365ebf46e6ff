import { useTranslation } from 'react-i18next';
import { CooldownNotice } from '../../components/account/CooldownNotice.tsx';
import { PageFrame } from '../../components/pageFrame/PageFrame.tsx';
import { RefundBanner } from '../../components/wallet/RefundBanner.tsx';
import { WalletTable } from '../../components/wallet/WalletTable.tsx';
import { Worth } from '../../components/wallet/Worth.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import { useWallet } from '../../hooks/useWallet.ts';

/** What the user has, and the ways in and out (WALLET-01). */
export function WalletScreen() {
  const { t } = useTranslation(['wallet', 'common', 'account']);
  const { config } = useApp();
  usePage({ title: t('common:title.page', { page: t('title'), name: config.brand.name }) });
  const wallet = useWallet();
  return (
    <PageFrame title={t('title')} lead={t('lead')} aside={<Worth wallet={wallet} />}>
      <CooldownNotice />
      {wallet.rows !== null && <RefundBanner {...wallet.refunds} />}
      <WalletTable wallet={wallet} />
    </PageFrame>
  );
}
