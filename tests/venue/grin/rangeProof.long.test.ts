import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commit, commitmentBytes } from '../../../venue/grin/curve.ts';
import { PROOF_BYTES } from '../../../venue/grin/rangeProof/format.ts';
import {
  makeRangeProof,
  rewindRangeProof,
  type Secret,
  verifyRangeProof,
} from '../../../venue/grin/rangeProof/rangeProof.ts';
import file from '../../data/rangeproof-vectors.json' with { type: 'json' };
import { random } from '../../../scripts/random.ts';

/** Bits of a proof that are changed, one at a time; 5,400 are all of them. */
const BITS = Number(process.env.RANGE_PROOF_BITS ?? '40');

const vectors = file.vectors.map((vector) => ({
  ...vector,
  value: BigInt(vector.value),
  blinding: BigInt(`0x${vector.blind}`),
  commitment: hexToBytes(vector.commitment),
  proof: hexToBytes(vector.proof),
  rewindNonce: hexToBytes(vector.rewindNonce),
  privateNonce: hexToBytes(vector.privateNonce),
  message: hexToBytes(vector.message),
}));
const [first] = vectors;
if (!first) throw new Error('there are no vectors');
const nonce = fc.uint8Array({ minLength: 32, maxLength: 32 });
const anySecret: fc.Arbitrary<Secret> = fc.record({
  value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  blinding: fc.bigInt({ min: 1n, max: 2n ** 255n }),
  rewindNonce: nonce,
  privateNonce: nonce,
  message: fc.uint8Array({ minLength: 20, maxLength: 20 }),
});
const committed = ({ value, blinding }: Secret): Uint8Array => commitmentBytes(commit(value, blinding));

describe('range proofs of the reference library (GRIN-01)', () => {
  it.each(vectors.map((vector) => [vector.value, vector] as const))(
    'the proof of %d is verified, made again byte for byte, and rewound',
    (_, vector) => {
      const { commitment, proof, value, message } = vector;
      expect(committed(vector)).toEqual(commitment);
      expect(verifyRangeProof(commitment, proof)).toBe(true);
      expect(bytesToHex(makeRangeProof(vector))).toBe(vector.proof && bytesToHex(proof));
      expect(rewindRangeProof(commitment, proof, vector.rewindNonce)).toEqual({ value, message });
    },
  );

  it('a proof is valid only for its commitment', () => {
    vectors.forEach(({ commitment }, at) => {
      const other = vectors[(at + 1) % vectors.length] ?? first;
      expect(verifyRangeProof(commitment, other.proof)).toBe(false);
    });
  });

  it('no bit of it can be changed', () => {
    const { commitment, proof } = first;
    const next = random(11);
    const all = Array.from({ length: PROOF_BYTES * 8 }, (_, bit) => ({ bit, place: next() }));
    const chosen = BITS >= all.length ? all : all.sort((a, b) => a.place - b.place).slice(0, BITS);
    // Unused bits are beside the signs of the points.
    const unused = [64 * 8 + 4, 64 * 8 + 7, 354 * 8 + 2, 354 * 8 + 7].map((bit) => ({ bit }));
    for (const { bit } of [...chosen, ...unused]) {
      const changed = Uint8Array.from(proof);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifyRangeProof(commitment, changed), `bit ${bit}`).toBe(false);
    }
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a byte less', first.proof.subarray(1)],
    ['a byte more', Uint8Array.of(...first.proof, 0)],
    ['zeros', new Uint8Array(PROOF_BYTES)],
    ['ones', new Uint8Array(PROOF_BYTES).fill(255)],
  ])('%s is no valid proof', (_, bytes) => {
    expect(verifyRangeProof(first.commitment, bytes)).toBe(false);
    expect(rewindRangeProof(first.commitment, bytes, first.rewindNonce)).toBeNull();
  });

  it('and there is none for an invalid commitment', () => {
    expect(verifyRangeProof(first.commitment.subarray(1), first.proof)).toBe(false);
    expect(verifyRangeProof(new Uint8Array(33), first.proof)).toBe(false);
  });
});

describe('range proofs made here', () => {
  it('are valid for any value, and only for it', () => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        const proof = makeRangeProof(secret);
        expect(proof).toHaveLength(PROOF_BYTES);
        expect(verifyRangeProof(committed(secret), proof)).toBe(true);
        const other = { ...secret, value: secret.value === 0n ? 1n : secret.value - 1n };
        expect(verifyRangeProof(committed(other), proof)).toBe(false);
      }),
      { numRuns: 5 },
    );
  });

  it('can be read by whoever knows the nonce, and by nobody else (GRIN-02)', () => {
    fc.assert(
      fc.property(anySecret, nonce, (secret, other) => {
        const [commitment, proof] = [committed(secret), makeRangeProof(secret)];
        const { value, message } = secret;
        expect(rewindRangeProof(commitment, proof, secret.rewindNonce)).toEqual({ value, message });
        expect(rewindRangeProof(commitment, proof, other)).toBeNull();
      }),
      { numRuns: 3 },
    );
  });

  it.each([[{ value: -1n }], [{ value: 2n ** 64n }], [{ blinding: 0n }], [{ message: new Uint8Array(19) }]])(
    'are not made out of range: %o',
    (change) => {
      expect(() => makeRangeProof({ ...first, ...change })).toThrow(RangeError);
    },
  );
});
