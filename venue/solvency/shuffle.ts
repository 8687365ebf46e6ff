import { randomBytes } from 'node:crypto';
import { ACCOUNT_BYTES, CHUNK, ENTRY_BYTES, saltWriter, type TreeOf } from './tree.ts';

const SALT_BYTES = 32;
/** Leaves between two pauses. */
const STEP = 256;

export interface ChunkOfLeaves {
  /** The smallest salt. */
  readonly first: Buffer;
  readonly entries: Buffer;
}

/** Leaves of a tree: a power of two, and 2 at least. */
const sizeFor = (used: number): number => 2 ** Math.ceil(Math.log2(Math.max(used, 2)));

/** Amounts owed, and leaves of 0 with IDs that nobody has. */
function filled(owed: Buffer): Buffer {
  const used = owed.length / ENTRY_BYTES;
  const missing = sizeFor(used) - used;
  const ids = randomBytes(missing * ACCOUNT_BYTES);
  const rest = Buffer.alloc(missing * ENTRY_BYTES);
  for (let index = 0; index < missing; index += 1)
    ids.copy(rest, index * ENTRY_BYTES, index * ACCOUNT_BYTES, (index + 1) * ACCOUNT_BYTES);
  return Buffer.concat([owed, rest]);
}

/**
 * The leaves of a tree in the order of their salts, among leaves of 0 that belong to nobody (SOLVENCY-02).
 * @param owed accounts with their amounts. @param rest yields to other work.
 */
export async function shuffled(
  of: TreeOf,
  owed: Buffer,
  rest: () => Promise<void>,
): Promise<ChunkOfLeaves[]> {
  const all = filled(owed);
  const size = all.length / ENTRY_BYTES;
  const salts = Buffer.alloc(size * SALT_BYTES);
  const writeSalt = saltWriter(of);
  // By the first bits of the salt, so that no sort takes long.
  const bits = Math.max(0, Math.log2(size / CHUNK));
  const buckets: number[][] = Array.from({ length: 2 ** bits }, () => []);
  for (let index = 0; index < size; index += 1) {
    const at = index * SALT_BYTES;
    writeSalt(all.subarray(index * ENTRY_BYTES, index * ENTRY_BYTES + ACCOUNT_BYTES), salts, at);
    buckets[Math.floor(salts.readUInt32BE(at) / 2 ** (32 - bits))]?.push(index);
    if (index % STEP === 0) await rest();
  }
  const compare = (a: number, b: number): number => {
    const [from, to] = [a * SALT_BYTES, b * SALT_BYTES];
    return salts.compare(salts, to, to + SALT_BYTES, from, from + SALT_BYTES);
  };
  const ordered: number[] = [];
  for (const bucket of buckets) {
    ordered.push(...bucket.sort(compare));
    await rest();
  }
  const chunks: ChunkOfLeaves[] = [];
  for (let start = 0; start < size; start += CHUNK) {
    const chunk = ordered.slice(start, start + CHUNK);
    const entries = Buffer.alloc(chunk.length * ENTRY_BYTES);
    for (const [place, index] of chunk.entries())
      all.copy(entries, place * ENTRY_BYTES, index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const smallest = (ordered[start] ?? 0) * SALT_BYTES;
    chunks.push({ first: salts.subarray(smallest, smallest + SALT_BYTES), entries });
    await rest();
  }
  return chunks;
}
