import type { Pool } from 'pg';
import { bookedUnits, nanogrinOf } from '../../../src/domain/slatepack/amount.ts';
import { heightOf } from '../../coins/chain.ts';
import type { Client } from '../../coins/post.ts';
import { refuse } from '../../coins/refusals.ts';
import { RETURNED } from '../../coins/stages.ts';
import { broadcastKernel } from '../../grin/kernels.ts';
import { commitmentOf, type Derive, feeByWeight, type OwnCoin } from '../../grin/ownCoin.ts';
import type { Purse } from '../../grin/purse.ts';
import { refuseGrin } from '../../grin/refusals.ts';
import { transactionOf } from '../../grin/transaction.ts';
import { COIN } from '../../grin/wallet.ts';
import type { Log } from '../../log.ts';
import type { ChainReader, ClosedReason } from '../port.ts';
import { reserveNonce, store } from '../stored.ts';
import type { GrinNode } from './node.ts';

/** Inputs of one payment. Each costs a 46th of the usual fee. */
const MAX_INPUTS = 50;
/** What the user gets, and what is left. */
const OUTPUTS = 2;

export interface PurseParts {
  readonly pool: Pool;
  readonly derive: Derive;
  readonly node: Pick<GrinNode, 'unspent'>;
  readonly now: () => Date;
}

/** As deep as a deposit must be, and not needed by a withdrawal that may still leave. `o` is the output. */
const FREE = `o.spent_height is null and o.missing_since is null
  and o.height <= (select height - confirmations + 1 from chains where coin = '${COIN}')
  and (o.withdrawal_id is null or exists (
    select from withdrawals w where w.id = o.withdrawal_id and w.stage in ${RETURNED}))
  and not exists (select from chain_inputs i where i.coin = '${COIN}' and i.input = o.commitment)`;

