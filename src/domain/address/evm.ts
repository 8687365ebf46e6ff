/** Ethereum, its tokens, and the C-Chain of Avalanche: 20 bytes in hex, the checksum in the case of its letters. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes, bytesToHex } from '@noble/hashes/utils.js';
import { decodeBase58check, isBase58 } from './bitcoin.ts';
import { type AddressReading, wrong } from './faults.ts';

/** Coins sent to a token's own contract are lost: USDT and USDC, on Ethereum and on the C-Chain. */
const TOKEN_CONTRACTS = new Set([
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
  '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
]);
const TRON_VERSION = 65;

export function readEvm(text: string): AddressReading {
  if (isTron(text)) return wrong({ code: 'TRON_ADDRESS' });
  if (/^(?:[XPC]-)?(?:avax|fuji)1[a-z0-9]+$/i.test(text)) return wrong({ code: 'NOT_C_CHAIN' });
  if (/^[0-9a-f]{40}$/i.test(text)) {
    const reading = readEvm(`0x${text}`);
    return reading.ok ? wrong({ code: 'PREFIX_MISSING', suggestion: reading.address }) : reading;
  }
  if (!text.startsWith('0x')) return wrong({ code: 'UNKNOWN_KIND' });
  const digits = text.slice(2);
  if (!/^[0-9a-f]*$/i.test(digits)) return wrong({ code: 'CHARACTERS' });
  if (digits.length !== 40) return wrong({ code: 'LENGTH' });
  const address = checksummed(digits);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && text !== address) return wrong({ code: 'CHECKSUM' });
  if (/^0*$/.test(digits)) return wrong({ code: 'ZERO_ADDRESS' });
  if (TOKEN_CONTRACTS.has(address)) return wrong({ code: 'TOKEN_CONTRACT' });
  return { ok: true, address, kind: 'evm', network: null };
}

/** EIP-55: a letter is a capital where the digit of the hash is 8 or more. */
function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const letters = Array.from(lower, (digit, at) => (hash.charAt(at) >= '8' ? digit.toUpperCase() : digit));
  return `0x${letters.join('')}`;
}

const isTron = (text: string): boolean =>
  text.length === 34 && isBase58(text) && decodeBase58check(text)?.version === TRON_VERSION;
