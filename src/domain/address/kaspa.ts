/** Kaspa: a prefix that is part of the address, a version byte and a key, a checksum of forty bits. */
import { bech32 } from '@scure/base';
import { type AddressNetwork, type AddressReading, wrong } from './faults.ts';

const prefixes: Readonly<Record<string, AddressNetwork>> = {
  kaspa: 'mainnet',
  kaspatest: 'testnet',
  kaspadev: 'testnet',
  kaspasim: 'testnet',
};
const kinds: Readonly<Record<number, readonly [kind: string, length: number]>> = {
  0: ['pubkey', 32],
  1: ['pubkey-ecdsa', 33],
  8: ['script-hash', 32],
};
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_WORDS = 8;
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

export function readKaspa(text: string): AddressReading {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return wrong({ code: 'MIXED_CASE' });
  const parts = lower.split(':');
  const [prefix, data] = parts.length === 2 ? parts : ['kaspa', lower];
  if (prefix === undefined || data === undefined) return wrong({ code: 'CHARACTERS' });
  const network = prefixes[prefix];
  if (!network) return wrong({ code: 'UNKNOWN_KIND' });
  if (!/^[02-9ac-hj-np-z]*$/.test(data)) return wrong({ code: 'CHARACTERS' });
  if (data.length !== 61 && data.length !== 63) return wrong({ code: 'LENGTH' });
  const words = Array.from(data, (letter) => ALPHABET.indexOf(letter));
  if (!isSound(prefix, words)) return wrong({ code: 'CHECKSUM' });
  if (parts.length === 1) return wrong({ code: 'PREFIX_MISSING', suggestion: `kaspa:${data}` });
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -CHECKSUM_WORDS));
  const [kind, length] = kinds[bytes?.[0] ?? -1] ?? [];
  if (!bytes || kind === undefined) return wrong({ code: 'UNKNOWN_KIND' });
  if (bytes.length !== 1 + (length ?? 0)) return wrong({ code: 'LENGTH' });
  return { ok: true, address: lower, kind, network };
}

const isSound = (prefix: string, words: readonly number[]): boolean => kaspaRemainder(prefix, words) === 0n;

/** CashAddr's checksum polynomial: 0 over data with its checksum, the checksum over data and eight zeros. */
export function kaspaRemainder(prefix: string, words: readonly number[]): bigint {
  const head = Array.from(prefix, (letter) => letter.charCodeAt(0) & 31);
  let sum = 1n;
  for (const word of [...head, 0, ...words]) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of GENERATORS.entries()) {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
    }
  }
  return sum ^ 1n;
}
