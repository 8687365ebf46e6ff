import type { Coin } from '../../domain/coin.ts';
import type { DepositAddress } from '../../domain/deposit.ts';
import type { DepositGate } from '../../domain/depositGate.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';

export interface DepositInput {
  readonly symbol: string;
}

/** DEPOSIT-10. */
export interface DepositProblem {
  readonly what: 'coins' | 'refundAddresses' | 'noAddress' | 'address';
  /** Null when the answer held no address. */
  readonly failure: Failure | null;
}

export interface DepositContext extends DepositInput {
  readonly coin: Coin | null;
  readonly address: DepositAddress | null;
  readonly problem: DepositProblem | null;
  /** What became of the last wish for another address, where it was not made. */
  readonly unmade: UnmadeAddress | null;
}

/** PRIVACY-01. */
export interface UnmadeAddress {
  /** `absent`, `unknown`: what reading the addresses showed after the answer was lost. */
  readonly why: 'refused' | 'absent' | 'unknown';
  /** Of a refusal, or what came in place of the answer. */
  readonly failure: Failure | null;
}

export type DepositEvent =
  | { readonly type: 'facts.known'; readonly coin: Coin | null; readonly gate: DepositGate }
  | {
      readonly type: 'facts.failed';
      readonly what: 'coins' | 'refundAddresses';
      readonly failure: Failure;
    }
  | { readonly type: 'user.reload' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.freshAddress' };

/** Reads again what could not be loaded. */
export interface Reload {
  readonly type: 'reload';
}

export type AddressOutput = Result<DepositAddress>;

/** Another address than this one is looked for. */
export interface FreshAddress extends DepositInput {
  readonly shown: string | null;
}

export type FreshSearch = ReconcileWriteOutput<DepositAddress>;

export interface Known {
  readonly coin: Coin | null;
  readonly gate: DepositGate;
}
export interface Failed {
  readonly what: 'coins' | 'refundAddresses';
  readonly failure: Failure;
}
