import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

export const isBase58 = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]+$/.test(text);

/** Version byte and payload of a base58check text, or null when its checksum is wrong. */
export function decodeBase58check(text: string): { version: number; payload: Uint8Array } | null {
  try {
    const bytes = base58check.decode(text);
    return { version: bytes[0] ?? -1, payload: bytes.subarray(1) };
  } catch {
    return null;
  }
}
