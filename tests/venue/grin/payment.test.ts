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
import {
  type Derive,
  finalizePayment,
  isBalanced,
  type NewPayment,
  receivePayment,
  startPayment,
} from '../../../venue/grin/payment.ts';

const derivation =
  (seed: string): Derive =>
  (purpose) =>
    hkdf(sha256, utf8ToBytes(seed), undefined, utf8ToBytes(purpose), 32);
const wallet = (seed: string) => {
  const derive = derivation(seed);
  return { derive, identity: createIdentity(derive('address')) };
};
const venue = wallet('the venue');
const user = wallet('a user');
/** In each direction: both are the same functions, with other keys. */
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

describe.each([
  ['a deposit: the user pays, the venue receives', user, venue],
  ['a withdrawal: the venue pays, the user receives', venue, user],
])('%s', (_, payer, receiver) => {
  const wantsProof = { sender: payer.identity.publicKey, receiver: receiver.identity.publicKey };

  it('ends with a kernel that both have signed and amounts that add up, whatever the payment', () => {
    fc.assert(
      fc.property(anyPayment, fc.boolean(), (plain, isProven) => {
        const s1 = startPayment(payer.derive, isProven ? { ...plain, proof: wantsProof } : plain);
        const answered = receivePayment(receiver.derive, sent(s1), receiver.identity.seed);
        if (!answered) throw new Error('not answered');
        const s2 = sent(answered.slate);
        expect([s2.stage, s2.amount, s2.feeField]).toEqual(['S2', 0n, 0n]);
        const final = finalizePayment(payer.derive, s1, s2);
        expect(final?.excess).toBe(answered.excess);
        expect(final?.excess).toMatch(/^0[89][0-9a-f]{64}$/);
        expect(final && isBalanced(sent(final.slate))).toBe(true);
        expect(final && feeOf(final.slate)).toBe(plain.fee);
      }),
      { numRuns: RUNS },
    );
  });

  it('never ends with another fee, amount or slate', () => {
    const s1 = startPayment(payer.derive, payment);
    const answerTo = (changed: Partial<Slate>): Slate | undefined =>
      receivePayment(receiver.derive, { ...s1, ...changed }, receiver.identity.seed)?.slate;
    for (const changed of [
      { feeField: s1.feeField + 1n },
      { feeField: s1.feeField - 1n },
      { feeField: s1.feeField + (1n << 40n) },
      { amount: s1.amount + 1n },
      { amount: s1.amount - 1n },
    ]) {
      const s2 = answerTo(changed);
      expect(s2 && finalizePayment(payer.derive, s1, s2)).toBeNull();
    }
    const other = startPayment(payer.derive, { ...payment, id: '8691609a-a3cf-4e91-89d2-cf4568c28cae' });
    const answer = answerTo({});
    expect(answer && finalizePayment(payer.derive, other, answer)).toBeNull();
    // Even under the right name.
    expect(answer && finalizePayment(payer.derive, other, { ...answer, id: other.id })).toBeNull();
    expect(finalizePayment(payer.derive, s1, s1)).toBeNull();
  });

  it('never ends with a byte of the answer changed that anybody signs or counts', () => {
    const s1 = startPayment(payer.derive, { ...payment, proof: wantsProof });
    const answer = receivePayment(receiver.derive, s1, receiver.identity.seed);
    if (!answer) throw new Error('not answered');
    const bytes = writeSlate(answer.slate);
    // The range proof and what says how it is laid out prove nothing here.
    const proofStart = bytes.length - 675 - 129;
    // Two bytes say by bits which fields follow. Some of the bits have no meaning yet and are passed over.
    const [fields, structs] = [53, proofStart - 46];
    const whole = sent(answer.slate);
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const at = place % bytes.length;
        fc.pre(at < proofStart - 44 || at >= bytes.length - 64);
        fc.pre(at > 3);
        const damaged = Uint8Array.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        const read = readSlate(damaged);
        // Where nothing that is read has changed, the answer is what it was.
        const isTheSame = read.ok && isDeepStrictEqual(read.slate, whole);
        const isTtlAlone = read.ok && read.slate.ttl !== answer.slate.ttl;
        const isTaken = read.ok && !isTtlAlone && finalizePayment(payer.derive, s1, read.slate) !== null;
        expect(isTaken).toBe(isTheSame);
        expect(isTheSame && ![fields, structs].includes(at), `at byte ${at}`).toBe(false);
      }),
      {
        numRuns: RUNS * 5,
        examples: [
          [fields, 0x80],
          [structs, 0x04],
        ],
      },
    );
  });

  it('is answered and ended the same however often it is sent', () => {
    const s1 = startPayment(payer.derive, { ...payment, proof: wantsProof });
    expect(startPayment(payer.derive, { ...payment, proof: wantsProof })).toEqual(s1);
    const first = receivePayment(receiver.derive, s1, receiver.identity.seed);
    expect(receivePayment(receiver.derive, sent(s1), receiver.identity.seed)).toEqual(first);
    if (!first) throw new Error('not answered');
    expect(finalizePayment(payer.derive, s1, first.slate)).toEqual(
      finalizePayment(payer.derive, s1, first.slate),
    );
  });

  it('never signs two kernels with one nonce', () => {
    const s1 = startPayment(payer.derive, payment);
    const nonceOf = (slate: Slate): Uint8Array | undefined =>
      receivePayment(receiver.derive, slate, receiver.identity.seed)?.slate.signatures[0]?.nonce;
    expect(nonceOf({ ...s1, feeField: s1.feeField + 1n })).not.toEqual(nonceOf(s1));
    expect(nonceOf({ ...s1, offset: new Uint8Array(32).fill(1) })).not.toEqual(nonceOf(s1));
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

it('keys and nonces that cancel ours out are refused', () => {
  const s1 = startPayment(venue.derive, payment);
  const answered = receivePayment(user.derive, s1, user.identity.seed);
  const [ours, theirs] = [s1.signatures[0], answered?.slate.signatures[0]];
  if (!answered || !ours || !theirs) throw new Error('not answered');
  const opposite = (point: Uint8Array): Uint8Array => {
    const turned = Uint8Array.from(point);
    turned[0] = point[0] === 2 ? 3 : 2;
    return turned;
  };
  for (const change of [{ excess: opposite(ours.excess) }, { nonce: opposite(ours.nonce) }]) {
    const s2: Slate = { ...answered.slate, signatures: [{ ...theirs, ...change }] };
    expect(finalizePayment(venue.derive, s1, s2)).toBeNull();
  }
});

it('a first message without points is not answered', () => {
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
    expect(receivePayment(venue.derive, { ...s1, signatures }, venue.identity.seed)).toBeNull();
  }
});
