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
 * too. The kernel does not tell the amount: whoever knows one can move an output's commitment by it, so a payment of
 * another amount is not the one that was answered.
 */
export async function broadcastKernel(
  client: Client,
  { excess, amount }: KernelPayment,
  at: Date,
): Promise<void> {
  await broadcast(client, { coin: COIN, txHash: excess, address: null, amount }, at);
  const { rows } = await client.query<{ deposit_id: string }>(
    `select g.deposit_id from grin_deposits g join deposits d on d.id = g.deposit_id
     where g.excess = $1 and d.amount = $2`,
    [excess, String(amount)],
  );
  for (const { deposit_id: id } of rows) await seeDeposit(client, id, excess, at);
}
