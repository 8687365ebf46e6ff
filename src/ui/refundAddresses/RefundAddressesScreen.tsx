import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Message } from '../kit/Message.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { RefundProgress, SecurityNotice } from './RefundProgress.tsx';
import { RefundTable } from './RefundTable.tsx';
import { useApp } from '../kit/app.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { usePage } from '../kit/usePage.ts';
import { useRefundAddresses } from './useRefundAddresses.ts';
import classes from './Refund.module.css';

/** Where coins go back to, coin by coin (REFUND-02). */
export function RefundAddressesScreen() {
  const { t } = useTranslation('refund');
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('title'), name: config.brand.name }) });
  const sayFailure = useFailureText();
  const { view, rows, failure, send } = useRefundAddresses();
  // A user who comes from a coin that waits for its address is led to its row.
  const coin = new URLSearchParams(useLocation().search).get('coin');
  const wanted = rows?.find(({ ticker }) => ticker === coin) ?? null;
  return (
    <PageFrame title={t('title')} lead={t('lead')} aside={<Link to="/wallet">{t('shell.wallet')}</Link>}>
      {view === 'gating' && <p role="status">{t('word.loading')}</p>}
      {failure && view !== 'gating' && (
        <Message kind={view === 'listed' ? 'warning' : 'failure'}>
          <p>{t(view === 'listed' ? 'stale' : 'failed')}</p>
          <p>{sayFailure(failure)}</p>
          <Button variant="default" onClick={() => send({ type: 'user.reload' })}>
            {t('word.reload')}
          </Button>
        </Message>
      )}
      {rows && (
        <>
          <div className={classes.cards}>
            <RefundProgress rows={rows} />
            <SecurityNotice />
          </div>
          {wanted?.address === null && <Message kind="info">{t('wanted', { coin: wanted.ticker })}</Message>}
          <RefundTable rows={rows} wanted={wanted?.ticker ?? null} />
        </>
      )}
    </PageFrame>
  );
}
