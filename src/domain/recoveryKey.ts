import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { generateMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { asRead } from './credentials.ts';

/** 256 random bits and a checksum (BIP 39): eleven bits a word. */
const BITS = 256;
/** Words of a key, in as many parts as words are asked for again. */
const PART = 8;

/** A new key, as it is written down (FORGOT-01). */
export const newRecoveryWords = (): readonly string[] => generateMnemonic(wordlist, BITS).split(' ');

/** The 32 bytes of the words, hexadecimal. Null for an invalid key: a word or its place is wrong. */
export function recoveryKeyIn(typed: string): string | null {
  // Lists are copied with their numbers.
  const words =
    asRead(typed)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const text = words.join(' ');
  return words.length === 3 * PART && validateMnemonic(text, wordlist)
    ? bytesToHex(mnemonicToEntropy(text, wordlist))
    : null;
}

/** The part of a key that a server stores (FORGOT-02). @throws Error for invalid words. */
export const hashOfWords = (words: readonly string[]): string =>
  bytesToHex(sha256(mnemonicToEntropy(words.join(' '), wordlist)));

/** Places of three words, one of each third, which are asked for again before a key counts. From 0. */
export const placesToConfirm = (): readonly number[] =>
  Array.from(crypto.getRandomValues(new Uint8Array(3)), (byte, part) => part * PART + (byte % PART));
