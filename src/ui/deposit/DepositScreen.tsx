import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { DepositContent } from './DepositContent.tsx';
import { PageFrame, PageLinks } from '../kit/PageFrame.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';

/** Moving coins in (DEPOSIT-01). */
export function DepositScreen() {
  const { t } = useTranslation(['deposit', 'history']);
  const { config } = useApp();
  const symbol = (useParams().symbol ?? '').toUpperCase();
  const title = t('title', { coin: symbol });
  usePage({ title: t('title.page', { page: title, name: config.brand.name }) });
  return (
    <PageFrame
      isNarrow
      title={
        <>
          <CoinIcon symbol={symbol} />
          {title}
        </>
      }
      aside={
        <PageLinks name={t('pageTitle')}>
          <Link to="/wallet">{t('back')}</Link>
          <Link to="/deposit-history">{t('history')}</Link>
        </PageLinks>
      }
    >
      <DepositContent key={symbol} symbol={symbol} />
    </PageFrame>
  );
}
