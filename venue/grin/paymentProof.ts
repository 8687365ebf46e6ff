/** The receiver signs amount, kernel excess and the payer's address with ed25519. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { u64 } from '../../src/domain/slatepack/bytes.ts';

export interface ProvenPayment {
  /** Nanogrin. */
  readonly amount: bigint;
  /** 33 bytes. */
  readonly kernelExcess: Uint8Array;
  /** The payer's ed25519 key. */
  readonly sender: Uint8Array;
}

const messageOf = ({ amount, kernelExcess, sender }: ProvenPayment): Uint8Array =>
  concatBytes(u64(amount), kernelExcess, sender);

export const signPayment = (payment: ProvenPayment, receiverSeed: Uint8Array): Uint8Array =>
  ed25519.sign(messageOf(payment), receiverSeed);

export function isPaymentProof(payment: ProvenPayment, receiver: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, messageOf(payment), receiver);
  } catch {
    return false;
  }
}
