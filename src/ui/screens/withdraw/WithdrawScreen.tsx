import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { CoinIcon } from '../../components/coinIcon/CoinIcon.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import { pages } from '../../pages.ts';
import classes from './Withdraw.module.css';
import { WithdrawDesk } from './WithdrawDesk.tsx';

/** The withdrawal wizard of one coin (spec 2 §2.4). */
export function WithdrawScreen() {
  // The words of mistakes and of copying come with the screen: a step that waits for words would blink.
  const { t } = useTranslation(['withdraw', 'common', 'faults', 'account']);
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
          <Link to="/wallet">{t('wallet')}</Link>
          {pages.has('/withdrawal-history') && <Link to="/withdrawal-history">{t('history')}</Link>}
        </nav>
      </div>
      <WithdrawDesk key={symbol} symbol={symbol} />
    </div>
  );
}
