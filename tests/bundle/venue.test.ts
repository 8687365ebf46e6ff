import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, describe, expect, it } from 'vitest';
import { createProofThread } from '../../venue/grin/rangeProof/proofs.ts';
import file from '../data/rangeproof-vectors.json' with { type: 'json' };

const script = path.resolve(import.meta.dirname, '../../dist/venue/proofThread.js');

describe('the thread of the range proofs, as it is built (GRIN-01)', () => {
  const proofs = createProofThread(pathToFileURL(script));
  afterAll(() => proofs.close());
  const outputs = file.vectors
    .slice(0, 2)
    .map(({ commitment, proof }) => ({ commitment: hexToBytes(commitment), rangeProof: hexToBytes(proof) }));
  const [first] = file.vectors;
  const secret = {
    value: BigInt(first?.value ?? ''),
    blinding: BigInt(`0x${first?.blind}`),
    rewindNonce: hexToBytes(first?.rewindNonce ?? ''),
    privateNonce: hexToBytes(first?.privateNonce ?? ''),
    message: hexToBytes(first?.message ?? ''),
  };

  it('verifies and makes proofs, several at once, each with its own answer', async () => {
    const [one, two] = outputs;
    if (!one || !two) throw new Error('two vectors are needed');
    const mixed = [{ ...one, rangeProof: two.rangeProof }];
    const results = await Promise.all([
      proofs.verify(outputs),
      proofs.make(secret),
      proofs.verify(mixed),
      proofs.verify([]),
    ]);
    expect(results).toEqual([true, one.rangeProof, false, true]);
  });

  it('reports what cannot be made, and continues', async () => {
    await expect(proofs.make({ ...secret, value: -1n })).rejects.toThrow('64 bits');
    expect(await proofs.verify(outputs)).toBe(true);
  });

  it('refuses what it could not do soon, with a time to try again', async () => {
    const asked = Array.from({ length: 51 }, () => proofs.verify([]).catch((error: unknown) => error));
    expect((await Promise.all(asked)).at(-1)).toMatchObject({ status: 503, code: 'BUSY', retryAfter: 10 });
  });

  it('ends what waits when the venue closes, and starts again when it is asked', async () => {
    const other = createProofThread(pathToFileURL(script));
    const asked = other.verify(outputs).catch((error: unknown) => error);
    await other.close();
    expect(await asked).toMatchObject({ message: expect.stringContaining('closing') });
    expect(await other.verify(outputs)).toBe(true);
    await other.close();
  });

  it('a script that dies fails what waits for it', async () => {
    const dead = createProofThread(new URL('file:///no/such/thread.js'));
    await expect(dead.verify(outputs)).rejects.toThrow('thread.js');
  });
});
