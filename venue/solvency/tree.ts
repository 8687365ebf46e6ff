import { hash } from 'node:crypto';

/**
 * The tree of one coin (SOLVENCY-03). A node is a record of its hash (32 bytes) and its sum (16 bytes), and a level of
 * the tree is a buffer of such records, so that two children side by side are what is hashed to their parent.
 */
const HASH_BYTES = 32;
const SUM_BYTES = 16;
const RECORD = HASH_BYTES + SUM_BYTES;
/** An account and its amount, as stored. */
const ENTRY = 24;
/** Leaves in a stored row. */
export const CHUNK = 256;

const NODE = Buffer.of(1);
const sha256 = (message: Buffer): Buffer => hash('sha256', message, 'buffer');

export interface TreeOf {
  readonly tree: number;
  readonly coin: string;
  readonly secret: Buffer;
}

interface Entry {
  readonly account: string;
  readonly salt: Buffer;
  readonly amount: bigint;
}

const UUID_PARTS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return UUID_PARTS.map(([from, to]) => hex.slice(from, to)).join('-');
}

/** As in `WRITE_LEAVES`. */
export const saltOf = ({ secret, coin }: TreeOf, account: Buffer): Buffer =>
  sha256(Buffer.concat([secret, account, Buffer.from(coin)]));

/** @throws Error for an amount below zero, which no tree may hide. */
export function entriesOf(of: TreeOf, stored: Buffer): Entry[] {
  return Array.from({ length: stored.length / ENTRY }, (_, index) => {
    const entry = stored.subarray(index * ENTRY, (index + 1) * ENTRY);
    const account = entry.subarray(0, 16);
    const amount = entry.readBigInt64BE(16);
    if (amount < 0n) throw new Error(`a balance of ${of.coin} is below zero`);
    return { account: uuidOf(account), salt: saltOf(of, account), amount };
  });
}

function sumBytes(sum: bigint): Buffer {
  const bytes = Buffer.alloc(SUM_BYTES);
  bytes.writeBigUInt64BE(sum >> 64n, 0);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, sum), 8);
  return bytes;
}

const named = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

export function leafLevel({ tree, coin }: TreeOf, entries: readonly Entry[]): Buffer {
  const start = Buffer.alloc(9);
  start.writeBigUInt64BE(BigInt(tree), 1);
  const head = Buffer.concat([start, named(coin)]);
  return Buffer.concat(
    entries.flatMap(({ account, salt, amount }) => {
      const sum = sumBytes(amount);
      return [sha256(Buffer.concat([head, named(account), salt, sum])), sum];
    }),
  );
}

const recordOf = (level: Buffer, index: number): Buffer =>
  level.subarray(index * RECORD, (index + 1) * RECORD);
const sumOf = (record: Buffer): bigint =>
  (record.readBigUInt64BE(HASH_BYTES) << 64n) | record.readBigUInt64BE(HASH_BYTES + 8);

interface TreeNode {
  /** Hexadecimal. */
  readonly hash: string;
  readonly sum: bigint;
}

export function nodeAt(level: Buffer, index: number): TreeNode {
  const record = recordOf(level, index);
  return { hash: record.toString('hex', 0, HASH_BYTES), sum: sumOf(record) };
}

function parentLevel(level: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2 * RECORD) {
    const children = level.subarray(at, at + 2 * RECORD);
    const sum = sumOf(recordOf(children, 0)) + sumOf(recordOf(children, 1));
    parts.push(sha256(Buffer.concat([NODE, children])), sumBytes(sum));
  }
  return Buffer.concat(parts);
}

/** From the given level up to the root. @param level a power of two of records. */
export function levelsAbove(level: Buffer): Buffer[] {
  const levels = [level];
  for (let top = level; top.length > RECORD;) {
    top = parentLevel(top);
    levels.push(top);
  }
  return levels;
}

/** The siblings on the way up from a node of the lowest level. */
export function pathFrom(levels: readonly Buffer[], index: number): TreeNode[] {
  return levels.slice(0, -1).map((level, height) => nodeAt(level, Math.floor(index / 2 ** height) ^ 1));
}
