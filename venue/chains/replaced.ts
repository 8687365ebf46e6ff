import type { Pool } from 'pg';
import type { Client } from '../coins/post.ts';
import type { ChainReader, Place } from './port.ts';

/**
 * Makes one of the transactions that spend the same the stored one, if it is not: the one found in a block, or the
 * newer one. Withdrawal, payment and inputs follow. The chain is locked.
 */
export async function followHash(client: Client, coin: string, txHash: string): Promise<void> {
  const { rows } = await client.query<{ stored_hash: string; bytes: Buffer; stored_bytes: Buffer }>(
    `select r.stored_hash, r.bytes, t.bytes as stored_bytes from chain_replaced r
       join chain_transactions t on t.coin = r.coin and t.tx_hash = r.stored_hash
     where r.coin = $1 and r.tx_hash = $2`,
    [coin, txHash],
  );
  const [row] = rows;
  if (!row) return;
  const before = row.stored_hash;
  await client.query(
    'update chain_transactions set tx_hash = $3, bytes = $4 where coin = $1 and tx_hash = $2',
    [coin, before, txHash, row.bytes],
  );
  await client.query('update chain_replaced set tx_hash = $3, bytes = $4 where coin = $1 and tx_hash = $2', [
    coin,
    txHash,
    before,
    row.stored_bytes,
  ]);
  // The payment is the first output of each of them.
  await client.query('update payments set tx_hash = $3 where coin = $1 and tx_hash = $2 and output = 0', [
    coin,
    before,
    txHash,
  ]);
}

export interface Found {
  readonly txHash: string;
  readonly place: Place;
}

/** Where the node has those that spend the same as a stored one. */
export async function placesOfReplaced(
  pool: Pool,
  chain: Pick<ChainReader, 'coin' | 'placeOf'>,
  txHash: string,
): Promise<readonly Found[]> {
  const { rows } = await pool.query<{ tx_hash: string }>(
    'select tx_hash from chain_replaced where coin = $1 and stored_hash = $2',
    [chain.coin, txHash],
  );
  return Promise.all(
    rows.map(async (row) => ({ txHash: row.tx_hash, place: await chain.placeOf(row.tx_hash) })),
  );
}

/** Where the node has a stored transaction or one that spends the same: the one in a block, or one that waits. */
export async function placeOfAny(
  pool: Pool,
  chain: Pick<ChainReader, 'coin' | 'placeOf'>,
  txHash: string,
): Promise<Found> {
  const own = { txHash, place: await chain.placeOf(txHash) };
  const all = [own, ...(await placesOfReplaced(pool, chain, txHash))];
  const of = (kind: Place['kind']): Found | undefined => all.find(({ place }) => place.kind === kind);
  return of('mined') ?? of('waiting') ?? own;
}
