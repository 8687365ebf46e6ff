import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { armor, dearmor } from '../../../src/domain/slatepack/armor.ts';
import { LONGEST_TEXT, type SlatepackFault } from '../../../src/domain/slatepack/faults.ts';
import { decodeBase58, encodeBase58 } from '../../../src/domain/slatepack/base58.ts';
import { checkDeposit, checkReply } from '../../../src/domain/slatepack/check.ts';
import { readEnvelope, writeEnvelope } from '../../../src/domain/slatepack/envelope.ts';
import { openSlatepack } from '../../../src/domain/slatepack/read.ts';
import { readSlate, type Slate, STAGES, writeSlate } from '../../../src/domain/slatepack/slate.ts';
import { armored, slatepack } from '../../data/slatepacks.ts';

/** `SLATEPACK_RUNS=1000000` takes minutes. */
const RUNS = Number(process.env.SLATEPACK_RUNS ?? 2000);
const S1 = slatepack('plain-s1');
const RULES = { network: 'mainnet', minimum: '1' } as const;
/** The compiler refuses missing and invented codes. */
const known: Record<SlatepackFault['code'], true> = {
  EMPTY: true,
  TOO_LARGE: true,
  ADDRESS_NOT_MESSAGE: true,
  JSON_SLATE: true,
  HASH_NOT_MESSAGE: true,
  NO_SLATEPACK: true,
  TRUNCATED_START: true,
  TRUNCATED_END: true,
  SEVERAL: true,
  CASE_CHANGED: true,
  BAD_CHAR: true,
  CHECKSUM: true,
  VERSION: true,
  MODE: true,
  SLATE_VERSION: true,
  LAYOUT: true,
  WRONG_STAGE_REPLY: true,
  WRONG_STAGE_OWN: true,
  WRONG_STAGE_FINAL: true,
  WRONG_STAGE_SAME: true,
  WRONG_STAGE_PAYMENT: true,
  WRONG_STAGE_NONE: true,
  INVOICE: true,
  OTHER_SLATE: true,
  AMOUNT_ZERO: true,
  BELOW_MINIMUM: true,
  AMOUNT_DIFFERS: true,
  WRONG_NETWORK: true,
};

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: length, maxLength: length });
const uint = (bits: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });

const anySlate: fc.Arbitrary<Slate> = fc
  .record({
    headerVersion: fc.nat(65_535),
    id: fc.uuid(),
    stage: fc.constantFrom(...STAGES),
    offset: bytes(32),
    participants: fc.nat(255),
    amount: uint(64),
    feeField: uint(64),
    features: fc.nat(255),
    ttl: uint(64),
    signatures: fc.array(fc.record({ excess: bytes(33), nonce: bytes(33), part: fc.option(bytes(64)) }), {
      maxLength: 3,
    }),
    commitments: fc.option(
      fc.array(
        fc
          .record({
            isOutput: fc.boolean(),
            features: fc.nat(255),
            commitment: bytes(33),
            rangeProof: fc.uint8Array({ maxLength: 60 }),
          })
          .map((one) => (one.isOutput ? one : { ...one, rangeProof: new Uint8Array() })),
        { maxLength: 3 },
      ),
    ),
    proof: fc.option(fc.record({ sender: bytes(32), receiver: bytes(32), signature: fc.option(bytes(64)) })),
    height: uint(64),
  })
  .map(({ height, ...slate }) => ({ ...slate, lockHeight: slate.features === 2 ? height : null }));

const anyDamage: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fc.nat(), fc.nat(40), fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(5))
  .map(([place, length, letters, kind]) => (text: string): string => {
    const at = place % (text.length + 1);
    switch (kind) {
      case 0:
        return text.slice(0, at) + letters + text.slice(at);
      case 1:
        return text.slice(0, at) + text.slice(at + length);
      case 2:
        return text.slice(0, at) + letters + text.slice(at + letters.length);
      case 3:
        return text.slice(at, at + length) + text.slice(0, at) + text.slice(at + length);
      case 4:
        return text.slice(0, at) + text.slice(at, at + length).toLowerCase() + text.slice(at + length);
      default:
        return text.slice(0, at) + text.slice(Math.max(0, at - length));
    }
  });
