import { sha256 } from '@noble/hashes/sha2.js';
import { readSlate, type Slate, writeSlate } from '../../src/domain/slatepack/slate.ts';
import type { Keys } from '../coins/keys.ts';
import { createIdentity, type Identity } from './identity.ts';
import type { Derive } from './payment.ts';

/** A GRIN wallet: who it is, and what its secrets come from. */
export interface Wallet {
  readonly identity: Identity;
  readonly derive: Derive;
}

export const COIN = 'GRIN';

/** @param owner `venue`, or `user` for the wallet that a sandbox plays for its users. */
export function createWallet(keys: Pick<Keys, 'derive'>, owner: 'venue' | 'user'): Wallet {
  const derive: Derive = (purpose) => keys.derive(`grin/${owner}/${purpose}`);
  return { derive, identity: createIdentity(derive('address')) };
}

/** Tells two slates apart, and a slate from itself whatever text it came in. */
export const hashOf = (slate: Slate): Uint8Array => sha256(writeSlate(slate));

/** A slate that the venue has written itself. */
export function storedSlate(bytes: Uint8Array): Slate {
  const read = readSlate(bytes);
  if (!read.ok) throw new Error(`a stored slate cannot be read: ${read.code}`);
  return read.slate;
}
