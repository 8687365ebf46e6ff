import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { formatTradeAmount } from '../../domain/format.ts';
import { withdrawalStatus, withdrawalTone } from '../../domain/withdrawalStatus.ts';
import { differsFrom } from '../../machines/withdrawal/withdrawal.rules.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Figure } from '../kit/Figure.tsx';
import { Message } from '../kit/Message.tsx';
import classes from './Withdraw.module.css';
import type { Withdrawing } from './useWithdrawal.ts';

const GROUP = 4;

/** A long text in groups of four for the eye to compare. What is copied or read aloud is the text without gaps. */
export function Groups({ text }: { readonly text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP}}`, 'gs')) ?? [];
  return (
    <code translate="no" className={classes.groups}>
      {groups.map((group, index) => (
        // Groups never move: the place is what each of them is.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}

/** What the server says that it does; where it says nothing, what was confirmed. A difference is told. */
export function Receipt({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { ticker, receipt, confirmed, confirmedFee } = withdrawing.context;
  if (!receipt) return null;
  const amount = receipt.amount ?? confirmed?.amount ?? null;
  const fee = receipt.fee ?? confirmedFee;
  const address = usesSlatepacks(ticker) ? null : (receipt.address ?? confirmed?.address ?? null);
  const status = withdrawalStatus(receipt.status);
  return (
    <>
      {confirmed && differsFrom(confirmed, ticker, receipt) && (
        <Message kind="warning">{t('result.differs')}</Message>
      )}
      <dl className={classes.sheet}>
        {!usesSlatepacks(ticker) && (
          <Row name={t('result.status')}>
            <span className={classes.status} data-tone={withdrawalTone(status)}>
              {t(receipt.awaitsRelease ? 'status.held' : `status.${status}`)}
            </span>
          </Row>
        )}
        {amount !== null && (
          <Row name={t('confirm.amount')}>
            <Figure text={formatTradeAmount(amount)} /> <span translate="no">{ticker}</span>
          </Row>
        )}
        {fee !== null && (
          <Row name={t('confirm.fee')}>
            <Figure text={formatTradeAmount(fee)} /> <span translate="no">{ticker}</span>
          </Row>
        )}
        {address !== null && (
          <Row name={t('confirm.address')}>
            <Groups text={address} />
          </Row>
        )}
        {receipt.id !== null && (
          <Row name={t('result.id')}>
            <code translate="no" className={classes.code}>
              {receipt.id}
            </code>
            <CopyButton text={receipt.id} label={t('result.copyId')} />
          </Row>
        )}
        {receipt.txHash !== null && (
          <Row name={t(usesSlatepacks(ticker) ? 'result.kernel' : 'result.txHash')}>
            <code translate="no" className={classes.code}>
              {receipt.txHash}
            </code>
            <CopyButton text={receipt.txHash} label={t('result.copyHash')} />
          </Row>
        )}
      </dl>
    </>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
