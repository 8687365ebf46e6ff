import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const NONCE = 12;
const TAG = 16;
/** NATS limits messages to a megabyte, so long ones are compressed. */
const PACKED_FROM = 65_536;

export interface MessageCipher {
  encrypt(subject: string, value: unknown): Uint8Array;
  /** Undefined for a message of another key or subject. */
  decrypt(subject: string, sealed: Uint8Array): unknown;
}

/** @param key 32 bytes that only nodes of one database know. */
export function createMessageCipher(key: Uint8Array): MessageCipher {
  return {
    encrypt(subject, value) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(subject));
      const text = Buffer.concat([cipher.update(pack(JSON.stringify(value))), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    decrypt(subject, sealed) {
      try {
        const nonce = sealed.subarray(0, NONCE);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
          .setAAD(Buffer.from(subject))
          .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
        const text = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
        return JSON.parse(unpack(text)) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

function pack(text: string): Buffer {
  const bytes = Buffer.from(text);
  return bytes.length < PACKED_FROM
    ? Buffer.concat([Buffer.of(0), bytes])
    : Buffer.concat([Buffer.of(1), deflateRawSync(bytes)]);
}

const unpack = (bytes: Buffer): string =>
  (bytes[0] === 1 ? inflateRawSync(bytes.subarray(1)) : bytes.subarray(1)).toString();
