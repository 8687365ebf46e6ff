/** RFC 6238: SHA-1, six digits, thirty seconds. */
import { createHmac, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

export function newSecret(): string {
  return [...randomBytes(32)].map((byte) => ALPHABET.charAt(byte % 32)).join('');
}

function bytesOf(secret: string): Buffer {
  let bits = 0;
  let held = 0;
  const bytes: number[] = [];
  for (const letter of secret.toUpperCase().replace(/=+$/, '')) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) throw new RangeError('not base32');
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

export function totp(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return (number % 1_000_000).toString().padStart(6, '0');
}

/** Of one step before or after, too, because clocks differ. */
export function accepts(secret: string, code: string, at: number): boolean {
  return [-1, 0, 1].some((steps) => totp(secret, at + steps * STEP_MS) === code);
}
