import type { Pool } from 'pg';
import { broadcast, lockChain, settleAt } from '../coins/chain.ts';
import { ownerOf, recordDeposit } from '../coins/deposits.ts';
import { atomically, type Client } from '../coins/post.ts';
import { RETURNED } from '../coins/stages.ts';
import { LARGEST_UNITS } from '../ledger/units.ts';
import type { Log } from '../log.ts';
import { forgetHidden, recordHidden } from './grin/records.ts';
import type { Block, BlockId, ChainPayment, ChainReader, ClosedReason, HiddenBlock } from './port.ts';
import { followHash } from './replaced.ts';

/** Reorganisations up to this many blocks are followed; a deeper one closes the coin. */
const KEPT_BLOCKS = 1000;
/** Blocks recorded in one transaction. */
const AT_ONCE = 25;

/** Milliseconds that a round may take; after that the coin is closed until it ends. */
const LATE_AFTER = 30_000;

export interface FollowParts {
  readonly pool: Pool;
  readonly chain: ChainReader;
  readonly now: () => Date;
  readonly log: Log;
  /** Called as soon as the node has answered. */
  readonly onTip?: (tip: BlockId) => void;
  readonly lateAfter?: number;
}

interface Read {
  readonly block: Block;
  readonly payments: readonly ChainPayment[];
  readonly hidden: HiddenBlock | undefined;
}

/**
 * Records what happened on the chain since the last call, and settles deposits and withdrawals with each part of it
 * (CHAIN-02, CHAIN-03). Where nothing can be concluded from the node, it closes the coin (CHAIN-06).
 * @returns why it is closed; null while it is open.
 */
export async function followChain(parts: FollowParts): Promise<ClosedReason | null> {
  const { pool, chain, log, onTip, lateAfter = LATE_AFTER } = parts;
  const { coin } = chain;
  let whyLate: ClosedReason = 'down';
  let marked: Promise<void> = Promise.resolve();
  // Nobody may deposit while the node does not answer.
  const late = setTimeout(() => {
    marked = setClosed(pool, coin, whyLate, log).catch((error: unknown) =>
      log.error('a coin could not be closed', error),
    );
  }, lateAfter);
  const answered = (tip: BlockId): void => {
    whyLate = 'syncing';
    onTip?.(tip);
  };
  const closed = await follow({ ...parts, onTip: answered }).catch((error: unknown): ClosedReason => {
    log.error('a chain could not be followed', error);
    return 'down';
  });
  clearTimeout(late);
  await marked;
  await setClosed(pool, coin, closed, log);
  return closed;
}

export async function setClosed(
  pool: Pool,
  coin: string,
  closed: ClosedReason | null,
  log: Log,
): Promise<void> {
  const { rowCount } = await pool.query(
    'update chains set closed = $2 where coin = $1 and closed is distinct from $2',
    [coin, closed],
  );
  if (rowCount === 1 && closed !== null) log.warn('a coin is closed', { coin, closed });
  if (rowCount === 1 && closed === null) log.info('a coin is open again', { coin });
}

async function follow({ pool, chain, now, log, onTip }: FollowParts): Promise<ClosedReason | null> {
  const health = await chain.health();
  if (!health.isOpen) return health.reason;
  const { tip } = health;
  onTip?.(tip);
  for (;;) {
    const top = await topOf(pool, chain.coin);
    // Nobody was given an address before the first block that was read.
    const fork = top === null ? tip.height - 1 : await forkBelow(pool, chain, top, tip);
    if (typeof fork !== 'number') return fork;
    if (top !== null && fork === top.height && fork >= tip.height) return null;
    const read = await readAbove(pool, chain, fork, tip.height);
    // The chain changed in the meantime: the next round finds where.
    if (read.length === 0) return 'syncing';
    await atomically(pool, (client) => record(client, { chain, top, fork, read, at: now(), log }));
  }
}

export async function topOf(client: Client, coin: string): Promise<BlockId | null> {
  const { rows } = await client.query<{ height: string; hash: string }>(
    'select height, hash from chain_blocks where coin = $1 order by height desc limit 1',
    [coin],
  );
  return rows[0] ? { height: Number(rows[0].height), hash: rows[0].hash } : null;
}

