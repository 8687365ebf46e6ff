import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { bookedUnits } from '../../src/domain/slatepack/amount.ts';
import { type Slate, writeSlate } from '../../src/domain/slatepack/slate.ts';
import { heightOf, lockChain } from '../coins/chain.ts';
import { atomically, type Client } from '../coins/post.ts';
import type { Outcome } from '../exchange.ts';
import { isPast } from './deposits.ts';
import { keyOfAddress } from './identity.ts';
import { broadcastKernel } from './kernels.ts';
import { pack, unpack } from './pack.ts';
import { finalizePayment, receivePayment, startPayment } from './payment.ts';
import { refuseGrin } from './refusals.ts';
import { COIN, storedSlate, type Wallet } from './wallet.ts';

export interface SendOptions {
  /** Nanogrin. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** Address to encrypt for, which also gives a payment proof. */
  readonly to: string | null;
  /** Whether the message names its sender; the reply is then encrypted. */
  readonly isSigned: boolean;
}

export interface WalletStep {
  readonly slateId: string;
  readonly slatepack: string;
}

/** One simulated wallet for all users of a sandbox. */
export interface UserWallet {
  readonly address: string;
  send(options: SendOptions): Promise<WalletStep>;
  receive(text: string): Promise<Outcome<WalletStep>>;
  /** Posts the payment once (S3). */
  finalize(text: string): Promise<Outcome<WalletStep & { readonly txHash: string }>>;
}

/** Units, of all payments; the faucet may give as much again within int8. */
const MAX_PAID = 4n * 10n ** 18n;

export interface UserWalletParts {
  readonly pool: Pool;
  readonly wallet: Wallet;
  readonly now: () => Date;
}

export function createUserWallet({ pool, wallet, now }: UserWalletParts): UserWallet {
  const { identity, derive } = wallet;

  return {
    address: identity.address,

    async send({ amount, fee, to, isSigned }) {
      const receiver = to === null ? null : keyOfAddress(to);
      const id = randomUUID();
      const payment = { id, amount, fee, ttl: 0n };
      const s1 = startPayment(derive, {
        ...payment,
        ...(receiver ? { proof: { sender: identity.publicKey, receiver } } : {}),
      });
      await pool.query('insert into grin_wallet_payments (slate_id, s1) values ($1, $2)', [
        s1.id,
        writeSlate(s1),
      ]);
      const sender = isSigned ? identity.address : null;
      return { slateId: s1.id, slatepack: pack(s1, { sender, to: receiver && to }) };
    },

    async receive(text) {
      const read = unpack(text, identity);
      if (!read.ok) return refuseGrin.fault(read, identity.address);
      const { slate: s1, sender } = read;
      if (s1.stage !== 'S1') return refuseGrin.fault({ code: 'WRONG_STAGE_REPLY', id: s1.id }, '');
      if (isPast(s1, await heightOf(pool, COIN))) return refuseGrin.ttlExpired();
      const received = await receivePayment(wallet, s1);
      if (!received) return refuseGrin.fault({ code: 'LAYOUT' }, '');
      const to = sender !== null && keyOfAddress(sender) ? sender : null;
      return { ok: true, value: { slateId: s1.id, slatepack: pack(received.slate, { to }) } };
    },

    async finalize(text) {
      const read = unpack(text, identity);
      if (!read.ok) return refuseGrin.fault(read, identity.address);
      const { slate: s2 } = read;
      const begun = await find(pool, s2.id);
      if (!begun) return refuseGrin.fault({ code: 'OTHER_SLATE', id: s2.id, expected: '' }, '');
      // Before the transaction, because others wait for it.
      const final = await finalizePayment(wallet, begun.s1, s2);
      if (final === 'range proof') return refuseGrin.badRangeProof();
      if (final === 'mismatch') return refuseGrin.badSignature();
      return atomically(pool, async (client): Promise<Outcome<WalletStep & { txHash: string }>> => {
        // Locked before the payment's row, so that it is posted once.
        await lockChain(client, COIN);
        const before = await find(client, s2.id);
        if (before && before.excess !== null && before.excess !== final.excess)
          return refuseGrin.badSignature();
        const { excess } = final;
        if (!before?.excess) {
          const amount = bookedUnits(begun.s1.amount);
          if (!(await hasLeft(client, amount))) return refuseGrin.walletEmpty();
          await broadcastKernel(client, { excess, amount }, now());
          await client.query('update grin_wallet_payments set excess = $2 where slate_id = $1', [
            s2.id,
            excess,
          ]);
        }
        return { ok: true, value: { slateId: s2.id, slatepack: pack(final.slate), txHash: excess } };
      });
    },
  };
}

async function find(client: Client, slateId: string): Promise<{ s1: Slate; excess: string | null } | null> {
  const { rows } = await client.query<{ s1: Uint8Array; excess: string | null }>(
    'select s1, excess from grin_wallet_payments where slate_id = $1',
    [slateId],
  );
  const [row] = rows;
  return row ? { s1: storedSlate(row.s1), excess: row.excess } : null;
}

async function hasLeft(client: Client, amount: bigint): Promise<boolean> {
  const { rows } = await client.query<{ paid: string }>(
    'select coalesce(sum(amount), 0)::text as paid from payments where coin = $1',
    [COIN],
  );
  return BigInt(rows[0]?.paid ?? '0') + amount <= MAX_PAID;
}
