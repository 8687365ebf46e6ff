import type { Client } from '../../coins/post.ts';
import { broadcastKernel } from '../../grin/kernels.ts';
import { COIN } from '../../grin/wallet.ts';
import type { Log } from '../../log.ts';
import type { HiddenBlock } from '../port.ts';

/** What a block of GRIN means to the venue (CHAIN-32, CHAIN-33). The chain is locked. */
export async function recordHidden(
  client: Client,
  { kernels, created, spent }: HiddenBlock,
  height: number,
  at: Date,
  log: Log,
): Promise<void> {
  await client.query('update grin_outputs set height = $2, missing_since = null where commitment = any($1)', [
    created,
    height,
  ]);
  const { rows } = await client.query<{ is_known: boolean }>(
    `update grin_outputs o set spent_height = $2, missing_since = null where commitment = any($1) and height is not null
     returning exists (select from chain_inputs i where i.coin = $3 and i.input = o.commitment) as is_known`,
    [spent, height, COIN],
  );
  if (rows.some((row) => !row.is_known))
    log.warn('coins were spent by somebody else who has the seed', { coin: COIN, height });
  for (const kernel of await knownOf(client, kernels, created)) {
    if (!kernel.isRecorded) await broadcastKernel(client, kernel, at);
    await client.query(
      'update payments set height = $3, is_dropped = false where coin = $1 and tx_hash = $2',
      [COIN, kernel.excess, height],
    );
  }
}

/** After the blocks above a fork were lost. */
export async function forgetHidden(client: Client, fork: number): Promise<void> {
  await client.query('update grin_outputs set spent_height = null where spent_height > $1', [fork]);
  await client.query('update grin_outputs set height = null where height > $1', [fork]);
}

interface KnownKernel {
  readonly excess: string;
  /** Units. */
  readonly amount: bigint;
  readonly isRecorded: boolean;
}

/**
 * Those of stored withdrawals and answered deposits. A deposit counts only with the venue's own output beside it, which
 * proves the amount.
 */
async function knownOf(
  client: Client,
  kernels: readonly string[],
  created: readonly string[],
): Promise<KnownKernel[]> {
  const { rows } = await client.query<{ excess: string; amount: string; is_recorded: boolean }>(
    `select excess, amount, exists (select from payments where coin = $1 and tx_hash = excess) as is_recorded
     from (
       select tx_hash as excess, amount from chain_transactions where coin = $1 and tx_hash = any($2)
       union
       select g.excess, d.amount from grin_deposits g
         join deposits d on d.id = g.deposit_id join grin_outputs o on o.deposit_id = d.id
       where g.excess = any($2) and o.commitment = any($3)) known`,
    [COIN, kernels, created],
  );
  return rows.map(({ excess, amount, is_recorded: isRecorded }) => ({
    excess,
    amount: BigInt(amount),
    isRecorded,
  }));
}
