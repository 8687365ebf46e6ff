import type { Pool } from 'pg';
import { failWithdrawal, lockChain } from '../coins/chain.ts';
import { atomically, type Client } from '../coins/post.ts';
import { outputsSpentBy } from './outputs.ts';
import { type BuiltTransaction, type ChainReader, type ChainSender, namesOf } from './port.ts';
import { placeOfAny, placesOfReplaced } from './replaced.ts';
import { finish, followNow, type SendParts, store } from './stored.ts';

/** A stored transaction of a withdrawal. */
export interface Payment {
  readonly txHash: string;
  readonly bytes: Uint8Array;
  readonly withdrawal: string;
  /** Units. */
  readonly amount: bigint;
  readonly wallet: string;
  readonly nonce: bigint;
  readonly inputs: readonly string[];
}

interface PaymentRow {
  readonly tx_hash: string;
  readonly bytes: Buffer;
  readonly withdrawal_id: string;
  readonly amount: string;
  readonly wallet: string;
  readonly nonce: string;
  readonly inputs: string[];
}

export const PAYMENT_COLUMNS = `t.tx_hash, t.bytes, t.withdrawal_id, t.amount, t.wallet, t.nonce, array(
  select input from chain_inputs i where i.coin = t.coin and i.tx_hash = t.tx_hash) as inputs`;

export const paymentFrom = (row: PaymentRow): Payment => ({
  txHash: row.tx_hash,
  bytes: row.bytes,
  withdrawal: row.withdrawal_id,
  amount: BigInt(row.amount),
  wallet: row.wallet,
  nonce: BigInt(row.nonce),
  inputs: row.inputs,
});

/**
 * Follows what operators have given up (CHAIN-19). It is not sent again. Its withdrawal fails once another transaction
 * that spends the same is deep enough, as both can never be on the chain; until then it may still pay.
 */
export async function followGivenUp(parts: SendParts): Promise<void> {
  const { pool, chain, log } = parts;
  const { rows } = await pool.query<GivenUpRow>(
    `select ${PAYMENT_COLUMNS}, c.confirmations, array(
         select r.tx_hash from chain_transactions r where r.coin = t.coin and r.returns = t.tx_hash) as returns
     from chain_transactions t join chains c on c.coin = t.coin
     where t.coin = $1 and t.given_up_at is not null and (not t.is_done or exists (
       select from payments p join withdrawals w on w.id = t.withdrawal_id
       where p.coin = t.coin and p.tx_hash = t.tx_hash and p.height is null and w.stage = 'sent'))
     order by t.wallet, t.nonce`,
    [chain.coin],
  );
  for (const row of rows)
    await followOne(parts, row).catch((error: unknown) => {
      // The others are sent in the meantime.
      log.error('a transaction that was given up', error);
    });
}

interface GivenUpRow extends PaymentRow {
  readonly returns: readonly string[];
  readonly confirmations: number;
}

async function followOne({ pool, chain, now, log }: SendParts, row: GivenUpRow): Promise<void> {
  const { coin } = chain;
  const payment = paymentFrom(row);
  const { txHash, place } = await placeOfAny(pool, chain, payment.txHash);
  if (place.kind === 'waiting') return;
  if (place.kind === 'mined') {
    await followNow(pool, coin, txHash);
    const { height } = await chain.tip();
    if (height - place.block.height + 1 >= row.confirmations)
      await atomically(pool, (client) =>
        finish(client, coin, { ...row, tx_hash: txHash }, place.hasFailed, now()),
      );
    return;
  }
  const [returning] = row.returns;
  if (returning === undefined) {
    const built = await buildReturn(pool, chain, payment);
    if (built)
      await atomically(pool, async (client) => {
        await lockChain(client, coin);
        await storeReturn(client, coin, payment, built, now());
      });
  } else if (await hasTakenFor(pool, chain, payment, returning, row.confirmations)) {
    if (await atomically(pool, (client) => endGivenUp(client, coin, payment, now())))
      log.info('a withdrawal was given back, as its coins were spent otherwise', { coin });
  }
}

/** Null where nothing that it spends is on the chain now: it returns with that, or never. */
export async function buildReturn(
  client: Client,
  chain: Pick<ChainReader, 'coin'> & Pick<ChainSender, 'prepareReturn'>,
  payment: Payment,
): Promise<BuiltTransaction | null> {
  if (!chain.prepareReturn) return null;
  const spent = await outputsSpentBy(client, chain.coin, payment.txHash);
  return chain.prepareReturn(
    payment,
    spent.filter(({ isOnChain }) => isOnChain),
  );
}

/** In the transaction that holds the chain's lock. Of two at once one is enough. */
export async function storeReturn(
  client: Client,
  coin: string,
  { txHash: returns, wallet, nonce }: Payment,
  built: BuiltTransaction,
  at: Date,
): Promise<void> {
  const { rowCount } = await client.query('select from chain_transactions where coin = $1 and returns = $2', [
    coin,
    returns,
  ]);
  if (rowCount === 0) await store(client, { coin, built, wallet, nonce, amount: 0n, returns, at });
}

/** Whether another transaction that spends the same is deep enough that this one can never be on the chain. */
export async function hasTakenFor(
  pool: Pool,
  chain: Pick<ChainReader, 'coin' | 'placeOf' | 'spentBy' | 'tip'>,
  payment: Payment,
  other: string,
  required: number,
): Promise<boolean> {
  // Those that replaced it, or that it replaces, pay the same.
  const same = await placesOfReplaced(pool, chain, payment.txHash);
  if ([payment, ...same].some(({ txHash }) => txHash === other)) return false;
  const place = await chain.placeOf(other);
  if (place.kind !== 'mined') return false;
  const { height } = await chain.tip();
  if (height - place.block.height + 1 < required) return false;
  const names = new Set(namesOf(payment));
  return (await chain.spentBy(other)).some((name) => names.has(name));
}

/** Amount and fee go back to the user. @returns false where the venue's records show it in a block, or it has ended. */
export async function endGivenUp(client: Client, coin: string, payment: Payment, at: Date): Promise<boolean> {
  await lockChain(client, coin);
  if (!(await failWithdrawal(client, payment.withdrawal, at))) return false;
  await client.query(
    `update chain_transactions set is_done = true, unsent_since = null where coin = $1 and tx_hash = $2`,
    [coin, payment.txHash],
  );
  return true;
}

/**
 * Coins of an ended transaction that the other transaction left unspent pay withdrawals again (CHAIN-42).
 * @param spent by the other one.
 */
export async function freeUnspent(
  client: Client,
  coin: string,
  txHash: string,
  spent: readonly string[],
): Promise<void> {
  await client.query('delete from chain_inputs where coin = $1 and tx_hash = $2 and input <> all($3)', [
    coin,
    txHash,
    spent,
  ]);
}
