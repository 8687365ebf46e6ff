import { useTranslation } from 'react-i18next';
import { AccountOverview } from '../../components/account/AccountOverview.tsx';
import { PageFrame } from '../../components/pageFrame/PageFrame.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';

/** The account at a glance (ACCOUNT-01). */
export function DashboardScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { config } = useApp();
  usePage({ title: t('common:title.page', { page: t('dashboard.title'), name: config.brand.name }) });
  return (
    <PageFrame title={t('dashboard.title')}>
      <AccountOverview />
    </PageFrame>
  );
}
