import { fromUnits } from '../../src/domain/decimal.ts';
import { BOOKED_DECIMALS, bookedUnits, LEAST_FEE } from '../../src/domain/slatepack/amount.ts';
import { depositFault, isWellFormed } from '../../src/domain/slatepack/check.ts';
import { factsOf } from '../../src/domain/slatepack/read.ts';
import { feeOf, type Slate } from '../../src/domain/slatepack/slate.ts';
import { lacksRefundAddress } from '../coins/addresses.ts';
import { heightOf, lockChain } from '../coins/chain.ts';
import { type DepositStage, expectDeposit } from '../coins/deposits.ts';
import { atomically, type Client } from '../coins/post.ts';
import { refuse } from '../coins/refusals.ts';
import { type HasChains, readTerms } from '../coins/terms.ts';
import type { Outcome, Refusal } from '../exchange.ts';
import { LARGEST_UNITS } from '../ledger/units.ts';
import { keyOfAddress } from './identity.ts';
import { simulatedPurse } from './kernels.ts';
import { pack, type Unpacked, unpack } from './pack.ts';
import { receivePayment } from './payment.ts';
import { refuseGrin } from './refusals.ts';
import { COIN, type GrinParts, hashOf } from './wallet.ts';

export interface AnsweredDeposit {
  readonly depositId: string;
  /** S2, encrypted when the S1 names its sender. */
  readonly slatepack: string;
  /** Units, before fees. */
  readonly amount: bigint;
  readonly expiresAt: Date;
}

/** Open deposits per account, because an unfinished payment costs its sender nothing. */
const MAX_EXPECTED = 20;

interface AnswerRow {
  readonly deposit_id: string;
  readonly account_id: string;
  readonly amount: string;
  readonly stage: DepositStage;
  readonly expires_at: Date;
  readonly s1_hash: Uint8Array;
  /** Null once the deposit is final. */
  readonly s2: string | null;
}

/** Answers an S1, always with the same S2 (DEPOSIT-05). Nothing is credited before the kernel is on the chain. */
export async function receiveDeposit(
  parts: GrinParts,
  account: string,
  text: string,
): Promise<Outcome<AnsweredDeposit>> {
  const { pool, wallet, purse = simulatedPurse, hasChains, windowMinutes, now } = parts;
  const { identity } = wallet;
  // Before the message is read, which takes longer.
  const off = await whyOff(pool, hasChains);
  if (off) return off;
  const read = unpack(text, identity);
  if (!read.ok) return refuseGrin.fault(read, identity.address);
  const { slate: s1 } = read;
  const hash = hashOf(s1);
  // Before the transaction, because others wait for it. It checks again what may have changed.
  const isNew = s1.stage !== 'S1' || !(await findAnswer(pool, s1.id));
  const early = isNew && (await whyRefused(parts, pool, account, read, await heightOf(pool, COIN)));
  if (early) return early;
  const received = isNew ? await receivePayment(wallet, s1) : null;

  return atomically(pool, async (client): Promise<Outcome<AnsweredDeposit>> => {
    // Of two concurrent requests the second finds the answer of the first.
    const chain = await lockChain(client, COIN);
    const before = await findAnswer(client, s1.id);
    if (before && s1.stage === 'S1') return again(before, account, hash);
    const refused = await whyRefused(parts, client, account, read, chain.height);
    if (refused) return refused;
    if (!received) return refuseGrin.fault({ code: 'LAYOUT' }, identity.address);
    const at = now();
    const expiresAt = new Date(at.getTime() + windowMinutes * 60_000);
    const amount = bookedUnits(s1.amount);
    const expected = { account, coin: COIN, amount, extraId: s1.id, expiresAt, at };
    const depositId = await expectDeposit(client, expected);
    const slatepack = pack(received.slate, { sender: identity.address, to: receiverOf(read) });
    await client.query(
      'insert into grin_deposits (slate_id, deposit_id, s1_hash, s2, excess) values ($1, $2, $3, $4, $5)',
      [s1.id, depositId, hash, slatepack, received.excess],
    );
    await purse.expect(client, received.output, depositId, at);
    return { ok: true, value: { depositId, slatepack, amount, expiresAt } };
  });
}

