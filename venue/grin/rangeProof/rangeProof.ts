/**
 * GRIN's range proofs: Bulletproofs (Bünz and others, 2018) of one value of 64 bits, byte for byte those of
 * secp256k1-zkp. They show that an output holds no negative amount, so that nobody creates coins (GRIN-01). Names and
 * numbers of equations are those of the paper.
 */
import { createCipheriv } from 'node:crypto';
import { pippenger } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { commit, H, numberOf, type Point, readCommitment, scalarBytes, times, timesG } from '../curve.ts';
import { BITS, generators, sumOfGenerators } from './generators.ts';
import { challengesOf, readProof, ROUNDS, Transcript, writeProof } from './format.ts';

const { Point: Curve } = secp256k1;
const { Fn } = Curve;

export const MESSAGE_BYTES = 20;

export interface Secret {
  /** Nanogrin, below 2^64. */
  readonly value: bigint;
  /** Above 0 and below the order of the curve. */
  readonly blinding: bigint;
  /** 32 bytes. They reveal value and message in the proof. */
  readonly rewindNonce: Uint8Array;
  /** 32 bytes, used for this proof alone. */
  readonly privateNonce: Uint8Array;
  /** 20 bytes, by default zeros. */
  readonly message?: Uint8Array;
}

const mul = (...factors: readonly bigint[]): bigint =>
  factors.reduce((product, factor) => Fn.mul(product, factor), 1n);
const add = (...terms: readonly bigint[]): bigint => Fn.create(terms.reduce((sum, term) => sum + term, 0n));
const innerProduct = (a: readonly bigint[], b: readonly bigint[]): bigint =>
  add(...a.map((one, at) => mul(one, b[at] ?? 0n)));
const bitOf = (value: bigint, at: number): bigint => (value >> BigInt(at)) & 1n;

/** 1, base, base² … */
function powers(base: bigint, count: number): bigint[] {
  const all = [1n];
  while (all.length < count) all.push(mul(all.at(-1) ?? 1n, base));
  return all;
}

const multiply = (points: readonly Point[], scalars: readonly bigint[]): Point =>
  pippenger(Curve, [...points], [...scalars]);

/** Two scalars for each index from the nonce: the ChaCha20 block of that number. */
function scalarPair(nonce: Uint8Array, index: number): readonly [bigint, bigint] {
  for (let attempt = 0; ; attempt += 1) {
    const start = new Uint8Array(16);
    const view = new DataView(start.buffer);
    view.setUint32(0, index, true);
    view.setUint32(12, attempt, true);
    const block = createCipheriv('chacha20', nonce, start).update(new Uint8Array(64));
    const [first, second] = [numberOf(block.subarray(0, 32)), numberOf(block.subarray(32))];
    if (first < Fn.ORDER && second < Fn.ORDER) return [first, second];
  }
}

/** What each generator of the left has been multiplied by: x of the round where the bit is set, else 1 / x. */
function foldedPowers(xs: readonly bigint[]): readonly bigint[] {
  const inverses = xs.map((x) => Fn.inv(x));
  return Array.from({ length: BITS }, (_, at) =>
    mul(...xs.map((x, round) => (bitOf(BigInt(at), round) === 1n ? x : (inverses[round] ?? 0n)))),
  );
}

/** The inverse of `foldedPowers` after this many rounds, which the generators of the right have. */
const inverseOf = (folded: readonly bigint[], rounds: number, at: number): bigint =>
  folded[at ^ (2 ** rounds - 1)] ?? 0n;
const half = (two: readonly [bigint, bigint], at: number): bigint => (at < BITS / 2 ? two[0] : two[1]);

