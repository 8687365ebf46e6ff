import { randomUUID } from 'node:crypto';
import { Lines } from '../ledger/lines.ts';
import type { DepositRow } from './deposits.ts';
import { type Client, HOUSE, post } from './post.ts';
import { isReturn, LEFT, UNCREDITED } from './stages.ts';
import { lockWithdrawal, refundWithdrawal, whyBlocked } from './withdrawals.ts';

/** No return of `d` has failed since the refund address `r` was set: it would fail again. */
export const IS_TRIABLE = `not exists (
  select from withdrawals f where f.returns = d.id and f.stage = 'failed' and f.updated_at >= r.set_at)`;

/** Deposits handled in one transaction. */
const AT_ONCE = 20;
/** Smallest payment that the network of a coin relays, in units. Others accept any. */
const LEAST: Readonly<Record<string, bigint>> = { BTC: 546n };

interface UncreditedRow extends Pick<DepositRow, 'id' | 'account_id' | 'coin' | 'amount' | 'covered'> {
  readonly kept_at: Date | null;
  readonly height: string | null;
  readonly is_dropped: boolean;
  readonly return_id: string | null;
  readonly has_left: boolean;
}

/**
 * Keeps apart uncredited deposits once they are deep enough, and undoes that where their block is lost (REFUND-07). The
 * chain is locked. @param deepest height of the last block that is deep enough.
 */
export async function keepUncredited(client: Client, coin: string, deepest: number, at: Date): Promise<void> {
  const { rows } = await client.query<UncreditedRow>(
    `select d.id, d.account_id, d.coin, d.amount, d.covered, d.kept_at, p.height, p.is_dropped, w.id as return_id,
       coalesce(w.stage in ${LEFT}, false) as has_left
     from deposits d join payments p on p.coin = d.coin and p.tx_hash = d.tx_hash and p.output = d.output
       left join withdrawals w on ${isReturn('w')}
     where d.id in (
       select id from deposits where coin = $1 and stage in ${UNCREDITED} and kept_at is null
       union all
       select c.id from payments u join deposits c
           on c.coin = u.coin and c.tx_hash = u.tx_hash and c.output = u.output
         where u.coin = $1 and (u.height is null or u.height > $2) and c.kept_at is not null)
     order by d.number for update of d`,
    [coin, deepest],
  );
  for (const row of rows) {
    const isDeep = row.height !== null && Number(row.height) <= deepest;
    if (isDeep && row.kept_at === null) await keep(client, row, at);
    else if (!isDeep && row.kept_at !== null) await unkeep(client, row, at);
    // Another payment took its coins: nothing is left to return.
    if (row.is_dropped && !row.has_left)
      await client.query(`update deposits set stage = 'undone', updated_at = $2 where id = $1`, [row.id, at]);
  }
}

async function keep(
  client: Client,
  { id, account_id: account, coin, ...row }: UncreditedRow,
  at: Date,
): Promise<void> {
  const [amount, covered] = [BigInt(row.amount), BigInt(row.covered)];
  const lines = new Lines();
  lines.add(HOUSE.chain, coin, { available: -amount });
  if (row.has_left) {
    // It was returned, and its block was lost since: what the user paid for that is given back.
    lines.add(HOUSE.losses, coin, { available: covered });
    lines.add({ account }, coin, { available: amount - covered });
  } else lines.add(HOUSE.unreturned, coin, { available: amount });
  await post(client, { kind: 'deposit', transfer: id, reason: 'kept apart', at }, lines);
  await client.query(
    'update deposits set kept_at = $2, kept_as = $3, covered = 0, updated_at = $2 where id = $1',
    [id, at, row.has_left ? 'returned' : 'new'],
  );
}

async function unkeep(client: Client, { id, coin, ...row }: UncreditedRow, at: Date): Promise<void> {
  const amount = BigInt(row.amount);
  if (row.return_id !== null && !row.has_left) {
    const withdrawal = await lockWithdrawal(client, row.return_id);
    if (withdrawal) await refundWithdrawal(client, withdrawal, 'cancelled', 'its deposit lost its block', at);
  }
  const lines = new Lines();
  // An amount already returned is the venue's loss until the payment is back, and owed by the account (LEDGER-02).
  lines.add(row.has_left ? HOUSE.losses : HOUSE.unreturned, coin, { available: -amount });
  lines.add(HOUSE.chain, coin, { available: amount });
  await post(client, { kind: 'deposit', transfer: id, reason: 'undone by its chain', at }, lines);
  await client.query(
    'update deposits set kept_at = null, kept_as = null, covered = $2, updated_at = $3 where id = $1',
    [id, String(row.has_left ? amount : 0n), at],
  );
}

/** Coins with something to handle. */
export async function coinsToReturn(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ coin: string }>(
    `select distinct d.coin from deposits d where d.kept_as = 'new' or d.kept_as = 'waiting' and exists (
       select from refund_addresses r where r.account_id = d.account_id and r.coin = d.coin and ${IS_TRIABLE})
     order by d.coin`,
  );
  return rows.map(({ coin }) => coin);
}

/**
 * Starts returning what is kept apart, to the refund addresses that users have set, less the network fee (REFUND-07,
 * REFUND-08). A failed return is tried again when its user sets an address again. The chain is locked.
 */
export async function beginReturns(client: Client, coin: string, fee: bigint, at: Date): Promise<void> {
  const least = (LEAST[coin] ?? 1n) + fee;
  await client.query(
    `update deposits set kept_as = case when amount < $2 then 'too_small' else 'waiting' end, updated_at = $3
     where coin = $1 and kept_as = 'new'`,
    [coin, String(least), at],
  );
  const { rows } = await client.query<{ id: string; account_id: string; amount: string; address: string }>(
    `select d.id, d.account_id, d.amount, r.address
     from deposits d join refund_addresses r on r.account_id = d.account_id and r.coin = d.coin
     where d.coin = $1 and d.kept_as = 'waiting' and d.amount >= $2 and ${IS_TRIABLE}
     order by d.number limit ${AT_ONCE} for update of d`,
    [coin, String(least)],
  );
  for (const { id: deposit, account_id: account, amount, address } of rows) {
    if (await whyBlocked(client, account, at)) continue;
    const [id, whole] = [randomUUID(), BigInt(amount)];
    await client.query(
      `insert into withdrawals (id, account_id, coin, amount, fee, address, stage, returns, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 'created', $7, $8, $8)`,
      [id, account, coin, String(whole - fee), String(fee), address, deposit, at],
    );
    await client.query(`update deposits set kept_as = 'returned', updated_at = $2 where id = $1`, [
      deposit,
      at,
    ]);
    const lines = new Lines();
    lines.add(HOUSE.unreturned, coin, { available: -whole });
    lines.add(HOUSE.withdrawals, coin, { available: whole });
    await post(client, { kind: 'withdrawal', transfer: id, reason: 'returned', at }, lines);
  }
}