async function hashAt(client: Client, coin: string, height: number): Promise<string | null> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from chain_blocks where coin = $1 and height = $2',
    [coin, height],
  );
  return rows[0]?.hash ?? null;
}

/** The highest recorded block that is still on the chain. A node that is merely behind has lost nothing. */
async function forkBelow(
  pool: Pool,
  chain: ChainReader,
  top: BlockId,
  tip: BlockId,
): Promise<number | ClosedReason> {
  const from = Math.min(top.height, tip.height);
  for (let height = from; ; height -= 1) {
    const known = await hashAt(pool, chain.coin, height);
    // None of the recorded blocks is there: it is another chain, or a reorganisation too deep to follow.
    if (known === null) return 'wrong-network';
    if ((await chain.blockAt(height))?.hash !== known) continue;
    return height === from && tip.height < top.height ? 'syncing' : height;
  }
}

/** The next blocks, each on top of the previous one. */
async function readAbove(pool: Pool, chain: ChainReader, fork: number, tip: number): Promise<Read[]> {
  const read: Read[] = [];
  let below = await hashAt(pool, chain.coin, fork);
  for (let height = fork + 1; height <= Math.min(tip, fork + AT_ONCE); height += 1) {
    const block = await chain.blockAt(height);
    if (!block || (below !== null && block.parent !== below)) break;
    const said = await chain.paymentsIn(block);
    if (!said) break;
    const own = await ownIn(pool, chain, block);
    if (!own) break;
    // The venue's own records know its payments to itself.
    const others = said.filter(({ txHash }) => own.every((one) => one.txHash !== txHash));
    const payments = await paidIn(pool, chain, block, [...own, ...others]);
    const hidden = await chain.hiddenIn?.(block);
    if (!payments || hidden === null) break;
    read.push({ block, payments, hidden });
    below = block.hash;
  }
  return read;
}

/** What the venue has sent, on a chain that hides it. Null where the block was replaced in the meantime. */
async function ownIn(pool: Pool, chain: ChainReader, block: Block): Promise<ChainPayment[] | null> {
  if (!chain.transactionsIn) return [];
  const hashes = await chain.transactionsIn(block);
  if (!hashes) return null;
  const { rows } = await pool.query<{ tx_hash: string; output: number; address: string; amount: string }>(
    `select p.tx_hash, p.output, p.address, p.amount from payments p
       join chain_transactions t on t.coin = p.coin and t.tx_hash = p.tx_hash
     where p.coin = $1 and p.tx_hash = any($2)`,
    [chain.coin, hashes],
  );
  return rows.map(({ tx_hash: txHash, output, address, amount }) => ({
    txHash,
    output,
    address,
    amount: BigInt(amount),
  }));
}

/** Those that concern the venue and really paid. Null where the block was replaced in the meantime. */
async function paidIn(
  pool: Pool,
  chain: ChainReader,
  block: Block,
  said: readonly ChainPayment[],
): Promise<ChainPayment[] | null> {
  if (said.length === 0) return [];
  const { rows } = await pool.query<{ tx_hash: string; address: string }>(
    `select s.tx_hash, s.address from unnest($2::text[], $3::text[]) s(tx_hash, address)
     where s.address = $4 or exists (select from deposit_addresses a where a.coin = $1 and a.address = s.address)
       or exists (select from payments p where p.coin = $1 and p.tx_hash = s.tx_hash)
       or exists (select from chain_replaced r where r.coin = $1 and r.tx_hash = s.tx_hash)`,
    [
      chain.coin,
      said.map(({ txHash }) => txHash),
      said.map(({ address }) => address),
      chain.ownAddress ?? null,
    ],
  );
  const known = new Set(rows.map((row) => `${row.tx_hash} ${row.address}`));
  const failed = new Set<string>();
  for (const txHash of new Set(rows.map((row) => row.tx_hash))) {
    const place = await chain.placeOf(txHash);
    if (place.kind !== 'mined' || place.block.hash !== block.hash) return null;
    if (place.hasFailed) failed.add(txHash);
  }
  return said.filter(
    ({ txHash, address, amount }) =>
      known.has(`${txHash} ${address}`) && !failed.has(txHash) && amount <= LARGEST_UNITS,
  );
}

