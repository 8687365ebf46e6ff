import type { Reorganisation } from '../../chains/simulated.ts';

/** A node of one's own, whose blocks come when they are asked for, and a stranger who pays by it. */
export interface RegtestNode {
  readonly coin: string;
  /**
   * A payment that waits for a block.
   * @param amount units.
   * @returns the hash; null where the stranger has too little that can be spent now.
   */
  pay(address: string, amount: bigint): Promise<string | null>;
  /**
   * Makes blocks on top of the latest one.
   * What waits goes into the first block.
   */
  mine(blocks: number): Promise<void>;
  /**
   * Replaces the latest blocks.
   * What was in the removed blocks waits again, or is dropped; the new blocks are empty.
   */
  reorganise(change: Reorganisation): Promise<void>;
  /** Whether a payment waits for a block. */
  isWaiting(): Promise<boolean>;
}

/** Milliseconds: a thousand blocks, or a payment with many decoys, take a while. */
export const WITHIN = 120_000;
