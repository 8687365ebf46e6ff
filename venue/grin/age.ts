/** The age file format (age-encryption.org/v1) with X25519 keys, inside an encrypted slatepack. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const VERSION = 'age-encryption.org/v1';
const X25519_INFO = `${VERSION}/X25519`;
const FILE_KEY_BYTES = 16;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const CHUNK_BYTES = 65_536;
const CIPHER = 'chacha20-poly1305';

/** Each recipient costs a key agreement (LOAD-06). A wallet names one. */
const MAX_RECIPIENTS = 2;
/** Comes before a raw X25519 key in its DER form (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

export interface Opening {
  readonly secret: KeyObject;
  readonly publicKey: Uint8Array;
}

/** @param secret raw X25519 key, 32 bytes. */
export function createOpening(secret: Uint8Array): Opening {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  return { secret: key, publicKey: rawKeyOf(createPublicKey(key)) };
}

const rawKeyOf = (key: KeyObject): Uint8Array =>
  new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length));

/** @throws Error for a point of low order. */
const agree = (privateKey: KeyObject, publicKey: Uint8Array): Uint8Array =>
  diffieHellman({
    privateKey,
    publicKey: createPublicKey({
      key: Buffer.concat([PUBLIC_PREFIX, publicKey]),
      format: 'der',
      type: 'spki',
    }),
  });

/** @param recipient public X25519 key. */
export function encryptAge(plain: Uint8Array, recipient: Uint8Array): Uint8Array {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  const ephemeral = generateKeyPairSync('x25519');
  const share = rawKeyOf(ephemeral.publicKey);
  const wrapKey = derive(agree(ephemeral.privateKey, recipient), concatBytes(share, recipient), X25519_INFO);
  const body = seal(wrapKey, new Uint8Array(12), fileKey);
  const header = `${VERSION}\n-> X25519 ${base64(share)}\n${base64(body)}\n---`;
  const nonce = randomBytes(NONCE_BYTES);
  const key = derive(fileKey, nonce, 'payload');
  const chunks: Uint8Array[] = [];
  for (let at = 0, count = 0; at === 0 || at < plain.length; at += CHUNK_BYTES, count += 1) {
    const isLast = at + CHUNK_BYTES >= plain.length;
    chunks.push(seal(key, chunkNonce(count, isLast), plain.subarray(at, at + CHUNK_BYTES)));
  }
  return concatBytes(utf8ToBytes(`${header} ${base64(macOf(fileKey, header))}\n`), nonce, ...chunks);
}

/** @returns null when damaged, for another key, or with too many recipients. */
export function decryptAge(file: Uint8Array, opening: Opening): Uint8Array | null {
  const read = readHeader(file);
  if (!read) return null;
  const ours = read.stanzas.filter(isForKey);
  if (ours.length > MAX_RECIPIENTS) return null;
  const fileKey = ours.map((stanza) => unwrap(stanza, opening)).find((key) => key !== null);
  if (!fileKey || !isEqual(macOf(fileKey, read.header), read.mac)) return null;
  const key = derive(fileKey, read.payload.subarray(0, NONCE_BYTES), 'payload');
  const sealed = read.payload.subarray(NONCE_BYTES);
  const plain: Uint8Array[] = [];
  const step = CHUNK_BYTES + TAG_BYTES;
  for (let at = 0, count = 0; at === 0 || at < sealed.length; at += step, count += 1) {
    const chunk = open(key, chunkNonce(count, at + step >= sealed.length), sealed.subarray(at, at + step));
    if (!chunk) return null;
    plain.push(chunk);
  }
  return concatBytes(...plain);
}

interface Stanza {
  readonly args: readonly string[];
  readonly body: Uint8Array;
}

interface Header {
  /** The authenticated part. */
  readonly header: string;
  readonly mac: Uint8Array;
  readonly stanzas: readonly Stanza[];
  readonly payload: Uint8Array;
}

/** Unknown stanzas are ignored. */
function readHeader(file: Uint8Array): Header | null {
  const text = Buffer.from(file).toString('latin1');
  const match = /^(age-encryption\.org\/v1\n(?:.*\n)*?---) ([A-Za-z0-9+/]{43})\n/.exec(text.slice(0, 8192));
  const [whole, header, mac] = match ?? [];
  if (whole === undefined || header === undefined || mac === undefined) return null;
  const stanzas = header
    .split('\n-> ')
    .slice(1)
    .map((stanza) => {
      const [head = '', ...lines] = stanza.split('\n');
      const body = lines.filter((line) => line !== '---').join('');
      return { args: head.split(' '), body: bytesOf(body) };
    });
  return { header, mac: bytesOf(mac), stanzas, payload: file.subarray(whole.length) };
}

const isForKey = ({ args: [kind, share = ''], body }: Stanza): boolean =>
  kind === 'X25519' && bytesOf(share).length === 32 && body.length === FILE_KEY_BYTES + TAG_BYTES;

function unwrap({ args: [, share = ''], body }: Stanza, opening: Opening): Uint8Array | null {
  const ephemeral = bytesOf(share);
  try {
    const secret = agree(opening.secret, ephemeral);
    const salt = concatBytes(ephemeral, opening.publicKey);
    return open(derive(secret, salt, X25519_INFO), new Uint8Array(12), body);
  } catch {
    return null;
  }
}

const derive = (key: Uint8Array, salt: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, salt, info, 32));

const macOf = (fileKey: Uint8Array, header: string): Uint8Array =>
  createHmac('sha256', derive(fileKey, new Uint8Array(), 'header'))
    .update(header)
    .digest();

function chunkNonce(count: number, isLast: boolean): Uint8Array {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(7, count);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function seal(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return concatBytes(cipher.update(plain), cipher.final(), cipher.getAuthTag());
}

function open(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return concatBytes(decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final());
  } catch {
    return null;
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('base64')
    .replace(/={1,2}$/, '');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
