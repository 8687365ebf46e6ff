import { formatConfirmations, requiredConfirmations } from '../confirmations.ts';
import type { Deposit } from '../deposit.ts';
import { byAmount, byText, byTime } from './order.ts';
import { countByFilter } from './transfers.ts';
import type { HistoryRules } from './types.ts';

/** Statuses that count as another one in filters and sums (spec 2 §2.9). */
const SAME_AS: Readonly<Record<string, string>> = {
  confirmed: 'completed',
  error: 'failed',
  canceled: 'cancelled',
};

const groupOf = ({ status }: Deposit): string => SAME_AS[status] ?? status;

export const isProcessing = ({ status }: Deposit): boolean => status === 'processing';

/** `2/6`: confirmations so far, and the coin's requirement where it is known; null while nothing is known. */
export function confirmationProgress({ confirmations, currency }: Deposit): {
  readonly current: string;
  readonly required: string | null;
} | null {
  if (confirmations === null) return null;
  const required = requiredConfirmations(currency);
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
    required: ({ currency }) => requiredConfirmations(currency)?.toString() ?? null,
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
