/** A user's own check of the proof of solvency (SOLVENCY-03, SOLVENCY-07). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isCovered, isSealed, type SolvencyStatement, type UnitsText } from './statement.ts';

export interface SolvencySibling {
  readonly hash: string;
  readonly sum: UnitsText;
}

/** The leaf of an account in the tree of one coin, and the way from there to the root. */
export interface SolvencyLeaf {
  readonly coin: string;
  readonly amount: UnitsText;
  readonly salt: string;
  readonly position: number;
  /** From the leaf up to the children of the root. */
  readonly path: readonly SolvencySibling[];
}

export interface SolvencyProof {
  readonly number: number;
  readonly account: string;
  /** Only the coins of which the account was owed something. */
  readonly leaves: readonly SolvencyLeaf[];
}

interface TreeNode {
  readonly hash: Uint8Array;
  readonly sum: bigint;
}

const LEAF = 0;
const NODE = 1;
/** Length of an amount or a sum: no overflow, however many there are. */
const SUM_BYTES = 16;
const UNITS = /^(?:0|[1-9]\d{0,37})$/;

const bytesOf = (value: bigint, length: number): Uint8Array =>
  hexToBytes(value.toString(16).padStart(length * 2, '0'));

function named(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(Uint8Array.of(bytes.length), bytes);
}

/** Hashed to a leaf, which belongs to one account in one tree. */
const leafMessage = (tree: number, account: string, leaf: SolvencyLeaf): Uint8Array =>
  concatBytes(
    Uint8Array.of(LEAF),
    bytesOf(BigInt(tree), 8),
    named(leaf.coin),
    named(account),
    hexToBytes(leaf.salt),
    bytesOf(BigInt(leaf.amount), SUM_BYTES),
  );

/** Hashed to a node: both children and their sums. */
const nodeMessage = (left: TreeNode, right: TreeNode): Uint8Array =>
  concatBytes(
    Uint8Array.of(NODE),
    left.hash,
    bytesOf(left.sum, SUM_BYTES),
    right.hash,
    bytesOf(right.sum, SUM_BYTES),
  );

/**
 * Why a proof does not hold. `statement`: what was published is not what was sealed; `history`: a statement was changed
 * later; `account`: the leaf is another's; `absent`: nothing is counted for the account; `coin`: a coin is not in the
 * statement, or twice in the proof; `amount`: a number is no whole number of 0 or more; `path`: the leaf does not lead
 * to the root; `total`: the sums are not the total.
 */
export type SolvencyFault =
  | 'statement'
  | 'history'
  | 'account'
  | 'absent'
  | 'coin'
  | 'amount'
  | 'path'
  | 'total';

export interface ProvenCoin {
  readonly coin: string;
  readonly amount: UnitsText;
  readonly isCovered: boolean;
}

export type SolvencyVerdict =
  | { readonly isProven: true; readonly coins: readonly ProvenCoin[] }
  | { readonly isProven: false; readonly fault: SolvencyFault; readonly coin: string | null };

const refuted = (fault: SolvencyFault, coin: string | null = null): SolvencyVerdict => ({
  isProven: false,
  fault,
  coin,
});

/** Needs only published data, the venue's answer, and the ID that the user knows. */
export function checkProof(
  statement: SolvencyStatement,
  proof: SolvencyProof,
  account: string,
): SolvencyVerdict {
  if (!isSealed(statement) || statement.number !== proof.number) return refuted('statement');
  if (proof.account !== account) return refuted('account');
  if (proof.leaves.length === 0) return refuted('absent');
  const coins: ProvenCoin[] = [];
  for (const leaf of proof.leaves) {
    const { coin, amount } = leaf;
    const stated = statement.coins.filter((one) => one.coin === coin);
    const [published] = stated;
    if (!published || stated.length > 1 || coins.some((one) => one.coin === coin))
      return refuted('coin', coin);
    const numbers = [amount, published.owed, published.reserves, ...leaf.path.map(({ sum }) => sum)];
    if (!numbers.every((units) => UNITS.test(units))) return refuted('amount', coin);
    const root = rootOf(proof.number, account, leaf);
    if (root === null || bytesToHex(root.hash) !== published.root) return refuted('path', coin);
    if (root.sum !== BigInt(published.owed)) return refuted('total', coin);
    coins.push({ coin, amount, isCovered: isCovered(published) });
  }
  return { isProven: true, coins };
}

/** Null where the position is none of a tree of that depth. */
function rootOf(tree: number, account: string, leaf: SolvencyLeaf): TreeNode | null {
  const { amount, position, path } = leaf;
  if (path.length === 0 || position < 0 || position >= 2 ** path.length) return null;
  const units = BigInt(amount);
  let node: TreeNode = { hash: sha256(leafMessage(tree, account, leaf)), sum: units };
  let place = position;
  for (const { hash, sum } of path) {
    const sibling: TreeNode = { hash: hexToBytes(hash), sum: BigInt(sum) };
    const [left, right] = place % 2 === 0 ? [node, sibling] : [sibling, node];
    node = { hash: sha256(nodeMessage(left, right)), sum: left.sum + right.sum };
    place = Math.floor(place / 2);
  }
  return node;
}
