import type { DepositAddress } from '../../domain/deposit.ts';
import type { Failure } from '../../domain/failure.ts';
import type { AddressOutput, DepositContext, FreshSearch, UnmadeAddress } from './deposit.types.ts';

const DEFECT: Failure = { code: 'internal', retryable: false };
const NO_ADDRESS: DepositAddress = { currency: null, address: null, tag: null, createdAt: null };

// All three are called behind a guard, which the compiler cannot know.
export const addressIn = (output: AddressOutput): DepositAddress => (output.ok ? output.value : NO_ADDRESS);
export const failureIn = (output: AddressOutput): Failure => (output.ok ? DEFECT : output.failure);
export const foundIn = (search: FreshSearch): DepositAddress =>
  search.kind === 'found' ? search.value : NO_ADDRESS;

/**
 * What became of a wish for another address: the newest, unless it is the one that was shown.
 * @param addresses the newest first.
 */
export function newAddress([newest]: readonly DepositAddress[], shown: string | null): DepositAddress | null {
  return newest !== undefined && newest.address !== null && newest.address !== shown ? newest : null;
}

/** The failure of the lost answer stays. */
export const lostAddress = (
  { unmade }: Pick<DepositContext, 'unmade'>,
  why: UnmadeAddress['why'],
): UnmadeAddress => ({ why, failure: unmade?.failure ?? null });
