import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Deposit, DepositReturn } from '../../domain/deposit.ts';
import { DASH } from '../../domain/format.ts';
import { depositTone } from '../../domain/depositStatus.ts';
import { confirmationProgress, isProcessing } from '../../domain/history/deposits.ts';
import { useCapabilities } from '../kit/app.tsx';
import cells from './Cells.module.css';
import { Mark, StatusBadge } from './cells.tsx';

interface Props {
  readonly deposit: Pick<Deposit, 'currency' | 'status' | 'fault' | 'confirmations' | 'required'> &
    Pick<Deposit, 'returned'>;
  /** The minimum deposit, where the deposit was below it. */
  readonly missed?: DecimalText | null;
  readonly children?: ReactNode;
}

/** The status of a deposit: why it failed, or how many confirmations it has (HISTORY-09). */
export function DepositState({ deposit, missed = null, children }: Props) {
  const { t } = useTranslation('history');
  const { refunds } = useCapabilities();
  const progress = confirmationProgress(deposit);
  return (
    <Group component="span" gap="2px 8px">
      <StatusBadge status={deposit.status} tone={depositTone(deposit.status)} />
      {deposit.fault !== null && (
        <span className={cells.minor}>
          {missed === null
            ? t(`fault.${deposit.fault}`)
            : t('fault.belowMinimum', { minimum: missed, coin: deposit.currency })}
        </span>
      )}
      {refunds && deposit.returned && <Returned coin={deposit.currency} returned={deposit.returned} />}
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
    </Group>
  );
}

/** What happens to a deposit that is not credited (REFUND-11). */
function Returned({ coin, returned }: { readonly coin: string; readonly returned: DepositReturn }) {
  const { t } = useTranslation('history');
  const { state, address, amount } = returned;
  const said = { coin, amount: amount ?? DASH };
  if (state === 'too_small') return <span className={cells.minor}>{t('return.tooSmall', said)}</span>;
  if (state !== 'waiting') return <span className={cells.minor}>{t(`return.${state}`, said)}</span>;
  return address === null ? (
    <Link className={cells.minor} to={`/refund-addresses?coin=${encodeURIComponent(coin)}`}>
      {t('return.noAddress', said)}
    </Link>
  ) : (
    <span className={cells.minor}>{t('return.waiting')}</span>
  );
}
