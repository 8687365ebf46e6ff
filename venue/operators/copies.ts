import type { Pool } from 'pg';
import type { RealChain } from '../chains/open.ts';
import type { ChainPayment, ChainReader } from '../chains/port.ts';
import { placeOfAny } from '../chains/replaced.ts';
import { heightOf, lockChain } from '../coins/chain.ts';
import { APPROVALS } from '../coins/held.ts';
import { fingerprintOf } from '../coins/idempotency.ts';
import { atomically, type Client } from '../coins/post.ts';
import { LOCKED, RETURNED, ruleOf, type WithdrawalStage } from '../coins/stages.ts';
import { lockWithdrawal, sendWithdrawal, type WithdrawalRow } from '../coins/withdrawals.ts';
import { textOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { approveFor, type Approvals, isApproved, mayApprove } from './operators.ts';

interface CopyParts {
  readonly pool: Pool;
  readonly chains: readonly RealChain[];
  readonly now: () => Date;
}

interface CopyAsked {
  readonly operator: string;
  readonly coin: string;
  /** Null for a dry run. */
  readonly reason: string | null;
}

/** A withdrawal that the chain has paid and the copy does not know as paid. */
interface PaidTwice {
  readonly withdrawal: string;
  /** Of the copy. */
  readonly stage: WithdrawalStage;
  readonly payment: ChainPayment;
  readonly height: number;
}

interface Told {
  readonly withdrawal: string;
  readonly amount: string;
  readonly address: string;
  readonly tx: string;
}

const asTold = ({ withdrawal, payment: { amount, address, txHash } }: PaidTwice): Told => ({
  withdrawal,
  amount: textOf(amount),
  address,
  tx: txHash,
});

export interface Compared {
  readonly coin: string;
  readonly blocks: number;
  /** Would have been paid a second time; it is completed with the existing payment. */
  readonly paidTwice: readonly Told[];
  /** Returned to the user's balance, although the chain has paid it. */
  readonly paidAndReturned: readonly Told[];
  /** Withdrawals that leave once every coin is compared. */
  readonly waiting: number;
  /** The chain hides payments: somebody has to check the paying wallet by hand for these waiting withdrawals. */
  readonly isHidden: boolean;
  readonly byHand: readonly {
    withdrawal: string;
    email: string | null;
    amount: string;
    address: string | null;
  }[];
}

/**
 * Compares a coin of a restored copy with its chain, from the newest block that the copy knew (OPERATOR-18). With a
 * reason it approves: the second operator's approval completes paid withdrawals, and lets the coin leave again.
 * @throws RefusedError 403, 404, 409.
 */
export async function compareCopy(
  { pool, chains, now }: CopyParts,
  { operator, coin, reason }: CopyAsked,
): Promise<Compared & Approvals> {
  const { rows } = await pool.query<{ height: string }>(
    'select height from uncompared_coins where coin = $1',
    [coin],
  );
  const reader = chains.find((chain) => chain.reader.coin === coin)?.reader;
  if (!rows[0])
    throw new RefusedError(
      404,
      'NOTHING_TO_COMPARE',
      `${coin} is not of a restored copy, or was compared already.`,
    );
  const { blocks, found, spent } = reader
    ? await paidSince(pool, reader, Number(rows[0].height)).catch((error: unknown) => {
        if (!(error instanceof Error) || error instanceof RefusedError) throw error;
        throw new RefusedError(409, 'NODE_UNSURE', `Nothing can be concluded now: ${error.message}.`);
      })
    : { blocks: 0, found: [], spent: [] };
  const isReturned = ({ stage }: PaidTwice): boolean => ruleOf(stage).coins === 'returned';
  const twice = found.filter((one) => !isReturned(one));
  const isHidden = reader?.transactionsIn !== undefined || reader?.hiddenIn !== undefined;
  return atomically(pool, async (client) => {
    const at = now();
    // A coin that is no longer configured can be let go, as long as nothing of it would leave if it came back.
    if (!reader && (await countWaiting(client, coin)) > 0)
      throw new RefusedError(409, 'NO_CHAIN', `Withdrawals of ${coin} wait: configure its chain first.`);
    let approved: Approvals = { approvals: 0, needed: APPROVALS };
    if (reason !== null) {
      await mayApprove(client, operator, at);
      const subject = `${coin}:${found.length}:${digestOf(found)}`;
      approved = await approveFor(client, { operator, action: 'compare', subject, reason }, at);
      if (isApproved(approved)) {
        for (const one of twice) await complete(client, coin, one, at);
        await lockSpent(client, coin, spent);
        await client.query('delete from uncompared_coins where coin = $1', [coin]);
      }
    }
    return {
      coin,
      blocks,
      paidTwice: twice.map(asTold),
      paidAndReturned: found.filter(isReturned).map(asTold),
      waiting: await countWaiting(client, coin),
      isHidden,
      byHand: isHidden ? await listWaiting(client, coin) : [],
      ...approved,
    };
  });
}

/** Coins of a restored copy that are still to be compared. */
export async function readUncompared(client: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ coin: string }>('select coin from uncompared_coins order by coin');
  return rows.map(({ coin }) => coin);
}

