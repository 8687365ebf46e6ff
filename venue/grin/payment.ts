/**
 * A GRIN payment in three steps: the payer starts (S1), the receiver answers (S2), the payer finalizes (S3). Only the
 * range proof of an output is not real: 675 zero bytes replace the Bulletproof. A real wallet's reply is checked, but
 * a real node would refuse these payments.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { feeOf, type PartialSignature, type Slate, writeSlate } from '../../src/domain/slatepack/slate.ts';
import {
  commit,
  commitmentBytes,
  type Point,
  readCommitment,
  readPoint,
  scalarBytes,
  scalarOf,
  sumOfPoints,
  sumOfScalars,
  timesG,
  timesH,
} from './curve.ts';
import { isPaymentProof, signPayment } from './paymentProof.ts';
import {
  isKernelSignature,
  isPart,
  joinParts,
  type Kernel,
  kernelExcess,
  kernelOf,
  signPart,
} from './signature.ts';

/** 32 secret bytes, the same for the same purpose. */
export type Derive = (purpose: string) => Uint8Array;

interface Party {
  readonly excess: Point;
  readonly nonce: Point;
  readonly part: Uint8Array | null;
}

export interface NewPayment {
  readonly id: string;
  /** Nanogrin; `ttl` is a height, or 0 for none. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly ttl: bigint;
  /** ed25519 keys, for a payment proof. */
  readonly proof?: { readonly sender: Uint8Array; readonly receiver: Uint8Array };
}

export interface ReceivedPayment {
  readonly slate: Slate;
  /** Hex; identifies the payment on the chain. */
  readonly excess: string;
}

export interface FinalPayment extends ReceivedPayment {
  readonly signature: Uint8Array;
}

const HEADER_VERSION = 3;
const RANGE_PROOF_BYTES = 675;
/** Each output costs a square root to read; wallets use one. */
const MOST_OUTPUTS = 8;
const NO_OFFSET = new Uint8Array(32);
/** Nanogrin. */
const CHANGE = 10_000_000_000n;

/** The slate's ID must be new, because the secrets are derived from it. */
function payerSecrets(derive: Derive, id: string) {
  const secret = (name: string): bigint => scalarOf(derive(`payer/${id}/${name}`));
  const [coin, change, offset] = [secret('coin'), secret('change'), secret('offset')];
  return { coin, change, offset, nonce: secret('nonce'), excess: sumOfScalars(change, -coin, -offset) };
}

export function startPayment(derive: Derive, { id, amount, fee, ttl, proof }: NewPayment): Slate {
  const { excess, nonce } = payerSecrets(derive, id);
  return {
    headerVersion: HEADER_VERSION,
    id,
    stage: 'S1',
    offset: NO_OFFSET,
    participants: 2,
    amount,
    feeField: fee,
    features: 0,
    ttl,
    signatures: [publicPart(excess, nonce, null)],
    commitments: null,
    proof: proof ? { ...proof, signature: null } : null,
    lockHeight: null,
  };
}

const publicPart = (excess: bigint, nonce: bigint, part: Uint8Array | null): PartialSignature => ({
  excess: timesG(excess).toBytes(true),
  nonce: timesG(nonce).toBytes(true),
  part,
});

/** The nonce comes from the whole S1, so it never signs two kernels. @returns null when the S1 has no valid points. */
export function receivePayment(derive: Derive, s1: Slate, proofSeed: Uint8Array): ReceivedPayment | null {
  const payer = partyOf(s1);
  if (!payer) return null;
  const source = bytesToHex(sha256(writeSlate(s1)));
  const secret = (name: string): bigint => scalarOf(derive(`receiver/${source}/${name}`));
  const [output, offset, nonce] = [secret('output'), secret('offset'), secret('nonce')];
  const excess = sumOfScalars(output, -offset);
  const kernel = kernelOf([payer.excess, timesG(excess)], [payer.nonce, timesG(nonce)], s1.feeField);
  if (!kernel) return null;
  const shown = kernelExcess(kernel);
  const slate: Slate = {
    ...s1,
    stage: 'S2',
    offset: scalarBytes(sumOfScalars(scalarOf(s1.offset), offset)),
    // As grin-wallet does, because the payer knows both.
    amount: 0n,
    feeField: 0n,
    signatures: [publicPart(excess, nonce, signPart(kernel, excess, nonce))],
    commitments: [outputOf(s1.amount, output)],
    proof: s1.proof && {
      ...s1.proof,
      signature: signPayment({ amount: s1.amount, kernelExcess: shown, sender: s1.proof.sender }, proofSeed),
    },
  };
  return { slate, excess: bytesToHex(shown) };
}

