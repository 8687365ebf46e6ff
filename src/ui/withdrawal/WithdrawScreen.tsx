import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { markEntry, resumedIn } from '../history/resume.tsx';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { PageFrame, PageLinks } from '../kit/PageFrame.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { WithdrawContent } from './WithdrawContent.tsx';

/** The withdrawal wizard of one coin (WITHDRAW-01). */
export function WithdrawScreen() {
  // The words of mistakes and of copying come with the screen: a step that waits for words would blink.
  const { t } = useTranslation(['withdraw', 'faults', 'account']);
  const { config } = useApp();
  const symbol = (useParams().symbol ?? '').toUpperCase();
  const asked = resumedIn(useLocation().state);
  const [latest, setLatest] = useState({ symbol, chosen: asked });
  // A step of the same wizard asks for none, and changes nothing.
  if (symbol !== latest.symbol || (asked !== null && asked !== latest.chosen)) {
    setLatest({ symbol, chosen: asked });
  }
  const { chosen } = latest;
  // Asked for once: after a reload the withdrawal that was resumed is known, and one that was cancelled is over.
  useEffect(() => {
    if (asked !== null) markEntry(null);
  }, [asked]);
  const title = t('form.name', { coin: symbol });
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
          <Link to="/wallet">{t('shell.wallet')}</Link>
          <Link to="/withdrawal-history">{t('history')}</Link>
        </PageLinks>
      }
    >
      <WithdrawContent key={`${symbol} ${chosen ?? ''}`} symbol={symbol} chosen={chosen} />
    </PageFrame>
  );
}
