import { randomUUID } from 'node:crypto';
import type { CodeAttempt } from '../accounts/twoFactor.ts';
import { nanogrinOf } from '../../src/domain/slatepack/amount.ts';
import { isWellFormed, replyFault } from '../../src/domain/slatepack/check.ts';
import { factsOf } from '../../src/domain/slatepack/read.ts';
import { type Slate, writeSlate } from '../../src/domain/slatepack/slate.ts';
import { heightOf, lockChain } from '../coins/chain.ts';
import {
  isUncompared,
  lockWithdrawal,
  refundWithdrawal,
  sendWithdrawal,
  type Signing,
  whyBlocked,
  type WithdrawalRow,
} from '../coins/withdrawals.ts';
import { fingerprintOf, once } from '../coins/idempotency.ts';
import { atomically, type Client } from '../coins/post.ts';
import { refuse } from '../coins/refusals.ts';
import type { Outcome, Refusal } from '../exchange.ts';
import { isPast } from './deposits.ts';
import { COIN, type GrinParts, hashOf, storedSlate } from './wallet.ts';
import { simulatedPurse } from './kernels.ts';
import { pack, type Unpacked, unpack } from './pack.ts';
import { type FinalPayment, finalizePayment, startPayment, type Unfinished } from './payment.ts';
import { refuseGrin } from './refusals.ts';

/** A day. `expires_at` is earlier, also on the faster sandbox chain. */
const TTL_BLOCKS = 1440n;

export interface Broadcast {
  readonly txHash: string;
}

export function createSigning({ wallet, purse = simulatedPurse, windowMinutes }: GrinParts): Signing {
  return {
    whyShort: (client, amount) => purse.whyShort(client, amount),

    async open(client, { id, amount, fee }, at) {
      // Not locked: the balance is locked already, and the chain's lock would have to come first.
      const height = BigInt(await heightOf(client, COIN));
      const slateId = randomUUID();
      const taken = await purse.take(client, { id, amount, fee });
      const payment = { id: slateId, amount: nanogrinOf(amount), fee: taken.fee, ttl: height + TTL_BLOCKS };
      const s1 = startPayment(wallet.derive, payment, taken.inputs);
      await client.query('insert into grin_withdrawals (slate_id, withdrawal_id, s1) values ($1, $2, $3)', [
        slateId,
        id,
        writeSlate(s1),
      ]);
      return { extraId: slateId, expiresAt: new Date(at.getTime() + windowMinutes * 60_000) };
    },

    // Without a sender, because the client could not check an encrypted reply.
    async slatepackOf(client, withdrawalId) {
      const { rows } = await client.query<{ s1: Uint8Array | null }>(
        'select s1 from grin_withdrawals where withdrawal_id = $1',
        [withdrawalId],
      );
      const s1 = rows[0]?.s1;
      return s1 ? pack(storedSlate(s1)) : null;
    },
  };
}

interface SlateRow {
  readonly withdrawal_id: string;
  readonly s1: Uint8Array | null;
  readonly s2_hash: Uint8Array | null;
}

interface Reply {
  readonly account: string;
  readonly text: string;
  /** `Idempotency-Key`. */
  readonly key: string | undefined;
  readonly attempt: CodeAttempt;
}

/** Posts the payment once (WITHDRAW-12). The same reply gets the same answer; an expired withdrawal is refunded. */
export async function finalizeWithdrawal(
  parts: GrinParts,
  { account, text, key, attempt }: Reply,
): Promise<Outcome<Broadcast>> {
  const { pool, wallet, now } = parts;
  const read = unpack(text, wallet.identity);
  if (!read.ok) return refuseGrin.fault(read, wallet.identity.address);
  const fingerprint = fingerprintOf('grin finalize', [Buffer.from(hashOf(read.slate)).toString('hex')]);
  const final = await finalOf(parts, account, read);

  return atomically(pool, async (client): Promise<Outcome<Broadcast>> => {
    const at = now();
    const idempotencyKey = key === undefined ? undefined : { account, key, fingerprint };
    const done = await once(client, idempotencyKey, at, () =>
      finalize(parts, client, { account, read: { ...read, final }, attempt }, at),
    );
    if (!done.ok) return done;
    const row = await lockWithdrawal(client, done.value);
    if (!row || row.tx_hash === null) throw new Error('a withdrawal that was just sent has no hash');
    return { ok: true, value: { txHash: row.tx_hash } };
  });
}

