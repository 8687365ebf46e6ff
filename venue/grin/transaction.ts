/**
 * A transaction as a node accepts it by `push_transaction`: the JSON of `core/src/core/transaction.rs` in
 * mimblewimble/grin (at e4c4a388). Its documentation of the foreign API has a real one, which a test verifies.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SlateCommitment } from '../../src/domain/slatepack/slate.ts';
import type { FinalPayment } from './payment.ts';

export interface NodeTransaction {
  readonly offset: string;
  readonly body: {
    readonly inputs: readonly { readonly features: 'Plain'; readonly commit: string }[];
    readonly outputs: readonly {
      readonly features: 'Plain';
      readonly commit: string;
      readonly proof: string;
    }[];
    readonly kernels: readonly {
      readonly features: { readonly Plain: { readonly fee: number } };
      readonly excess: string;
      readonly excess_sig: string;
    }[];
  };
}

/** UTF-8 of its JSON, which holds no secret. */
export function transactionOf({ slate, excess, signature }: FinalPayment): Uint8Array {
  const all = slate.commitments ?? [];
  const inputs = sorted(all.filter(({ isOutput }) => !isOutput));
  const outputs = sorted(all.filter(({ isOutput }) => isOutput));
  const transaction: NodeTransaction = {
    offset: bytesToHex(slate.offset),
    body: {
      inputs: inputs.map(({ commitment }) => ({ features: 'Plain', commit: bytesToHex(commitment) })),
      outputs: outputs.map(({ commitment, rangeProof }) => ({
        features: 'Plain',
        commit: bytesToHex(commitment),
        proof: bytesToHex(rangeProof),
      })),
      kernels: [
        {
          // Below 2^53 for any fee: the shift of the fee is not used.
          features: { Plain: { fee: Number(slate.feeField) } },
          excess,
          excess_sig: bytesToHex(turned(signature)),
        },
      ],
    },
  };
  return utf8ToBytes(JSON.stringify(transaction));
}

/** Nodes require inputs and outputs in the order of their hashes. */
const sorted = (all: readonly SlateCommitment[]): readonly SlateCommitment[] =>
  all.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));

const hashOf = ({ features, commitment }: SlateCommitment): string =>
  bytesToHex(blake2b(concatBytes(Uint8Array.of(features), commitment), { dkLen: 32 }));

/** R.x and s: in JSON the bytes of each are reversed. */
export const turned = (signature: Uint8Array): Uint8Array =>
  concatBytes(signature.slice(0, 32).reverse(), signature.slice(32).reverse());