/** @returns whether the commitment (33 bytes) holds a value from 0 to 2^64 − 1. Takes about 0.1 s. */
export function verifyRangeProof(commitment: Uint8Array, bytes: Uint8Array): boolean {
  const V = readCommitment(commitment);
  const proof = readProof(bytes);
  if (!V || !proof) return false;
  try {
    return isProven(V, proof, bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isProven(V: Point, proof: NonNullable<ReturnType<typeof readProof>>, bytes: Uint8Array): boolean {
  const { tauX, mu, t, a, b, points, rounds } = proof;
  const [A, S, T1, T2] = points;
  const { transcript, y, z, x } = challengesOf(V, H, points);
  const zz = mul(z, z);
  const yPowers = powers(y, BITS);
  const sumOfTwos = 2n ** BigInt(BITS) - 1n;
  const delta = add(mul(add(z, -zz), add(...yPowers)), -mul(zz, z, sumOfTwos));
  // (61): the polynomial that T1, T2 and V commit to has the value t at x.
  const polynomial = multiply([H, T1, T2, V, Curve.BASE], [add(delta, -t), x, mul(x, x), zz, tauX]);
  if (!polynomial.equals(Curve.ZERO)) return false;

  const u = transcript.bytes(bytes.subarray(0, 64)).bytes(scalarBytes(t)).challenge();
  const xs = rounds.map(([L, R]) => transcript.points(L, R).challenge());
  const yInverses = powers(Fn.inv(y), BITS);
  const folded = foldedPowers(xs);
  const leftScalars = folded.map((scalar, at) => add(-z, -mul(half(a, at), scalar)));
  const rightScalars = yInverses.map((power, at) => {
    const scalar = add(mul(zz, 2n ** BigInt(at)), -mul(half(b, at), inverseOf(folded, ROUNDS, at)));
    return add(z, mul(scalar, power));
  });
  // (62) with the inner product's own check: A + xS + … is the commitment to both vectors.
  const vectors = sumOfGenerators(leftScalars, rightScalars).add(
    multiply(
      [A, S, Curve.BASE, ...rounds.flat()],
      [
        1n,
        x,
        add(mu, mul(u, add(t, -innerProduct(a, b)))),
        ...xs.flatMap((one) => [mul(one, one), Fn.inv(mul(one, one))]),
      ],
    ),
  );
  return vectors.equals(Curve.ZERO);
}

/** Takes about 0.3 s. @throws RangeError for a value or a blinding out of range. */
export function makeRangeProof(secret: Secret): Uint8Array {
  const { value, blinding, rewindNonce, privateNonce, message } = secret;
  if (value < 0n || value >= 2n ** BigInt(BITS)) throw new RangeError('the value must fit into 64 bits');
  if (blinding <= 0n || blinding >= Fn.ORDER) throw new RangeError('the blinding must be below the order');
  const { left, right } = generators();
  const V = commit(value, blinding);
  const [alpha, rho] = scalarPair(rewindNonce, 0);
  const [tau1, tau2] = scalarPair(privateNonce, 1);
  const places = left.map((_, at) => at);
  const bits = places.map((at) => bitOf(value, at));
  const blinds = places.map((at) => scalarPair(rewindNonce, at + 2));
  const [sLeft, sRight] = [blinds.map(([one]) => one), blinds.map(([, two]) => two)];
  const hidden = add(alpha, -noted(value, message ?? new Uint8Array(MESSAGE_BYTES)));
  const A = places.reduce(
    (sum, at) => sum.add((bits[at] === 1n ? left[at] : right[at]?.negate()) ?? Curve.ZERO),
    timesG(hidden),
  );
  const S = sumOfGenerators(sLeft, sRight).add(timesG(rho));

  const early = new Transcript().points(V, H);
  const y = early.points(A, S).challenge();
  const z = early.points(A, S).challenge();
  const zz = mul(z, z);
  const yPowers = powers(y, BITS);
  // l(X) = l0 + l1 X, r(X) = r0 + r1 X.
  const l0 = bits.map((bit) => add(bit, -z));
  const r0 = bits.map((bit, at) => add(mul(yPowers[at] ?? 0n, add(bit, -1n, z)), mul(zz, 2n ** BigInt(at))));
  const r1 = sRight.map((blind, at) => mul(yPowers[at] ?? 0n, blind));
  const t1 = add(innerProduct(l0, r1), innerProduct(sLeft, r0));
  const t2 = innerProduct(sLeft, r1);
  const points = [A, S, commit(t1, tau1), commit(t2, tau2)] as const;

  const { transcript, x } = challengesOf(V, H, points);
  const tauX = add(-mul(tau1, x), -mul(tau2, x, x), -mul(zz, blinding));
  const mu = add(-hidden, -mul(rho, x));
  const a = l0.map((one, at) => add(one, mul(sLeft[at] ?? 0n, x)));
  const b = r0.map((one, at) => add(one, mul(r1[at] ?? 0n, x)));
  const t = innerProduct(a, b);
  transcript.bytes(concatBytes(scalarBytes(tauX), scalarBytes(mu))).bytes(scalarBytes(t));
  return writeProof({ tauX, mu, points, t, ...proveInnerProduct(transcript, a, b, Fn.inv(y)) });
}

/** What `rewindRangeProof` reads: the message above the value, in one number. */
function noted(value: bigint, message: Uint8Array): bigint {
  if (message.length !== MESSAGE_BYTES) throw new RangeError(`the message must have ${MESSAGE_BYTES} bytes`);
  return (numberOf(message) << 64n) + value;
}

/** Halves the vectors five times. The generators stay as they are; their scalars change instead. */
function proveInnerProduct(
  transcript: Transcript,
  start: readonly bigint[],
  other: readonly bigint[],
  yInverse: bigint,
): Pick<Parameters<typeof writeProof>[0], 'a' | 'b' | 'rounds'> {
  const yInverses = powers(yInverse, BITS);
  const u = transcript.challenge();
  const xs: bigint[] = [];
  const rounds: [Point, Point][] = [];
  let [a, b] = [start, other];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folded = foldedPowers(xs);
    /** The a of one half with the generators of the other half, and the b of that one. */
    const side = (odd: 0 | 1): Point => {
      const from = (all: readonly bigint[], offset: number) => all.filter((_, at) => at % 2 === offset);
      const product = innerProduct(from(a, 1 - odd), from(b, odd));
      const isOdd = (at: number): boolean => (at >> round) % 2 === odd;
      const leftScalars = folded.map((scalar, at) =>
        isOdd(at) ? mul(a[(at >> round) ^ 1] ?? 0n, scalar) : 0n,
      );
      const rightScalars = yInverses.map((power, at) =>
        isOdd(at) ? 0n : mul(b[(at >> round) ^ 1] ?? 0n, inverseOf(folded, round, at), power),
      );
      return sumOfGenerators(leftScalars, rightScalars).add(times(Curve.BASE, mul(u, product)));
    };
    const sides: [Point, Point] = [side(1), side(0)];
    rounds.push(sides);
    const x = transcript.points(...sides).challenge();
    const inverse = Fn.inv(x);
    xs.push(x);
    const fold = (all: readonly bigint[], even: bigint, odd: bigint): bigint[] =>
      all.flatMap((one, at) => (at % 2 === 0 ? [add(mul(one, even), mul(all[at + 1] ?? 0n, odd))] : []));
    [a, b] = [fold(a, x, inverse), fold(b, inverse, x)];
  }
  const [a0 = 0n, a1 = 0n] = a;
  const [b0 = 0n, b1 = 0n] = b;
  return { a: [a0, a1], b: [b0, b1], rounds };
}

/** @returns the message of the proof's maker; null for the nonce of another proof. The proof is not verified. */
export function rewindRangeProof(
  commitment: Uint8Array,
  bytes: Uint8Array,
  rewindNonce: Uint8Array,
): { readonly value: bigint; readonly message: Uint8Array } | null {
  const V = readCommitment(commitment);
  const proof = readProof(bytes);
  if (!V || !proof) return null;
  const { x } = challengesOf(V, H, proof.points);
  const [alpha, rho] = scalarPair(rewindNonce, 0);
  const found = scalarBytes(add(proof.mu, mul(rho, x), alpha));
  if (found.subarray(0, 4).some((byte) => byte !== 0)) return null;
  return { value: numberOf(found.subarray(24)), message: found.subarray(4, 24) };
}
