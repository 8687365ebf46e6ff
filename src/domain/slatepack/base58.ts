/**
 * Base58 for texts of any length. The usual library stops at 4,096 letters, which an S3 with three outputs
 * exceeds; and the schoolbook loop costs n², 0.7 s for a text at our limit. Halving and multiplying big integers
 * stays at a few milliseconds.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES = new Map(Array.from(ALPHABET).map((letter, value) => [letter, value]));
// 58^9 is the largest power that a double holds exactly.
const SHORT = 9;

/** What the letters stand for. The caller has checked that all of them are in the alphabet. */
export function decodeBase58(letters: string): Uint8Array {
  const zeros = /^1*/.exec(letters)?.[0].length ?? 0;
  if (zeros === letters.length) return new Uint8Array(zeros);
  const digits = numberOf(letters.slice(zeros)).toString(16);
  const bytes = hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
  const padded = new Uint8Array(zeros + bytes.length);
  padded.set(bytes, zeros);
  return padded;
}

export function encodeBase58(bytes: Uint8Array): string {
  const start = bytes.findIndex((byte) => byte !== 0);
  if (start === -1) return '1'.repeat(bytes.length);
  const number = BigInt(`0x${bytesToHex(bytes.subarray(start))}`);
  // 138 letters for 100 bytes; what is too much comes back as leading ones.
  const longest = Math.ceil(((bytes.length - start) * 138) / 100) + 1;
  return '1'.repeat(start) + lettersOf(number, longest).replace(/^1+/, '');
}

function numberOf(letters: string): bigint {
  if (letters.length <= SHORT) {
    let value = 0;
    for (const letter of letters) value = value * 58 + (VALUES.get(letter) ?? 0);
    return BigInt(value);
  }
  const half = letters.length >> 1;
  const right = letters.length - half;
  return numberOf(letters.slice(0, half)) * 58n ** BigInt(right) + numberOf(letters.slice(half));
}

/** Exactly `length` letters, filled up with ones (zeros) in front. */
function lettersOf(number: bigint, length: number): string {
  if (length <= SHORT) {
    let rest = Number(number);
    let letters = '';
    for (let at = 0; at < length; at += 1) {
      letters = ALPHABET.charAt(rest % 58) + letters;
      rest = Math.floor(rest / 58);
    }
    return letters;
  }
  const right = length >> 1;
  const divisor = 58n ** BigInt(right);
  return lettersOf(number / divisor, length - right) + lettersOf(number % divisor, right);
}
