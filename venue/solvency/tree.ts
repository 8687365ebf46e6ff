import { hash } from 'node:crypto';

/**
 * The tree of one coin (SOLVENCY-03). A node is a record of its hash (32 bytes) and its sum (16 bytes), and a level of
 * the tree is a buffer of such records, so that two adjacent children are hashed to their parent.
 */
const HASH_BYTES = 32;
const SUM_BYTES = 16;
const RECORD = HASH_BYTES + SUM_BYTES;
export const ACCOUNT_BYTES = 16;
/** An account and its amount, as stored. */
export const ENTRY_BYTES = ACCOUNT_BYTES + 8;
/** Leaves in a stored row. */
export const CHUNK = 256;

/** Through a text, because a buffer for each hash would keep the garbage collector busy. */
function writeHash(into: Buffer, at: number, message: Buffer): void {
  into.write(hash('sha256', message, 'binary'), at, 'latin1');
}

export interface TreeOf {
  readonly tree: number;
  readonly coin: string;
  readonly secret: Buffer;
}

/** Of an account's ID. */
export const idBytes = (account: string): Buffer => Buffer.from(account.replaceAll('-', ''), 'hex');

function idText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @returns writes the salt of an account. */
export function saltWriter({ secret, coin }: Pick<TreeOf, 'secret' | 'coin'>) {
  const message = Buffer.concat([secret, Buffer.alloc(ACCOUNT_BYTES), Buffer.from(coin)]);
  return (account: Buffer, into: Buffer, at: number): void => {
    account.copy(message, secret.length);
    writeHash(into, at, message);
  };
}

/** Without the secret nobody can guess it, or tell that two of them are of one account. */
export function saltOf(of: Pick<TreeOf, 'secret' | 'coin'>, account: Buffer): Buffer {
  const salt = Buffer.alloc(HASH_BYTES);
  saltWriter(of)(account, salt, 0);
  return salt;
}

const named = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

function writeSum(into: Buffer, at: number, sum: bigint): void {
  into.writeBigUInt64BE(sum >> 64n, at);
  into.writeBigUInt64BE(BigInt.asUintN(64, sum), at + 8);
}

/** Length of an ID as text. */
const ID_LENGTH = 36;

/** @param entries as stored. @throws Error for an amount below zero, which no tree may hide. */
export function leafLevel(of: TreeOf, entries: Buffer): Buffer {
  const start = Buffer.alloc(9);
  start.writeBigUInt64BE(BigInt(of.tree), 1);
  const head = Buffer.concat([start, named(of.coin), Buffer.of(ID_LENGTH)]);
  const [id, salt] = [head.length, head.length + ID_LENGTH];
  const message = Buffer.concat([head, Buffer.alloc(ID_LENGTH + HASH_BYTES + SUM_BYTES)]);
  const writeSalt = saltWriter(of);
  const count = entries.length / ENTRY_BYTES;
  const level = Buffer.alloc(count * RECORD);
  for (let index = 0; index < count; index += 1) {
    const entry = entries.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const account = entry.subarray(0, ACCOUNT_BYTES);
    const amount = entry.readBigInt64BE(ACCOUNT_BYTES);
    if (amount < 0n) throw new Error(`a balance of ${of.coin} is below zero`);
    message.write(idText(account), id, 'latin1');
    writeSalt(account, message, salt);
    writeSum(message, salt + HASH_BYTES, amount);
    writeHash(level, index * RECORD, message);
    writeSum(level, index * RECORD + HASH_BYTES, amount);
  }
  return level;
}

/** Of the record that starts there. */
const sumAt = (level: Buffer, at: number): bigint =>
  (level.readBigUInt64BE(at + HASH_BYTES) << 64n) | level.readBigUInt64BE(at + HASH_BYTES + 8);

interface TreeNode {
  /** Hexadecimal. */
  readonly hash: string;
  readonly sum: bigint;
}

export function nodeAt(level: Buffer, index: number): TreeNode {
  const at = index * RECORD;
  return { hash: level.toString('hex', at, at + HASH_BYTES), sum: sumAt(level, at) };
}

function parentLevel(level: Buffer): Buffer {
  const parents = Buffer.alloc(level.length / 2);
  const message = Buffer.alloc(1 + 2 * RECORD, 1);
  for (let at = 0; at < level.length; at += 2 * RECORD) {
    level.copy(message, 1, at, at + 2 * RECORD);
    writeHash(parents, at / 2, message);
    writeSum(parents, at / 2 + HASH_BYTES, sumAt(level, at) + sumAt(level, at + RECORD));
  }
  return parents;
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
