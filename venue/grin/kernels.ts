import { LEAST_FEE, nanogrinOf } from '../../src/domain/slatepack/amount.ts';
import { broadcast } from '../coins/chain.ts';
import { seeDeposit } from '../coins/deposits.ts';
import type { Client } from '../coins/post.ts';
import type { Purse } from './purse.ts';
import { COIN } from './wallet.ts';

export interface KernelPayment {
  /** Hex; serves as the transaction's hash. */
  readonly excess: string;
  /** Units. */
  readonly amount: bigint;
}

/** The chain must be locked. The amount must match too, because the kernel does not contain it. */
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

/** A sandbox has unlimited coins, and its chain accepts everything. */
export const simulatedPurse: Purse = {
  expect: async () => undefined,
  whyShort: async () => null,
  async take(_client, { fee }) {
    const asked = nanogrinOf(fee);
    // At least what a node relays.
    return { inputs: undefined, fee: asked < LEAST_FEE ? LEAST_FEE : asked };
  },
  takenFor: async () => undefined,
  whyUnfit: async () => null,
  post: (client, row, { excess }, at) => broadcastKernel(client, { excess, amount: BigInt(row.amount) }, at),
};
