import type { Pool } from 'pg';
import type { Ceilings } from '../coins/ceilings.ts';
import type { Client } from '../coins/post.ts';
import { textOf } from '../ledger/units.ts';
import { IS_SENT, type SendingLocks } from '../sql/sending-locks.ts';
import { freeCoins } from './grin/purse.ts';
import type { RealChain } from './open.ts';
import { ownOutputs } from './outputs.ts';
import type { ClosedReason, NodeState } from './port.ts';

/** Milliseconds that startup, shutdown and an operator wait for nodes. */
export const PATIENCE = 15_000;

/** Milliseconds that a withdrawal may wait for a sender, such as a process that restarts. */
const UNSENT_WITHIN = 60_000;

/** What the venue's own records tell of a coin. */
export interface ChainRecords {
  readonly closed: ClosedReason | null;
  /** The last block that was recorded. */
  readonly height: number;
  /** Automatic withdrawals that have not left. */
  readonly waiting: number;
  /** Since when the oldest of them waits. */
  readonly waitingSince: Date | null;
  /** What they wait for; null where nothing blocks them. */
  readonly waitsFor: 'funds' | 'fee' | null;
  /** Those waiting for an operator. */
  readonly held: number;
  /** Stored transactions that the node does not accept. */
  readonly unsent: number;
  readonly unsentSince: Date | null;
  /** Those that operators have given up and whose withdrawal has not ended. */
  readonly givenUp: number;
  /** Whether some process sends the coin. */
  readonly isSent: boolean;
}

export interface ChainFigures extends ChainRecords {
  /** Null where the node did not answer. */
  readonly nodeHeight: number | null;
}

/** Undefined for a coin without a chain. */
export async function readFigures(client: Client, coin: string): Promise<ChainRecords | undefined> {
  const { rows } = await client.query<
    Record<'height' | 'waiting' | 'held' | 'unsent' | 'given_up', string> & {
      closed: ClosedReason | null;
      since: Date | null;
      waits_for: ChainRecords['waitsFor'];
      waiting_since: Date | null;
      is_sent: boolean;
    }
  >(
    `select closed, height, waits_for, ${IS_SENT} as is_sent,
       (select min(created_at) from withdrawals where coin = $1 and stage = 'created') as waiting_since,
       (select count(*) from withdrawals where coin = $1 and stage = 'created') as waiting,
       (select count(*) from withdrawals where coin = $1 and stage = 'held') as held,
       (select count(*) from chain_transactions where coin = $1 and unsent_since is not null) as unsent,
       (select count(*) from chain_transactions
        where coin = $1 and given_up_at is not null and not is_done) as given_up,
       (select min(unsent_since) from chain_transactions where coin = $1) as since
     from chains where coin = $1`,
    [coin],
  );
  const [row] = rows;
  return (
    row && {
      closed: row.closed,
      height: Number(row.height),
      waiting: Number(row.waiting),
      waitingSince: row.waiting_since,
      waitsFor: row.waits_for,
      held: Number(row.held),
      unsent: Number(row.unsent),
      unsentSince: row.since,
      givenUp: Number(row.given_up),
      isSent: row.is_sent,
    }
  );
}

/** A coin as `quietbook-operator chains status` shows it (CHAIN-15). Amounts are decimal text. */
export interface ChainStatus extends Omit<ChainRecords, 'isSent'> {
  readonly coin: string;
  readonly adapter: RealChain['kind'];
  /** Null while it does not answer. */
  readonly node: (Omit<NodeState, 'tipAt'> & { readonly tipAge: number | null }) | null;
  /** Which process sends it (CHAIN-38). */
  readonly sender: 'here' | 'elsewhere' | 'nobody';
  /** Whether withdrawals have been waiting for a while and no process sends them. */
  readonly isForgotten: boolean;
  /** In the wallet that pays withdrawals; null where nothing is sent, or it does not answer. */
  readonly hot: string | null;
  /** What may leave in 24 hours before an operator is asked (HELD-07). */
  readonly ceiling: string | null;
}

export interface StatusParts {
  readonly pool: Pool;
  readonly chains: readonly RealChain[];
  readonly ceilings: Ceilings;
  readonly sending: SendingLocks;
  readonly now: () => Date;
  /** Milliseconds to wait for nodes. */
  readonly patience?: number;
}

export const readStatus = (parts: StatusParts): Promise<ChainStatus[]> =>
  Promise.all(parts.chains.map((chain) => statusOf(chain, parts)));

async function statusOf(
  chain: RealChain,
  { pool, ceilings, sending, now, patience }: StatusParts,
): Promise<ChainStatus> {
  const { coin } = chain.reader;
  const [node, hot, found] = await Promise.all([
    answerOf(chain.reader.node(), patience),
    answerOf(hotBalance(pool, chain), patience),
    readFigures(pool, coin),
  ]);
  if (!found) throw new Error(`${coin} has no chain`);
  const { isSent, ...records } = found;
  const at = now();
  const waited = records.waitingSince === null ? 0 : at.getTime() - records.waitingSince.getTime();
  const isHere = chain.sender !== null && sending.has(coin);
  return {
    coin,
    adapter: chain.kind,
    ...records,
    node: node && shown(node, at),
    sender: isHere ? 'here' : isSent ? 'elsewhere' : 'nobody',
    isForgotten: !isHere && !isSent && waited > UNSENT_WITHIN,
    hot: hot === null ? null : textOf(hot),
    ceiling: ceilings.venue[coin] ?? null,
  };
}

const shown = ({ tipAt, ...node }: NodeState, at: Date): ChainStatus['node'] => ({
  ...node,
  tipAge: tipAt === null ? null : Math.max(0, Math.round((at.getTime() - tipAt) / 1000)),
});

/** Null for a node that is down or too slow, which is what is shown. */
async function answerOf<T>(asked: Promise<T>, patience = PATIENCE): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience);
  });
  const answer = await Promise.race([asked.catch(() => null), late]);
  clearTimeout(timer);
  return answer;
}

async function hotBalance(pool: Pool, { reader, sender }: RealChain): Promise<bigint | null> {
  if (!sender) return null;
  const told = await sender.held();
  if (reader.hiddenIn) return freeCoins(pool);
  if (told !== null || reader.ownAddress === undefined) return told;
  const { rows } = await pool.query<{ height: string; confirmations: number }>(
    'select height, confirmations from chains where coin = $1',
    [reader.coin],
  );
  const [row] = rows;
  if (!row) return null;
  const state = { coin: reader.coin, height: Number(row.height), required: row.confirmations };
  return (await ownOutputs(pool, reader, state)).reduce((sum, { amount }) => sum + amount, 0n);
}
