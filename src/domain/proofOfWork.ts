import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A challenge that a stranger solves before the next attempt (LOGIN-21): a number whose digest with the challenge
 * starts with `difficulty` zero bits.
 */
export interface WorkChallenge {
  readonly challenge: string;
  readonly difficulty: number;
}

export interface Work {
  readonly challenge: string;
  /** A whole number in decimal digits. */
  readonly solution: string;
}

/** Of a challenge that a client works on: more would keep a phone busy for minutes. */
export const MAX_DIFFICULTY = 24;

const COUNTER_BYTES = 8;

/** Both digests fit into one block of SHA-256 each, so that a try costs the same for everybody. */
function createTry(challenge: string): (counter: number) => number {
  const seed = sha256(utf8ToBytes(challenge));
  const message = new Uint8Array(seed.length + COUNTER_BYTES);
  message.set(seed);
  const view = new DataView(message.buffer);
  return (counter) => {
    view.setUint32(seed.length, Math.floor(counter / 2 ** 32));
    view.setUint32(seed.length + 4, counter % 2 ** 32);
    return leadingZeroBits(sha256(message));
  };
}

function leadingZeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

const SOLUTION = /^(?:0|[1-9]\d{0,14})$/;

export const isSolved = ({ challenge, solution }: Work, difficulty: number): boolean =>
  SOLUTION.test(solution) && createTry(challenge)(Number(solution)) >= difficulty;

/** Blocks its thread, about `2 ** difficulty` tries: for a worker. */
export function solve({ challenge, difficulty }: WorkChallenge): string {
  const bitsOf = createTry(challenge);
  let counter = 0;
  while (bitsOf(counter) < difficulty) counter += 1;
  return String(counter);
}
