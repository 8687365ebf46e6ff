import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/domain/slatepack/envelope.ts';
import type { Slate } from '../../../src/domain/slatepack/slate.ts';
import { decryptAge } from '../../../venue/grin/age.ts';
import { createIdentity, encryptionKeyOf, keyOfAddress } from '../../../venue/grin/identity.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { checkAnswer, isBalanced } from '../../../venue/grin/payment.ts';
import {
  isPart,
  joinParts,
  isKernelSignature,
  kernelExcess,
  kernelOf,
} from '../../../venue/grin/signature.ts';
import { readPoint } from '../../../venue/grin/curve.ts';
import { verifyRangeProof } from '../../../venue/grin/rangeProof/rangeProof.ts';
import file from '../../data/slatepack-vectors.json' with { type: 'json' };
import { armored, slatepack, vectors } from '../../data/slatepacks.ts';

const identities = Object.values(file.test_keys)
  .filter((key) => typeof key === 'object')
  .map((key) => ({ ...key, identity: createIdentity(hexToBytes(key.ed25519_seed)) }));
const [A, B] = identities.map(({ identity }) => identity);

function opened(id: string): Slate {
  for (const { identity } of identities) {
    const read = unpack(slatepack(id), identity);
    if (read.ok) return read.slate;
  }
  throw new Error(`nobody can read ${id}`);
}

describe('identities', () => {
  it.each(identities)('the seed yields the published address $address', ({ identity, address }) => {
    expect(identity.address).toBe(address);
    expect(keyOfAddress(address)).toEqual(identity.publicKey);
  });

  it('no key comes from anything but an address of the main network', () => {
    expect(keyOfAddress('tgrin1xtxavwfgs48ckf3gk8wwgcndmn0nt4tvkl8a7ltyejjcy2mc6nfs9gm2lp')).toBeNull();
    expect(keyOfAddress('grin1')).toBeNull();
    expect(encryptionKeyOf(new Uint8Array(31))).toBeNull();
  });
});

describe('messages encrypted by wallets', () => {
  const encrypted = armored.filter(({ expect: { mode } }) => mode === 1);
  const readable = encrypted.filter(({ expect: { decrypts_with: key } }) => typeof key === 'string');

  it.each(readable.map((vector) => [vector.id, vector] as const))(
    '%s opens for its receiver',
    (_, vector) => {
      const read = identities.map(({ identity }) => unpack(vector.armored, identity)).find((one) => one.ok);
      if (!read?.ok) throw new Error('nobody can read it');
      expect(read.sender).toBe(vector.expect.encrypted_sender);
      expect(read.slate.id).toBe(vector.expect.slate?.id);
      expect(read.isEncrypted).toBe(true);
    },
  );

  it('cannot be decrypted by anybody else', () => {
    for (const { armored: text } of encrypted) {
      const codes = identities.map(({ identity }) => {
        const read = unpack(text, identity);
        return read.ok ? 'OK' : read.code;
      });
      expect(codes.filter((code) => code === 'OK').length).toBeLessThanOrEqual(1);
      expect(new Set(codes)).toContain('ENCRYPTED_OTHER');
    }
  });

  it('can be decrypted without an armor too', () => {
    const hex = vectors.find(({ binary_hex }) => binary_hex !== undefined)?.binary_hex ?? '';
    const read = readEnvelope(hexToBytes(hex));
    if (!read.ok) throw new Error(read.code);
    const plain = identities.map(({ identity }) => decryptAge(read.envelope.payload, identity.opening));
    expect(plain.filter((bytes) => bytes !== null)).toHaveLength(1);
  });
});

describe.each(file.flows)('the real payment $slate_id', (flow) => {
  const [s1, s2, s3] = [opened(flow.s1), opened(flow.s2), opened(flow.s3)];

  it('its answer matches its first message, proof included, and yields the published kernel', () => {
    const checked = checkAnswer(s1, s2);
    expect(checked && bytesToHex(kernelExcess(checked.kernel))).toBe(flow.kernel_excess);
  });

  it.each<[string, Partial<Slate>, Partial<Slate>]>([
    ['the fee is off by one', { feeField: s1.feeField + 1n }, {}],
    ['the amount is off by one', { amount: s1.amount + 1n }, {}],
    ['the answer names another amount', {}, { amount: s1.amount + 1n }],
    ['the answer names another fee', {}, { feeField: 1n }],
    ['the id is another one', { id: '8691609a-a3cf-4e91-89d2-000000000000' }, {}],
    ['the output is missing', {}, { commitments: [] }],
    ['the offset is another one', {}, { offset: new Uint8Array(32) }],
    ['the payment proof is missing', {}, { proof: null }],
    ['the signature is missing', {}, { signatures: s1.signatures }],
  ])('and does not when %s', (_, first, second) => {
    expect(checkAnswer({ ...s1, ...first }, { ...s2, ...second })).toBeNull();
  });

  it('each output has a range proof that is valid only for it (GRIN-01)', () => {
    const outputs = [...(s2.commitments ?? []), ...(s3.commitments ?? [])].filter(({ isOutput }) => isOutput);
    expect(outputs.length).toBeGreaterThan(1);
    for (const { commitment, rangeProof } of outputs)
      expect(verifyRangeProof(commitment, rangeProof)).toBe(true);
    const [one, , other] = outputs;
    expect(verifyRangeProof(one?.commitment ?? new Uint8Array(), other?.rangeProof ?? new Uint8Array())).toBe(
      false,
    );
  });

  it("both parts of its end are valid, their sum is the kernel's signature, and its amounts add up", () => {
    const parties = s3.signatures.map(({ excess, nonce, part }) => {
      const points = [readPoint(excess), readPoint(nonce)];
      if (!points[0] || !points[1] || !part) throw new Error('a party is missing');
      return { excess: points[0], nonce: points[1], part };
    });
    const kernel = kernelOf(
      parties.map(({ excess }) => excess),
      parties.map(({ nonce }) => nonce),
      s3.feeField,
    );
    if (!kernel) throw new Error('no kernel');
    expect(parties.map(({ excess, nonce, part }) => isPart(kernel, part, excess, nonce))).toEqual([
      true,
      true,
    ]);
    expect(
      isKernelSignature(
        kernel,
        joinParts(
          kernel,
          parties.map(({ part }) => part),
        ),
      ),
    ).toBe(true);
    expect(isBalanced(s3)).toBe(true);
    expect(isBalanced({ ...s3, feeField: s3.feeField + 1n })).toBe(false);
  });
});

describe('slatepacks made here', () => {
  const slate = opened('mwpy-ba-s1');

  it.each([null, A?.address ?? null])('can be read again, with the sender: %s', (sender) => {
    if (!A || !B) throw new Error('two keys are needed');
    expect(unpack(pack(slate, { sender, to: B.address }), B)).toEqual({
      ok: true,
      slate,
      sender,
      network: sender && 'mainnet',
      isEncrypted: true,
    });
    expect(unpack(pack(slate, { sender, to: B.address }), A)).toEqual({ ok: false, code: 'ENCRYPTED_OTHER' });
    expect(unpack(pack(slate, { sender }), A)).toMatchObject({ ok: true, slate, sender, isEncrypted: false });
  });

  it('are encrypted only to addresses of the main network', () => {
    expect(() =>
      pack(slate, { to: 'tgrin1xtxavwfgs48ckf3gk8wwgcndmn0nt4tvkl8a7ltyejjcy2mc6nfs9gm2lp' }),
    ).toThrow(RangeError);
  });
});