const receiverOf = ({ sender }: Unpacked): string | null =>
  sender !== null && keyOfAddress(sender) ? sender : null;

async function findAnswer(client: Client, slateId: string): Promise<AnswerRow | undefined> {
  const { rows } = await client.query<AnswerRow>(
    `select g.deposit_id, g.s1_hash, g.s2, d.account_id, d.amount, d.stage, d.expires_at
     from grin_deposits g join deposits d on d.id = g.deposit_id where g.slate_id = $1`,
    [slateId],
  );
  return rows[0];
}

function again(row: AnswerRow, account: string, hash: Uint8Array): Outcome<AnsweredDeposit> {
  if (row.account_id !== account || !isSame(row.s1_hash, hash)) return refuseGrin.alreadyReceived();
  if (row.stage === 'expired') return refuseGrin.windowClosed();
  if (row.s2 === null) return refuseGrin.alreadyReceived();
  return {
    ok: true,
    value: {
      depositId: row.deposit_id,
      slatepack: row.s2,
      amount: BigInt(row.amount),
      expiresAt: row.expires_at,
    },
  };
}

async function whyRefused(
  { wallet: { identity }, hasChains }: GrinParts,
  client: Client,
  account: string,
  read: Unpacked,
  height: number,
): Promise<Refusal | null> {
  const refused =
    (await whyClosed(client, account, hasChains)) ?? (await whyNot(client, read, identity.address, height));
  if (refused) return refused;
  const isOther = read.slate.proof && !isSame(read.slate.proof.receiver, identity.publicKey);
  return isOther ? refuseGrin.proofOther(identity.address) : null;
}

async function whyOff(client: Client, hasChains: HasChains): Promise<Refusal | null> {
  const terms = await readTerms(client, COIN, hasChains);
  if (!terms) return refuse.coinNotFound();
  return terms.isDepositEnabled ? null : refuse.depositsDisabled(COIN, terms.closed);
}

async function whyClosed(client: Client, account: string, hasChains: HasChains): Promise<Refusal | null> {
  const terms = await readTerms(client, COIN, hasChains);
  if (!terms) return refuse.coinNotFound();
  if (await lacksRefundAddress(client, account, terms)) return refuse.refundAddressRequired(COIN);
  const { rows } = await client.query<{ open: string }>(
    `select count(*) as open from deposits where account_id = $1 and coin = $2 and stage = 'expected'`,
    [account, COIN],
  );
  return Number(rows[0]?.open) >= MAX_EXPECTED ? refuseGrin.tooManyOpen(MAX_EXPECTED) : null;
}

async function whyNot(
  client: Client,
  { slate, network }: Unpacked,
  address: string,
  height: number,
): Promise<Refusal | null> {
  const fault = depositFault(factsOf(slate), await leastDeposit(client));
  if (fault) return refuseGrin.fault(fault, address);
  if (bookedUnits(slate.amount) > LARGEST_UNITS) return refuseGrin.tooLarge();
  if (!isWellFormed(slate)) return refuseGrin.fault({ code: 'LAYOUT' }, address);
  if (network !== null && network !== 'mainnet') {
    return refuseGrin.fault({ code: 'WRONG_NETWORK', network }, address);
  }
  if (isPast(slate, height)) return refuseGrin.ttlExpired();
  return feeOf(slate) < LEAST_FEE ? refuseGrin.feeTooLow() : null;
}

/** grin-wallet treats the height itself as expired. */
export const isPast = ({ ttl }: Slate, height: number): boolean => ttl !== 0n && BigInt(height) >= ttl;

async function leastDeposit(client: Client): Promise<string> {
  const { rows } = await client.query<{ least: string }>(
    'select greatest(min_deposit_amount, deposit_fee + 1)::text as least from coins where ticker = $1',
    [COIN],
  );
  return fromUnits(BigInt(rows[0]?.least ?? '0'), BOOKED_DECIMALS);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
