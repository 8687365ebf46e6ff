/**
 * A GRIN payment in three steps: the payer starts (S1), the receiver answers (S2), the payer finalizes (S3). In a
 * sandbox the payer's coin is on no chain; everything else is real.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
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
import { blindingOf, commitmentOf, type Derive, type OwnCoin } from './ownCoin.ts';
import { isPaymentProof, signPayment } from './paymentProof.ts';
import { PROOF_BYTES } from './rangeProof/format.ts';
import type { RangeProofs } from './rangeProof/proofs.ts';
import {
  isKernelSignature,
  isPart,
  joinParts,
  type Kernel,
  kernelExcess,
  kernelOf,
  signPart,
} from './signature.ts';

/** What a payment needs of a wallet. */
export interface Signer {
  readonly derive: Derive;
  readonly proofs: RangeProofs;
}

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

interface Signed {
  readonly slate: Slate;
  /** Hex; identifies the payment on the chain. */
  readonly excess: string;
}

export interface ReceivedPayment extends Signed {
  readonly output: OwnCoin;
}

export interface FinalPayment extends Signed {
  readonly signature: Uint8Array;
  /** The change; null where there is none. */
  readonly change: OwnCoin | null;
}

/** Why a reply does not complete the payment: it answers something else, or an output has no valid range proof. */
export type Unfinished = 'mismatch' | 'range proof';

const HEADER_VERSION = 3;
/** Each output costs a tenth of a second to verify; wallets use one. */
const MAX_OUTPUTS = 8;
const NO_OFFSET = new Uint8Array(32);
/** Nanogrin. */
const CHANGE = 10_000_000_000n;

/** The slate's ID must be new, because the secrets are derived from it. */
function payerSecrets(derive: Derive, { id, amount, fee }: Asked, inputs: readonly OwnCoin[]) {
  const secret = (name: string): bigint => scalarOf(derive(`payer/${id}/${name}`));
  const left = leftOf({ id, amount, fee }, inputs);
  if (left < 0n) throw new RangeError('the inputs are worth less than the payment');
  const change = left === 0n ? null : { keyId: `payer/${id}/change`, value: left };
  const offset = secret('offset');
  const spent = inputs.map((coin) => -blindingOf(derive, coin));
  const excess = sumOfScalars(change ? blindingOf(derive, change) : 0n, ...spent, -offset);
  return { change, offset, nonce: secret('nonce'), excess };
}

const leftOf = ({ amount, fee }: Asked, inputs: readonly OwnCoin[]): bigint =>
  inputs.reduce((sum, { value }) => sum + value, -amount - fee);

type Asked = Pick<NewPayment, 'id' | 'amount' | 'fee'>;

/** Coins that a sandbox wallet pays with. */
const simulatedCoin = ({ id, amount, fee }: Asked): OwnCoin => ({
  keyId: `payer/${id}/coin`,
  value: amount + fee + CHANGE,
});

const askedIn = (s1: Slate): Asked => ({ id: s1.id, amount: s1.amount, fee: feeOf(s1) });

/** @param inputs pay; by default a coin that is on no chain. @throws RangeError where they are worth too little. */
export function startPayment(
  derive: Derive,
  payment: NewPayment,
  inputs: readonly OwnCoin[] = [simulatedCoin(payment)],
): Slate {
  const { id, amount, fee, ttl, proof } = payment;
  const { excess, nonce } = payerSecrets(derive, payment, inputs);
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

/**
 * The nonce comes from the whole S1, so it never signs two kernels. @returns null when the S1 has no valid points.
 * @param wallet its `seed` signs the payment proof.
 */
export async function receivePayment(
  wallet: Signer & { readonly identity: { readonly seed: Uint8Array } },
  s1: Slate,
): Promise<ReceivedPayment | null> {
  const payer = partyOf(s1);
  if (!payer) return null;
  const source = bytesToHex(sha256(writeSlate(s1)));
  const secret = (name: string): bigint => scalarOf(wallet.derive(`receiver/${source}/${name}`));
  const output = { keyId: `receiver/${source}/output`, value: s1.amount };
  const [offset, nonce] = [secret('offset'), secret('nonce')];
  const excess = sumOfScalars(blindingOf(wallet.derive, output), -offset);
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
    commitments: [await outputOf(wallet, output)],
    proof: s1.proof && {
      ...s1.proof,
      signature: signPayment(
        { amount: s1.amount, kernelExcess: shown, sender: s1.proof.sender },
        wallet.identity.seed,
      ),
    },
  };
  return { slate, excess: bytesToHex(shown), output };
}