/** Before the transaction, because others wait for it. @returns null where the reply completes nothing. */
async function finalOf(
  { pool, wallet, purse = simulatedPurse }: GrinParts,
  account: string,
  read: Unpacked,
): Promise<Refusal | FinalPayment | Unfinished | null> {
  const known = await findSlate(pool, account, read.slate.id);
  const s1 = known?.s1 ? storedSlate(known.s1) : null;
  if (!known || !s1 || whyUnfit(read, s1, wallet.identity.address)) return null;
  const inputs = await purse.takenFor(pool, known.withdrawal_id);
  const final = await finalizePayment(wallet, s1, read.slate, inputs);
  return (typeof final === 'object' && (await purse.whyUnfit(inputs, read.slate))) || final;
}

interface FinalReply extends Pick<Reply, 'account' | 'attempt'> {
  readonly read: Unpacked & { readonly final: Awaited<ReturnType<typeof finalOf>> };
}

async function finalize(
  { wallet, purse = simulatedPurse, whyStopped = () => null, reauthenticate }: GrinParts,
  client: Client,
  { account, read, attempt }: FinalReply,
  at: Date,
): Promise<Outcome<string>> {
  // The lock keeps others from changing the withdrawal in the meantime.
  const chain = await lockChain(client, COIN);
  const { slate: s2 } = read;
  const known = await findSlate(client, account, s2.id);
  const row = known && (await lockWithdrawal(client, known.withdrawal_id));
  if (row && known.s2_hash && s2.stage === 'S2') return repeated(row, known.s2_hash, s2);
  // The message of an old cancelled withdrawal was deleted.
  if (row && known.s1 === null && known.s2_hash === null) return refuseGrin.windowClosed();
  const s1 = known?.s1 ? storedSlate(known.s1) : null;
  const unfit = whyUnfit(read, s1, wallet.identity.address);
  if (unfit) return unfit;
  if (!row || !s1) return refuseGrin.fault({ code: 'OTHER_SLATE', id: s2.id, expected: '' }, '');
  if (row.stage !== 'awaiting') return refuseGrin.windowClosed();
  if (await isUncompared(client, COIN)) return refuse.withdrawalsStopped('wrong');
  const isLate = row.expires_at !== null && row.expires_at <= at;
  if (isLate || isPast(s1, chain.height)) {
    await refundWithdrawal(client, row, 'cancelled', 'not signed in time', at);
    return isLate ? refuseGrin.windowClosed() : refuseGrin.ttlExpired();
  }
  const stopped = whyStopped();
  const blocked = stopped ? refuse.withdrawalsStopped(stopped) : await whyBlocked(client, account, at);
  if (blocked) return blocked;
  const { final } = read;
  if (final === null) throw new Error('a withdrawal waits that was not there a moment before');
  if (final === 'range proof') return refuseGrin.badRangeProof();
  if (final === 'mismatch') return refuseGrin.badSignature();
  if ('ok' in final) return final;
  // Last, so that a refused reply does not use up the code (REAUTH-03).
  const unproven = await reauthenticate(client, account, attempt);
  if (unproven) return unproven;
  await purse.post(client, row, final, at);
  await settle(client, row, final, s2, at);
  return { ok: true, value: row.id };
}

async function settle(
  client: Client,
  row: WithdrawalRow,
  { excess }: FinalPayment,
  s2: Slate,
  at: Date,
): Promise<void> {
  await sendWithdrawal(client, row, excess, at);
  await client.query('update grin_withdrawals set s1 = null, s2_hash = $2 where withdrawal_id = $1', [
    row.id,
    hashOf(s2),
  ]);
}

async function findSlate(client: Client, account: string, slateId: string): Promise<SlateRow | undefined> {
  const { rows } = await client.query<SlateRow>(
    `select g.withdrawal_id, g.s1, g.s2_hash from grin_withdrawals g join withdrawals w on w.id = g.withdrawal_id
     where g.slate_id = $1 and w.account_id = $2`,
    [slateId, account],
  );
  return rows[0];
}

function repeated(row: WithdrawalRow, hash: Uint8Array, s2: Slate): Outcome<string> {
  const isSame = Buffer.from(hashOf(s2)).equals(Buffer.from(hash));
  return isSame ? { ok: true, value: row.id } : refuseGrin.alreadyFinalized();
}

function whyUnfit({ slate, network }: Unpacked, s1: Slate | null, address: string): Refusal | null {
  const fault = replyFault(factsOf(slate), s1 && factsOf(s1));
  if (fault) return refuseGrin.fault(fault, address);
  if (!isWellFormed(slate)) return refuseGrin.fault({ code: 'LAYOUT' }, address);
  if (network !== null && network !== 'mainnet') {
    return refuseGrin.fault({ code: 'WRONG_NETWORK', network }, address);
  }
  return null;
}