/** Identifies what is approved, so that the second operator approves what the first one saw. */
const digestOf = (found: readonly PaidTwice[]): string =>
  fingerprintOf(
    'compare',
    found.map(({ withdrawal, payment: { txHash, output } }) => `${withdrawal}:${txHash}:${output}`).sort(),
  );

async function countWaiting(client: Client, coin: string): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from withdrawals where coin = $1 and stage in ${LOCKED}`,
    [coin],
  );
  return rows[0]?.waiting ?? 0;
}

async function listWaiting(client: Client, coin: string): Promise<Compared['byHand']> {
  const { rows } = await client.query<
    Record<'id' | 'amount', string> & Record<'email' | 'address', string | null>
  >(
    `select w.id, coalesce(u.email, u.username) as email, w.amount, w.address
     from withdrawals w left join users u using (account_id)
     where w.coin = $1 and w.stage in ${LOCKED} order by w.number`,
    [coin],
  );
  return rows.map(({ id, email, amount, address }) => ({
    withdrawal: id,
    email,
    amount: textOf(BigInt(amount)),
    address,
  }));
}

/** Payments of the chain that the copy does not know; each stands for one withdrawal. */
async function paidSince(
  pool: Pool,
  reader: ChainReader,
  since: number,
): Promise<{ blocks: number; found: PaidTwice[]; spent: string[] }> {
  const { coin } = reader;
  const unpaid = await unpaidBy(pool, reader);
  const { height: top } = await reader.tip();
  // The venue's spending is recognised by its recorded outputs.
  if (reader.ownAddress !== undefined && (await heightOf(pool, coin)) < top)
    throw new Error('the blocks since the backup are still being read');
  const found: PaidTwice[] = [];
  const spent: string[] = [];
  for (let height = since + 1; height <= top; height += 1) {
    const block = await reader.blockAt(height);
    const payments = block && (await reader.paymentsIn(block));
    const names = block && reader.spentIn ? await reader.spentIn(block) : [];
    if (!payments || !names) throw new Error('the chain changes at this moment');
    spent.push(...(await ownAmong(pool, reader, names)));
    for (const payment of payments) {
      const same = unpaid.get(`${payment.address} ${payment.amount}`) ?? [];
      const [match] = same;
      if (!match || (await isKnown(pool, coin, payment)) || !(await isPaidBy(pool, reader, payment)))
        continue;
      if (await hasFailed(reader, payment)) continue;
      same.shift();
      found.push({ withdrawal: match.id, stage: match.stage, payment, height });
    }
  }
  return { blocks: Math.max(0, top - since), found, spent };
}

type Unpaid = Pick<WithdrawalRow, 'id' | 'stage' | 'tx_hash'> & { readonly paid: string };

/**
 * Withdrawals that the chain has not paid as far as the copy knows, by address and amount. Refunded ones come last:
 * their payment shows that a user has too much.
 */
async function unpaidBy(pool: Pool, reader: ChainReader): Promise<Map<string, Unpaid[]>> {
  const { rows } = await pool.query<Unpaid>(
    `select w.id, w.stage, w.tx_hash, w.address || ' ' || w.amount as paid from withdrawals w
       left join payments p on p.coin = w.coin and p.tx_hash = w.tx_hash and p.output = w.output
     where w.coin = $1 and w.address is not null and p.height is null
     order by w.stage in ${RETURNED}, w.number`,
    [reader.coin],
  );
  const unpaid = new Map<string, Unpaid[]>();
  for (const row of rows) {
    // A transaction that the node knows stands for itself. Any other may have been replaced by one with a higher fee.
    if (row.tx_hash !== null && (await placeOfAny(pool, reader, row.tx_hash)).place.kind !== 'unknown')
      continue;
    unpaid.set(row.paid, [...(unpaid.get(row.paid) ?? []), row]);
  }
  return unpaid;
}

/** Whether it belongs to a withdrawal, directly or through a replacement. */
async function isKnown(pool: Pool, coin: string, { txHash, output }: ChainPayment): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from withdrawals where coin = $1 and tx_hash = $2 and output = $3
     union all select from chain_replaced where coin = $1 and tx_hash = $2`,
    [coin, txHash, output],
  );
  return rowCount !== 0;
}

