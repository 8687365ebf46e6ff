import type { Pool } from 'pg';
import type { Outcome } from '../exchange.ts';
import { type AddressParts, type Addresses, createAddresses } from './addresses.ts';
import {
  findDeposit,
  findWithdrawal,
  type HistoryPage,
  listDeposits,
  type ListedDeposit,
  type ListedWithdrawal,
  listWithdrawals,
} from './lists.ts';
import { refuse } from './refusals.ts';
import {
  createRequests,
  type OpenedWithdrawal,
  type RequestParts,
  type Requests,
  slatepackOf,
} from './requests.ts';

export interface Coins extends Addresses, Requests {
  deposits(account: string, page: HistoryPage): Promise<ListedDeposit[]>;
  /** Refused with `DEPOSIT_NOT_FOUND` (404), also for another account's. */
  deposit(account: string, id: string): Promise<Outcome<ListedDeposit>>;
  withdrawals(account: string, page: HistoryPage): Promise<ListedWithdrawal[]>;
  /** Refused with `WITHDRAWAL_NOT_FOUND` (404), also for another account's. */
  withdrawal(account: string, id: string): Promise<Outcome<OpenedWithdrawal>>;
}

/** @param parts `common`, where given, serves reads that may wait. */
export function createCoins(parts: AddressParts & RequestParts & { readonly common?: Pool }): Coins {
  const { pool, common = pool, signings } = parts;
  return {
    ...createAddresses(parts),
    ...createRequests(parts),
    deposits: (account, page) => listDeposits(common, account, page),
    async deposit(account, id) {
      const found = await findDeposit(common, account, id);
      return found ? { ok: true, value: found } : refuse.depositNotFound();
    },
    withdrawals: (account, page) => listWithdrawals(common, account, page),
    async withdrawal(account, id) {
      const row = await findWithdrawal(common, account, id);
      if (!row) return refuse.withdrawalNotFound();
      return { ok: true, value: { row, slatepack: await slatepackOf(common, signings, row) } };
    },
  };
}
