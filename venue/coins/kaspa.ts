import { bech32 } from '@scure/base';
import { kaspaRemainder } from '../../src/domain/address/kaspa.ts';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_WORDS = 8;

/** The address of a 32-byte Schnorr key: version 0, the key, and a checksum of 40 bits. */
export function kaspaAddress(key: Uint8Array): string {
  const data = bech32.toWords(Uint8Array.of(0, ...key));
  const sum = kaspaRemainder('kaspa', [...data, ...Array.from({ length: CHECKSUM_WORDS }, () => 0)]);
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, at) =>
    Number((sum >> BigInt(5 * (CHECKSUM_WORDS - 1 - at))) & 31n),
  );
  return `kaspa:${[...data, ...checksum].map((word) => ALPHABET.charAt(word)).join('')}`;
}
