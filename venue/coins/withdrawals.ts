import { randomUUID } from 'node:crypto';
import { Lines } from '../ledger/lines.ts';
import type { Refusal } from '../exchange.ts';
import { readOwed } from '../core/reads.ts';
import type { HeldFor } from './ceilings.ts';
import { type Client, HOUSE, lockBalances, post } from './post.ts';
import { refuse } from './refusals.ts';
import { ruleOf, type WithdrawalStage } from './stages.ts';

/** A row of `withdrawals`; amounts in units. */
export interface WithdrawalRow {
  readonly id: string;
  readonly account_id: string;
  readonly coin: string;
  readonly amount: string;
  readonly fee: string;
  readonly address: string | null;
  readonly tx_hash: string | null;
  readonly output: number;
  readonly extra_id: string | null;
  readonly stage: WithdrawalStage;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly confirmed_at: Date | null;
  readonly refused_reason: string | null;
  /** The deposit that it returns (REFUND-07); null for a user's own withdrawal. */
  readonly returns: string | null;
}

export const WITHDRAWAL_COLUMNS = `id, account_id, coin, amount, fee, address, tx_hash, output, extra_id, stage,
  expires_at, created_at, updated_at, confirmed_at, refused_reason, returns`;

export interface NewWithdrawal {
  readonly account: string;
  readonly coin: string;
  /** Units. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string | null;
  /** The daily ceiling that it exceeds; null once released. */
  readonly heldFor?: HeldFor | null;
}

/** Withdrawals that the user's wallet signs (GRIN). `open` runs in the transaction that locks the coins. */
export interface Signing {
  /** Why this many units cannot be paid now. The coins that pay them stay locked until the transaction ends. */
  whyShort?(client: Client, amount: bigint): Promise<Refusal | null>;
  open(
    client: Client,
    withdrawal: NewWithdrawal & { readonly id: string },
    at: Date,
  ): Promise<{ readonly extraId: string; readonly expiresAt: Date }>;
  slatepackOf(client: Client, withdrawalId: string): Promise<string | null>;
}

/** Locks amount and fee of a locked, sufficient balance. @param signing where the user's wallet signs. */
export async function openWithdrawal(
  client: Client,
  withdrawal: NewWithdrawal,
  signing: Signing | undefined,
  at: Date,
): Promise<string> {
  const id = randomUUID();
  const { account, coin, amount, fee, address, heldFor = null } = withdrawal;
  await client.query(
    `insert into withdrawals (id, account_id, coin, amount, fee, address, stage, held_for, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $8, $9, $7, $7)`,
    [id, account, coin, String(amount), String(fee), address, at, heldFor ? 'held' : 'created', heldFor],
  );
  const lines = new Lines();
  lines.add({ account }, coin, { available: -(amount + fee) });
  lines.add(HOUSE.withdrawals, coin, { available: amount + fee });
  await post(client, { kind: 'withdrawal', transfer: id, reason: 'locked', at }, lines);
  if (signing) {
    const { extraId, expiresAt } = await signing.open(client, { ...withdrawal, id }, at);
    await client.query(
      `update withdrawals set stage = 'awaiting', extra_id = $2, expires_at = $3 where id = $1`,
      [id, extraId, expiresAt],
    );
  }
  return id;
}

