import type { Coin } from '../../domain/coin.ts';
import type { DepositAddress } from '../../domain/deposit.ts';
import type { DepositGate } from '../../domain/depositGate.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';

export interface DepositInput {
  /** The coin's symbol, as the address of the page names it. */
  readonly symbol: string;
}

/** What went wrong, for its own words (DEPOSIT-10). */
export interface DepositProblem {
  readonly what: 'coins' | 'refundAddresses' | 'noAddress' | 'address';
  /** Null when there was an answer and it held no address. */
  readonly failure: Failure | null;
}

export interface DepositContext extends DepositInput {
  /** Null until the gates are passed. */
  readonly coin: Coin | null;
  /** Null until the server gave one. */
  readonly address: DepositAddress | null;
  readonly problem: DepositProblem | null;
}

export type DepositEvent =
  /** Both lists are known. */
  | { readonly type: 'facts.known'; readonly coin: Coin | null; readonly gate: DepositGate }
  /** One of them could not be loaded. */
  | {
      readonly type: 'facts.failed';
      readonly what: 'coins' | 'refundAddresses';
      readonly failure: Failure;
    }
  | { readonly type: 'user.reload' }
  | { readonly type: 'user.retry' };

/** What the `facts` actor is told: what could not be loaded is to be asked for again. */
export interface Reload {
  readonly type: 'reload';
}

export type AddressOutput = Result<DepositAddress>;
