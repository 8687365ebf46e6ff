import { randomFillSync } from 'node:crypto';
import { ACCOUNT_BYTES, CHUNK, ENTRY_BYTES, saltOf, type TreeOf } from './tree.ts';

/** Entries between two pauses. */
const STEP = 512;

interface Salted {
  readonly salt: Buffer;
  readonly entry: Buffer;
}

export interface ChunkOfLeaves {
  /** The smallest salt. */
  readonly first: Buffer;
  readonly entries: Buffer;
}

/** Leaves of a tree: a power of two, and 2 at least. */
const sizeFor = (used: number): number => 2 ** Math.ceil(Math.log2(Math.max(used, 2)));

/**
 * The leaves of a tree in the order of their salts, among leaves of 0 that belong to nobody (SOLVENCY-02).
 * @param owed accounts with their amounts. @param rest gives way to other work.
 */
export async function shuffled(
  of: TreeOf,
  owed: Buffer,
  rest: () => Promise<void>,
): Promise<ChunkOfLeaves[]> {
  const used = owed.length / ENTRY_BYTES;
  const size = sizeFor(used);
  // Leaves of 0 have an ID that nobody has.
  const all = Buffer.concat([owed, Buffer.alloc((size - used) * ENTRY_BYTES)]);
  for (let index = used; index < size; index += 1) randomFillSync(all, index * ENTRY_BYTES, ACCOUNT_BYTES);
  const bits = Math.max(0, Math.log2(size / CHUNK));
  const buckets: Salted[][] = Array.from({ length: 2 ** bits }, () => []);
  for (let index = 0; index < size; index += 1) {
    const entry = all.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const salt = saltOf(of, entry.subarray(0, ACCOUNT_BYTES));
    buckets[Math.floor(salt.readUInt32BE(0) / 2 ** (32 - bits))]?.push({ salt, entry });
    if (index % STEP === 0) await rest();
  }
  const sorted: Salted[] = [];
  for (const bucket of buckets) {
    sorted.push(...bucket.sort((a, b) => Buffer.compare(a.salt, b.salt)));
    await rest();
  }
  const chunks: ChunkOfLeaves[] = [];
  for (let at = 0; at < size; at += CHUNK) {
    const chunk = sorted.slice(at, at + CHUNK);
    const [smallest] = chunk;
    if (smallest)
      chunks.push({ first: smallest.salt, entries: Buffer.concat(chunk.map(({ entry }) => entry)) });
    await rest();
  }
  return chunks;
}
