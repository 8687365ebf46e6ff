import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check, bech32, bech32m } from '@scure/base';
import { type AddressNetwork, type AddressReading, type ReadAddress, wrong } from './faults.ts';

const base58check = createBase58check(sha256);

export const isBase58 = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]+$/.test(text);

export function decodeBase58check(text: string): { version: number; payload: Uint8Array } | null {
  try {
    const bytes = base58check.decode(text);
    return { version: bytes[0] ?? -1, payload: bytes.subarray(1) };
  } catch {
    return null;
  }
}

/** Bitcoin: base58check (versions 0 and 5), bech32 for witness version 0 and bech32m for 1 to 16 (BIP 173, 350). */

const prefixes: Readonly<Record<string, AddressNetwork>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'testnet' };
const versions: Readonly<Record<number, Pick<ReadAddress, 'kind' | 'network'>>> = {
  0: { kind: 'p2pkh', network: 'mainnet' },
  5: { kind: 'p2sh', network: 'mainnet' },
  111: { kind: 'p2pkh', network: 'testnet' },
  196: { kind: 'p2sh', network: 'testnet' },
};
const LAST_WITNESS_VERSION = 16;

export function readBitcoin(text: string): AddressReading {
  return /^(?:bc|tb|bcrt)1/i.test(text) ? readWitness(text) : readBase58(text);
}

function readBase58(text: string): AddressReading {
  if (!isBase58(text)) return wrong({ code: 'CHARACTERS' });
  if (text.length < 26 || text.length > 35) return wrong({ code: 'LENGTH' });
  const decoded = decodeBase58check(text);
  if (!decoded) return wrong({ code: 'CHECKSUM' });
  const found = versions[decoded.version];
  if (!found) return wrong({ code: 'UNKNOWN_KIND' });
  return decoded.payload.length === 20 ? { ok: true, address: text, ...found } : wrong({ code: 'LENGTH' });
}

function readWitness(text: string): AddressReading {
  const address = text.toLowerCase();
  if (text !== address && text !== text.toUpperCase()) return wrong({ code: 'MIXED_CASE' });
  if (!/^[a-z]+1[02-9ac-hj-np-z]*$/.test(address)) return wrong({ code: 'CHARACTERS' });
  const old = bech32.decodeUnsafe(address, 90);
  const decoded = old ?? bech32m.decodeUnsafe(address, 90);
  if (!decoded) return wrong({ code: 'CHECKSUM' });
  const [version, ...words] = decoded.words;
  if (version === undefined) return wrong({ code: 'LENGTH' });
  if (version > LAST_WITNESS_VERSION) return wrong({ code: 'UNKNOWN_KIND' });
  if ((version === 0) !== Boolean(old)) return wrong({ code: 'CHECKSUM' });
  const program = bech32.fromWordsUnsafe(words);
  if (!program || !hasLength(version, program.length)) return wrong({ code: 'LENGTH' });
  const network = prefixes[decoded.prefix];
  if (!network) return wrong({ code: 'UNKNOWN_KIND' });
  return { ok: true, address, kind: kindOf(version, program.length), network };
}

const hasLength = (version: number, length: number): boolean =>
  version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;

function kindOf(version: number, length: number): string {
  if (version === 0) return length === 20 ? 'p2wpkh' : 'p2wsh';
  return version === 1 && length === 32 ? 'p2tr' : `witness-${version}`;
}
