import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DASH } from '../../../domain/format.ts';
import { mayAwaitReply } from '../../../domain/grinWithdrawal.ts';
import { chainId, isInternalKind } from '../../../domain/history/transfers.ts';
import { summariseWithdrawals, withdrawalMark } from '../../../domain/history/withdrawals.ts';
import type { Withdrawal } from '../../../domain/withdrawal.ts';
import { withdrawalTone } from '../../../domain/withdrawalStatus.ts';
import cells from '../../components/history/Cells.module.css';
import { AmountAndFee, Asset, CopiedId, Mark, Moment, StatusBadge } from '../../components/history/cells.tsx';
import type { Column, SummaryItem } from '../../components/history/column.ts';
import { Foreign } from '../../components/history/FullValue.tsx';
import { HistoryFrame } from '../../components/history/HistoryFrame.tsx';
import { PerUser } from '../../components/history/PerUser.tsx';
import { useHistory } from '../../hooks/useHistory.ts';
import { useRead } from '../../hooks/useRead.ts';

const COLUMNS: readonly Column<Withdrawal>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  { name: 'id', cell: ({ id }) => <Id of="withdrawalId" id={id} /> },
  { name: 'depositId', cell: ({ depositId }) => <Id of="depositId" id={depositId} /> },
  { name: 'asset', cell: ({ currency }) => <Asset coin={currency} /> },
  {
    name: 'amount',
    isFigure: true,
    cell: ({ amount, fee, currency }) => <AmountAndFee amount={amount} fee={fee} coin={currency} />,
  },
  { name: 'status', cell: (withdrawal) => <Status withdrawal={withdrawal} /> },
  { name: 'address', from: 'small', cell: (withdrawal) => <Address withdrawal={withdrawal} /> },
  { name: 'hash', cell: (withdrawal) => <ChainId withdrawal={withdrawal} /> },
];

const SUMMED = ['completed', 'created', 'pending', 'failed', 'unsuccessful'] as const;
/** The default listing: one page of fifty (spec 2 §7.1). */
const COINS = { page: 1, limit: 50 };

/** Networks of coins, by symbol, as the server lists them. */
const Networks = createContext<ReadonlyMap<string, string | null>>(new Map());

/** The user's withdrawals (spec 2 §2.9). */
export function WithdrawalHistoryScreen() {
  return (
    <PerUser>
      <WithdrawalHistory />
    </PerUser>
  );
}

function WithdrawalHistory() {
  const state = useHistory('withdrawals');
  const { data: coins } = useRead('coins', COINS);
  const networks = useMemo(
    () => new Map((coins ?? []).map(({ ticker, network }) => [ticker, network])),
    [coins],
  );
  const counts = summariseWithdrawals(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'total', value: counts['all'] ?? 0 },
    ...SUMMED.map((name) => ({ name, value: counts[name] ?? 0 })),
  ];
  return (
    <Networks value={networks}>
      <HistoryFrame list="withdrawals" state={state} columns={COLUMNS} summary={summary} />
    </Networks>
  );
}

interface Props {
  readonly withdrawal: Withdrawal;
}

const useIsInternal = (ticker: string): boolean => isInternalKind(ticker, use(Networks).get(ticker) ?? null);

/** Ids of withdrawals 6 and 4 characters, of deposits 4 and 3 (spec 2 §9). */
function Id({ of, id }: { readonly of: 'withdrawalId' | 'depositId'; readonly id: string | null }) {
  const { t } = useTranslation('history');
  const short = of === 'depositId' ? { first: 4, last: 3 } : {};
  return <CopiedId id={id} label={t(`copy.${of}`)} {...short} />;
}

function Status({ withdrawal }: Props) {
  const mark = withdrawalMark(withdrawal);
  return (
    <span className={cells['status']}>
      <StatusBadge status={withdrawal.status} tone={withdrawalTone(withdrawal.status)} />
      {mark && <Mark kind={mark} />}
      {mayAwaitReply(withdrawal) && <Resume withdrawal={withdrawal} />}
    </span>
  );
}

/** Back to the slatepack that the wallet has to answer. The id goes along unseen: an address would be kept and shared. */
function Resume({ withdrawal: { id, currency } }: Props) {
  const { t } = useTranslation('history');
  return (
    <Link to={`/withdraw/${currency}`} state={{ resume: id }} className={cells['action']}>
      {t('resume')}
    </Link>
  );
}

/** Where it went, with its tag or memo; coins of an internal kind go to no address. */
function Address({ withdrawal: { currency, address, tag } }: Props) {
  const { t } = useTranslation('history');
  if (useIsInternal(currency)) return DASH;
  return (
    <span className={cells['stack']}>
      <CopiedId id={address} label={t('copy.address')} />
      {tag !== null && (
        <span className={cells['tag']}>
          {t('tag')} <Foreign text={tag} />
        </span>
      )}
    </span>
  );
}

function ChainId({ withdrawal }: Props) {
  const { t } = useTranslation('history');
  const found = chainId(withdrawal, useIsInternal(withdrawal.currency));
  return found ? <CopiedId id={found.id} label={t(`copy.${found.kind}`)} /> : DASH;
}