const anyDamagedText = fc
  .tuple(fc.constantFrom(...armored), fc.array(anyDamage, { minLength: 1, maxLength: 3 }))
  .map(([{ armored: text }, damages]) => damages.reduce((damaged, damage) => damage(damaged), text));

/** Damaged bytes under a valid check code. */
const anyDamagedBinary = fc
  .tuple(
    fc.constantFrom(...armored.filter(({ armored: text }) => dearmor(text).ok)),
    fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.boolean()), { minLength: 1, maxLength: 4 }),
  )
  .map(([{ armored: text }, changes]) => {
    const dearmored = dearmor(text);
    if (!dearmored.ok) throw new Error(dearmored.code);
    const binary = Uint8Array.from(dearmored.binary);
    let length = binary.length;
    for (const [place, value, isCut] of changes) {
      // Most changes go to the first hundred bytes, which hold the headers.
      if (isCut && place % 7 === 0) length = place % binary.length;
      else binary[place % (place % 3 === 0 ? binary.length : Math.min(120, binary.length))] = value;
    }
    return armor(binary.subarray(0, length));
  });

/** Either it passes, or it has a known code. */
function isJudged(text: string): boolean {
  const deposit = checkDeposit(text, RULES);
  const reply = checkReply(text, { network: 'testnet', message: S1 });
  return [deposit, reply].every((check) =>
    check.ok ? check.slatepack.canonical !== '' : Object.hasOwn(known, check.code),
  );
}

describe('whatever is pasted', () => {
  it(`${RUNS} damaged texts are judged with a known code`, { timeout: 7_200_000 }, () => {
    fc.assert(fc.property(fc.oneof(anyDamagedText, anyDamagedBinary), isJudged), { numRuns: RUNS });
  });

  it('so is any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), isJudged), { numRuns: 1000 });
  });

  it('and any frame around any letters', () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from('1zAaQ. \n')), maxLength: 200 });
    fc.assert(
      fc.property(letters, (text) => isJudged(`BEGINSLATEPACK. ${text}. ENDSLATEPACK.`)),
      { numRuns: 1000 },
    );
  });

  it('a changed letter never passes', () => {
    const base58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...base58), (place, letter) => {
        const at = 16 + (place % (S1.length - 32));
        const damaged = S1.slice(0, at) + letter + S1.slice(at + 1);
        expect(openSlatepack(damaged).ok).toBe(damaged === S1);
      }),
      { numRuns: 3000 },
    );
  });

  it('a text at the limit is judged, one character more is not', () => {
    const text = `BEGINSLATEPACK.${'zA'.repeat(LONGEST_TEXT / 2)}`.slice(0, LONGEST_TEXT - 13);
    expect(openSlatepack(`${text}.ENDSLATEPACK`)).toEqual({ ok: false, code: 'CHECKSUM' });
    expect(openSlatepack(`${text}.ENDSLATEPACK `)).toMatchObject({ code: 'TOO_LARGE' });
  });
});

describe('written text reads back', () => {
  it('base58', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (binary) => {
        expect(decodeBase58(encodeBase58(binary))).toEqual(binary);
      }),
    );
  });

  it('any slate', () => {
    fc.assert(
      fc.property(anySlate, (slate) => {
        expect(readSlate(writeSlate(slate))).toEqual({ ok: true, slate });
      }),
      { numRuns: 300 },
    );
  });

  it('any envelope', () => {
    const anyEnvelope = fc.record({
      isEncrypted: fc.boolean(),
      sender: fc.option(fc.constantFrom('grin1abc', 'tgrin1abcdef')),
      payload: fc.uint8Array({ maxLength: 100 }),
    });
    fc.assert(
      fc.property(anyEnvelope, (envelope) => {
        expect(readEnvelope(writeEnvelope(envelope))).toEqual({ ok: true, envelope });
      }),
    );
  });

  it('any binary in its armor', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 3000 }), (binary) => {
        const canonical = armor(binary);
        expect(dearmor(canonical)).toEqual({ ok: true, binary, canonical });
        expect(dearmor(`> ${canonical.replaceAll(' ', '\n> ')}`)).toEqual({ ok: true, binary, canonical });
      }),
      { numRuns: 300 },
    );
  });
});
