import { formatConfirmations, requiredConfirmations } from '../confirmations.ts';
import type { Deposit } from '../deposit.ts';
import { byAmount, byText, byTime } from './order.ts';
import { countByFilter } from './transfers.ts';
import type { HistoryRules } from './types.ts';

/** Statuses that count as another one in filters and sums (HISTORY-09). */
const SAME_AS: Readonly<Record<string, string>> = {
  confirmed: 'completed',
  error: 'failed',
  canceled: 'cancelled',
};

const groupOf = ({ status }: Deposit): string => SAME_AS[status] ?? status;

export const isProcessing = ({ status }: Pick<Deposit, 'status'>): boolean => status === 'processing';

const requiredOf = ({ required, currency }: Pick<Deposit, 'required' | 'currency'>): number | null =>
  required ?? requiredConfirmations(currency);

/** `2/6`: confirmations, and how many are needed; null while none are known. */
export function confirmationProgress(
  deposit: Pick<Deposit, 'confirmations' | 'required' | 'currency'>,
): { readonly current: string; readonly required: string | null } | null {
  const { confirmations } = deposit;
  if (confirmations === null) return null;
  const required = requiredOf(deposit);
  return {
    current: formatConfirmations(confirmations),
    required: required === null ? null : formatConfirmations(required),
  };
}

export const depositRules: HistoryRules<Deposit> = {
  size: 10,
  id: ({ id }) => id,
  time: ({ createdAt }) => createdAt,
  filters: ['all', 'completed', 'processing', 'pending', 'failed', 'cancelled'],
  passes: (deposit, filter) => filter === 'all' || groupOf(deposit) === filter,
  texts: ({ id, currency, txHash, extraId, address }) => [id, currency, txHash, extraId, address],
  columns: {
    date: byTime(({ createdAt }) => createdAt),
    status: byText(({ status }) => status),
    asset: byText(({ currency }) => currency),
    amount: byAmount(({ amount }) => amount),
    hash: byText(({ txHash, extraId }) => txHash ?? extraId),
  },
  cells: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    confirmations: ({ confirmations }) => (confirmations === null ? null : String(confirmations)),
    required: (deposit) => requiredOf(deposit)?.toString() ?? null,
    asset: ({ currency }) => currency,
    amount: ({ amount }) => amount,
    fee: ({ fee }) => fee,
    hash: ({ txHash }) => txHash,
    extraId: ({ extraId }) => extraId,
    address: ({ address }) => address,
    tag: ({ tag }) => tag,
  },
};

export const summariseDeposits = (deposits: readonly Deposit[]) =>
  countByFilter(deposits, depositRules.filters, depositRules.passes);
