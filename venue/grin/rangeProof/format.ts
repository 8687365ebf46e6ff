/** The 675 bytes of a range proof, and the challenges that both sides take from them. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { isResidue, numberOf, type Point, scalarBytes, xBytes } from '../curve.ts';
import { rootOf } from './generators.ts';

const { Point: Curve } = secp256k1;
const { Fn, Fp } = Curve;

export const PROOF_BYTES = 675;
/** The vectors are halved down to two elements. */
export const ROUNDS = 5;

/** Signs as stored in the bytes: `tauX` and `mu` are negated. */
export interface RangeProof {
  readonly tauX: bigint;
  readonly mu: bigint;
  /** A, S, T1, T2. */
  readonly points: readonly [Point, Point, Point, Point];
  /** The inner product of the two vectors. */
  readonly t: bigint;
  readonly a: readonly [bigint, bigint];
  readonly b: readonly [bigint, bigint];
  /** L and R of each round. */
  readonly rounds: readonly (readonly [Point, Point])[];
}

/** @returns null for anything but a proof, also where an undefined bit is set. */
export function readProof(bytes: Uint8Array): RangeProof | null {
  if (bytes.length !== PROOF_BYTES) return null;
  const scalars = [0, 32, 193, 225, 257, 289, 321].map((at) => readScalar(bytes.subarray(at, at + 32)));
  const points = readPoints(bytes.subarray(64, 193), 4);
  const sides = readPoints(bytes.subarray(353), 2 * ROUNDS);
  const [tauX, mu, t, a0, a1, b0, b1] = scalars.filter((scalar) => scalar !== null);
  if (tauX === undefined || mu === undefined || t === undefined) return null;
  if (a0 === undefined || a1 === undefined || b0 === undefined || b1 === undefined) return null;
  const [A, S, T1, T2] = points ?? [];
  if (!A || !S || !T1 || !T2 || !sides) return null;
  return { tauX, mu, points: [A, S, T1, T2], t, a: [a0, a1], b: [b0, b1], rounds: pairs(sides) };
}

function pairs(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.flatMap((left, at) => {
    const right = points[at + 1];
    return at % 2 === 0 && right ? [[left, right] as const] : [];
  });
}

export function writeProof({ tauX, mu, points, t, a, b, rounds }: RangeProof): Uint8Array {
  return concatBytes(
    scalarBytes(tauX),
    scalarBytes(mu),
    writePoints(points),
    ...[t, ...a, ...b].map((scalar) => scalarBytes(scalar)),
    writePoints(rounds.flat()),
  );
}

/** Below the order, and not 0, which no honest proof has. */
function readScalar(bytes: Uint8Array): bigint | null {
  const scalar = numberOf(bytes);
  return scalar === 0n || scalar >= Fn.ORDER ? null : scalar;
}

/** One bit for each point says whether its y is no square; then each x. */
function writePoints(points: readonly Point[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(points.length / 8));
  points.forEach((point, at) => {
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (signOf(point) << (at & 7));
  });
  return concatBytes(bits, ...points.map((point) => xBytes(point)));
}

function readPoints(bytes: Uint8Array, count: number): Point[] | null {
  const start = Math.ceil(count / 8);
  const bit = (at: number): number => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1;
  for (let at = count; at < start * 8; at += 1) if (bit(at) !== 0) return null;
  const points = Array.from({ length: count }, (_, at) => {
    const x = numberOf(bytes.subarray(start + 32 * at, start + 32 * at + 32));
    const y = x < Fp.ORDER ? rootOf(Fp.add(Fp.mul(Fp.sqr(x), x), 7n)) : null;
    return y === null ? null : Curve.fromAffine({ x, y: bit(at) === 1 ? Fp.neg(y) : y });
  });
  const read = points.filter((point) => point !== null);
  return read.length === count ? read : null;
}

const signOf = (point: Point): number => (isResidue(point.toAffine().y) ? 0 : 1);

/** Hashes the transcript; each challenge depends on all of it. */
export class Transcript {
  #state: Uint8Array = new Uint8Array(32);

  points(left: Point, right: Point): this {
    const signs = Uint8Array.of(2 * signOf(left) + signOf(right));
    return this.bytes(concatBytes(signs, xBytes(left), xBytes(right)));
  }

  bytes(more: Uint8Array): this {
    this.#state = sha256(concatBytes(this.#state, more));
    return this;
  }

  /** @throws RangeError for 0 or beyond the order: once in 2^127, and then the proof is refused. */
  challenge(): bigint {
    const scalar = readScalar(this.#state);
    if (scalar === null) throw new RangeError('a challenge is out of range');
    return scalar;
  }
}

/** The challenges before the inner product. `value` is the generator of values. */
export function challengesOf(
  commitment: Point,
  value: Point,
  [A, S, T1, T2]: RangeProof['points'],
): { transcript: Transcript; y: bigint; z: bigint; x: bigint } {
  const transcript = new Transcript().points(commitment, value);
  const y = transcript.points(A, S).challenge();
  const z = transcript.points(A, S).challenge();
  const x = transcript.points(T1, T2).challenge();
  return { transcript, y, z, x };
}
