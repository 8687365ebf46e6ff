import { useTranslation } from 'react-i18next';
import { AccountOverview } from '../../components/account/AccountOverview.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import classes from './Dashboard.module.css';

/** The account at a glance (spec 2 §2.6). */
export function DashboardScreen() {
  const { t } = useTranslation(['account', 'common']);
  const { config } = useApp();
  usePage({ title: t('common:title.page', { page: t('dashboard.title'), name: config.brand.name }) });
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t('dashboard.title')}</h1>
      <AccountOverview />
    </div>
  );
}
