/** Outputs of a wallet whose seed is known: with the purpose of a secret it yields everything needed to spend one. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { LEAST_FEE } from '../../src/domain/slatepack/amount.ts';
import { commit, commitmentBytes, scalarOf } from './curve.ts';

/** 32 secret bytes, the same for the same purpose. */
export type Derive = (purpose: string) => Uint8Array;

export interface OwnCoin {
  /** Purpose of the secret that blinds it. */
  readonly keyId: string;
  /** Nanogrin. */
  readonly value: bigint;
}

export const blindingOf = (derive: Derive, { keyId }: Pick<OwnCoin, 'keyId'>): bigint =>
  scalarOf(derive(keyId));

/** 66 hex digits. */
export const commitmentOf = (derive: Derive, coin: OwnCoin): string =>
  bytesToHex(commitmentBytes(commit(coin.value, blindingOf(derive, coin))));

/** Nanogrin for each unit of weight, the least that nodes relay (`accept_fee_base`). */
const BASE_FEE = 500_000n;
const [INPUT, OUTPUT, KERNEL] = [1n, 21n, 3n];

/** The fee that nodes ask for a transaction with one kernel, in nanogrin. */
export function feeByWeight(inputs: number, outputs: number): bigint {
  const fee = (BigInt(inputs) * INPUT + BigInt(outputs) * OUTPUT + KERNEL) * BASE_FEE;
  return fee < LEAST_FEE ? LEAST_FEE : fee;
}