export async function lockWithdrawal(client: Client, id: string): Promise<WithdrawalRow | undefined> {
  const { rows } = await client.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from withdrawals where id = $1 for update`,
    [id],
  );
  return rows[0];
}

/** Posts that the coins have left. `row` is locked; the chain already has the payment. */
export async function sendWithdrawal(
  client: Client,
  row: WithdrawalRow,
  txHash: string,
  at: Date,
): Promise<void> {
  if (row.stage !== 'created' && row.stage !== 'awaiting')
    throw new Error(`a withdrawal that is ${row.stage} cannot leave`);
  const { id, coin } = row;
  const whole = BigInt(row.amount) + BigInt(row.fee);
  const lines = new Lines();
  lines.add(HOUSE.withdrawals, coin, { available: -whole });
  lines.add(HOUSE.chain, coin, { available: whole });
  await post(client, { kind: 'withdrawal', transfer: id, reason: 'left', at }, lines);
  await client.query(`update withdrawals set stage = 'sent', tx_hash = $2, updated_at = $3 where id = $1`, [
    id,
    txHash,
    at,
  ]);
}

/**
 * Returns amount and fee. `row` is locked and not confirmed.
 * @param stage failed, unless cancelled by the user or for lack of a signature.
 */
export async function refundWithdrawal(
  client: Client,
  row: WithdrawalRow,
  stage: 'failed' | 'cancelled',
  reason: string,
  at: Date,
): Promise<void> {
  const { coins, waitsFor } = ruleOf(row.stage);
  if (waitsFor === null) throw new Error(`a withdrawal that is ${row.stage} cannot be refunded`);
  const { id, account_id: account, coin } = row;
  const whole = BigInt(row.amount) + BigInt(row.fee);
  const lines = new Lines();
  lines.add(coins === 'left' ? HOUSE.chain : HOUSE.withdrawals, coin, { available: -whole });
  if (row.returns === null) lines.add({ account }, coin, { available: whole });
  else lines.add(HOUSE.unreturned, coin, { available: whole });
  await post(client, { kind: 'withdrawal', transfer: id, reason, at }, lines);
  if (row.returns !== null) {
    await client.query(
      `update deposits set kept_as = 'waiting', updated_at = $2 where id = $1 and kept_at is not null`,
      [row.returns, at],
    );
    if (coins === 'left') await repayLoss(client, row.returns, row, at);
  }
  await client.query('update withdrawals set stage = $2, updated_at = $3 where id = $1', [id, stage, at]);
}

/**
 * The payment of a returned deposit was lost, and now the return did not pay either: with its coins back the venue has
 * lost nothing, and the account gets back what it paid.
 */
async function repayLoss(
  client: Client,
  deposit: string,
  { account_id: account, coin, amount, fee }: WithdrawalRow,
  at: Date,
): Promise<void> {
  const { rows } = await client.query<{ covered: string }>(
    'select covered from deposits where id = $1 and kept_at is null for update',
    [deposit],
  );
  if (!rows[0]) return;
  const [whole, covered] = [BigInt(amount) + BigInt(fee), BigInt(rows[0].covered)];
  const lines = new Lines();
  lines.add(HOUSE.unreturned, coin, { available: -whole });
  lines.add(HOUSE.losses, coin, { available: covered });
  lines.add({ account }, coin, { available: whole - covered });
  await post(client, { kind: 'deposit', transfer: deposit, reason: 'not returned', at }, lines);
  await client.query('update deposits set covered = 0, updated_at = $2 where id = $1', [deposit, at]);
}

/** A restored copy's withdrawal may have been paid: until it is compared, its coins stay locked (OPERATOR-18). */
export async function isUncompared(client: Client, coin: string): Promise<boolean> {
  const { rowCount } = await client.query('select from uncompared_coins where coin = $1', [coin]);
  return rowCount !== 0;
}

export async function expireWithdrawals(client: Client, at: Date): Promise<number> {
  const { rows } = await client.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from withdrawals where stage = 'awaiting' and expires_at <= $1
       and coin not in (select coin from uncompared_coins)
     order by number for update`,
    [at],
  );
  await lockBalances(
    client,
    rows.map((row) => ({ account: row.account_id, currency: row.coin })),
  );
  for (const row of rows) await refundWithdrawal(client, row, 'cancelled', 'not signed in time', at);
  return rows.length;
}

/** Checks again before sending: a cooldown (WITHDRAW-17) or an undone deposit may have come after the request. */
export async function whyBlocked(client: Client, account: string, at: Date): Promise<Refusal | null> {
  const { rows } = await client.query<{ until: Date; reason: string | null }>(
    `select security_cooldown_until as until, security_cooldown_reason as reason from users
     where account_id = $1 and security_cooldown_until > $2`,
    [account, at],
  );
  const [row] = rows;
  if (row) return refuse.cooldown(row.until, row.reason, at);
  const owed = await readOwed(client, account);
  return owed.length > 0 ? refuse.depositUndone(owed) : null;
}
