import type { Pool } from 'pg';
import type { Outcome } from '../exchange.ts';
import { type AddressBooks, createAddressBooks } from './addressBook.ts';
import { type AddressParts, type Addresses, createAddresses } from './addresses.ts';
import { cancelWithdrawal } from './held.ts';
import {
  findDeposit,
  findWithdrawal,
  type HistoryPage,
  listDeposits,
  type FoundDeposit,
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
import type { WithdrawalRow } from './withdrawals.ts';

export interface Coins extends Addresses, AddressBooks, Requests {
  deposits(account: string, page: HistoryPage): Promise<ListedDeposit[]>;
  /** Refused with `DEPOSIT_NOT_FOUND` (404), also for another account's. */
  deposit(account: string, id: string): Promise<Outcome<FoundDeposit>>;
  withdrawals(account: string, page: HistoryPage): Promise<ListedWithdrawal[]>;
  /** Refused with `WITHDRAWAL_NOT_FOUND` (404), also for another account's. */
  withdrawal(account: string, id: string): Promise<Outcome<OpenedWithdrawal>>;
  /** Only while unsigned, or waiting for its release (WITHDRAW-15, HELD-06). */
  cancelWithdrawal(account: string, id: string): Promise<Outcome<WithdrawalRow>>;
}

/** @param parts `common`, where given, serves reads that may wait. */
export function createCoins(parts: AddressParts & RequestParts & { readonly common?: Pool }): Coins {
  const { pool, common = pool, signings } = parts;
  return {
    ...createAddresses(parts),
    ...createAddressBooks(parts),
    ...createRequests(parts),
    deposits: (account, page) => listDeposits(common, account, page),
    async deposit(account, id) {
      const found = await findDeposit(common, account, id);
      return found ? { ok: true, value: found } : refuse.depositNotFound();
    },
    withdrawals: (account, page) => listWithdrawals(common, account, page),
    cancelWithdrawal: (account, id) => cancelWithdrawal(parts, account, id),
    async withdrawal(account, id) {
      const row = await findWithdrawal(common, account, id);
      if (!row) return refuse.withdrawalNotFound();
      return { ok: true, value: { row, slatepack: await slatepackOf(common, signings, row) } };
    },
  };
}
