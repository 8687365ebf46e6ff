import { lockChain } from '../coins/chain.ts';
import { atomically, type Client } from '../coins/post.ts';
import { outputsSpentBy } from './outputs.ts';
import { type BuiltTransaction, TooDearError, TooLittleError } from './port.ts';
import { followHash } from './replaced.ts';
import { sendOne, type SendParts } from './stored.ts';
import { storeSweep } from './sweeping.ts';

/** Transactions checked in one round, as each asks the node. */
const LOOKED_AT = 20;

interface StuckRow {
  readonly tx_hash: string;
  readonly bytes: Buffer;
  readonly address_number: string | null;
  readonly is_gas: boolean;
}

/**
 * Stored transactions that are in no block after a long time, as their fee has become too low, are replaced by ones
 * with a higher fee that spend the same (CHAIN-27, CHAIN-28), stored before they are sent like the first.
 */
export async function replaceStuck(parts: SendParts): Promise<void> {
  const { pool, chain, now } = parts;
  const { coin, replaceAfter } = chain;
  if (replaceAfter === null) return;
  const { rows } = await pool.query<StuckRow>(
    `select tx_hash, bytes, address_number, is_gas from chain_transactions
     where coin = $1 and not is_done and given_up_at is null and coalesce(priced_at, created_at) <= $2
     order by wallet, nonce limit $3`,
    [coin, new Date(now().getTime() - replaceAfter), LOOKED_AT],
  );
  for (const row of rows) {
    // A transaction in a block only needs more depth.
    if ((await chain.placeOf(row.tx_hash)).kind !== 'mined') await replaceOne(parts, row);
  }
}

async function replaceOne(parts: SendParts, row: StuckRow): Promise<void> {
  const { pool, chain, now, log } = parts;
  const { coin } = chain;
  const { tx_hash: txHash, bytes, is_gas: isGas } = row;
  const number = row.address_number === null ? null : BigInt(row.address_number);
  const spends = await outputsSpentBy(pool, coin, txHash);
  try {
    const made = await chain.replace({ bytes, number, isGas, spends });
    if (made === null) return;
    if (!('txHash' in made)) {
      if (number !== null) await storeSweep(parts, made, { number, height: 0, at: now() });
      return;
    }
    const isStored = await atomically(pool, (client) => storeInstead(client, coin, txHash, made, now()));
    if (!isStored) return;
    log.info('a transaction whose fee has become too low is replaced by a dearer one', { coin });
    await sendOne(parts, made);
  } catch (error) {
    if (!(error instanceof TooDearError || error instanceof TooLittleError)) throw error;
    log.warn('a transaction whose fee has become too low is not replaced', { coin, why: error.message });
    // It is checked again after the same time.
    await pool.query('update chain_transactions set priced_at = $3 where coin = $1 and tx_hash = $2', [
      coin,
      txHash,
      now(),
    ]);
  }
}

/** @returns false where it is now in a block, or another venue replaced it. */
async function storeInstead(
  client: Client,
  coin: string,
  txHash: string,
  built: BuiltTransaction,
  at: Date,
): Promise<boolean> {
  await lockChain(client, coin);
  const { rowCount } = await client.query(
    `update chain_transactions t set priced_at = $3 where coin = $1 and tx_hash = $2 and not is_done and given_up_at is null
       and not exists (select from payments p where p.coin = $1 and p.tx_hash = $2 and p.height is not null)`,
    [coin, txHash, at],
  );
  if (rowCount !== 1) return false;
  await client.query(
    `insert into chain_replaced (coin, tx_hash, stored_hash, bytes) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [coin, built.txHash, txHash, Buffer.from(built.bytes)],
  );
  await followHash(client, coin, built.txHash);
  return true;
}
