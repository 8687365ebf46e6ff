import { randomUUID } from 'node:crypto';
import { Lines } from '../ledger/lines.ts';
import { type Client, HOUSE, lockedBalance, post } from './post.ts';

/** `small` and `refused` are never credited, and go back to the user (REFUND-07). */
export type DepositStage =
  | 'expected'
  | 'seen'
  | 'confirming'
  | 'credited'
  | 'small'
  | 'refused'
  | 'undone'
  | 'expired';

/** A row of `deposits`; amounts in units. */
export interface DepositRow {
  readonly id: string;
  readonly account_id: string;
  readonly coin: string;
  readonly amount: string;
  readonly fee: string;
  readonly address: string | null;
  readonly tx_hash: string | null;
  readonly output: number;
  readonly extra_id: string | null;
  readonly stage: DepositStage;
  readonly expires_at: Date | null;
  readonly covered: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly confirmed_at: Date | null;
}

interface NewDeposit {
  readonly account: string;
  readonly coin: string;
  /** Units. */
  readonly amount: bigint;
  readonly at: Date;
}

async function termsOf(client: Client, coin: string): Promise<{ fee: bigint; least: bigint }> {
  const { rows } = await client.query<{ deposit_fee: string; min_deposit_amount: string }>(
    'select deposit_fee, min_deposit_amount from coins where ticker = $1',
    [coin],
  );
  const [row] = rows;
  if (!row) throw new Error('a deposit of an unknown coin');
  return { fee: BigInt(row.deposit_fee), least: BigInt(row.min_deposit_amount) };
}

/**
 * Records a payment before it is on the chain (GRIN). It counts for nothing until `seeDeposit`, and can expire.
 * @param deposit `extraId` is the id of the slate. @returns the deposit's id.
 */
export async function expectDeposit(
  client: Client,
  { account, coin, amount, extraId, expiresAt, at }: NewDeposit & { extraId: string; expiresAt: Date },
): Promise<string> {
  const id = randomUUID();
  const { fee, least } = await termsOf(client, coin);
  if (amount <= fee || amount < least) throw new RangeError('below the least deposit');
  await client.query(
    `insert into deposits (id, account_id, coin, amount, fee, extra_id, stage, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'expected', $7, $8, $8)`,
    [id, account, coin, String(amount), String(fee), extraId, expiresAt, at],
  );
  return id;
}

/** Marks an expected payment as seen on the chain. @returns false when none is expected. */
export async function seeDeposit(client: Client, id: string, txHash: string, at: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `update deposits set stage = 'seen', tx_hash = $2, updated_at = $3 where id = $1 and stage in ('expected', 'expired')`,
    [id, txHash, at],
  );
  return rowCount === 1;
}

/** A later payment is still accepted (`seeDeposit`). */
export async function expireDeposits(client: Client, at: Date): Promise<number> {
  const { rowCount } = await client.query(
    `update deposits set stage = 'expired', updated_at = $1 where stage = 'expected' and expires_at <= $1`,
    [at],
  );
  return rowCount ?? 0;
}

interface PaidOutput {
  readonly address: string;
  readonly txHash: string;
  readonly output: number;
}

/**
 * Records a payment. It is not credited below the minimum (DEPOSIT-08), while deposits are off, or for a closed
 * account, but returned (REFUND-07).
 */
