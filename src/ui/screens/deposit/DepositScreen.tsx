import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { CoinIcon } from '../../components/coinIcon/CoinIcon.tsx';
import { DepositDesk } from '../../components/deposit/DepositDesk.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import { pages } from '../../pages.ts';
import classes from './DepositScreen.module.css';

/** Moving coins in (spec 2 §2.3). */
export function DepositScreen() {
  const { t } = useTranslation(['deposit', 'common']);
  const { config } = useApp();
  const symbol = (useParams()['symbol'] ?? '').toUpperCase();
  const title = t('title', { coin: symbol });
  usePage({ title: t('common:title.page', { page: title, name: config.brand.name }) });
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <h1 className={classes['title']}>
          <CoinIcon symbol={symbol} />
          {title}
        </h1>
        <nav className={classes['links']} aria-label={t('pageTitle')}>
          <Link to="/wallet">{t('back')}</Link>
          {pages.has('/deposit-history') && <Link to="/deposit-history">{t('history')}</Link>}
        </nav>
      </div>
      <DepositDesk key={symbol} symbol={symbol} />
    </div>
  );
}