const outputOf = (value: bigint, blinding: bigint) => ({
  isOutput: true,
  features: 0,
  commitment: commitmentBytes(commit(value, blinding)),
  rangeProof: new Uint8Array(RANGE_PROOF_BYTES),
});

/** Call it once per S1 and store the result before showing it. @returns null when the reply does not match. */
export function finalizePayment(derive: Derive, s1: Slate, s2: Slate): FinalPayment | null {
  const checked = checkAnswer(s1, s2);
  if (!checked) return null;
  const { kernel, receiverPart } = checked;
  const own = payerSecrets(derive, s1.id);
  const ownPart = signPart(kernel, own.excess, own.nonce);
  const signature = joinParts(kernel, [receiverPart, ownPart]);
  const slate: Slate = {
    ...s1,
    stage: 'S3',
    offset: scalarBytes(sumOfScalars(scalarOf(s2.offset), own.offset)),
    amount: 0n,
    signatures: [...s2.signatures, publicPart(own.excess, own.nonce, ownPart)],
    commitments: [
      coinOf(s1.amount + feeOf(s1) + CHANGE, own.coin),
      ...(s2.commitments ?? []),
      outputOf(CHANGE, own.change),
    ],
    proof: s2.proof,
  };
  const isWhole = isKernelSignature(kernel, signature) && isBalanced(slate);
  return isWhole ? { slate, excess: bytesToHex(kernelExcess(kernel)), signature } : null;
}

const coinOf = (value: bigint, blinding: bigint) => ({
  isOutput: false,
  features: 0,
  commitment: commitmentBytes(commit(value, blinding)),
  rangeProof: new Uint8Array(),
});

export function checkAnswer(s1: Slate, s2: Slate): { kernel: Kernel; receiverPart: Uint8Array } | null {
  const [payer, receiver] = [partyOf(s1), partyOf(s2)];
  if (!payer || !receiver?.part || s1.id !== s2.id || s2.stage !== 'S2') return null;
  if (s2.amount !== 0n && s2.amount !== s1.amount) return null;
  if (s2.feeField !== 0n && s2.feeField !== s1.feeField) return null;
  const kernel = kernelOf([payer.excess, receiver.excess], [payer.nonce, receiver.nonce], s1.feeField);
  if (!kernel) return null;
  const isSound =
    isPart(kernel, receiver.part, receiver.excess, receiver.nonce) &&
    paysAmount(s1, s2, receiver.excess) &&
    isProven(s1, s2, kernel);
  return isSound ? { kernel, receiverPart: receiver.part } : null;
}

function paysAmount(s1: Slate, s2: Slate, excess: Point): boolean {
  const given = s2.commitments ?? [];
  const isUsual = given.every(
    ({ isOutput, rangeProof }) => isOutput && rangeProof.length === RANGE_PROOF_BYTES,
  );
  if (!isUsual || given.length === 0 || given.length > MOST_OUTPUTS) return false;
  const outputs = given.map(({ commitment }) => readCommitment(commitment));
  if (outputs.includes(null)) return false;
  const offset = sumOfScalars(scalarOf(s2.offset), -scalarOf(s1.offset));
  const expected = excess.add(timesG(offset)).add(timesH(s1.amount));
  return sumOfPoints(outputs.filter((point) => point !== null)).equals(expected);
}

function isProven(s1: Slate, s2: Slate, kernel: Kernel): boolean {
  if (!s1.proof) return true;
  const { sender, receiver } = s1.proof;
  const signature = s2.proof?.signature ?? null;
  if (signature === null) return false;
  return isPaymentProof(
    { amount: s1.amount, kernelExcess: kernelExcess(kernel), sender },
    receiver,
    signature,
  );
}

/** Whether outputs − inputs + fee·H is the excess plus offset·G, as a node checks. */
export function isBalanced(s3: Slate): boolean {
  const points = (s3.commitments ?? []).map(({ isOutput, commitment }) => {
    const point = readCommitment(commitment);
    return isOutput ? point : (point?.negate() ?? null);
  });
  const excesses = s3.signatures.map(({ excess }) => readPoint(excess));
  if ([...points, ...excesses].includes(null)) return false;
  const known = (all: readonly (Point | null)[]): Point => sumOfPoints(all.filter((point) => point !== null));
  return known(points)
    .add(timesH(feeOf(s3)))
    .equals(known(excesses).add(timesG(scalarOf(s3.offset))));
}

function partyOf(slate: Slate): Party | null {
  const [signature, ...others] = slate.signatures;
  if (!signature || others.length > 0) return null;
  const [excess, nonce] = [readPoint(signature.excess), readPoint(signature.nonce)];
  return excess && nonce ? { excess, nonce, part: signature.part } : null;
}
