import type { Pool } from 'pg';
import { heightOf, lockChain } from '../coins/chain.ts';
import { atomically, type Client } from '../coins/post.ts';
import {
  lockWithdrawal,
  refundWithdrawal,
  sendWithdrawal,
  type WithdrawalRow,
  whyBlocked,
} from '../coins/withdrawals.ts';
import { followGivenUp } from './givenUp.ts';
import { ownOutputs } from './outputs.ts';
import {
  type BuiltTransaction,
  type ChainReader,
  type OwnOutput,
  type Sending,
  TooDearError,
  UnpayableError,
} from './port.ts';
import { replaceStuck } from './replacing.ts';
import { isHeldUp, reserveNonce, sendOne, type SendParts, sendStored, store } from './stored.ts';
import { buildSweeps } from './sweeping.ts';

/**
 * One round of the part that holds the key: sends again what is not on the chain, builds and stores what waits, and
 * sends it (CHAIN-04). A crash at any point leaves either nothing, or bytes that the next round sends.
 */
export async function sendRound(parts: SendParts): Promise<void> {
  await followGivenUp(parts);
  await sendStored(parts);
  await replaceStuck(parts);
  for (let more = true; more && !parts.isStopped();) {
    const { built, mayMore, waitsFor = null } = await buildNext(parts);
    more = mayMore;
    await noteWaiting(parts, waitsFor);
    // Unsent transactions go before anything else is built.
    for (const one of built) more = (await sendOne(parts, one)) && more;
  }
  await buildSweeps(parts);
  await sendStored(parts);
}

interface Round {
  readonly built: readonly BuiltTransaction[];
  readonly mayMore: boolean;
  /** What the rest are waiting for. */
  readonly waitsFor?: 'funds' | 'fee';
}

const WHY = {
  funds: 'too little is in the wallet that pays them',
  fee: 'the fee is above the most that the venue pays',
} as const;

/** Logged once, and in the status as long as it lasts (CHAIN-29). */
async function noteWaiting({ pool, chain, log }: SendParts, waitsFor: 'funds' | 'fee' | null): Promise<void> {
  const { coin } = chain;
  const { rowCount } = await pool.query(
    'update chains set waits_for = $2 where coin = $1 and waits_for is distinct from $2',
    [coin, waitsFor],
  );
  if (rowCount === 1 && waitsFor !== null) log.warn(`withdrawals wait, as ${WHY[waitsFor]}`, { coin });
}

function unlessKnown(error: unknown): UnpayableError | TooDearError {
  if (error instanceof UnpayableError || error instanceof TooDearError) return error;
  throw error;
}

async function buildNext({ pool, chain, now, log }: SendParts): Promise<Round> {
  const { coin } = chain;
  const { rows: first } = await pool.query<{ address: string; amount: string }>(
    `select address, amount from withdrawals where coin = $1 and stage = 'created' and address is not null
     order by number limit 1`,
    [coin],
  );
  const [next] = first;
  if (!next || (await isHeldUp(pool, coin, null))) return { built: [], mayMore: false };
  const seen = await seenBefore(pool, chain);
  // Before the transaction, which others wait for.
  const sending = await chain
    .prepare({ address: next.address, amount: BigInt(next.amount) })
    .catch(unlessKnown);
  if (sending instanceof TooDearError) return { built: [], mayMore: false, waitsFor: 'fee' };
  if (sending instanceof UnpayableError) throw sending;
  return atomically(pool, async (client) => {
    const at = now();
    const state = await lockChain(client, coin);
    if (await isHeldUp(client, coin, sending.wallet)) return { built: [], mayMore: false };
    const { rows } = await client.query<{ id: string }>(
      `select id from withdrawals where coin = $1 and stage = 'created' order by number limit $2`,
      [coin, sending.most],
    );
    const built: BuiltTransaction[] = [];
    for (const { id } of rows) {
      const row = await lockWithdrawal(client, id);
      if (row?.stage !== 'created') continue;
      const blocked = await whyBlocked(client, row.account_id, at);
      if (blocked) {
        // A return waits, and is started again.
        await refundWithdrawal(client, row, row.returns === null ? 'failed' : 'cancelled', blocked.code, at);
        continue;
      }
      const hasAll = await hasEnough(client, coin, sending, BigInt(row.amount), seen);
      const one = hasAll
        ? await buildOne(client, row, sending, await ownOutputs(client, chain, state), at).catch(unlessKnown)
        : null;
      if (one instanceof UnpayableError) {
        // Otherwise it would block all others for ever.
        log.warn('a withdrawal to an address that its chain cannot pay is given back', { coin });
        await refundWithdrawal(client, row, 'failed', 'ADDRESS_UNPAYABLE', at);
        continue;
      }
      if (one instanceof TooDearError) return { built, mayMore: false, waitsFor: 'fee' };
      if (!one) return { built, mayMore: false, waitsFor: 'funds' };
      built.push(one);
    }
    return { built, mayMore: rows.length === sending.most };
  });
}

/**
 * The last block that both the records and this node knew before the node reported the wallet's balance. Another
 * process, with a node of its own, may record later ones in the meantime.
 */
async function seenBefore(pool: Pool, chain: ChainReader): Promise<number> {
  const recorded = await heightOf(pool, chain.coin);
  const { height } = await chain.tip();
  return Math.min(recorded, height);
}

/** Counts stored transactions that were in no block known to the node, whose balance still has them (CHAIN-37). */
async function hasEnough(
  client: Client,
  coin: string,
  sending: Sending,
  amount: bigint,
  seen: number,
): Promise<boolean> {
  if (sending.balance === null) return true;
  const { rows } = await client.query<{ amount: string; count: string }>(
    `select coalesce(sum(t.amount), 0)::text as amount, count(*) as count from chain_transactions t
       join payments p on p.coin = t.coin and p.tx_hash = t.tx_hash
     where t.coin = $1 and t.wallet = $2 and (p.height is null or p.height > $3) and not p.is_dropped`,
    [coin, sending.wallet, seen],
  );
  const waiting = BigInt(rows[0]?.amount ?? '0') + BigInt(rows[0]?.count ?? '0') * sending.fee;
  return waiting + amount + sending.fee <= sending.balance;
}

async function buildOne(
  client: Client,
  row: WithdrawalRow,
  sending: Sending,
  outputs: readonly OwnOutput[],
  at: Date,
): Promise<BuiltTransaction | null> {
  const { coin, id, address } = row;
  if (address === null) throw new Error('a withdrawal that leaves by itself has no address');
  const amount = BigInt(row.amount);
  const nonce = await reserveNonce(client, sending);
  const built = sending.build({ address, amount, nonce, outputs });
  if (!built) return null;
  await client.query('insert into payments (coin, tx_hash, address, amount) values ($1, $2, $3, $4)', [
    coin,
    built.txHash,
    address,
    String(amount),
  ]);
  await store(client, { coin, built, wallet: sending.wallet, nonce, amount, withdrawal: id, at });
  await sendWithdrawal(client, row, built.txHash, at);
  return built;
}
