import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { NO_HASH } from '../../src/domain/solvency/statement.ts';
import { IS_UNRETURNED, LEFT, LOCKED } from '../coins/stages.ts';
import { transaction } from '../sql/transaction.ts';
import { ACCOUNT_BYTES, ENTRY_BYTES, idBytes } from './tree.ts';

/**
 * Accounts are read in parts, by the first digits of their IDs, so that no query blocks the embedded database for long.
 * @returns how many digits.
 */
function digitsFor(accounts: number): number {
  if (accounts < 1000) return 0;
  return accounts < 20_000 ? 1 : 2;
}

const READ_BALANCES = `select currency as coin,
    string_agg(uuid_send(account_id) || int8send(available + in_orders), ''::bytea) as entries
  from balances
  where account_id >= $1 and ($2::uuid is null or account_id < $2) and (available <> 0 or in_orders <> 0)
  group by currency`;

/** Held for withdrawals that have not left, and uncredited deposits that have not been returned (REFUND-07). */
const READ_HELD = `select coin, account_id, sum(amount)::text as amount from (
    select coin, account_id, amount + fee as amount from withdrawals where stage in ${LOCKED}
    union all select d.coin, d.account_id, d.amount from deposits d where ${IS_UNRETURNED}) held
  group by coin, account_id`;

/**
 * Holdings of the venue on the simulated chain of each coin: what the sandbox gave out and what is in a block, less
 * what was sent (SOLVENCY-04).
 */
const READ_RESERVES = `select c.ticker as coin, (greatest(0,
    coalesce((select -amount::numeric from house_balances where name = 'mint' and currency = c.ticker), 0)
    + coalesce((select sum(p.amount) from deposits d join payments p on p.coin = d.coin
        and p.tx_hash = d.tx_hash and p.output = d.output where d.coin = c.ticker and p.height is not null and not p.is_dropped), 0)
    - coalesce((select sum(amount + fee::numeric) from withdrawals
        where coin = c.ticker and stage in ${LEFT}), 0)))::text as amount
  from coins c order by c.ticker collate "C"`;

export interface Snapshot {
  readonly number: number;
  readonly secret: Buffer;
  readonly ledgerNumber: number;
  readonly ledgerHash: string;
  readonly coins: readonly {
    readonly coin: string;
    /** Units. */
    readonly reserves: string;
    /** Accounts with their amounts, as in the table `solvency_leaves`, in any order. */
    readonly owed: Buffer;
  }[];
}

/** Reads the whole ledger at one moment (SOLVENCY-01). */
export function takeSnapshot(pool: Pool): Promise<Snapshot> {
  return transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    const owed = await readBalances(client);
    const held = await client.query<{ coin: string; account_id: string; amount: string }>(READ_HELD);
    for (const { coin, account_id: account, amount } of held.rows)
      owed.set(coin, withHeld(owed.get(coin) ?? Buffer.alloc(0), idBytes(account), BigInt(amount)));
    const reserves = await client.query<{ coin: string; amount: string }>(READ_RESERVES);
    const last = await client.query<{ number: string }>(
      'select coalesce(max(number), 0) as number from solvency_statements',
    );
    const head = await client.query<{ number: string; hash: string }>(
      `select number, encode(hash, 'hex') as hash from seals order by number desc limit 1`,
    );
    const [seal] = head.rows;
    return {
      number: Number(last.rows[0]?.number ?? 0) + 1,
      secret: randomBytes(32),
      ledgerNumber: Number(seal?.number ?? 0),
      ledgerHash: seal?.hash ?? NO_HASH,
      coins: reserves.rows.map(({ coin, amount }) => ({
        coin,
        reserves: amount,
        owed: owed.get(coin) ?? Buffer.alloc(0),
      })),
    };
  });
}

async function readBalances(client: PoolClient): Promise<Map<string, Buffer>> {
  const { rows: counted } = await client.query<{ accounts: string }>(
    'select count(*) as accounts from accounts',
  );
  const digits = digitsFor(Number(counted[0]?.accounts));
  const parts = 16 ** digits;
  const start = (part: number): string | null =>
    part === parts
      ? null
      : `${part.toString(16).padStart(digits, '0').padEnd(8, '0').slice(0, 8)}-0000-0000-0000-000000000000`;
  const found = new Map<string, Buffer[]>();
  for (let part = 0; part < parts; part += 1) {
    const { rows } = await client.query<{ coin: string; entries: Uint8Array }>(READ_BALANCES, [
      start(part),
      start(part + 1),
    ]);
    for (const { coin, entries } of rows) {
      const list = found.get(coin) ?? [];
      list.push(Buffer.from(entries));
      found.set(coin, list);
    }
    // The embedded database would otherwise let nothing else run.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return new Map([...found].map(([coin, list]) => [coin, Buffer.concat(list)]));
}

function withHeld(owed: Buffer, account: Buffer, amount: bigint): Buffer {
  for (let at = 0; at < owed.length; at += ENTRY_BYTES) {
    if (!account.equals(owed.subarray(at, at + ACCOUNT_BYTES))) continue;
    owed.writeBigInt64BE(owed.readBigInt64BE(at + ACCOUNT_BYTES) + amount, at + ACCOUNT_BYTES);
    return owed;
  }
  const entry = Buffer.alloc(ENTRY_BYTES);
  account.copy(entry);
  entry.writeBigInt64BE(amount, ACCOUNT_BYTES);
  return Buffer.concat([owed, entry]);
}
