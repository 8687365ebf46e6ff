import { lockChain } from '../coins/chain.ts';
import { atomically } from '../coins/post.ts';
import { type Sweep, TooDearError, TooLittleError } from './port.ts';
import { isHeldUp, reserveNonce, type SendParts, store } from './stored.ts';

/** Addresses checked for coins in one round, as each asks the node. */
const SWEPT_AT_ONCE = 10;

/** Coins of credited deposits go into the account that pays withdrawals (CHAIN-07, CHAIN-26). */
export async function buildSweeps(parts: SendParts): Promise<void> {
  const { pool, chain, now, log } = parts;
  const { coin, sweptFrom } = chain;
  await pool.query('update chains set is_swept = $2 where coin = $1 and is_swept <> $2', [
    coin,
    sweptFrom !== null,
  ]);
  if (sweptFrom === null) return;
  const { rows } = await pool.query<{ number: string; height: string }>(
    `select a.number, c.height - c.confirmations + 1 as height
     from chains c join deposit_addresses a on a.coin = c.coin
       join deposits d on d.coin = a.coin and d.address = a.address
         and (d.stage = 'credited' or d.kept_at is not null)
       join payments p on p.coin = d.coin and p.tx_hash = d.tx_hash and p.output = d.output
     where c.coin = $1
       and not exists (select from chain_transactions t where t.coin = $1 and t.address_number = a.number
         and (not t.is_done or not t.is_gas and (t.created_at >= coalesce(d.confirmed_at, d.kept_at) or t.swept_height >= p.height)))
     group by a.number, c.height, c.confirmations having sum(d.amount) >= $2
     order by random() limit $3`,
    [coin, String(sweptFrom), SWEPT_AT_ONCE],
  );
  for (const row of rows) {
    const [number, height, at] = [BigInt(row.number), Number(row.height), now()];
    try {
      const sweep = await chain.prepareSweep(number, height);
      if (sweep) await storeSweep(parts, sweep, { number, height, at });
    } catch (error) {
      if (error instanceof TooDearError) return;
      if (!(error instanceof TooLittleError)) throw error;
      log.warn('coins on deposit addresses wait, as the wallet that pays has too little for their fees', {
        coin,
      });
      return;
    }
  }
}

interface Swept {
  readonly number: bigint;
  /** The balance of the address at this block is moved. */
  readonly height: number;
  /** When the balance was read: later credits are not part of it. */
  readonly at: Date;
}

/** @throws TooLittleError */
export async function storeSweep(
  { pool, chain }: SendParts,
  sweep: Sweep,
  { number, height, at }: Swept,
): Promise<void> {
  const { coin } = chain;
  const { wallet, amount, isGas } = sweep;
  await atomically(pool, async (client) => {
    await lockChain(client, coin);
    // The transaction that pays its fee may follow one on its way.
    const underway = await client.query(
      `select from chain_transactions
       where coin = $1 and address_number = $2 and not is_done and (is_gas or not $3::boolean)`,
      [coin, String(number), isGas],
    );
    if (underway.rowCount !== 0) return;
    if (isGas) {
      if (await isHeldUp(client, coin, wallet)) return;
      const { rows } = await client.query<{ sum: string }>(
        `select coalesce(sum(amount), 0)::text as sum from chain_transactions
         where wallet = $1 and is_gas and not is_done`,
        [wallet],
      );
      if (BigInt(rows[0]?.sum ?? '0') + amount > sweep.balance)
        throw new TooLittleError('too little for fees');
    }
    const nonce = await reserveNonce(client, sweep);
    const built = sweep.build(nonce);
    await store(client, {
      coin,
      built,
      wallet,
      nonce,
      amount,
      address: number,
      isGas,
      ...(isGas ? {} : { sweptHeight: height }),
      at,
    });
  });
}
