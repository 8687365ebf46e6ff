import type { Pool } from 'pg';
import {
  buildReturn,
  endGivenUp,
  freeUnspent,
  hasTakenFor,
  type Payment,
  PAYMENT_COLUMNS,
  paymentFrom,
  storeReturn,
} from '../chains/givenUp.ts';
import type { RealChain } from '../chains/open.ts';
import type { BuiltTransaction, ChainReader, ChainSender } from '../chains/port.ts';
import { placeOfAny } from '../chains/replaced.ts';
import { NodeRefusedError } from '../chains/rpc.ts';
import { lockChain } from '../coins/chain.ts';
import { APPROVALS } from '../coins/held.ts';
import { atomically, type Client } from '../coins/post.ts';
import { textOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { approvesNow } from './operators.ts';
import { recordOperation } from './trail.ts';

export interface GiveUpParts {
  readonly pool: Pool;
  readonly chains: readonly RealChain[];
  readonly now: () => Date;
}

export interface GiveUpAsked {
  readonly operator: string;
  readonly coin: string;
  readonly txHash: string;
  /** Another transaction that has spent the same already. */
  readonly by: string | null;
  /** Null for a dry run. */
  readonly reason: string | null;
}

export interface GivingUp {
  readonly withdrawal: string;
  readonly amount: string;
  readonly coin: string;
  readonly will: string;
  readonly approvals: number;
  readonly needed: number;
}

const refused = (code: string, message: string, status = 409): RefusedError =>
  new RefusedError(status, code, message);

/**
 * Gives up a stored transaction that the node does not accept (CHAIN-19). A second operator has to approve it. It never
 * pays twice: amount and fee go back only once something that spends the same is as deep as a deposit must be.
 * @throws RefusedError where the node has it or would accept it, where nothing can be concluded, or it has ended.
 */
export async function giveUp({ pool, chains, now }: GiveUpParts, asked: GiveUpAsked): Promise<GivingUp> {
  const { coin, txHash, by, reason } = asked;
  const found = chains.find(({ reader }) => reader.coin === coin);
  if (!found) throw refused('COIN_NOT_FOUND', `${coin} is on no real node.`, 404);
  if (found.kind === 'grin')
    throw refused('NOT_FOR_GRIN', 'A transaction of GRIN holds up no other one, and is not given up.');
  const { reader, sender } = found;
  const { payment, required, isUnsent } = await readStuck(pool, asked);
  const { returning, will, spent } = await fromNode(async (): Promise<Plan> => {
    await checkNotTaken(pool, found, payment, isUnsent);
    const mustBeByHand = sender ? !sender.prepareReturn : found.kind === 'monero';
    if (by === null && mustBeByHand)
      throw refused(
        'NEEDS_BY',
        `Spend one of these by hand, and name with --by what has done it: ${payment.inputs.join(', ')}`,
      );
    if (by === null)
      return sender
        ? planReturn(pool, { ...reader, ...sender }, payment)
        : { returning: null, will: PAID_BACK };
    if (!(await hasTakenFor(pool, reader, payment, by, required)))
      throw refused('NOT_SPENT', `${by} is not ${required} blocks deep, or spends nothing of ${txHash}.`);
    const spent = await reader.spentBy(by);
    return { returning: null, will: 'Amount and fee go back now: what it spends has been spent.', spent };
  });
  return atomically(pool, async (client) => {
    // The nodes were asked before.
    if (reason !== null) await approvesNow(client, asked.operator, now());
    await lockChain(client, coin);
    const stuck = await readStuck(client, asked);
    const answer = { withdrawal: payment.withdrawal, amount: textOf(payment.amount), coin, will };
    if (reason === null) return { ...answer, approvals: stuck.approved.length, needed: APPROVALS };
    const approvals = await approve(client, asked, stuck.approved);
    const act = { operator: asked.operator, action: 'give-up', subject: txHash, reason };
    await recordOperation(client, act, now());
    if (approvals >= APPROVALS) {
      await client.query(
        `update chain_transactions set given_up_at = coalesce(given_up_at, $3), given_up_by = '{}', unsent_since = null
         where coin = $1 and tx_hash = $2`,
        [coin, txHash, now()],
      );
      if (by !== null && !(await endGivenUp(client, coin, payment, now())))
        throw refused('NODE_UNSURE', 'The venue has not read yet what the node says: try again.');
      if (spent) await freeUnspent(client, coin, txHash, spent);
      if (returning) await storeReturn(client, coin, payment, returning, now());
    }
    return { ...answer, approvals, needed: APPROVALS };
  });
}

interface Stuck {
  readonly payment: Payment;
  readonly required: number;
  readonly approved: readonly string[];
  /** Whether its node refused it when it was last sent, or it is no longer sent. */
  readonly isUnsent: boolean;
}

async function readStuck(client: Client, { coin, txHash, by }: GiveUpAsked): Promise<Stuck> {
  const { rows } = await client.query<
    Parameters<typeof paymentFrom>[0] & {
      stage: string;
      closed: string | null;
      confirmations: number;
      given_up_by: string[];
      given_up_at: Date | null;
      is_unsent: boolean;
    }
  >(
    `select ${PAYMENT_COLUMNS}, w.stage, c.closed, c.confirmations, t.given_up_by, t.given_up_at,
       t.unsent_since is not null or t.given_up_at is not null as is_unsent
     from chain_transactions t join withdrawals w on w.id = t.withdrawal_id join chains c on c.coin = t.coin
     where t.coin = $1 and t.tx_hash = $2`,
    [coin, txHash],
  );
  const [row] = rows;
  if (!row)
    throw refused('TRANSACTION_NOT_FOUND', `No withdrawal of ${coin} has the transaction ${txHash}.`, 404);
  if (row.stage !== 'sent') throw refused('HAS_ENDED', `Its withdrawal is ${row.stage} already.`);
  if (row.closed !== null)
    throw refused('COIN_CLOSED', `${coin} is closed (${row.closed}): try again later.`);
  if (row.given_up_at !== null && by === null)
    throw refused(
      'GIVEN_UP',
      'It is given up already. Name with --by what has spent its coins, if you know.',
    );
  return {
    payment: paymentFrom(row),
    required: row.confirmations,
    approved: row.given_up_by,
    isUnsent: row.is_unsent,
  };
}

/**
 * The database stays right whatever the node answers: this only spares what can still pay. Where another process sends,
 * it offers the transaction to its node in every round, and has noted whether it was accepted.
 */
async function checkNotTaken(
  pool: Pool,
  { reader, sender }: RealChain,
  { txHash, bytes }: Payment,
  isUnsent: boolean,
): Promise<void> {
  if ((await placeOfAny(pool, reader, txHash)).place.kind !== 'unknown')
    throw refused('STILL_THERE', 'The node has it: it can still pay.');
  const isTaken = sender
    ? await sender.send(bytes).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NodeRefusedError) return false;
          throw error;
        },
      )
    : !isUnsent;
  if (isTaken) throw refused('STILL_TAKEN', 'The node has just taken it: it can still pay.');
}

