/**
 * GRIN on secp256k1. Points of excesses and nonces start with 02 or 03; those of commitments with 08 or 09, which tells
 * whether y is a quadratic residue.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

const { Point } = secp256k1;
export type Point = InstanceType<typeof Point>;
const { Fp, Fn } = Point;

/** Nobody knows its logarithm to the base G (secp256k1-zkp, `secp256k1_generator_h`). */
export const H = Point.fromAffine({
  x: 0x50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0n,
  y: 0x31d3c6863973926e049e637cb1b5f40a36dac28af1766968c30c2313f3a38904n,
});

export const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHex(bytes)}`);
export const scalarBytes = (scalar: bigint): Uint8Array => Fn.toBytes(scalar);

/** Reduces 32 bytes. All but one hash in 2^127 are below the order anyway. */
export const scalarOf = (bytes: Uint8Array): bigint => Fn.create(numberOf(bytes));

export const sumOfScalars = (...scalars: readonly bigint[]): bigint =>
  Fn.create(scalars.reduce((sum, scalar) => sum + scalar, 0n));

/** Also for 0, which the library's multiplication refuses. */
export const timesG = (scalar: bigint): Point => times(Point.BASE, scalar);
export const timesH = (scalar: bigint): Point => times(H, scalar);

export function times(point: Point, scalar: bigint): Point {
  const reduced = Fn.create(scalar);
  return reduced === 0n ? Point.ZERO : point.multiply(reduced);
}

export const sumOfPoints = (points: readonly Point[]): Point =>
  points.reduce((sum, point) => sum.add(point), Point.ZERO);

export function isResidue(y: bigint): boolean {
  return Fp.eql(Fp.pow(y, (Fp.ORDER - 1n) / 2n), Fp.ONE);
}

/** @returns null when the 33 bytes are no point. */
export function readPoint(bytes: Uint8Array): Point | null {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return null;
  }
}

export const xBytes = (point: Point): Uint8Array => Fp.toBytes(point.toAffine().x);

export const commit = (value: bigint, blinding: bigint): Point => timesG(blinding).add(timesH(value));

/** 33 bytes, also of a kernel's excess. */
export function commitmentBytes(point: Point): Uint8Array {
  const { x, y } = point.toAffine();
  return concatBytes(Uint8Array.of(isResidue(y) ? 8 : 9), Fp.toBytes(x));
}

/** @returns null when the bytes are no commitment. */
export function readCommitment(bytes: Uint8Array): Point | null {
  const prefix = bytes[0];
  if (bytes.length !== 33 || (prefix !== 8 && prefix !== 9)) return null;
  const point = readPoint(concatBytes(Uint8Array.of(2), bytes.subarray(1)));
  if (!point) return null;
  return isResidue(point.toAffine().y) === (prefix === 8) ? point : point.negate();
}
