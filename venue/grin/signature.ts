/**
 * The signature of a kernel: an aggregated Schnorr signature to which each party adds a part. Whoever holds the sums
 * of public excesses and nonces can check each part alone, so that a wrong reply is refused before anything is signed.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { u64 } from '../../src/domain/slatepack/bytes.ts';
import {
  commitmentBytes,
  isResidue,
  numberOf,
  type Point,
  scalarBytes,
  scalarOf,
  sumOfPoints,
  sumOfScalars,
  times,
  timesG,
  xBytes,
} from './curve.ts';

/** What both parties sign: the kernel's message under the sums of both excesses and of both nonces. */
export interface Kernel {
  readonly excess: Point;
  readonly nonce: Point;
  /** The challenge, from nonce, excess and message. */
  readonly challenge: bigint;
}

const PLAIN = 0;

/**
 * @param feeField the whole field, with the fee's shift: it is what is signed.
 * @returns null when the excesses or the nonces cancel each other out, as only somebody who means harm chooses them.
 */
export function kernelOf(
  excesses: readonly Point[],
  nonces: readonly Point[],
  feeField: bigint,
): Kernel | null {
  const excess = sumOfPoints(excesses);
  const nonce = sumOfPoints(nonces);
  if (excess.is0() || nonce.is0()) return null;
  const message = blake2b(concatBytes(Uint8Array.of(PLAIN), u64(feeField)), { dkLen: 32 });
  const challenge = scalarOf(sha256(concatBytes(xBytes(nonce), excess.toBytes(true), message)));
  return { excess, nonce, challenge };
}

/** What a chain shows in place of a transaction's hash: 33 bytes that start with 08 or 09. */
export const kernelExcess = ({ excess }: Kernel): Uint8Array => commitmentBytes(excess);

/** Every nonce counts negative when y of their sum is no quadratic residue. */
const sign = ({ nonce }: Kernel): bigint => (isResidue(nonce.toAffine().y) ? 1n : -1n);

/** The part of the one who knows both secrets: R.x and s. Never twice with one nonce for two kernels. */
export function signPart(kernel: Kernel, excess: bigint, nonce: bigint): Uint8Array {
  const s = sumOfScalars(sign(kernel) * nonce, kernel.challenge * excess);
  return concatBytes(xBytes(timesG(nonce)), scalarBytes(s));
}

/** Whether a part is that of the party with this public excess and nonce. */
export function isPart(kernel: Kernel, part: Uint8Array, excess: Point, nonce: Point): boolean {
  if (part.length !== 64 || numberOf(part.subarray(0, 32)) !== nonce.toAffine().x) return false;
  return holds(kernel, numberOf(part.subarray(32)), excess, nonce);
}

/** R.x of all nonces, and the sum of all parts: what stands in the kernel. */
export function joinParts(kernel: Kernel, parts: readonly Uint8Array[]): Uint8Array {
  const s = sumOfScalars(...parts.map((part) => scalarOf(part.subarray(32))));
  return concatBytes(xBytes(kernel.nonce), scalarBytes(s));
}

/** What a node checks. */
export const isKernelSignature = (kernel: Kernel, signature: Uint8Array): boolean =>
  isPart(kernel, signature, kernel.excess, kernel.nonce);

const holds = (kernel: Kernel, s: bigint, excess: Point, nonce: Point): boolean =>
  timesG(s).equals(times(nonce, sign(kernel)).add(times(excess, kernel.challenge)));
