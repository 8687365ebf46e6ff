/**
 * The generators of GRIN's range proofs (secp256k1-zkp, modules `bulletproofs` and `generator`). Each is a hash, so
 * nobody knows how two of them are related.
 */
import { createHmac } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { numberOf, type Point, sumOfPoints } from '../curve.ts';

const { Point: Curve } = secp256k1;
const { Fp } = Curve;

/** A proof covers a value of this many bits. */
export const BITS = 64;
/** The list has this many; those of the second kind start in the middle. */
const LIST = 256;
const PREFIXES = ['1st generation: ', '2nd generation: '] as const;

/** √−3 and (√−3 − 1) / 2, the constants of Shallue and van de Woestijne. */
const C = 0x0a2d2ba93507f1df233770c2a797962cc61f6d15da14ecd47d8d27ae1cd5f852n;
const D = 0x851695d49a83f8ef919bb86153cbcb16630fb68aed0a766a3ec693d68e6afa40n;

export interface Generators {
  readonly left: readonly Point[];
  readonly right: readonly Point[];
}

/** Of each generator its multiples 1 to 32, for digits of six bits with a sign. */
type Multiples = readonly (readonly Point[])[];
const DIGIT_BITS = 6;
const LARGEST = 2 ** (DIGIT_BITS - 1);
/** One more digit than 256 bits fill takes the last carry. */
const DIGITS = Math.ceil(256 / DIGIT_BITS) + 1;

let known: (Generators & { readonly multiples: Multiples }) | undefined;

/** 64 of each kind, made once in about a quarter of a second. */
export function generators(): Generators {
  known ??= makeGenerators();
  return known;
}

function makeGenerators() {
  const { x, y } = Curve.BASE.toAffine();
  const next = deterministicBytes(concatBytes(Fp.toBytes(x), Fp.toBytes(y)));
  const keys = Array.from({ length: LIST }, next);
  const from = (start: number): Point[] => keys.slice(start, start + BITS).map((key) => generatorOf(key));
  const [left, right] = [from(0), from(LIST / 2)];
  const multiples = [...left, ...right].map((point) => {
    const all = [point];
    while (all.length < LARGEST) all.push((all.at(-1) ?? point).add(point));
    return all;
  });
  return { left, right, multiples };
}

/** Each generator times its scalar, in one sum (Straus). Not in constant time: only for scalars that are used once. */
export function sumOfGenerators(left: readonly bigint[], right: readonly bigint[]): Point {
  known ??= makeGenerators();
  const { multiples } = known;
  const digits = [...left, ...right].map((scalar) => signedDigits(scalar));
  let sum = Curve.ZERO;
  for (let place = DIGITS - 1; place >= 0; place -= 1) {
    for (let bit = 0; bit < DIGIT_BITS; bit += 1) sum = sum.double();
    digits.forEach((all, at) => {
      const digit = all[place] ?? 0;
      const multiple = multiples[at]?.[Math.abs(digit) - 1];
      if (multiple) sum = sum.add(digit < 0 ? multiple.negate() : multiple);
    });
  }
  return sum;
}

/** Digits from −31 to 32, the lowest first. */
function signedDigits(scalar: bigint): number[] {
  const digits: number[] = [];
  for (let rest = scalar; digits.length < DIGITS; rest >>= BigInt(DIGIT_BITS)) {
    let digit = Number(rest & BigInt(2 ** DIGIT_BITS - 1));
    if (digit > LARGEST) {
      digit -= 2 ** DIGIT_BITS;
      rest += BigInt(2 ** DIGIT_BITS);
    }
    digits.push(digit);
  }
  return digits;
}

/** HMAC-DRBG with SHA-256 (RFC 6979, section 3.2), 32 bytes at each call. */
function deterministicBytes(seed: Uint8Array): () => Uint8Array {
  let key: Uint8Array = new Uint8Array(32);
  let value: Uint8Array = new Uint8Array(32).fill(1);
  const hmac = (...parts: readonly Uint8Array[]): Uint8Array =>
    createHmac('sha256', key)
      .update(concatBytes(...parts))
      .digest();
  const update = (...more: readonly Uint8Array[]): void => {
    key = hmac(value, ...more);
    value = hmac(value);
  };
  update(Uint8Array.of(0), seed);
  update(Uint8Array.of(1), seed);
  let isFirst = true;
  return () => {
    if (!isFirst) update(Uint8Array.of(0));
    isFirst = false;
    value = hmac(value);
    return value;
  };
}

const generatorOf = (key: Uint8Array): Point =>
  sumOfPoints(PREFIXES.map((prefix) => pointOf(sha256(concatBytes(utf8ToBytes(prefix), key)))));

/** Shallue and van de Woestijne: one of three candidates is always the x of a point. */
function pointOf(hash: Uint8Array): Point {
  const t = Fp.create(numberOf(hash));
  const w = Fp.div(Fp.mul(C, t), Fp.add(8n, Fp.sqr(t)));
  const x1 = Fp.sub(D, Fp.mul(t, w));
  const x2 = Fp.neg(Fp.add(x1, Fp.ONE));
  const x3 = Fp.add(Fp.ONE, Fp.inv(Fp.sqr(w)));
  for (const x of [x1, x2, x3]) {
    const y = rootOf(Fp.add(Fp.mul(Fp.sqr(x), x), 7n));
    if (y !== null) return Curve.fromAffine({ x, y: Fp.isOdd?.(t) ? Fp.neg(y) : y });
  }
  throw new Error('no candidate is on the curve, which cannot be');
}

/** The root that is a square itself, which exponentiation gives. */
export function rootOf(square: bigint): bigint | null {
  const root = Fp.pow(square, (Fp.ORDER + 1n) / 4n);
  return Fp.eql(Fp.sqr(root), square) ? root : null;
}
