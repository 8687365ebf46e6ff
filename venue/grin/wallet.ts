import type { Reauthenticate } from '../accounts/twoFactor.ts';
import type { Pool } from 'pg';
import { sha256 } from '@noble/hashes/sha2.js';
import { readSlate, type Slate, writeSlate } from '../../src/domain/slatepack/slate.ts';
import type { Keys } from '../coins/keys.ts';
import type { HasChains } from '../coins/terms.ts';
import { createIdentity, type Identity } from './identity.ts';
import type { StopReason } from '../ledger/watch.ts';
import type { Signer } from './payment.ts';
import type { Purse } from './purse.ts';
import { inlineProofs } from './rangeProof/proofs.ts';

export interface Wallet extends Signer {
  readonly identity: Identity;
}

export const COIN = 'GRIN';

/** @param owner `user` is the simulated wallet of a sandbox's users. */
export function createWallet(
  keys: Pick<Keys, 'derive'>,
  owner: 'venue' | 'user',
  proofs = inlineProofs,
): Wallet {
  const derive = (purpose: string): Uint8Array => keys.derive(`grin/${owner}/${purpose}`);
  return { derive, proofs, identity: createIdentity(derive('address')) };
}

/** Independent of the text that the slate came in. */
export const hashOf = (slate: Slate): Uint8Array => sha256(writeSlate(slate));

export function storedSlate(bytes: Uint8Array): Slate {
  const read = readSlate(bytes);
  if (!read.ok) throw new Error(`a stored slate cannot be read: ${read.code}`);
  return read.slate;
}

export interface GrinParts {
  readonly pool: Pool;
  readonly wallet: Wallet;
  /** By default a sandbox's. */
  readonly purse?: Purse;
  readonly hasChains: HasChains;
  /** For the user to finalize: 30 to 60 (DEPOSIT-05). */
  readonly windowMinutes: number;
  readonly whyStopped?: () => StopReason | null;
  /** Asks for the second factor before a payment is completed (REAUTH-07). */
  readonly reauthenticate: Reauthenticate;
  readonly now: () => Date;
}
