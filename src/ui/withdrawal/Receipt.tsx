import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { formatTradeAmount } from '../../domain/format.ts';
import { withdrawalStatus, withdrawalTone } from '../../domain/withdrawalStatus.ts';
import { differsFrom } from '../../machines/withdrawal/withdrawal.rules.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { Fact } from '../kit/Fact.tsx';
import long from '../kit/LongText.module.css';
import { Figure } from '../kit/Figure.tsx';
import { Message } from '../kit/Message.tsx';
import classes from './Withdraw.module.css';
import type { Withdrawing } from './useWithdrawal.ts';

const GROUP = 4;

/** For the status of a withdrawal. */
export const COLORS = {
  good: 'up',
  waiting: 'warning',
  stopped: 'warning',
  bad: 'down',
  unknown: 'var(--text)',
} as const;

/** A long text in groups of four for the eye to compare. What is copied or read aloud is the text without gaps. */
export function Groups({ text }: { readonly text: string }) {
  const groups = text.match(new RegExp(`.{1,${GROUP}}`, 'gs')) ?? [];
  return (
    <Group
      component="code"
      gap="2px 10px"
      ff="monospace"
      fz="md"
      translate="no"
      className={classes.groups ?? ''}
    >
      {groups.map((group, index) => (
        // Groups never move: the place is what each of them is.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>{group}</span>
      ))}
    </Group>
  );
}

/** The server's data; where it sends none, the confirmed terms. A difference is shown. */
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
      <dl>
        {!usesSlatepacks(ticker) && (
          <Fact isSheet name={t('result.status')}>
            <Text span inherit c={COLORS[withdrawalTone(status)]}>
              {t(receipt.awaitsRelease ? 'status.held' : `status.${status}`)}
            </Text>
          </Fact>
        )}
        {amount !== null && (
          <Fact isSheet name={t('field.amount')}>
            <Figure text={formatTradeAmount(amount)} /> <span translate="no">{ticker}</span>
          </Fact>
        )}
        {fee !== null && (
          <Fact isSheet name={t('confirm.fee')}>
            <Figure text={formatTradeAmount(fee)} /> <span translate="no">{ticker}</span>
          </Fact>
        )}
        {address !== null && (
          <Fact isSheet name={t('field.address')}>
            <Groups text={address} />
          </Fact>
        )}
        {receipt.id !== null && (
          <Fact isSheet name={t('result.id')}>
            <code translate="no" className={long.mono}>
              {receipt.id}
            </code>
            <CopyButton text={receipt.id} label={t('result.copyId')} />
          </Fact>
        )}
        {receipt.txHash !== null && (
          <Fact isSheet name={t(usesSlatepacks(ticker) ? 'result.kernel' : 'result.txHash')}>
            <code translate="no" className={long.mono}>
              {receipt.txHash}
            </code>
            <CopyButton text={receipt.txHash} label={t('result.copyHash')} />
          </Fact>
        )}
      </dl>
    </>
  );
}
