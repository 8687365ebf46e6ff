import { createHash, randomBytes } from 'node:crypto';
import { broadcast, type ChainState, settleAt } from '../coins/chain.ts';
import type { Client } from '../coins/post.ts';
import { lockWithdrawal, refundWithdrawal, sendWithdrawal, whyBlocked } from '../coins/withdrawals.ts';
import type { Block, BlockId, BuiltTransaction, ChainReader, ChainSender, PaymentOrder } from './port.ts';

/** Withdrawals sent in one transaction; other work runs in between (LOAD-12). */
const SENT_AT_ONCE = 4;

/** The chains of a sandbox. Their blocks and payments are rows of the database, changed with what they settle. */
export interface SimulatedParts {
  /** A pool, or a transaction that holds the chain's lock. */
  readonly client: Client;
  readonly coin: string;
  readonly addressOf: (coin: string, number: bigint) => string | null;
  readonly now: () => Date;
}

export function createSimulatedChain({
  client,
  coin,
  addressOf,
  now,
}: SimulatedParts): ChainReader & ChainSender {
  async function height(): Promise<number> {
    const { rows } = await client.query<{ height: string }>('select height from chains where coin = $1', [
      coin,
    ]);
    if (!rows[0]) throw new Error(`${coin} has no chain`);
    return Number(rows[0].height);
  }

  /** Depends on the forks below it, so that blocks above a fork get other hashes than before. */
  async function hashAt(at: number): Promise<string> {
    const { rows } = await client.query<{ forks: string }>(
      'select count(*) as forks from simulated_forks where coin = $1 and height < $2',
      [coin, at],
    );
    return createHash('sha256')
      .update(`${coin}/${at}/${rows[0]?.forks ?? 0}`)
      .digest('hex');
  }

  async function blockAt(at: number): Promise<Block | null> {
    if (at < 0 || at > (await height())) return null;
    return { height: at, hash: await hashAt(at), parent: at === 0 ? '' : await hashAt(at - 1) };
  }

  async function tip(): Promise<BlockId> {
    const at = await height();
    return { height: at, hash: await hashAt(at) };
  }

  return {
    coin,
    addressOf: (number) => addressOf(coin, number),
    health: async () => ({ isOpen: true, tip: await tip() }),
    node: async () => ({
      height: await height(),
      tipAt: null,
      peers: null,
      network: 'simulated',
      isSyncing: false,
    }),
    tip,
    blockAt,

    async paymentsIn(block) {
      if ((await blockAt(block.height))?.hash !== block.hash) return null;
      const { rows } = await client.query<{
        tx_hash: string;
        output: number;
        address: string;
        amount: string;
      }>(
        `select tx_hash, output, address, amount from payments
         where coin = $1 and height = $2 and address is not null order by tx_hash, output`,
        [coin, block.height],
      );
      return rows.map(({ tx_hash: txHash, output, address, amount }) => ({
        txHash,
        output,
        address,
        amount: BigInt(amount),
      }));
    },

    async placeOf(txHash) {
      const { rows } = await client.query<{ height: string | null }>(
        'select height from payments where coin = $1 and tx_hash = $2 and not is_dropped limit 1',
        [coin, txHash],
      );
      const [row] = rows;
      if (!row) return { kind: 'unknown' };
      if (row.height === null) return { kind: 'waiting' };
      const at = Number(row.height);
      return { kind: 'mined', block: { height: at, hash: await hashAt(at) }, hasFailed: false };
    },

    // Accepts everything that is built.
    spentBy: async () => [],

    // Its blocks hold everything: a withdrawal pays the price of the feed.
    feePrice: async () => null,

    prepare: async () => ({
      wallet: coin,
      firstNonce: 0n,
      balance: null,
      most: SENT_AT_ONCE,
      fee: 0n,
      build: (order) => buildSimulated(coin, order),
    }),

    // All addresses pay into one wallet.
    sweptFrom: null,
    prepareSweep: async () => null,
    replaceAfter: null,
    replace: async () => null,
    // Its wallet is the ledger.
    held: async () => null,

    async send(bytes) {
      const sent: { txHash: string; address: string; amount: string } = JSON.parse(
        Buffer.from(bytes).toString(),
      );
      const { txHash, address } = sent;
      const { rowCount } = await client.query('select from payments where coin = $1 and tx_hash = $2', [
        coin,
        txHash,
      ]);
      if (rowCount === 0)
        await broadcast(client, { coin, txHash, address, amount: BigInt(sent.amount) }, now());
    },
  };
}

function buildSimulated(
  coin: string,
  { address, amount }: Pick<PaymentOrder, 'address' | 'amount'>,
): BuiltTransaction {
  const txHash = newHash(coin);
  return { txHash, bytes: Buffer.from(JSON.stringify({ txHash, address, amount: String(amount) })) };
}

export function newHash(coin: string): string {
  const hex = randomBytes(32).toString('hex');
  return coin === 'AVAX' || coin === 'USDT' ? `0x${hex}` : hex;
}

/** Adds blocks to the locked chain; the first one contains all waiting payments. */
export async function mine(client: Client, chain: ChainState, blocks: number, at: Date): Promise<ChainState> {
  await client.query(
    'update payments set height = $2 where coin = $1 and height is null and not is_dropped',
    [chain.coin, chain.height + 1],
  );
  return settleAt(client, chain, chain.height + blocks, at);
}

export interface Reorganisation {
  readonly depth: number;
  readonly blocks: number;
  /** Whether payments of removed blocks are dropped. Withdrawals are mined again. */
  readonly drops: boolean;
}

/** Replaces the latest blocks. The chain must be locked. */
export async function reorganise(
  client: Client,
  chain: ChainState,
  { depth, blocks, drops }: Reorganisation,
  at: Date,
): Promise<ChainState> {
  const fork = chain.height - depth;
  await client.query('insert into simulated_forks (coin, height) values ($1, $2)', [chain.coin, fork]);
  await client.query(
    `update payments p set height = null, is_dropped = $3 and not exists (
         select 1 from withdrawals w where w.coin = p.coin and w.tx_hash = p.tx_hash and w.output = p.output)
     where coin = $1 and height > $2`,
    [chain.coin, fork, drops],
  );
  return settleAt(client, chain, fork + blocks, at);
}

/**
 * Sends the oldest withdrawals that need no signature; fails those of accounts that may no longer withdraw.
 * The chain must be locked. @returns whether more may wait.
 */
export async function sendCreated(client: Client, coin: string, at: Date): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    `select id from withdrawals where coin = $1 and stage = 'created' order by number limit $2`,
    [coin, SENT_AT_ONCE],
  );
  const chain = createSimulatedChain({ client, coin, addressOf: () => null, now: () => at });
  for (const { id } of rows) {
    const row = await lockWithdrawal(client, id);
    if (row?.stage !== 'created') continue;
    if (row.address === null) throw new Error('a withdrawal that leaves by itself has no address');
    const blocked = await whyBlocked(client, row.account_id, at);
    if (blocked) {
      await refundWithdrawal(client, row, row.returns === null ? 'failed' : 'cancelled', blocked.code, at);
      continue;
    }
    const built = buildSimulated(coin, { address: row.address, amount: BigInt(row.amount) });
    await chain.send(built.bytes);
    await sendWithdrawal(client, row, built.txHash, at);
  }
  return rows.length === SENT_AT_ONCE;
}