/** The proof's nonces come from the commitment, so the wallet's seed finds the value again (GRIN-02). */
async function outputOf({ derive, proofs }: Signer, coin: OwnCoin) {
  const [value, blinding] = [coin.value, blindingOf(derive, coin)];
  const commitment = commitmentBytes(commit(value, blinding));
  const nonce = (name: string): Uint8Array => derive(`${name}/${bytesToHex(commitment)}`);
  const [rewindNonce, privateNonce] = [nonce('rewind'), nonce('proof')];
  const rangeProof = await proofs.make({ value, blinding, rewindNonce, privateNonce });
  return { isOutput: true, features: 0, commitment, rangeProof };
}

/** Call it once per S1 and store the result before showing it. @param inputs those that the payment was started with. */
export async function finalizePayment(
  wallet: Signer,
  s1: Slate,
  s2: Slate,
  inputs: readonly OwnCoin[] = [simulatedCoin(askedIn(s1))],
): Promise<FinalPayment | Unfinished> {
  const checked = checkAnswer(s1, s2);
  // After a withdrawal was given back, others may have the inputs.
  if (!checked || leftOf(askedIn(s1), inputs) < 0n) return 'mismatch';
  // Last, because it takes longest.
  if (!(await wallet.proofs.verify(s2.commitments ?? []))) return 'range proof';
  const { kernel, receiverPart } = checked;
  const own = payerSecrets(wallet.derive, askedIn(s1), inputs);
  const ownPart = signPart(kernel, own.excess, own.nonce);
  const signature = joinParts(kernel, [receiverPart, ownPart]);
  const slate: Slate = {
    ...s1,
    stage: 'S3',
    offset: scalarBytes(sumOfScalars(scalarOf(s2.offset), own.offset)),
    amount: 0n,
    signatures: [...s2.signatures, publicPart(own.excess, own.nonce, ownPart)],
    commitments: [
      ...inputs.map((coin) => inputOf(wallet.derive, coin)),
      ...(s2.commitments ?? []),
      ...(own.change ? [await outputOf(wallet, own.change)] : []),
    ],
    proof: s2.proof,
  };
  const isWhole = isKernelSignature(kernel, signature) && isBalanced(slate);
  const { change } = own;
  return isWhole ? { slate, excess: bytesToHex(kernelExcess(kernel)), signature, change } : 'mismatch';
}

const inputOf = (derive: Derive, coin: OwnCoin) => ({
  isOutput: false,
  features: 0,
  commitment: hexToBytes(commitmentOf(derive, coin)),
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
  // A plain output; the other kind is a miner's reward.
  const isUsual = given.every(
    ({ isOutput, features, rangeProof }) => isOutput && features === 0 && rangeProof.length === PROOF_BYTES,
  );
  if (!isUsual || given.length === 0 || given.length > MAX_OUTPUTS) return false;
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
  if (!s2.proof || signature === null) return false;
  if (!isSame(s2.proof.sender, sender) || !isSame(s2.proof.receiver, receiver)) return false;
  return isPaymentProof(
    { amount: s1.amount, kernelExcess: kernelExcess(kernel), sender },
    receiver,
    signature,
  );
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => bytesToHex(a) === bytesToHex(b);

/** Whether outputs − inputs + fee·H is the excess plus offset·G, as a node checks. It does not verify range proofs. */
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
