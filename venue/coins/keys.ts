import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58xmr, bech32 } from '@scure/base';
import type { Pool } from 'pg';
import { checkAddress } from '../../src/domain/address/check.ts';
import { kaspaRemainder } from '../../src/domain/address/kaspa.ts';
import { type SecretBox, SEED, seedPurpose } from '../secrets/secretBox.ts';

export interface Keys {
  /** Null for a coin without addresses. */
  addressOf(coin: string, number: bigint): string | null;
  /** 32 secret bytes, the same for the same purpose. */
  derive(purpose: string): Uint8Array;
}

const SEED_BYTES = 32;

/** @param box opens the seed, and seals a new one (SECRET-01). */
export async function openKeys(pool: Pool, box: Pick<SecretBox, 'open' | 'seal'>): Promise<Keys> {
  await pool.query('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [
    SEED,
    box.seal(randomBytes(SEED_BYTES), seedPurpose(SEED)),
  ]);
  const { rows } = await pool.query<{ value: Buffer }>('select value from secrets where name = $1', [SEED]);
  const stored = rows[0]?.value;
  const seed = stored && box.open(stored, seedPurpose(SEED));
  if (seed?.length !== SEED_BYTES) throw new Error('the seed of the wallets is missing');
  return createKeys(seed);
}

/** @param seed 32 bytes. */
export function createKeys(seed: Uint8Array): Keys {
  const derive = (purpose: string, length = 32): Uint8Array =>
    hkdf(sha256, seed, utf8ToBytes('quietbook'), utf8ToBytes(purpose), length);
  return {
    derive: (purpose) => derive(purpose),
    addressOf(coin, number) {
      const make = FORMS[coin];
      return make ? make((part, length) => derive(`${coin}/${number}/${part}`, length)) : null;
    },
  };
}

type Derive = (part: string, length: number) => Uint8Array;

const FORMS: Readonly<Record<string, (derive: Derive) => string>> = {
  BTC: bitcoin,
  XMR: (derive) => cryptonote([18], derive),
  // 4146 as a varint
  WOW: (derive) => cryptonote([0xb2, 0x20], derive),
  KAS: (derive) => kaspaAddress(schnorr.getPublicKey(secretKey(derive))),
  AVAX: evm,
  USDT: evm,
};

const secretKey = (derive: Derive): Uint8Array => secp256k1.utils.randomSecretKey(derive('key', 48));

function bitcoin(derive: Derive): string {
  const hash = ripemd160(sha256(secp256k1.getPublicKey(secretKey(derive), true)));
  return bech32.encode('bc', [0, ...bech32.toWords(hash)]);
}

function evm(derive: Derive): string {
  const key = secp256k1.getPublicKey(secretKey(derive), false).subarray(1);
  const check = checkAddress('ETH', 'Ethereum', `0x${bytesToHex(keccak_256(key).subarray(12))}`);
  if (!check.ok) throw new Error('a key without an address');
  return check.address;
}

function cryptonote(prefix: readonly number[], derive: Derive): string {
  const body = concatBytes(Uint8Array.from(prefix), point(derive('spend', 64)), point(derive('view', 64)));
  return base58xmr.encode(concatBytes(body, keccak_256(body).subarray(0, 4)));
}

function point(wide: Uint8Array): Uint8Array {
  const { Fn } = ed25519.Point;
  // With 64 bytes the reduction is practically unbiased.
  const scalar = BigInt(`0x${bytesToHex(wide)}`) % Fn.ORDER;
  return ed25519.Point.BASE.multiply(scalar === 0n ? 1n : scalar).toBytes();
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_WORDS = 8;

/** Version 0, the key and a checksum of 40 bits. */
export function kaspaAddress(key: Uint8Array): string {
  const data = bech32.toWords(Uint8Array.of(0, ...key));
  const sum = kaspaRemainder('kaspa', [...data, ...Array.from({ length: CHECKSUM_WORDS }, () => 0)]);
  const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, at) =>
    Number((sum >> BigInt(5 * (CHECKSUM_WORDS - 1 - at))) & 31n),
  );
  return `kaspa:${[...data, ...checksum].map((word) => ALPHABET.charAt(word)).join('')}`;
}
