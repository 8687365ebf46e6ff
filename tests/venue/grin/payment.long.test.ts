import { isDeepStrictEqual } from 'node:util';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSlatepack } from '../../../src/domain/slatepack/read.ts';
import { feeOf, readSlate, type Slate, writeSlate } from '../../../src/domain/slatepack/slate.ts';
import { createIdentity } from '../../../venue/grin/identity.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { PROOF_BYTES } from '../../../venue/grin/rangeProof/format.ts';
import { inlineProofs, type RangeProofs } from '../../../venue/grin/rangeProof/proofs.ts';
import {
  finalizePayment,
  isBalanced,
  type NewPayment,
  type ReceivedPayment,
  receivePayment,
  startPayment,
} from '../../../venue/grin/payment.ts';
import type { Derive } from '../../../venue/grin/ownCoin.ts';

const derivation =
  (seed: string): Derive =>
  (purpose) =>
    hkdf(sha256, utf8ToBytes(seed), undefined, utf8ToBytes(purpose), 32);
const wallet = (seed: string) => {
  const derive = derivation(seed);
  return { derive, proofs: inlineProofs, identity: createIdentity(derive('address')) };
};
const venue = wallet('the venue');
const user = wallet('a user');
/** Without arithmetic, for tests that are not about proofs. */
const noProofs: RangeProofs = { make: async () => new Uint8Array(PROOF_BYTES), verify: async () => true };
/** In each direction: both use the same functions, with other keys. */
const RUNS = Number(process.env.GRIN_RUNS ?? '15');

const nanogrin = fc.bigInt({ min: 1n, max: 10n ** 18n });
const anyPayment: fc.Arbitrary<NewPayment> = fc.record({
  id: fc.uuid(),
  amount: nanogrin,
  fee: fc.bigInt({ min: 12_500_000n, max: 2n ** 40n - 1n }),
  ttl: fc.constantFrom(0n, 4_000_000n),
});
const payment: NewPayment = {
  id: '53fe05cd-078b-4b8f-960b-56af6f1a33b1',
  amount: 5_000_000_000n,
  fee: 23_000_000n,
  ttl: 0n,
};

/** What arrives at the other side. */
const sent = (slate: Slate): Slate => {
  const read = readSlate(writeSlate(slate));
  if (!read.ok) throw new Error(read.code);
  return read.slate;
};

async function answered(receiver: typeof venue, s1: Slate): Promise<ReceivedPayment> {
  const received = await receivePayment(receiver, s1);
  if (!received) throw new Error('not answered');
  return received;
}

