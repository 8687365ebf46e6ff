import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Deposit } from '../../domain/deposit.ts';
import { depositTone } from '../../domain/depositStatus.ts';
import { confirmationProgress, isProcessing } from '../../domain/history/deposits.ts';
import cells from './Cells.module.css';
import { Mark, StatusBadge } from './cells.tsx';

interface Props {
  readonly deposit: Pick<Deposit, 'currency' | 'status' | 'fault' | 'confirmations' | 'required'>;
  /** The minimum deposit, where the deposit was below it. */
  readonly missed?: DecimalText | null;
  readonly children?: ReactNode;
}

/** How a deposit stands: why it failed, or how many confirmations it has (HISTORY-09). */
export function DepositState({ deposit, missed = null, children }: Props) {
  const { t } = useTranslation('history');
  const progress = confirmationProgress(deposit);
  return (
    <span className={cells.status}>
      <StatusBadge status={deposit.status} tone={depositTone(deposit.status)} />
      {deposit.fault !== null && (
        <span className={cells.minor}>
          {missed === null
            ? t(`fault.${deposit.fault}`)
            : t('fault.belowMinimum', { minimum: missed, coin: deposit.currency })}
        </span>
      )}
      {isProcessing(deposit) && <Mark kind="processing" />}
      {progress && deposit.fault === null && (
        <span className={cells.minor} title={t('confirmationsName')}>
          <span className="visually-hidden">{t('confirmationsName')} </span>
          {progress.required === null
            ? t('confirmationsUnknown', { current: progress.current })
            : t('confirmations', { current: progress.current, required: progress.required })}
        </span>
      )}
      {children}
    </span>
  );
}