/** Recorded outputs of the venue among these. */
async function ownAmong(
  pool: Pool,
  { coin, ownAddress }: ChainReader,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($2::text[]) name join payments p on p.coin = $1
       and p.tx_hash = split_part(name, ':', 1) and p.output::text = split_part(name, ':', 2)
     where p.address = $3
       or exists (select from deposit_addresses a where a.coin = p.coin and a.address = p.address)`,
    [coin, names, ownAddress],
  );
  return rows.map(({ name }) => name);
}

/** Nothing is built from coins that are already spent. The copy's own stored transactions protect theirs. */
async function lockSpent(client: Client, coin: string, names: readonly string[]): Promise<void> {
  await client.query(
    `update payments p set is_spent = true from unnest($2::text[]) name
     where p.coin = $1 and p.tx_hash = split_part(name, ':', 1) and p.output::text = split_part(name, ':', 2)
       and not exists (select from chain_inputs i where i.coin = p.coin and i.input = name)`,
    [coin, names],
  );
}

/** Whether the venue itself has paid, as far as the chain shows it: others may pay the same to the same address. */
async function isPaidBy(pool: Pool, reader: ChainReader, { txHash }: ChainPayment): Promise<boolean> {
  const { wallet, ownAddress } = reader;
  if (wallet === undefined && ownAddress === undefined) return true;
  const names = await reader.spentBy(txHash);
  if (names.length === 0) throw new Error('the node does not tell who has paid');
  if (wallet !== undefined) return names.some((name) => name.startsWith(`${wallet}/`));
  return (await ownAmong(pool, reader, names)).length > 0;
}

async function hasFailed(reader: ChainReader, { txHash }: ChainPayment): Promise<boolean> {
  const place = await reader.placeOf(txHash);
  return place.kind === 'mined' && place.hasFailed;
}

/** The coins left before the copy knew it. */
async function complete(client: Client, coin: string, one: PaidTwice, at: Date): Promise<void> {
  const { withdrawal, stage, payment, height } = one;
  const chain = await lockChain(client, coin);
  const row = await lockWithdrawal(client, withdrawal);
  if (row?.stage !== stage)
    throw new RefusedError(409, 'CHANGED', 'A withdrawal has changed meanwhile: compare again.');
  await client.query(
    // One to a deposit address of the venue is a deposit already.
    `insert into payments (coin, tx_hash, output, address, amount, height) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [
      coin,
      payment.txHash,
      payment.output,
      payment.address,
      String(payment.amount),
      // A block that is not recorded yet will be read as usual.
      height <= chain.height ? height : null,
    ],
  );
  if (stage === 'sent') return replace(client, row, payment);
  await client.query(`update withdrawals set stage = 'created', output = $2 where id = $1`, [
    withdrawal,
    payment.output,
  ]);
  await sendWithdrawal(client, { ...row, stage: 'created' }, payment.txHash, at);
}

/** The payment that the copy knows was replaced, and can never be in a block. */
async function replace(
  client: Client,
  { id, coin, tx_hash: before, output }: WithdrawalRow,
  { txHash, output: paid }: ChainPayment,
): Promise<void> {
  await client.query('update withdrawals set tx_hash = $2, output = $3 where id = $1', [id, txHash, paid]);
  await client.query(
    'update payments set is_dropped = true where coin = $1 and tx_hash = $2 and output = $3',
    [coin, before, output],
  );
  await client.query(
    'update chain_transactions set tx_hash = $3, unsent_since = null where coin = $1 and tx_hash = $2',
    [coin, before, txHash],
  );
}
