/** Monero and Wownero: base58 in blocks, a prefix as a varint, two keys, four bytes of Keccak-256. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';
import { isBase58 } from './bitcoin.ts';
import { type AddressNetwork, type AddressReader, type AddressReading, wrong } from './faults.ts';

interface Prefix {
  readonly kind: 'standard' | 'subaddress' | 'integrated';
  readonly network: AddressNetwork;
}

const prefix = (kind: Prefix['kind'], network: AddressNetwork): Prefix => ({ kind, network });

const testPrefixes: Readonly<Record<number, Prefix>> = {
  53: prefix('standard', 'testnet'),
  63: prefix('subaddress', 'testnet'),
  54: prefix('integrated', 'testnet'),
  24: prefix('standard', 'testnet'),
  36: prefix('subaddress', 'testnet'),
  25: prefix('integrated', 'testnet'),
};
const moneroPrefixes: Readonly<Record<number, Prefix>> = {
  ...testPrefixes,
  18: prefix('standard', 'mainnet'),
  42: prefix('subaddress', 'mainnet'),
  19: prefix('integrated', 'mainnet'),
};
const wowneroPrefixes: Readonly<Record<number, Prefix>> = {
  ...testPrefixes,
  4146: prefix('standard', 'mainnet'),
  12208: prefix('subaddress', 'mainnet'),
  6810: prefix('integrated', 'mainnet'),
};

const KEYS = 64;
const PAYMENT_ID = 8;
const CHECKSUM = 4;
// A one-byte prefix gives 95 letters (106 with a payment id), a two-byte prefix 97 (108).
const LENGTHS = new Set([95, 97, 106, 108]);

export const readMonero: AddressReader = (text) => read(text, moneroPrefixes);
export const readWownero: AddressReader = (text) => read(text, wowneroPrefixes);

function read(text: string, prefixes: Readonly<Record<number, Prefix>>): AddressReading {
  if (!isBase58(text)) return wrong({ code: 'CHARACTERS' });
  if (!LENGTHS.has(text.length)) return wrong({ code: 'LENGTH' });
  const bytes = decode(text);
  if (!bytes) return wrong({ code: 'CHECKSUM' });
  const body = bytes.subarray(0, -CHECKSUM);
  const sum = keccak_256(body);
  if (!bytes.subarray(-CHECKSUM).every((byte, at) => byte === sum[at])) return wrong({ code: 'CHECKSUM' });
  const [first = 0, second = 0] = body;
  const isLong = first > 127;
  const found = prefixes[isLong ? (first & 127) | (second << 7) : first];
  if (!found) return wrong({ code: 'UNKNOWN_KIND' });
  const length = KEYS + (found.kind === 'integrated' ? PAYMENT_ID : 0) + (isLong ? 2 : 1);
  return body.length === length ? { ok: true, address: text, ...found } : wrong({ code: 'LENGTH' });
}

function decode(text: string): Uint8Array | null {
  try {
    return base58xmr.decode(text);
  } catch {
    return null;
  }
}
