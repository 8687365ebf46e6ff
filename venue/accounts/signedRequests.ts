import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_HEADERS, SIGNATURE_WINDOW } from '../../src/services/contract/signedCalls.ts';
import { RefusedError } from '../refused.ts';

/** A request of a program, as it came over the wire. */
export interface SignedRequest {
  readonly header: (name: string) => string | undefined;
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly target: string;
  readonly body: Uint8Array;
  /** The full address, not only its network; null when unknown. */
  readonly address: string | null;
}

/** Its signed headers. */
export interface Signature {
  readonly keyId: string;
  /** Epoch milliseconds. */
  readonly timestamp: number;
  readonly nonce: string;
  readonly mac: Buffer;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIMESTAMP = /^[1-9]\d{12}$/;
const NONCE = /^[\w-]{1,64}$/;
const MAC = /^[0-9a-f]{64}$/i;

/** Whether a program sent the request: its cookies are then ignored. */
export const isSigned = (header: SignedRequest['header']): boolean =>
  header(SIGNATURE_HEADERS.key) !== undefined;

/**
 * @throws RefusedError 401 for a missing or invalid header, or a time that is not now. @param now epoch milliseconds.
 */
export function readSignature(header: SignedRequest['header'], now: number): Signature {
  const [key = '', timestamp = '', nonce = '', mac = ''] = [
    SIGNATURE_HEADERS.key,
    SIGNATURE_HEADERS.timestamp,
    SIGNATURE_HEADERS.nonce,
    SIGNATURE_HEADERS.signature,
  ].map((name) => header(name));
  if (!TIMESTAMP.test(timestamp)) throw unreadable('timestamp', 'milliseconds since 1970');
  if (!NONCE.test(nonce)) throw unreadable('nonce', '1 to 64 letters, digits, dashes or underscores');
  if (!MAC.test(mac)) throw unreadable('signature', '64 hexadecimal digits');
  if (!UUID.test(key)) throw unknownKey();
  const off = Number(timestamp) - now;
  if (Math.abs(off) > SIGNATURE_WINDOW) throw outsideWindow(off);
  return { keyId: key.toLowerCase(), timestamp: Number(timestamp), nonce, mac: Buffer.from(mac, 'hex') };
}

/** Hexadecimal HMAC-SHA256 of the five lines that a program signs (APIKEY-03). @param secret as it was shown. */
export function signatureOf(
  secret: string,
  { timestamp, nonce }: Pick<Signature, 'timestamp' | 'nonce'>,
  { method, target, body }: Pick<SignedRequest, 'method' | 'target' | 'body'>,
): Buffer {
  return createHmac('sha256', secret)
    .update(`${timestamp}\n${nonce}\n${method}\n${target}\n`)
    .update(body)
    .digest();
}

/** Takes the same time whichever bytes differ. @throws RefusedError 401 for another signature. */
export function checkSignature(secret: string, signature: Signature, request: SignedRequest): void {
  if (!timingSafeEqual(signatureOf(secret, signature, request), signature.mac)) throw wrongSignature();
}

const unreadable = (part: 'timestamp' | 'nonce' | 'signature', form: string): RefusedError =>
  new RefusedError(401, 'SIGNATURE_INCOMPLETE', `${SIGNATURE_HEADERS[part]} must be ${form}.`);

function outsideWindow(off: number): RefusedError {
  const where = off < 0 ? 'behind' : 'ahead of';
  return new RefusedError(
    401,
    'TIMESTAMP_OUTSIDE_WINDOW',
    `The timestamp is ${Math.abs(off)} ms ${where} our clock; at most ${SIGNATURE_WINDOW} ms are accepted.`,
  );
}

const wrongSignature = (): RefusedError =>
  new RefusedError(
    401,
    'SIGNATURE_INVALID',
    'The signature does not fit. Sign timestamp, nonce, method, path with query, and body, joined by line breaks.',
  );

export const unknownKey = (): RefusedError =>
  new RefusedError(401, 'API_KEY_UNKNOWN', 'There is no such API key, or it was revoked.');

export const nonceUsed = (): RefusedError =>
  new RefusedError(401, 'NONCE_USED', 'This nonce was used already. Every request needs a new one.');

export const addressRefused = (): RefusedError =>
  new RefusedError(403, 'ADDRESS_NOT_ALLOWED', 'This API key may not be used from your IP address.');