const PAID_BACK =
  'What it spends is paid back to the venue. Once that is deep enough, amount and fee go back to the user.';

interface Plan {
  readonly returning: BuiltTransaction | null;
  readonly will: string;
  /** Found by the named transaction. */
  readonly spent?: readonly string[];
}

async function planReturn(pool: Pool, chain: ChainReader & ChainSender, payment: Payment): Promise<Plan> {
  const returning = await buildReturn(pool, chain, payment);
  return {
    returning,
    will: returning
      ? PAID_BACK
      : 'Nothing that it spends is on the chain. Other withdrawals go on; this one waits until its coins are there.',
  };
}

/** @throws RefusedError where the node does not answer, or nothing can be built now. */
async function fromNode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError || !(error instanceof Error)) throw error;
    throw new RefusedError(409, 'NODE_UNSURE', `Nothing can be concluded now: ${error.message}.`);
  }
}

/** @returns how many operators have approved it. */
async function approve(
  client: Client,
  { coin, txHash, operator }: GiveUpAsked,
  approved: readonly string[],
): Promise<number> {
  if (approved.includes(operator))
    throw refused('APPROVED_ALREADY', `${operator} has approved it already. Another operator has to, too.`);
  await client.query(
    'update chain_transactions set given_up_by = given_up_by || $3::text where coin = $1 and tx_hash = $2',
    [coin, txHash, operator],
  );
  return approved.length + 1;
}
