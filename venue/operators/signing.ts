import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
  verify,
} from 'node:crypto';
import { asRead } from '../../src/domain/credentials.ts';

/** Precedes the 32 bytes of an Ed25519 public key in base64url, so that it is not mistaken for something else. */
const PREFIX = 'qbop_';
const PUBLIC_KEY = /^qbop_([\w-]{43})$/;

/** How an operator proves a call: the key never leaves its owner (OPERATOR-01). */
export interface Proof {
  /** As `publicTextOf` writes it. */
  readonly key: string;
  /** Issued by the venue, for one call. */
  readonly challenge: string;
  /** Base64url. */
  readonly signature: string;
}

/** The text that is signed: it holds for one command with one body. */
const boundText = (challenge: string, command: string, body: string): Buffer =>
  Buffer.from(`quietbook operator\n${challenge}\n${command}\n${body}`);

export const newPrivateKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

export const publicTextOf = (key: KeyObject): string =>
  PREFIX + String(createPublicKey(key).export({ format: 'jwk' }).x);

/** Also for a pasted one, with a blank or another dash (TYPED-01). @returns null for anything but a public key. */
export function publicBytesOf(text: string): Buffer | null {
  const [, bytes] = PUBLIC_KEY.exec(asRead(text).trim()) ?? [];
  return bytes === undefined ? null : Buffer.from(bytes, 'base64url');
}

/** As stored in the operator's file. @throws Error for an invalid key. */
export const privateKeyIn = (pem: string): KeyObject => {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('this is no Ed25519 key');
  return key;
};

export const prove = (key: KeyObject, challenge: string, command: string, body: string): Proof => ({
  key: publicTextOf(key),
  challenge,
  signature: signWith(null, boundText(challenge, command, body), key).toString('base64url'),
});

export function isProven({ key, challenge, signature }: Proof, command: string, body: string): boolean {
  const bytes = publicBytesOf(key);
  if (!bytes) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return verify(
    null,
    boundText(challenge, command, body),
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
}
