import { useTranslation } from 'react-i18next';
import { RefundBanner } from '../../components/wallet/RefundBanner.tsx';
import { WalletTable } from '../../components/wallet/WalletTable.tsx';
import { Worth } from '../../components/wallet/Worth.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import { useWallet } from '../../hooks/useWallet.ts';
import classes from './WalletScreen.module.css';

/** What the user has, and the ways in and out (spec 2 §2.2). */
export function WalletScreen() {
  const { t } = useTranslation(['wallet', 'common']);
  const { config } = useApp();
  usePage({ title: t('common:title.page', { page: t('title'), name: config.brand.name }) });
  const wallet = useWallet();
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <div>
          <h1 className={classes['title']}>{t('title')}</h1>
          <p className={classes['lead']}>{t('lead')}</p>
        </div>
        <Worth wallet={wallet} />
      </div>
      {wallet.rows !== null && <RefundBanner {...wallet.refunds} />}
      <WalletTable wallet={wallet} />
    </div>
  );
}
