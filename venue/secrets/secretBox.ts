import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable in a copy of the database (SECRET-01). */
export interface SecretBox {
  /** @param purpose names the row; what was sealed for one opens for no other. */
  seal(secret: Uint8Array, purpose: string): Buffer;
  /** @throws SecretsError for another key, another row, or a changed text. */
  open(sealed: Uint8Array, purpose: string): Buffer;
  /** Whether it has to be sealed again: it is plain, or sealed with an older key. */
  isOutdated(stored: Uint8Array): boolean;
}

export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

/** Form: 1 byte of version, 4 of the key's ID, 12 of nonce, the ciphertext, 16 of tag. AES-256-GCM. */
const VERSION = 1;
const ID_AT = 1;
const NONCE_AT = 5;
const TEXT_AT = 17;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;
/** A seed and a TOTP secret are shorter when they are plain. */
const LEAST_BYTES = TEXT_AT + TAG_BYTES;

const CIPHER = 'aes-256-gcm';

/** Tells keys apart, and reveals nothing about them. */
const idOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update('quietbook secrets key').update(key).digest().subarray(0, 4);

/** The row of `secrets` that the wallets are derived from. */
export const SEED = 'wallet seed';

export const seedPurpose = (name: string): string => `secret/${name}`;
export const totpPurpose = (accountId: string): string => `totp/${accountId}`;
export const apiKeyPurpose = (id: string): string => `api-key/${id}`;

/** @param keys of 32 bytes: the first one seals, all of them open. */
export function createSecretBox(keys: readonly [Uint8Array, ...Uint8Array[]]): SecretBox {
  const [current] = keys;
  const currentId = idOf(current);
  const byId = new Map(keys.map((key) => [idOf(key).toString('hex'), key]));
  const isSealed = (stored: Uint8Array): boolean => stored.length > LEAST_BYTES && stored[0] === VERSION;
  const keyIdIn = (sealed: Uint8Array): Buffer => Buffer.from(sealed.subarray(ID_AT, NONCE_AT));

  return {
    seal(secret, purpose) {
      const nonce = randomBytes(TEXT_AT - NONCE_AT);
      const cipher = createCipheriv(CIPHER, current, nonce);
      cipher.setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), currentId, nonce, text, cipher.getAuthTag()]);
    },

    open(sealed, purpose) {
      if (!isSealed(sealed)) throw new SecretsError('a secret of the database is not encrypted');
      const key = byId.get(keyIdIn(sealed).toString('hex'));
      if (!key)
        throw new SecretsError(
          'The secrets of this database are encrypted with another key. Put that key into the file that ' +
            'SECRETS_KEY_FILE names (a sandbox: secrets.key in DATA_DIR), below a newer one if there is one. ' +
            'Without it neither the wallets nor two-factor can be used; do not delete any copy of it.',
        );
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(NONCE_AT, TEXT_AT));
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
      const text = decipher.update(sealed.subarray(TEXT_AT, sealed.length - TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]);
      } catch (error) {
        throw new SecretsError(`a secret of the database was changed, or moved to another row (${purpose})`, {
          cause: error,
        });
      }
    },

    isOutdated: (stored) => !isSealed(stored) || !keyIdIn(stored).equals(currentId),
  };
}