interface CoinRow {
  readonly key_id: string;
  readonly amount: string;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const coinOf = ({ key_id: keyId, amount }: CoinRow): OwnCoin => ({ keyId, value: BigInt(amount) });

/**
 * Chooses coins for an amount in nanogrin: the smallest that is enough, so that large ones stay free for large
 * payments, else the largest ones together. Skips coins of other withdrawals. Null where too little is free.
 */
async function choose(client: Client, amount: bigint): Promise<OwnCoin[] | null> {
  const alone = await client.query<CoinRow>(
    `select o.key_id, o.amount from grin_outputs o where ${FREE} and o.amount >= $1
     order by o.amount limit 1 for update of o skip locked`,
    [String(amount + feeByWeight(1, OUTPUTS))],
  );
  if (alone.rows[0]) return [coinOf(alone.rows[0])];
  const { rows } = await client.query<CoinRow>(
    `select o.key_id, o.amount from grin_outputs o where ${FREE} order by o.amount desc limit $1
     for update of o skip locked`,
    [MAX_INPUTS],
  );
  const chosen: OwnCoin[] = [];
  let sum = 0n;
  for (const row of rows) {
    chosen.push(coinOf(row));
    sum += BigInt(row.amount);
    if (sum >= amount + feeByWeight(chosen.length, OUTPUTS)) return chosen;
  }
  return null;
}

/** Withdrawals are paid from the outputs of deposits and earlier withdrawals (CHAIN-33). */
export function createPurse({ pool, derive, node, now }: PurseParts): Purse {
  async function insert(client: Client, coin: OwnCoin, deposit: string | null, at: Date): Promise<void> {
    await client.query(
      'insert into grin_outputs (commitment, key_id, amount, deposit_id, created_at) values ($1, $2, $3, $4, $5)',
      [commitmentOf(derive, coin), coin.keyId, String(coin.value), deposit, at],
    );
  }

  return {
    expect: insert,

    async whyShort(client, amount) {
      return (await choose(client, nanogrinOf(amount))) ? null : refuseGrin.walletLow();
    },

    async take(client, { id, amount }) {
      const inputs = await choose(client, nanogrinOf(amount));
      if (!inputs) throw new Error('coins that were free a moment before are not');
      await client.query('update grin_outputs set withdrawal_id = $1 where key_id = any($2)', [
        id,
        inputs.map(({ keyId }) => keyId),
      ]);
      return { inputs, fee: feeByWeight(inputs.length, OUTPUTS) };
    },

    async takenFor(client, withdrawal) {
      const { rows } = await client.query<CoinRow>(
        'select key_id, amount from grin_outputs where withdrawal_id = $1 order by key_id',
        [withdrawal],
      );
      return rows.map(coinOf);
    },

    async whyUnfit(inputs = [], { commitments }) {
      // The fee was calculated for one output.
      if (commitments?.length !== 1) return refuseGrin.tooManyOutputs();
      const { rows } = await pool.query<{ closed: ClosedReason | null }>(
        'select closed from chains where coin = $1',
        [COIN],
      );
      const closed = rows[0]?.closed ?? null;
      if (closed) return refuse.withdrawalsDisabled(COIN, closed);
      const own = inputs.map((coin) => commitmentOf(derive, coin));
      const given = commitments.map(({ commitment }) => hexOf(commitment));
      const unspent = await node.unspent([...own, ...given]).catch(() => null);
      if (!unspent) return refuse.withdrawalsDisabled(COIN, 'down');
      if (given.some((one) => unspent.has(one))) return refuseGrin.outputExists();
      const missing = own.filter((one) => !unspent.has(one));
      if (missing.length === 0) return null;
      await noteMissing(pool, missing, now());
      return refuseGrin.coinsGone();
    },

    async post(client, row, final, at) {
      const { excess, change, slate } = final;
      const amount = BigInt(row.amount);
      await broadcastKernel(client, { excess, amount }, at);
      const spent = (slate.commitments ?? []).filter(({ isOutput }) => !isOutput);
      const built = {
        txHash: excess,
        bytes: transactionOf(final),
        inputs: spent.map(({ commitment }) => hexOf(commitment)),
      };
      const nonce = await reserveNonce(client, { wallet: COIN, firstNonce: 0n });
      await store(client, { coin: COIN, built, wallet: COIN, nonce, amount, withdrawal: row.id, at });
      if (change) await insert(client, change, null, at);
    },
  };
}

async function noteMissing(pool: Pool, commitments: readonly string[], at: Date): Promise<void> {
  await pool.query(
    'update grin_outputs set missing_since = $2 where commitment = any($1) and missing_since is null',
    [commitments, at],
  );
}

/** Coins queried at once. */
const MAX_WATCHED = 1000;

export type Upkeep = (parts: Pick<PurseParts, 'pool' | 'now'> & { readonly log: Log }) => Promise<void>;

/**
 * Asks the node once a block whether it has the coins recorded as unspent. A missing one pays nothing until it is back:
 * it is another chain, or somebody else has the seed (CHAIN-34).
 */
export function watchCoins(node: Pick<GrinNode, 'unspent'>): Upkeep {
  let lastHeight = -1;
  return async ({ pool, now, log }) => {
    const height = await heightOf(pool, COIN);
    if (height === lastHeight) return;
    const { rows } = await pool.query<{ commitment: string; is_missing: boolean }>(
      `select o.commitment, o.missing_since is not null as is_missing from grin_outputs o
       where o.height is not null and o.spent_height is null
         and not exists (select from chain_inputs i where i.coin = $1 and i.input = o.commitment)
       order by o.created_at desc limit $2`,
      [COIN, MAX_WATCHED],
    );
    const unspent = await node.unspent(rows.map(({ commitment }) => commitment));
    const [there, gone] = [true, false].map((is) =>
      rows.flatMap((row) => (unspent.has(row.commitment) === is ? [row] : [])),
    );
    const lost = gone?.filter((row) => !row.is_missing).map(({ commitment }) => commitment) ?? [];
    const back = there?.filter((row) => row.is_missing).map(({ commitment }) => commitment) ?? [];
    await noteMissing(pool, lost, now());
    await pool.query('update grin_outputs set missing_since = null where commitment = any($1)', [back]);
    if (lost.length > 0)
      log.warn('coins that were on the chain are missing, and pay nothing until they are back', {
        coin: COIN,
        count: lost.length,
      });
    lastHeight = height;
  };
}

/** Units that could pay a withdrawal now. */
export async function freeCoins(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ sum: string }>(
    `select coalesce(sum(o.amount), 0)::text as sum from grin_outputs o where ${FREE}`,
  );
  return bookedUnits(BigInt(rows[0]?.sum ?? '0'));
}

/** Recorded coins that are checked before the coin starts. */
const CHECKED = 5;

/** Whether the recorded coins belong to the configured seed: others could not be spent. */
export async function hasOwnCoins(client: Client, reader: Pick<ChainReader, 'isOwn'>): Promise<boolean> {
  const { rows } = await client.query<CoinRow & { commitment: string }>(
    'select commitment, key_id, amount from grin_outputs order by created_at desc limit $1',
    [CHECKED],
  );
  return rows.every((row) => reader.isOwn?.(coinOf(row), row.commitment) === true);
}
