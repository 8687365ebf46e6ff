import type { Reorganisation } from '../../chains/simulated.ts';

/** A private node, whose blocks are made on demand, and a stranger who pays through it. */
export interface RegtestNode {
  readonly coin: string;
  /**
   * Makes a payment that waits for a block.
   * @param amount units.
   * @returns the hash; null where the stranger can spend too little now.
   */
  pay(address: string, amount: bigint): Promise<string | null>;
  /** Makes blocks on top of the latest one. Waiting payments go into the first block. */
  mine(blocks: number): Promise<void>;
  /**
   * Replaces the latest blocks. Payments of the removed blocks wait again, or are dropped; the new blocks are empty.
   */
  reorganise(change: Reorganisation): Promise<void>;
  /** Whether a payment waits for a block. */
  isWaiting(): Promise<boolean>;
}

/** Milliseconds: a thousand blocks, or a payment with many decoys, take a while. */
export const WITHIN = 120_000;
