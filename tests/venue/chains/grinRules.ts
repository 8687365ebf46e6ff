/** What a GRIN node checks before it accepts a transaction. */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import {
  type Point,
  readCommitment,
  readPoint,
  scalarOf,
  sumOfPoints,
  timesG,
  timesH,
} from '../../../venue/grin/curve.ts';
import { feeByWeight } from '../../../venue/grin/ownCoin.ts';
import { verifyRangeProof } from '../../../venue/grin/rangeProof/rangeProof.ts';
import { isKernelSignature, kernelOf } from '../../../venue/grin/signature.ts';
import { type NodeTransaction, turned } from '../../../venue/grin/transaction.ts';

interface Held {
  readonly unspent: ReadonlySet<string>;
  readonly waiting: readonly NodeTransaction[];
}

/** A transaction in the form that nodes show, whose inputs may be miners' rewards. */
export interface AnyTransaction {
  readonly offset: string;
  readonly body: {
    readonly inputs: readonly { readonly features: string; readonly commit: string }[];
    readonly outputs: readonly {
      readonly features: string;
      readonly commit: string;
      readonly proof: string;
    }[];
    readonly kernels: NodeTransaction['body']['kernels'];
  };
}

/** @returns null for a transaction that may be mined. */
export function whyInvalid(transaction: AnyTransaction, { unspent, waiting }: Held): string | null {
  const { inputs, outputs } = transaction.body;
  const taken = new Set(waiting.flatMap(({ body }) => body.inputs.map(({ commit }) => commit)));
  if (inputs.some(({ commit }) => !unspent.has(commit))) return 'an input is not unspent';
  if (inputs.some(({ commit }) => taken.has(commit))) return 'an input is spent by what waits';
  const coming = new Set(waiting.flatMap(({ body }) => body.outputs.map(({ commit }) => commit)));
  if (outputs.some(({ commit }) => unspent.has(commit) || coming.has(commit)))
    return 'a duplicate commitment';
  return isRelayed(transaction) ? whyUnsound(transaction) : 'the fee is too low';
}

/** Checks that need only the transaction, not the chain. */
export function whyUnsound({ offset, body }: AnyTransaction): string | null {
  const { inputs, outputs, kernels } = body;
  const [kernel, ...others] = kernels;
  if (!kernel || others.length > 0) return 'there is not one kernel';
  if (!isSorted(inputs) || !isSorted(outputs)) return 'the order is wrong';
  const { fee } = kernel.features.Plain;
  const excess = readCommitment(hexToBytes(kernel.excess));
  const points = [...inputs, ...outputs].map(({ commit }) => readCommitment(hexToBytes(commit)));
  if (!excess || points.includes(null)) return 'no point';
  if (!isSigned(excess, hexToBytes(kernel.excess_sig), BigInt(fee))) return 'the signature is wrong';
  const known = points.filter((point) => point !== null);
  const sum = sumOfPoints(known.map((point, at) => (at < inputs.length ? point.negate() : point)));
  const expected = excess.add(timesG(scalarOf(hexToBytes(offset))));
  if (!sum.add(timesH(BigInt(fee))).equals(expected)) return 'the sums differ';
  const isProven = outputs.every(({ commit, proof }) =>
    verifyRangeProof(hexToBytes(commit), hexToBytes(proof)),
  );
  return isProven ? null : 'a range proof is wrong';
}

const isRelayed = ({ body: { inputs, outputs, kernels } }: AnyTransaction): boolean =>
  BigInt(kernels[0]?.features.Plain.fee ?? 0) >= feeByWeight(inputs.length, outputs.length);

/** Either square root may be the nonce's y: the quadratic residue is used. */
function isSigned(excess: Point, written: Uint8Array, fee: bigint): boolean {
  const signature = turned(written);
  const nonce = readPoint(concatBytes(Uint8Array.of(2), signature.subarray(0, 32)));
  const kernel = nonce && kernelOf([excess], [nonce], fee);
  return kernel ? isKernelSignature(kernel, signature) : false;
}

function isSorted(all: readonly { readonly features: string; readonly commit: string }[]): boolean {
  const hashes = all.map(({ features, commit }) =>
    bytesToHex(
      blake2b(concatBytes(Uint8Array.of(features === 'Coinbase' ? 1 : 0), hexToBytes(commit)), { dkLen: 32 }),
    ),
  );
  return hashes.every((hash, at) => at === 0 || (hashes[at - 1] ?? '') < hash);
}
