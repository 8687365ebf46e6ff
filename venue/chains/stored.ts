import type { Pool } from 'pg';
import { failWithdrawal, lockChain } from '../coins/chain.ts';
import { atomically, type Client } from '../coins/post.ts';
import type { Log } from '../log.ts';
import type { BuiltTransaction, ChainReader, ChainSender, Sending } from './port.ts';
import { followHash, placeOfAny, placesOfReplaced } from './replaced.ts';

export interface SendParts {
  readonly pool: Pool;
  readonly chain: ChainReader & ChainSender;
  /** Whether withdrawals are stopped (LOAD-02). */
  readonly isStopped: () => boolean;
  readonly now: () => Date;
  readonly log: Log;
}

export interface Stored {
  readonly coin: string;
  readonly built: BuiltTransaction;
  readonly wallet: string;
  readonly nonce: bigint;
  readonly amount: bigint;
  readonly withdrawal?: string;
  readonly address?: bigint;
  /** The given-up transaction whose coins it pays back to the venue. */
  readonly returns?: string;
  readonly isGas?: boolean;
  readonly sweptHeight?: number;
  readonly at: Date;
}

export async function store(client: Client, stored: Stored): Promise<void> {
  const {
    coin,
    built,
    wallet,
    nonce,
    amount,
    withdrawal = null,
    address,
    isGas = false,
    returns = null,
    at,
  } = stored;
  await client.query(
    `insert into chain_transactions (coin, tx_hash, wallet, nonce, bytes, amount, withdrawal_id, address_number,
       created_at, returns, is_gas, swept_height) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      coin,
      built.txHash,
      wallet,
      String(nonce),
      Buffer.from(built.bytes),
      String(amount),
      withdrawal,
      address === undefined ? null : String(address),
      at,
      returns,
      isGas,
      stored.sweptHeight ?? null,
    ],
  );
  // The coins of a returning one are locked already.
  if (returns !== null) return;
  await client.query(
    'insert into chain_inputs (coin, tx_hash, input) select $1, $2, input from unnest($3::text[]) input',
    [coin, built.txHash, built.inputs ?? []],
  );
}

/** Its row stays locked until the transaction ends, so that no nonce is used twice or skipped. */
export async function reserveNonce(
  client: Client,
  { wallet, firstNonce }: Pick<Sending, 'wallet' | 'firstNonce'>,
): Promise<bigint> {
  const { rows } = await client.query<{ nonce: string }>(
    `insert into chain_wallets as w (wallet, next_nonce) values ($1, $2::bigint + 1)
     on conflict (wallet) do update set next_nonce = greatest(w.next_nonce, $2::bigint) + 1
     returning next_nonce - 1 as nonce`,
    [wallet, String(firstNonce)],
  );
  return BigInt(rows[0]?.nonce ?? '0');
}

export interface StoredRow {
  readonly tx_hash: string;
  readonly bytes: Buffer;
  readonly withdrawal_id: string | null;
  readonly returns: string | null;
}

/** In the order of their nonces, as a node accepts a later one only after those before it. */
export async function sendStored(parts: SendParts): Promise<void> {
  const { pool, chain } = parts;
  const { coin } = chain;
  const { rows: state } = await pool.query<{ confirmations: number }>(
    'select confirmations from chains where coin = $1',
    [coin],
  );
  const required = state[0]?.confirmations ?? 1;
  const { rows } = await pool.query<StoredRow>(
    `select tx_hash, bytes, withdrawal_id, returns from chain_transactions t
     where coin = $1 and given_up_at is null and (not is_done or unsent_since is not null or exists (
       select from payments p join withdrawals w on w.id = t.withdrawal_id
       where p.coin = t.coin and p.tx_hash = t.tx_hash and p.height is null and w.stage = 'sent')
       or exists (select from chain_transactions g join withdrawals w on w.id = g.withdrawal_id
         where g.coin = t.coin and g.tx_hash = t.returns and w.stage <> 'completed'))
     order by wallet, nonce`,
    [coin],
  );
  for (const row of rows) await sendAgain(parts, row, required);
}

async function sendAgain(parts: SendParts, row: StoredRow, required: number): Promise<void> {
  const { pool, chain, now } = parts;
  const { coin } = chain;
  const { tx_hash: stored, bytes } = row;
  const own = await chain.placeOf(stored);
  const others = own.kind === 'mined' ? [] : await placesOfReplaced(pool, chain, stored);
  const mined = others.find(({ place }) => place.kind === 'mined');
  if (mined) await followNow(pool, coin, mined.txHash);
  const { txHash, place } = mined ?? { txHash: stored, place: own };
  if (place.kind === 'unknown') {
    // A given-up transaction has reappeared: only one of the two can be in a block.
    if (row.returns !== null && (await placeOfAny(pool, chain, row.returns)).place.kind !== 'unknown') {
      await noteUnsent(pool, coin, txHash, null);
      return;
    }
    const isSent = await sendOne(parts, { txHash, bytes });
    const waiting = others.find((other) => other.place.kind === 'waiting');
    if (isSent || !waiting) return;
    // The node keeps the cheaper one: it may be in the next block, and nothing waits behind it.
    await followNow(pool, coin, waiting.txHash);
    await noteUnsent(pool, coin, waiting.txHash, null);
    return;
  }
  await noteUnsent(pool, coin, txHash, null);
  if (place.kind === 'waiting') return;
  const { height } = await chain.tip();
  if (height - place.block.height + 1 < required) return;
  const done = { ...row, tx_hash: txHash };
  await atomically(pool, (client) => finish(client, coin, done, place.hasFailed, now()));
}

export const followNow = (pool: Pool, coin: string, txHash: string): Promise<void> =>
  atomically(pool, async (client) => {
    await lockChain(client, coin);
    await followHash(client, coin, txHash);
  });

/** @returns whether it was sent. */
export async function sendOne(
  { pool, chain, now, log }: SendParts,
  { txHash, bytes }: Pick<BuiltTransaction, 'txHash' | 'bytes'>,
): Promise<boolean> {
  try {
    await chain.send(bytes);
  } catch (error) {
    // The same bytes are sent in the next round; another transaction is never built for it.
    log.error('a transaction could not be sent', error);
    if (await noteUnsent(pool, chain.coin, txHash, now()))
      log.warn('no other withdrawal of the coin is built until a stored one is sent', { coin: chain.coin });
    return false;
  }
  await noteUnsent(pool, chain.coin, txHash, null);
  return true;
}

/** @param since null where the node has it. @returns whether that is news. */
async function noteUnsent(pool: Pool, coin: string, txHash: string, since: Date | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update chain_transactions set unsent_since = $3
     where coin = $1 and tx_hash = $2 and (unsent_since is null) <> ($3::timestamptz is null)`,
    [coin, txHash, since],
  );
  return rowCount === 1;
}

/**
 * Whether nothing may be built, because a stored transaction of the same wallet could not be sent (CHAIN-13): a new one
 * would wait behind it, or take coins from others.
 * @param wallet where it is known already; several coins may share one.
 */
export async function isHeldUp(client: Client, coin: string, wallet: string | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from chain_transactions
     where unsent_since is not null and (coin = $1 and withdrawal_id is not null or wallet = $2) limit 1`,
    [coin, wallet],
  );
  return rowCount !== 0;
}

/** Ends one that is deep enough, and the one that would have taken back its coins. */
export async function finish(
  client: Client,
  coin: string,
  { tx_hash: txHash, withdrawal_id: id }: Pick<StoredRow, 'tx_hash' | 'withdrawal_id'>,
  hasFailed: boolean,
  at: Date,
): Promise<void> {
  await lockChain(client, coin);
  if (id !== null && hasFailed) await failWithdrawal(client, id, at);
  await client.query(
    `update chain_transactions set is_done = true, unsent_since = null,
       swept_height = case when $3 then -1 else swept_height end
     where coin = $1 and $2 in (tx_hash, returns)`,
    [coin, txHash, hasFailed],
  );
}
