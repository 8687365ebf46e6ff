import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { NodeDownError } from '../rpc.ts';
import {
  hashToScalar,
  littleEndian,
  type Point,
  readPoint,
  scalarBytes,
  timesG,
  type Viewing,
} from './keys.ts';

const { Point: Points } = ed25519;

/** Nobody knows its logarithm to the base G: amounts are hidden with it. */
const H = Points.fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94');

/** Kinds of signatures whose amounts are hidden in 8 bytes (CLSAG, with either range proof). */
const KNOWN_SIGNATURES = new Set([5, 6]);
const NEWEST_SIGNATURES = 6;
const HIDDEN_DIGITS = 16;
const KEY_BYTES = 32;

/** Fields of a transaction's own extra bytes. */
const EXTRA = { padding: 0, key: 1, nonce: 2, keys: 4 } as const;

const key = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The fields that are read from a node's JSON of a transaction. */
export const transactionForm = z.object({
  version: z.number(),
  unlock_time: z.number(),
  vout: z.array(
    z.object({
      target: z.object({
        key: z.optional(key),
        tagged_key: z.optional(z.object({ key, view_tag: z.string().check(z.regex(/^[0-9a-f]{2}$/)) })),
      }),
    }),
  ),
  extra: z.array(z.number().check(z.gte(0), z.lte(255))),
  rct_signatures: z.optional(
    z.object({
      type: z.number(),
      ecdhInfo: z.optional(z.array(z.object({ amount: z.string().check(z.regex(/^[0-9a-f]*$/)) }))),
      outPk: z.optional(z.array(key)),
    }),
  ),
});
export type Transaction = z.infer<typeof transactionForm>;

export interface FoundOutput {
  readonly output: number;
  readonly address: string;
  /** Piconero. */
  readonly amount: bigint;
  readonly oneTimeKey: string;
}

/** What a transaction pays to the wallet's subaddresses. Time-locked and mined coins are ignored. */
export function outputsTo(viewing: Viewing, transaction: Transaction): FoundOutput[] {
  const { version, unlock_time: lock, vout, extra, rct_signatures: signatures } = transaction;
  // A newer network: reading on would miss payments.
  if (version > 2 || (signatures !== undefined && signatures.type > NEWEST_SIGNATURES))
    throw new NodeDownError('the node tells transactions of a form that this venue does not know');
  if (version !== 2 || lock !== 0 || !signatures || !KNOWN_SIGNATURES.has(signatures.type)) return [];
  const { own, more } = keysIn(Uint8Array.from(extra));
  const shared = own && viewing.shared(own);
  return vout.flatMap(({ target }, output) => {
    const oneTimeKey = target.tagged_key?.key ?? target.key;
    const hidden = signatures.ecdhInfo?.[output]?.amount;
    const commitment = signatures.outPk?.[output];
    if (oneTimeKey === undefined || hidden?.length !== HIDDEN_DIGITS || commitment === undefined) return [];
    const one = { output, oneTimeKey, tag: target.tagged_key?.view_tag, hidden, commitment };
    const additional = more[output];
    const found =
      (shared && open(viewing, shared, one)) ??
      (additional ? open(viewing, viewing.shared(additional), one) : null);
    return found ? [found] : [];
  });
}

interface Hidden {
  readonly output: number;
  readonly oneTimeKey: string;
  readonly tag: string | undefined;
  readonly hidden: string;
  readonly commitment: string;
}

/** Null where it is paid to somebody else, or its amount does not match its commitment. */
function open(
  viewing: Viewing,
  shared: Uint8Array,
  { output, oneTimeKey, tag, hidden, commitment }: Hidden,
): FoundOutput | null {
  const place = concatBytes(shared, varint(output));
  // Rules out 255 of 256 foreign outputs without another multiplication.
  if (tag !== undefined && keccak_256(concatBytes(utf8ToBytes('view_tag'), place))[0] !== parseInt(tag, 16))
    return null;
  const scalar = hashToScalar(place);
  const secret = scalarBytes(scalar);
  const pad = keccak_256(concatBytes(utf8ToBytes('amount'), secret));
  const amount = littleEndian(hexToBytes(hidden).map((byte, at) => byte ^ (pad[at] ?? 0)));
  const blind = hashToScalar(concatBytes(utf8ToBytes('commitment_mask'), secret));
  const expected = amount === 0n ? timesG(blind) : timesG(blind).add(H.multiply(amount));
  const committed = readPoint(hexToBytes(commitment));
  const paid = readPoint(hexToBytes(oneTimeKey));
  if (!committed?.equals(expected) || !paid) return null;
  return { output, amount, oneTimeKey, address: viewing.addressWith(paid.subtract(timesG(scalar))) };
}

/** The transaction's public key, and those for single outputs, by their place. */
function keysIn(extra: Uint8Array): { own: Point | null; more: (Point | null)[] } {
  let own: Point | null = null;
  let more: (Point | null)[] = [];
  for (let at = 0; at < extra.length;) {
    const field = extra[at];
    at += 1;
    if (field === EXTRA.key) {
      own ??= readPoint(extra.subarray(at, at + KEY_BYTES));
      at += KEY_BYTES;
    } else if (field === EXTRA.nonce || field === EXTRA.keys) {
      const count = readVarint(extra, at);
      at = count.end;
      if (field === EXTRA.keys)
        more = Array.from({ length: Math.min(count.value, (extra.length - at) / KEY_BYTES) }, (_, index) =>
          readPoint(extra.subarray(at + index * KEY_BYTES, at + (index + 1) * KEY_BYTES)),
        );
      at += field === EXTRA.keys ? count.value * KEY_BYTES : count.value;
    } else if (field !== EXTRA.padding) break;
  }
  return { own, more };
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** Four bytes are more than a transaction can have. */
function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; at < start + 4; at += 1) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 127) << (7 * (at - start));
    if (byte < 128) return { value, end: at + 1 };
  }
  return { value: bytes.length, end: bytes.length };
}