export async function recordDeposit(
  client: Client,
  { account, coin, amount, address, txHash, output, at }: NewDeposit & PaidOutput,
): Promise<string> {
  const id = randomUUID();
  const { fee, least } = await termsOf(client, coin);
  const isSmall = amount < least || amount <= fee;
  const stage = isSmall ? 'small' : (await isTaken(client, account, coin)) ? 'seen' : 'refused';
  await client.query(
    `insert into deposits (id, account_id, coin, amount, fee, address, tx_hash, output, stage, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      id,
      account,
      coin,
      String(amount),
      String(stage === 'seen' ? fee : 0n),
      address,
      txHash,
      output,
      stage,
      at,
    ],
  );
  return id;
}

/** Whether the account is open and the venue takes deposits of the coin, even while its node is down. */
async function isTaken(client: Client, account: string, coin: string): Promise<boolean> {
  const { rows } = await client.query<{ is_taken: boolean }>(
    `select c.is_deposit_enabled and not a.is_erased as is_taken from coins c, accounts a
     where c.ticker = $1 and a.id = $2`,
    [coin, account],
  );
  return rows[0]?.is_taken === true;
}

/** Null for an address that is not the venue's. */
export async function ownerOf(client: Client, coin: string, address: string): Promise<string | null> {
  const { rows } = await client.query<{ account_id: string }>(
    'select account_id from deposit_addresses where coin = $1 and address = $2',
    [coin, address],
  );
  return rows[0]?.account_id ?? null;
}

/** Pays debts for undone deposits of the coin out of its free balance, as far as it reaches. */
export async function collectDebt(client: Client, account: string, coin: string, at: Date): Promise<void> {
  const { rows } = await client.query<{ id: string; covered: string }>(
    'select id, covered from deposits where account_id = $1 and coin = $2 and covered > 0 order by number for update',
    [account, coin],
  );
  for (const { id, covered } of rows) {
    const free = await lockedBalance(client, { account, currency: coin });
    const due = BigInt(covered);
    const paid = free < due ? free : due;
    if (paid === 0n) return;
    const lines = new Lines();
    lines.add({ account }, coin, { available: -paid });
    lines.add(HOUSE.losses, coin, { available: paid });
    await post(client, { kind: 'deposit', transfer: id, reason: 'paid back', at }, lines);
    await client.query('update deposits set covered = $2, updated_at = $3 where id = $1', [
      id,
      String(due - paid),
      at,
    ]);
  }
}

type Moving = Pick<DepositRow, 'id' | 'account_id' | 'coin' | 'amount' | 'fee' | 'covered' | 'stage'>;

export async function advance(
  client: Client,
  deposit: Moving,
  stage: 'seen' | 'confirming' | 'credited' | 'undone',
  at: Date,
): Promise<void> {
  if (deposit.stage === stage) return;
  if (stage === 'credited') return credit(client, deposit, at);
  if (deposit.stage === 'credited') return takeBack(client, deposit, stage, at);
  await client.query('update deposits set stage = $2, updated_at = $3 where id = $1', [
    deposit.id,
    stage,
    at,
  ]);
}

async function credit(client: Client, deposit: Moving, at: Date): Promise<void> {
  const { id, account_id: account, coin } = deposit;
  const [amount, fee, covered] = [BigInt(deposit.amount), BigInt(deposit.fee), BigInt(deposit.covered)];
  const lines = new Lines();
  lines.add(HOUSE.chain, coin, { available: -amount });
  lines.add(HOUSE.depositFees, coin, { available: fee });
  // Repays what the venue covered when the deposit was undone.
  lines.add(HOUSE.losses, coin, { available: covered });
  lines.add({ account }, coin, { available: amount - fee - covered });
  await post(client, { kind: 'deposit', transfer: id, reason: 'confirmed', at }, lines);
  await client.query(
    `update deposits set stage = 'credited', covered = 0, updated_at = $2, confirmed_at = $2 where id = $1`,
    [id, at],
  );
}

/** Reverses a credited deposit. The venue covers what is already spent. */
async function takeBack(client: Client, deposit: Moving, stage: string, at: Date): Promise<void> {
  const { id, account_id: account, coin } = deposit;
  const [amount, fee] = [BigInt(deposit.amount), BigInt(deposit.fee)];
  const free = await lockedBalance(client, { account, currency: coin });
  const given = amount - fee;
  const taken = free < given ? free : given;
  const lines = new Lines();
  lines.add({ account }, coin, { available: -taken });
  lines.add(HOUSE.losses, coin, { available: taken - given });
  lines.add(HOUSE.depositFees, coin, { available: -fee });
  lines.add(HOUSE.chain, coin, { available: amount });
  await post(client, { kind: 'deposit', transfer: id, reason: 'undone by its chain', at }, lines);
  await client.query('update deposits set stage = $2, covered = $3, updated_at = $4 where id = $1', [
    id,
    stage,
    String(given - taken),
    at,
  ]);
}
