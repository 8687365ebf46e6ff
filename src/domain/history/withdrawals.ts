import { compare, decimal, type DecimalText } from '../decimal.ts';
import type { Withdrawal } from '../withdrawal.ts';
import { byAmount, byText, byTime } from './order.ts';
import { countByFilter } from './transfers.ts';
import type { HistoryRules } from './types.ts';

/** Marks of a created and of a confirmed withdrawal (HISTORY-21). */
export function withdrawalMark({ status, isConfirmed }: Withdrawal): 'created' | 'confirmed' | null {
  if (status === 'created') return 'created';
  return isConfirmed ? 'confirmed' : null;
}

function otherNetworkFee({ fee, networkFee }: Withdrawal): DecimalText | null {
  const isSame = fee !== null && networkFee !== null && compare(decimal(fee), decimal(networkFee)) === 0;
  return isSame ? null : networkFee;
}

export const withdrawalRules: HistoryRules<Withdrawal> = {
  size: 10,
  id: ({ id }) => id,
  time: ({ createdAt }) => createdAt,
  filters: ['all', 'completed', 'created', 'pending', 'failed', 'unsuccessful'],
  passes: ({ status }, filter) => filter === 'all' || status === filter,
  texts: ({ id, depositId, currency, txHash, extraId, address }) => [
    id,
    depositId,
    currency,
    txHash,
    extraId,
    address,
  ],
  columns: {
    date: byTime(({ createdAt }) => createdAt),
    id: byText(({ id }) => id),
    depositId: byText(({ depositId }) => depositId),
    asset: byText(({ currency }) => currency),
    amount: byAmount(({ amount }) => amount),
    status: byText(({ status }) => status),
    address: byText(({ address }) => address),
    hash: byText(({ txHash, extraId }) => txHash ?? extraId),
  },
  cells: {
    id: ({ id }) => id,
    depositId: ({ depositId }) => depositId,
    asset: ({ currency }) => currency,
    amount: ({ amount }) => amount,
    fee: ({ fee }) => fee,
    networkFee: otherNetworkFee,
    status: ({ status }) => status,
    address: ({ address }) => address,
    tag: ({ tag }) => tag,
    hash: ({ txHash }) => txHash,
    extraId: ({ extraId }) => extraId,
  },
};

export const summariseWithdrawals = (withdrawals: readonly Withdrawal[]) =>
  countByFilter(withdrawals, withdrawalRules.filters, withdrawalRules.passes);
