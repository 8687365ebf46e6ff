/** The usual library stops at 4,096 letters and the simple algorithm is slow; halving big integers is neither. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const VALUES = new Map(Array.from(ALPHABET).map((letter, value) => [letter, value]));
// The largest power of 58 that a number holds exactly is 58^9.
const SHORT = 9;

/** The caller has checked the letters. */
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
  // Enough letters: 138 for 100 bytes. Superfluous ones come out as leading ones.
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

/** Exactly `length` letters, padded with leading ones (zeros). */
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
