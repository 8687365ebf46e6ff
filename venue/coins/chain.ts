import { advance, type DepositRow, ownerOf, recordDeposit } from './deposits.ts';
import { lockWithdrawal, refundWithdrawal } from './withdrawals.ts';
import { type Client, lockBalances } from './post.ts';
import { keepUncredited } from './returns.ts';
import { ruleOf, UNCREDITED } from './stages.ts';

/** A chain as the venue has recorded it. Every change settles its deposits and withdrawals in the same transaction. */
export interface ChainState {
  readonly coin: string;
  readonly height: number;
  readonly required: number;
}

interface PaymentPlace {
  readonly height: string | null;
  readonly is_dropped: boolean;
}

/** Includes the payment's own block; 0 while it waits for one. */
export const confirmationsAt = (chainHeight: number, height: number | null): number =>
  height === null ? 0 : Math.max(0, chainHeight - height + 1);

/** Locks the chain for a change. @throws Error for a coin without a chain. */
export async function lockChain(client: Client, coin: string): Promise<ChainState> {
  const { rows } = await client.query<{ height: string; confirmations: number }>(
    'select height, confirmations from chains where coin = $1 for update',
    [coin],
  );
  const [row] = rows;
  if (!row) throw new Error(`${coin} has no chain`);
  return { coin, height: Number(row.height), required: row.confirmations };
}

/** Without a lock: it may have grown since. */
export async function heightOf(client: Client, coin: string): Promise<number> {
  const { rows } = await client.query<{ height: string }>('select height from chains where coin = $1', [
    coin,
  ]);
  return Number(rows[0]?.height ?? 0);
}

export interface NewPayment {
  readonly coin: string;
  readonly txHash: string;
  readonly output?: number;
  readonly address: string | null;
  /** Units. */
  readonly amount: bigint;
}

/** Adds a payment to the locked chain. One to an address of the venue becomes a deposit. */
export async function broadcast(client: Client, payment: NewPayment, at: Date): Promise<void> {
  const { coin, txHash, output = 0, address, amount } = payment;
  await client.query(
    'insert into payments (coin, tx_hash, output, address, amount) values ($1, $2, $3, $4, $5)',
    [coin, txHash, output, address, String(amount)],
  );
  const account = address === null ? null : await ownerOf(client, coin, address);
  if (address !== null && account !== null)
    await recordDeposit(client, { account, coin, amount, address, txHash, output, at });
}

/** Sets the height of the locked chain, and settles what its payments now mean. */
export async function settleAt(
  client: Client,
  chain: ChainState,
  height: number,
  at: Date,
): Promise<ChainState> {
  const now = { ...chain, height };
  await client.query('update chains set height = $2 where coin = $1', [chain.coin, height]);
  await settleWithdrawals(client, now, at);
  await settleDeposits(client, now, at);
  await keepUncredited(client, chain.coin, height - chain.required + 1, at);
  return now;
}

async function settleDeposits(client: Client, chain: ChainState, at: Date): Promise<void> {
  // Reads credited deposits only where their block may be removed, never a whole history.
  const { rows } = await client.query<DepositRow & PaymentPlace>(
    `select d.id, d.account_id, d.coin, d.amount, d.fee, d.covered, d.stage, p.height, p.is_dropped
     from deposits d join payments p on p.coin = d.coin and p.tx_hash = d.tx_hash and p.output = d.output
     where d.id in (
       select id from deposits where coin = $1 and stage in ('seen', 'confirming')
       union all
       select c.id from payments u join deposits c
           on c.coin = u.coin and c.tx_hash = u.tx_hash and c.output = u.output
         where u.coin = $1 and (u.height is null or u.height > $2) and c.stage = 'credited')
     order by d.number for update of d`,
    [chain.coin, chain.height - chain.required + 1],
  );
  const moves = rows
    .map((deposit) => ({ deposit, stage: stageOf(chain, deposit) }))
    .filter(({ deposit, stage }) => deposit.stage !== stage);
  await lockBalances(
    client,
    moves.map(({ deposit }) => ({ account: deposit.account_id, currency: deposit.coin })),
  );
  for (const { deposit, stage } of moves) await advance(client, deposit, stage, at);
}

export function stageOf(
  chain: ChainState,
  payment: PaymentPlace,
): 'seen' | 'confirming' | 'credited' | 'undone' {
  if (payment.is_dropped) return 'undone';
  if (payment.height === null) return 'seen';
  const confirmations = confirmationsAt(chain.height, Number(payment.height));
  return confirmations >= chain.required ? 'credited' : 'confirming';
}

async function settleWithdrawals(client: Client, chain: ChainState, at: Date): Promise<void> {
  const confirmed = chain.height - chain.required + 1;
  await client.query(
    `update withdrawals w set stage = 'completed', confirmed_at = $3, updated_at = $3
     from payments p where w.coin = $1 and w.stage = 'sent' and p.coin = w.coin and p.tx_hash = w.tx_hash
       and p.output = w.output and p.height <= $2`,
    [chain.coin, confirmed, at],
  );
  await client.query(
    `update withdrawals w set stage = 'sent', confirmed_at = null, updated_at = $3
     from payments p where w.coin = $1 and w.stage = 'completed' and p.coin = w.coin and p.tx_hash = w.tx_hash
       and p.output = w.output and (p.height is null or p.height > $2)`,
    [chain.coin, confirmed, at],
  );
}

/** Fails a withdrawal on the locked chain and returns the coins. @returns false when it is confirmed or final. */
export async function failWithdrawal(client: Client, id: string, at: Date): Promise<boolean> {
  const row = await lockWithdrawal(client, id);
  const waitsFor = row && ruleOf(row.stage).waitsFor;
  if (!row || waitsFor === null || waitsFor === 'operator') return false;
  if (row.tx_hash !== null) {
    const { rowCount } = await client.query(
      'update payments set is_dropped = true where coin = $1 and tx_hash = $2 and output = $3 and height is null',
      [row.coin, row.tx_hash, row.output],
    );
    if (rowCount !== 1) return false;
    await client.query(
      `update deposits set stage = 'undone', updated_at = $4
       where coin = $1 and tx_hash = $2 and output = $3 and kept_at is null and covered = 0
         and (stage = 'seen' or stage in ${UNCREDITED})`,
      [row.coin, row.tx_hash, row.output, at],
    );
  }
  await refundWithdrawal(client, row, 'failed', 'refused by the chain', at);
  return true;
}
