import { useTranslation } from 'react-i18next';
import { mayFinalize, missedMinimum, type Deposit } from '../../domain/deposit.ts';
import { depositTone } from '../../domain/depositStatus.ts';
import { summariseDeposits } from '../../domain/history/deposits.ts';
import { useCapabilities } from '../kit/app.tsx';
import cells from './Cells.module.css';
import { AmountAndFee, Asset, CopiedId, Moment, PerUser } from './cells.tsx';
import { AskSupport, CoinFacts, useCoinFacts } from './coinFacts.tsx';
import { ChainIdCell } from './ChainIdCell.tsx';
import type { Column, SummaryItem } from './column.ts';
import { DepositState } from './DepositState.tsx';
import { HistoryFrame } from './HistoryFrame.tsx';
import { ResumeLink } from './resume.tsx';
import { useHistory } from './useHistory.ts';

const COLUMNS: readonly Column<Deposit>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  { name: 'status', cell: (deposit) => <Status deposit={deposit} /> },
  { name: 'asset', cell: (deposit) => <AssetAndId deposit={deposit} /> },
  {
    name: 'amount',
    isFigure: true,
    cell: ({ amount, fee, currency }) => <AmountAndFee amount={amount} fee={fee} coin={currency} />,
  },
  { name: 'hash', cell: (deposit) => <Transactions deposit={deposit} /> },
];

const SUMMED = ['completed', 'processing', 'pending', 'failed', 'cancelled'] as const;

/** The user's deposits (HISTORY-09). */
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
    { name: 'total', value: counts.all ?? 0 },
    ...SUMMED.map((name) => ({ name, value: counts[name] ?? 0 })),
  ];
  return (
    <CoinFacts>
      <HistoryFrame list="deposits" state={state} columns={COLUMNS} summary={summary} />
    </CoinFacts>
  );
}

/** Its own, and that of its return. */
function Transactions({ deposit: { currency, txHash, extraId, returned } }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('history');
  const { refunds } = useCapabilities();
  const own = <ChainIdCell currency={currency} txHash={txHash} extraId={extraId} />;
  if (!refunds || !returned?.txHash) return own;
  return (
    <span className={cells.stack}>
      {own}
      <span className={cells.minor}>
        {t('return.transaction')} <ChainIdCell currency={currency} txHash={returned.txHash} extraId={null} />
      </span>
    </span>
  );
}

function Status({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('history');
  const { minDepositAmount } = useCoinFacts(deposit.currency);
  return (
    <DepositState deposit={deposit} missed={missedMinimum(deposit, minDepositAmount)}>
      {mayFinalize(deposit) && (
        <ResumeLink to={`/deposit/${deposit.currency}`} id={deposit.id}>
          {t('resumeDeposit')}
        </ResumeLink>
      )}
      {depositTone(deposit.status) === 'bad' && (
        <AskSupport record={{ category: 'deposit', id: deposit.id }} />
      )}
    </DepositState>
  );
}

function AssetAndId({ deposit: { currency, id } }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('history');
  return (
    <span className={cells.stack}>
      <Asset coin={currency} />
      <CopiedId id={id} label={t('copy.depositId')} />
    </span>
  );
}