interface Recording {
  readonly chain: ChainReader;
  /** Where the reading started. */
  readonly top: BlockId | null;
  readonly fork: number;
  readonly read: readonly Read[];
  readonly at: Date;
  readonly log: Log;
}

async function record(client: Client, { chain, top, fork, read, at, log }: Recording): Promise<void> {
  const { coin } = chain;
  const state = await lockChain(client, coin);
  // Another venue has recorded something in the meantime.
  if ((await topOf(client, coin))?.hash !== top?.hash) return;
  await client.query('delete from chain_blocks where coin = $1 and height > $2', [coin, fork]);
  await client.query('update payments set height = null where coin = $1 and height > $2', [coin, fork]);
  if (chain.hiddenIn) await forgetHidden(client, fork);
  let { height } = state;
  for (const { block, payments, hidden } of read) {
    height = block.height;
    await client.query('insert into chain_blocks (coin, height, hash) values ($1, $2, $3)', [
      coin,
      height,
      block.hash,
    ]);
    for (const payment of payments) await recordPayment(client, coin, payment, height, at, log);
    if (hidden) await recordHidden(client, hidden, height, at, log);
  }
  await client.query('delete from chain_blocks where coin = $1 and height <= $2', [
    coin,
    height - KEPT_BLOCKS,
  ]);
  await settleAt(client, state, height, at);
}

/** A deposit is one transaction and one output of it: seen again, it is the same one (CHAIN-02). */
async function recordPayment(
  client: Client,
  coin: string,
  payment: ChainPayment,
  height: number,
  at: Date,
  log: Log,
): Promise<void> {
  const { txHash, output, address, amount, oneTimeKey = null } = payment;
  if (oneTimeKey !== null && (await isKeyUsed(client, coin, payment))) {
    log.warn('a payment cannot be spent, as its key was used before', { coin, height });
    return;
  }
  await followHash(client, coin, txHash);
  const { rows } = await client.query<{ address: string; amount: string; is_refunded: boolean }>(
    `select p.address, p.amount, exists (select from withdrawals w where w.coin = p.coin and w.tx_hash = p.tx_hash
         and w.output = p.output and w.stage in ${RETURNED}) as is_refunded
     from payments p where coin = $1 and tx_hash = $2 and output = $3`,
    [coin, txHash, output],
  );
  const [known] = rows;
  if (!known) await broadcast(client, { coin, txHash, output, address, amount }, at);
  else if (known.is_refunded || known.address !== address || known.amount !== String(amount)) {
    // It cannot be put right automatically: the log reports it, and nothing is credited.
    log.warn('a payment came back as another one', { coin, height });
    return;
  }
  await client.query(
    `update payments set height = $4, is_dropped = false, one_time_key = coalesce(one_time_key, $5)
     where coin = $1 and tx_hash = $2 and output = $3`,
    [coin, txHash, output, height, oneTimeKey],
  );
  // A withdrawal from one user to another is known as a payment before it is a deposit.
  const account = known ? await ownerOf(client, coin, address) : null;
  const { rowCount } = await client.query(
    'select from deposits where coin = $1 and tx_hash = $2 and output = $3',
    [coin, txHash, output],
  );
  if (account !== null && rowCount === 0)
    await recordDeposit(client, { account, coin, amount, address, txHash, output, at });
}

/** Also by a payment that is no longer on its chain: it may come back. */
async function isKeyUsed(
  client: Client,
  coin: string,
  { txHash, output, oneTimeKey }: ChainPayment,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from payments where coin = $1 and one_time_key = $4 and (tx_hash, output) <> ($2, $3)',
    [coin, txHash, output, oneTimeKey],
  );
  return rowCount !== 0;
}