describe.each([
  ['a deposit: the user pays, the venue receives', user, venue],
  ['a withdrawal: the venue pays, the user receives', venue, user],
])('%s', (_, payer, receiver) => {
  const wantsProof = { sender: payer.identity.publicKey, receiver: receiver.identity.publicKey };

  it('ends with a kernel signed by both and amounts that add up, whatever the payment', async () => {
    await fc.assert(
      fc.asyncProperty(anyPayment, fc.boolean(), async (plain, isProven) => {
        const s1 = startPayment(payer.derive, isProven ? { ...plain, proof: wantsProof } : plain);
        const answer = await answered({ ...receiver, proofs: noProofs }, sent(s1));
        const s2 = sent(answer.slate);
        expect([s2.stage, s2.amount, s2.feeField]).toEqual(['S2', 0n, 0n]);
        const final = await finalizePayment({ ...payer, proofs: noProofs }, s1, s2);
        if (typeof final === 'string') throw new Error(final);
        expect(final.excess).toBe(answer.excess);
        expect(final.excess).toMatch(/^0[89][0-9a-f]{64}$/);
        expect(isBalanced(sent(final.slate))).toBe(true);
        expect(feeOf(final.slate)).toBe(plain.fee);
      }),
      { numRuns: RUNS },
    );
  });

  it('proves that its outputs contain no negative amount, and cannot end otherwise (GRIN-01)', async () => {
    const s1 = startPayment(payer.derive, payment);
    const { slate: s2 } = await answered(receiver, s1);
    const final = await finalizePayment(payer, s1, s2);
    if (typeof final === 'string') throw new Error(final);
    const outputs = final.slate.commitments?.filter(({ isOutput }) => isOutput) ?? [];
    expect(outputs).toHaveLength(2);
    expect(await inlineProofs.verify(outputs)).toBe(true);
    const commitments = s2.commitments?.map((one) => ({ ...one, rangeProof: new Uint8Array(PROOF_BYTES) }));
    expect(await finalizePayment(payer, s1, { ...s2, commitments: commitments ?? null })).toBe('range proof');
  });

  it('never ends with another fee, amount or slate', async () => {
    const s1 = startPayment(payer.derive, payment);
    const answerTo = async (changed: Partial<Slate>): Promise<Slate> =>
      (await answered(receiver, { ...s1, ...changed })).slate;
    for (const changed of [
      { feeField: s1.feeField + 1n },
      { feeField: s1.feeField - 1n },
      { feeField: s1.feeField + (1n << 40n) },
      { amount: s1.amount + 1n },
      { amount: s1.amount - 1n },
    ]) {
      expect(await finalizePayment(payer, s1, await answerTo(changed))).toBe('mismatch');
    }
    const other = startPayment(payer.derive, { ...payment, id: '8691609a-a3cf-4e91-89d2-cf4568c28cae' });
    const answer = await answerTo({});
    expect(await finalizePayment(payer, other, answer)).toBe('mismatch');
    // Even with the right ID.
    expect(await finalizePayment(payer, other, { ...answer, id: other.id })).toBe('mismatch');
    expect(await finalizePayment(payer, s1, s1)).toBe('mismatch');
  });

  it('never ends if any byte changes that is signed, counted or proven', async () => {
    const s1 = startPayment(payer.derive, { ...payment, proof: wantsProof });
    const answer = await answered(receiver, s1);
    const bytes = writeSlate(answer.slate);
    const proofStart = bytes.length - 675 - 129;
    // The bits of two bytes say which fields follow. Some have no meaning yet and are ignored.
    const [fields, structs] = [53, proofStart - 46];
    const whole = sent(answer.slate);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const at = place % bytes.length;
        fc.pre(at > 3);
        const damaged = Uint8Array.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        const read = readSlate(damaged);
        // Where nothing that is read has changed, the answer is the same.
        const isTheSame = read.ok && isDeepStrictEqual(read.slate, whole);
        const isTtlAlone = read.ok && read.slate.ttl !== answer.slate.ttl;
        const isTaken =
          read.ok && !isTtlAlone && typeof (await finalizePayment(payer, s1, read.slate)) === 'object';
        expect(isTaken, `at byte ${at}`).toBe(isTheSame);
        expect(isTheSame && ![fields, structs].includes(at), `at byte ${at}`).toBe(false);
      }),
      {
        numRuns: RUNS * 3,
        examples: [
          [fields, 0x80],
          [structs, 0x04],
          // The kind of output.
          [proofStart - 42, 0x01],
          // Whose payment is proven.
          [bytes.length - 129, 0x01],
        ],
      },
    );
  });

  it('is answered and finalized the same way however often it is sent', async () => {
    const s1 = startPayment(payer.derive, { ...payment, proof: wantsProof });
    expect(startPayment(payer.derive, { ...payment, proof: wantsProof })).toEqual(s1);
    const first = await answered(receiver, s1);
    expect(await answered(receiver, sent(s1))).toEqual(first);
    const final = await finalizePayment(payer, s1, first.slate);
    expect(final).toMatchObject({ excess: first.excess });
    expect(await finalizePayment(payer, s1, first.slate)).toEqual(final);
  });

  it('never signs two kernels with one nonce', async () => {
    const s1 = startPayment(payer.derive, payment);
    const nonceOf = async (slate: Slate): Promise<Uint8Array | undefined> =>
      (await answered(receiver, slate)).slate.signatures[0]?.nonce;
    const nonce = await nonceOf(s1);
    expect(await nonceOf({ ...s1, feeField: s1.feeField + 1n })).not.toEqual(nonce);
    expect(await nonceOf({ ...s1, offset: new Uint8Array(32).fill(1) })).not.toEqual(nonce);
  });

  it('travels as slatepacks, plain and encrypted', () => {
    const s1 = startPayment(payer.derive, payment);
    const plain = pack(s1);
    const reading = readSlatepack(plain);
    expect(reading).toMatchObject({
      ok: true,
      slatepack: { canonical: plain, slate: { id: payment.id, stage: 'S1', amount: '5', fee: '0.023' } },
    });
    const sealed = pack(s1, { sender: payer.identity.address, to: receiver.identity.address });
    expect(unpack(sealed, receiver.identity)).toMatchObject({ ok: true, slate: s1 });
  });
});

it('keys and nonces that cancel ours out are refused', async () => {
  const s1 = startPayment(venue.derive, payment);
  const { slate } = await answered(user, s1);
  const [ours, theirs] = [s1.signatures[0], slate.signatures[0]];
  if (!ours || !theirs) throw new Error('not answered');
  const opposite = (point: Uint8Array): Uint8Array => {
    const turned = Uint8Array.from(point);
    turned[0] = point[0] === 2 ? 3 : 2;
    return turned;
  };
  for (const change of [{ excess: opposite(ours.excess) }, { nonce: opposite(ours.nonce) }]) {
    const s2: Slate = { ...slate, signatures: [{ ...theirs, ...change }] };
    expect(await finalizePayment(venue, s1, s2)).toBe('mismatch');
  }
});

it('a first message without points is not answered', async () => {
  const s1 = startPayment(user.derive, payment);
  const [party] = s1.signatures;
  if (!party) throw new Error('nobody has signed up');
  const noPoint = new Uint8Array(33).fill(5);
  for (const signatures of [
    [],
    [party, party],
    [{ ...party, nonce: noPoint }],
    [{ ...party, excess: noPoint }],
  ]) {
    expect(await receivePayment(venue, { ...s1, signatures })).toBeNull();
  }
});
