import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { CoinIcon } from '../../components/coinIcon/CoinIcon.tsx';
import { DepositContent } from '../../components/deposit/DepositContent.tsx';
import { PageFrame } from '../../components/pageFrame/PageFrame.tsx';
import { PageLinks } from '../../components/pageFrame/PageLinks.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';

/** Moving coins in (DEPOSIT-01). */
export function DepositScreen() {
  const { t } = useTranslation(['deposit', 'common', 'history']);
  const { config } = useApp();
  const symbol = (useParams().symbol ?? '').toUpperCase();
  const title = t('title', { coin: symbol });
  usePage({ title: t('common:title.page', { page: title, name: config.brand.name }) });
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
