import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DASH } from '../../domain/format.ts';
import { mayAwaitReply } from '../../domain/grinWithdrawal.ts';
import { isInternalKind } from '../../domain/history/transfers.ts';
import { summariseWithdrawals, withdrawalMark } from '../../domain/history/withdrawals.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { withdrawalTone } from '../../domain/withdrawalStatus.ts';
import { useCapabilities } from '../kit/app.tsx';
import cells from './Cells.module.css';
import { AmountAndFee, Asset, CopiedId, Mark, Moment, StatusBadge, PerUser } from './cells.tsx';
import { AskSupport, CoinFacts, useCoinFacts } from './coinFacts.tsx';
import { ChainIdCell } from './ChainIdCell.tsx';
import type { Column, SummaryItem } from './column.ts';
import { Foreign } from './FullValue.tsx';
import { HeldWithdrawal } from './HeldWithdrawal.tsx';
import { HistoryFrame } from './HistoryFrame.tsx';
import { ResumeLink } from './resume.tsx';
import { useHistory } from './useHistory.ts';

const COLUMNS: readonly Column<Withdrawal>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  { name: 'id', from: 'small', cell: ({ id }) => <Id of="withdrawalId" id={id} /> },
  { name: 'depositId', from: 'small', cell: ({ depositId }) => <Id of="depositId" id={depositId} /> },
  { name: 'asset', cell: ({ currency }) => <Asset coin={currency} /> },
  {
    name: 'amount',
    isFigure: true,
    cell: ({ amount, fee, currency }) => <AmountAndFee amount={amount} fee={fee} coin={currency} />,
  },
  { name: 'status', cell: (withdrawal) => <Status withdrawal={withdrawal} /> },
  { name: 'address', cell: (withdrawal) => <Address withdrawal={withdrawal} /> },
  {
    name: 'hash',
    cell: ({ currency, txHash, extraId }) => (
      <ChainIdCell currency={currency} txHash={txHash} extraId={extraId} hidesInternal />
    ),
  },
];

const SUMMED = ['completed', 'created', 'pending', 'failed', 'unsuccessful'] as const;

/** The user's withdrawals (HISTORY-21). */
export function WithdrawalHistoryScreen() {
  return (
    <PerUser>
      <WithdrawalHistory />
    </PerUser>
  );
}

function WithdrawalHistory() {
  const state = useHistory('withdrawals');
  const counts = summariseWithdrawals(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'total', value: counts.all ?? 0 },
    ...SUMMED.map((name) => ({ name, value: counts[name] ?? 0 })),
  ];
  return (
    <CoinFacts>
      <HistoryFrame list="withdrawals" state={state} columns={COLUMNS} summary={summary} />
    </CoinFacts>
  );
}

interface Props {
  readonly withdrawal: Withdrawal;
}

const useIsInternal = (ticker: string): boolean => isInternalKind(ticker, useCoinFacts(ticker).network);

function Id({ of, id }: { readonly of: 'withdrawalId' | 'depositId'; readonly id: string | null }) {
  const { t } = useTranslation('history');
  const short = of === 'depositId' ? { first: 4, last: 3 } : {};
  return <CopiedId id={id} label={t(`copy.${of}`)} {...short} />;
}

function Status({ withdrawal }: Props) {
  const { t } = useTranslation('history');
  const { withdrawalHolds, refunds } = useCapabilities();
  const mark = withdrawalMark(withdrawal);
  return (
    <Group component="span" gap="2px 8px">
      <StatusBadge status={withdrawal.status} tone={withdrawalTone(withdrawal.status)} />
      {mark && <Mark kind={mark} />}
      {withdrawalHolds && withdrawal.awaitsRelease && <HeldWithdrawal id={withdrawal.id} />}
      {withdrawalHolds && withdrawal.refusedReason !== undefined && (
        <span className={cells.minor}>{t('held.refused', { reason: withdrawal.refusedReason })}</span>
      )}
      {refunds && (withdrawal.status === 'failed' || withdrawal.status === 'cancelled') && (
        <span className={cells.minor}>{t('return.toBalance')}</span>
      )}
      {mayAwaitReply(withdrawal) && (
        <ResumeLink to={`/withdraw/${withdrawal.currency}`} id={withdrawal.id}>
          {t('resume')}
        </ResumeLink>
      )}
      {withdrawalTone(withdrawal.status) === 'bad' && (
        <AskSupport record={{ category: 'withdrawal', id: withdrawal.id }} />
      )}
    </Group>
  );
}

/** Coins of an internal kind have no address. */
function Address({ withdrawal: { currency, address, tag } }: Props) {
  const { t } = useTranslation('history');
  if (useIsInternal(currency)) return DASH;
  return (
    <span className={cells.stack}>
      <CopiedId id={address} label={t('copy.address')} />
      {tag !== null && (
        <span className={cells.tag}>
          {t('tag')} <Foreign text={tag} />
        </span>
      )}
    </span>
  );
}
