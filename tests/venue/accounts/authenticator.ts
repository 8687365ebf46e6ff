import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What can be wrong with an answer. */
export interface Quirks {
  readonly origin?: string;
  readonly rpId?: string;
  /** Without user verification (PIN or fingerprint). */
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly challenge?: string;
}

type Options = Readonly<Record<string, unknown>>;

/** An authenticator in software (WebAuthn level 2, ES256, no attestation), written from the specification. */
export interface Authenticator {
  readonly id: string;
  /** Answers `navigator.credentials.create`. */
  create(options: Options, origin: string, quirks?: Quirks): object;
  /** Answers `navigator.credentials.get`. */
  get(options: Options, origin: string, quirks?: Quirks): object;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949): a head of a major type and a length below 65,536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const whole = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));

/** COSE (RFC 9053): an ES256 key on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const entries: readonly (readonly [number, Buffer])[] = [
    [1, whole(2)],
    [3, whole(-7)],
    [-1, whole(1)],
    [-2, bytes(Buffer.from(x, 'base64url'))],
    [-3, bytes(Buffer.from(y, 'base64url'))],
  ];
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([name, value]) => [whole(name), value]),
  ]);
}

export function createAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, options: Options, origin: string, { challenge }: Quirks): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge: challenge ?? options.challenge, origin, crossOrigin: false }),
    );

  function authData(rpId: string, quirks: Quirks, attested?: Buffer): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(quirks.counter ?? counter);
    const flags = 1 | (quirks.isUnverified ? 0 : 4) | (attested ? 0x40 : 0);
    return Buffer.concat([
      sha256(quirks.rpId ?? rpId),
      Buffer.from([flags]),
      count,
      ...(attested ? [attested] : []),
    ]);
  }

  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };

  return {
    id: base64url(id),

    create(options, origin, quirks = {}) {
      const { id: rpId } = options.rp as { readonly id: string };
      userHandle = (options.user as { readonly id: string }).id;
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const object = Buffer.concat([
        head(5, 3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        head(5, 0),
        text('authData'),
        bytes(authData(rpId, quirks, attested)),
      ]);
      const data = clientData('webauthn.create', options, quirks.origin ?? origin, quirks);
      return {
        ...credential,
        response: { clientDataJSON: base64url(data), attestationObject: base64url(object) },
      };
    },

    get(options, origin, quirks = {}) {
      const data = clientData('webauthn.get', options, quirks.origin ?? origin, quirks);
      const auth = authData(options.rpId as string, quirks);
      const signature = createSign('sha256').update(auth).update(sha256(data)).sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(auth),
          signature: base64url(signature),
          userHandle,
        },
      };
    },
  };
}

/** The code that a signed-in user gets for one of their own passkeys (REAUTH-08). */
export async function passkeyCode(
  by: { readonly post: (path: string, body?: object) => Promise<{ readonly body: unknown }> },
  device: Authenticator,
  origin: string,
): Promise<string> {
  const { body } = await by.post('/auth/passkeys/confirm/options');
  const credential = device.get(body as Options, origin);
  const confirmed = await by.post('/auth/passkeys/confirm', { credential });
  return String((confirmed.body as Options).code);
}
