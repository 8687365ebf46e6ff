/** Aggregated Schnorr signature of a kernel. A wrong partial signature is refused before the venue signs. */
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

export interface Kernel {
  readonly excess: Point;
  readonly nonce: Point;
  readonly challenge: bigint;
}

const PLAIN = 0;

/** @param feeField including the fee's shift. @returns null when excesses or nonces cancel each other out. */
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

/** Serves as the transaction's hash: 33 bytes that start with 08 or 09. */
export const kernelExcess = ({ excess }: Kernel): Uint8Array => commitmentBytes(excess);

/** Nonces are negated when y of their sum is no quadratic residue. */
const sign = ({ nonce }: Kernel): bigint => (isResidue(nonce.toAffine().y) ? 1n : -1n);

/** R.x and s. Never use one nonce for two kernels. */
export function signPart(kernel: Kernel, excess: bigint, nonce: bigint): Uint8Array {
  const s = sumOfScalars(sign(kernel) * nonce, kernel.challenge * excess);
  return concatBytes(xBytes(timesG(nonce)), scalarBytes(s));
}

export function isPart(kernel: Kernel, part: Uint8Array, excess: Point, nonce: Point): boolean {
  if (part.length !== 64 || numberOf(part.subarray(0, 32)) !== nonce.toAffine().x) return false;
  return holds(kernel, numberOf(part.subarray(32)), excess, nonce);
}

/** R.x of the sum of nonces, and the sum of all s. */
export function joinParts(kernel: Kernel, parts: readonly Uint8Array[]): Uint8Array {
  const s = sumOfScalars(...parts.map((part) => scalarOf(part.subarray(32))));
  return concatBytes(xBytes(kernel.nonce), scalarBytes(s));
}

export const isKernelSignature = (kernel: Kernel, signature: Uint8Array): boolean =>
  isPart(kernel, signature, kernel.excess, kernel.nonce);

const holds = (kernel: Kernel, s: bigint, excess: Point, nonce: Point): boolean =>
  timesG(s).equals(times(nonce, sign(kernel)).add(times(excess, kernel.challenge)));
