import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { armor, dearmor } from '../../../src/domain/slatepack/armor.ts';
import { readEnvelope, writeEnvelope } from '../../../src/domain/slatepack/envelope.ts';
import { openSlatepack, readSlatepack } from '../../../src/domain/slatepack/read.ts';
import { feeOf, type Slate, writeSlate } from '../../../src/domain/slatepack/slate.ts';
import { armored, type ExpectedSlate, vectors } from '../../data/slatepacks.ts';

/** As the vector file writes it. */
function spelled(slate: Slate): ExpectedSlate {
  return {
    ver: `4:${slate.headerVersion}`,
    id: slate.id,
    sta: slate.stage,
    off: bytesToHex(slate.offset),
    num_parts: slate.participants,
    amt: slate.amount.toString(),
    fee: feeOf(slate).toString(),
    fee_shift: Number(slate.feeField >> 40n),
    feat: slate.features,
    ttl: slate.ttl.toString(),
    sigs: slate.signatures.map(({ excess, nonce, part }) => ({
      xs: bytesToHex(excess),
      nonce: bytesToHex(nonce),
      ...(part && { part: bytesToHex(part) }),
    })),
    coms:
      slate.commitments?.map(({ isOutput, features, commitment, rangeProof }) => ({
        kind: isOutput ? 'output' : 'input',
        f: features,
        c: bytesToHex(commitment),
        proof_bytes: rangeProof.length,
      })) ?? null,
    proof: slate.proof && {
      saddr: bytesToHex(slate.proof.sender),
      raddr: bytesToHex(slate.proof.receiver),
      ...(slate.proof.signature && { rsig: bytesToHex(slate.proof.signature) }),
    },
    feat_args: null,
  };
}

const picked = (slate: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(slate).filter(([key]) => keys.includes(key)));

const codeOf = (text: string): string => {
  const reading = readSlatepack(text);
  return reading.ok ? 'OK' : reading.code;
};

describe('every text of the vector file', () => {
  it.each(armored.map((vector) => [vector.id, vector] as const))('%s is judged as it says', (_, vector) => {
    const { strict, tolerant, error } = vector.expect;
    expect(codeOf(vector.armored)).toBe(tolerant ?? error ?? strict);
  });

  const sound = armored.filter(({ armored: text }) => openSlatepack(text).ok);
  it.each(sound.map((vector) => [vector.id, vector] as const))('%s holds the facts it says', (_, vector) => {
    const opened = openSlatepack(vector.armored);
    if (!opened.ok) throw new Error(opened.code);
    expect(opened.envelope.isEncrypted).toBe(vector.expect.mode === 1);
    expect(opened.envelope.sender).toBe(vector.expect.sender);
    const expected = vector.expect.mode === 1 ? null : (vector.expect.slate ?? null);
    const found = opened.slate && expected && picked(spelled(opened.slate), Object.keys(expected));
    expect(found).toEqual(expected);
  });

  it.each(sound.map((vector) => [vector.id, vector] as const))(
    '%s is written as it was read',
    (_, vector) => {
      const dearmored = dearmor(vector.armored);
      const opened = openSlatepack(vector.armored);
      if (!dearmored.ok || !opened.ok) throw new Error('unreadable');
      expect(writeEnvelope(opened.envelope)).toEqual(dearmored.binary);
      expect(opened.slate ? writeSlate(opened.slate) : opened.envelope.payload).toEqual(
        opened.envelope.payload,
      );
      expect(opened.canonical).toBe(armor(dearmored.binary));
      expect(opened.canonical).not.toMatch(/[\r\n]/);
    },
  );

  it('arms the real ones letter by letter as their wallets did', () => {
    const real = sound.filter(({ kind }) => kind === 'real');
    const rearmed = real.map(({ armored: text }) => {
      const opened = openSlatepack(text);
      return opened.ok ? opened.canonical : opened.code;
    });
    expect(rearmed).toEqual(real.map(({ armored: text }) => text.trim().replaceAll('\n', ' ')));
  });

  it('reads the network from the sender', () => {
    const networks = sound.map(({ armored: text }) => {
      const reading = readSlatepack(text);
      return reading.ok ? reading.slatepack.network : null;
    });
    const expected = sound.map(({ expect: { sender } }) => {
      if (sender === null || sender === undefined) return null;
      if (sender.startsWith('grin1')) return 'mainnet';
      return sender.startsWith('tgrin1') ? 'testnet' : 'unknown';
    });
    expect(networks).toEqual(expected);
  });

  it('reads and writes the envelope that comes without an armor', () => {
    const binaries = vectors.flatMap(({ binary_hex: hex }) => (hex === undefined ? [] : [hexToBytes(hex)]));
    expect(binaries).toHaveLength(1);
    for (const binary of binaries) {
      const read = readEnvelope(binary);
      expect(read.ok && writeEnvelope(read.envelope)).toEqual(binary);
    }
  });
});
