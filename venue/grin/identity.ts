/** A wallet's ed25519 key, its `grin1…` address, and the derived X25519 key. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';
import { readGrin } from '../../src/domain/address/grin.ts';
import { createOpening, type Opening } from './age.ts';

export interface Identity {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly seed: Uint8Array;
  /** Decrypts messages to the address. */
  readonly opening: Opening;
}

/** @param seed 32 bytes. */
export function createIdentity(seed: Uint8Array): Identity {
  const publicKey = ed25519.getPublicKey(seed);
  return {
    address: bech32.encode('grin', bech32.toWords(publicKey)),
    publicKey,
    seed,
    opening: createOpening(sha512(seed).subarray(0, 32)),
  };
}

/** Main network only. */
export function keyOfAddress(address: string): Uint8Array | null {
  const reading = readGrin(address);
  if (!reading.ok || reading.network !== 'mainnet') return null;
  return bech32.fromWords(bech32.decode(reading.address as `grin1${string}`).words);
}

/** Null for an invalid key. */
export function encryptionKeyOf(publicKey: Uint8Array): Uint8Array | null {
  try {
    return ed25519.utils.toMontgomery(publicKey);
  } catch {
    return null;
  }
}
