import { useTranslation } from 'react-i18next';
import type { Deposit } from '../../../domain/deposit.ts';
import { depositTone } from '../../../domain/depositStatus.ts';
import { DASH } from '../../../domain/format.ts';
import { confirmationProgress, isProcessing, summariseDeposits } from '../../../domain/history/deposits.ts';
import { chainId } from '../../../domain/history/transfers.ts';
import cells from '../../components/history/Cells.module.css';
import { AmountAndFee, Asset, CopiedId, Mark, Moment, StatusBadge } from '../../components/history/cells.tsx';
import type { Column, SummaryItem } from '../../components/history/column.ts';
import { HistoryFrame } from '../../components/history/HistoryFrame.tsx';
import { PerUser } from '../../components/history/PerUser.tsx';
import { RecordSearch } from '../../components/history/RecordSearch.tsx';
import { useHistory } from '../../hooks/useHistory.ts';

const COLUMNS: readonly Column<Deposit>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  { name: 'status', cell: (deposit) => <Status deposit={deposit} /> },
  { name: 'asset', cell: (deposit) => <AssetAndId deposit={deposit} /> },
  {
    name: 'amount',
    isFigure: true,
    cell: ({ amount, fee, currency }) => <AmountAndFee amount={amount} fee={fee} coin={currency} />,
  },
  { name: 'hash', cell: (deposit) => <ChainId deposit={deposit} /> },
];

const SUMMED = ['completed', 'processing', 'pending', 'failed', 'cancelled'] as const;

/** The user's deposits (spec 2 §2.9). */
export function DepositHistoryScreen() {
  return (
    <PerUser>
      <DepositHistory />
    </PerUser>
  );
}

function DepositHistory() {
  const state = useHistory('deposits');
  const counts = summariseDeposits(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'total', value: counts['all'] ?? 0 },
    ...SUMMED.map((name) => ({ name, value: counts[name] ?? 0 })),
  ];
  return (
    <HistoryFrame
      list="deposits"
      state={state}
      columns={COLUMNS}
      summary={summary}
      tools={<RecordSearch text={state.search} onText={state.changeSearch} />}
    />
  );
}

interface Props {
  readonly deposit: Deposit;
}

/** The status; a deposit that is on its way also says how far it is. */
function Status({ deposit }: Props) {
  const { t } = useTranslation('history');
  const progress = confirmationProgress(deposit);
  return (
    <span className={cells['status']}>
      <StatusBadge status={deposit.status} tone={depositTone(deposit.status)} />
      {deposit.fault !== null && <span className={cells['minor']}>{t(`fault.${deposit.fault}`)}</span>}
      {isProcessing(deposit) && <Mark kind="processing" />}
      {progress && (
        <span className={cells['minor']} title={t('confirmationsName')}>
          <span className="visually-hidden">{t('confirmationsName')} </span>
          {progress.required === null
            ? t('confirmationsUnknown', { current: progress.current })
            : t('confirmations', { current: progress.current, required: progress.required })}
        </span>
      )}
    </span>
  );
}

function AssetAndId({ deposit: { currency, id } }: Props) {
  const { t } = useTranslation('history');
  return (
    <span className={cells['stack']}>
      <Asset coin={currency} />
      <CopiedId id={id} label={t('copy.depositId')} />
    </span>
  );
}

/** The transaction hash; the extra id stands for it with GRIN. */
function ChainId({ deposit }: Props) {
  const { t } = useTranslation('history');
  const found = chainId(deposit, false);
  return found ? <CopiedId id={found.id} label={t(`copy.${found.kind}`)} /> : DASH;
}
