import { broadcast } from '../coins/chain.ts';
import { seeDeposit } from '../coins/deposits.ts';
import type { Client } from '../coins/post.ts';
import { COIN } from './wallet.ts';

/** A finished transaction as the chain of GRIN shows it. */
export interface KernelPayment {
  /** Of the kernel, in hex: what stands for the transaction's hash. */
  readonly excess: string;
  /** Units. */
  readonly amount: bigint;
}

/**
 * Tells the chain, which must be locked. A deposit that waits for this kernel is seen from that moment on, late ones
 * too.
 */
export async function broadcastKernel(
  client: Client,
  { excess, amount }: KernelPayment,
  at: Date,
): Promise<void> {
  await broadcast(client, { coin: COIN, txHash: excess, address: null, amount }, at);
  const { rows } = await client.query<{ deposit_id: string }>(
    'select deposit_id from grin_deposits where excess = $1',
    [excess],
  );
  for (const { deposit_id: id } of rows) await seeDeposit(client, id, excess, at);
}
