import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58xmr } from '@scure/base';
import { readMonero } from '../../../src/domain/address/cryptonote.ts';

const { Point } = ed25519;
export type Point = InstanceType<typeof Point>;
const { Fn } = Point;

const SUBADDRESS_PREFIX = 42;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;
/** Indices of subaddresses have 32 bits. */
const MAX_SUBADDRESSES = 2n ** 32n;

/** A wallet seen with its view key: it finds payments to it, and cannot spend. */
export interface Viewing {
  /** The subaddress of this number, of the wallet's first account. */
  addressOf(number: bigint): string;
  /** The secret that the payer and this wallet share, by the public key of a transaction. */
  shared(transactionKey: Point): Uint8Array;
  /** Of the subaddress with this public spend key. */
  addressWith(spendKey: Point): string;
}

/**
 * @param address the wallet's main one. @param viewKey 64 hexadecimal digits.
 * @throws Error for anything else, or keys that do not belong together. No message repeats a key.
 */
export function viewing(address: string, viewKey: string): Viewing {
  const read = readMonero(address);
  if (!read.ok || read.kind !== 'standard') throw new Error('this is no main address of a Monero wallet');
  if (!/^[0-9a-f]{64}$/i.test(viewKey)) throw new Error('a view key is 64 hexadecimal digits');
  const bytes = base58xmr.decode(address);
  const spend = readPoint(bytes.subarray(1, 1 + KEY_BYTES));
  const view = readPoint(bytes.subarray(1 + KEY_BYTES, 1 + 2 * KEY_BYTES));
  const secret = littleEndian(hexToBytes(viewKey));
  const isScalar = secret > 0n && secret < Fn.ORDER;
  if (!spend || !view || !isScalar || !Point.BASE.multiply(secret).equals(view))
    throw new Error('the view key does not belong to the address');
  const addressWith = (spendKey: Point): string =>
    addressFrom(spendKey, spendKey.equals(Point.ZERO) ? Point.ZERO : spendKey.multiply(secret));
  return {
    addressWith,
    addressOf(number) {
      if (number <= 0n || number >= MAX_SUBADDRESSES) throw new RangeError('a wallet has no such subaddress');
      const index = new DataView(new ArrayBuffer(8));
      index.setUint32(4, Number(number), true);
      const text = concatBytes(utf8ToBytes('SubAddr\0'), hexToBytes(viewKey), new Uint8Array(index.buffer));
      return addressWith(spend.add(timesG(hashToScalar(text))));
    },
    shared: (transactionKey) => transactionKey.multiply(secret).clearCofactor().toBytes(),
  };
}

function addressFrom(spendKey: Point, viewKey: Point): string {
  const body = concatBytes(Uint8Array.of(SUBADDRESS_PREFIX), spendKey.toBytes(), viewKey.toBytes());
  return base58xmr.encode(concatBytes(body, keccak_256(body).subarray(0, CHECKSUM_BYTES)));
}

export const hashToScalar = (bytes: Uint8Array): bigint => Fn.create(littleEndian(keccak_256(bytes)));

export const timesG = (scalar: bigint): Point => (scalar === 0n ? Point.ZERO : Point.BASE.multiply(scalar));

export const scalarBytes = (scalar: bigint): Uint8Array => Fn.toBytes(scalar);

/** Null where the 32 bytes are no point, or one that no key can be. */
export function readPoint(bytes: Uint8Array): Point | null {
  try {
    const point = Point.fromBytes(bytes);
    return point.equals(Point.ZERO) ? null : point;
  } catch {
    // Anybody can write such bytes into a transaction.
    return null;
  }
}

export function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
