import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkProof, type SolvencyFault, type SolvencyProof } from '../../../src/domain/solvency/proof.ts';
import {
  NO_HASH,
  type SolvencyStatement,
  statementHash,
  statementText,
} from '../../../src/domain/solvency/statement.ts';
import { createRandom } from '../../../venue/random.ts';
import { leafLevel, levelsAbove, nodeAt, pathFrom, type TreeOf } from '../../../venue/solvency/tree.ts';
import { check } from '../../venue/solvency/stranger.ts';

const HOLES = 100;
const LEAVES = 64;
const random = createRandom('holes');
const TREE: TreeOf = { tree: 7, coin: 'XMR', secret: randomBytes(32) };

const entries = Array.from({ length: LEAVES }, () => ({
  account: randomUUID(),
  salt: randomBytes(32),
  amount: BigInt(random.whole(1, 1_000_000_000)),
}));
const owed = entries.reduce((sum, { amount }) => sum + amount, 0n);
const honest = levelsAbove(leafLevel(TREE, entries));

function statementOf(levels: readonly Buffer[], total?: bigint): SolvencyStatement {
  const root = nodeAt(levels.at(-1) ?? Buffer.alloc(48), 0);
  const stated = {
    number: TREE.tree,
    at: 1_700_000_000_000,
    ledgerNumber: 3,
    ledgerHash: 'ab'.repeat(32),
    coins: [{ coin: 'XMR', root: root.hash, owed: String(total ?? root.sum), reserves: String(owed) }],
  };
  return { ...stated, previous: NO_HASH, hash: statementHash(statementText(stated), NO_HASH) };
}

function proofFrom(levels: readonly Buffer[], index: number): SolvencyProof {
  const { account, salt, amount } = entries[index] ?? { account: '', salt: Buffer.alloc(0), amount: 0n };
  const path = pathFrom(levels, index).map(({ hash, sum }) => ({ hash, sum: String(sum) }));
  const leaf = { coin: 'XMR', amount: String(amount), salt: salt.toString('hex'), position: index, path };
  return { number: TREE.tree, account, leaves: [leaf] };
}

/** What the product's own check and the stranger's make of it. */
function checked(levels: readonly Buffer[], index: number, statement = statementOf(levels)) {
  const proof = proofFrom(levels, index);
  const { at, ledgerNumber, ledgerHash, ...rest } = statement;
  const sent = {
    ...rest,
    at: new Date(at).toISOString(),
    ledger_number: ledgerNumber,
    ledger_hash: ledgerHash,
  };
  return {
    own: checkProof(statement, proof, proof.account).isProven,
    strangers: check(sent, proof, proof.account, { XMR: entries[index]?.amount ?? 0n }).length === 0,
  };
}

test('every leaf leads to the root, for the own check and for that of a stranger (SOLVENCY-03)', () => {
  for (let index = 0; index < LEAVES; index += 1)
    expect(checked(honest, index)).toEqual({ own: true, strangers: true });
  expect(nodeAt(honest.at(-1) ?? Buffer.alloc(48), 0).sum).toBe(owed);
});

test(`a sum lowered by one unit anywhere is found ${HOLES} times of ${HOLES} by those below it (SOLVENCY-09)`, () => {
  const found = { own: 0, strangers: 0, heights: new Set<number>() };
  for (let count = 0; count < HOLES; count += 1) {
    const height = random.whole(0, honest.length - 1);
    const index = random.whole(0, LEAVES / 2 ** height - 1);
    const level = Buffer.from(honest[height] ?? []);
    const at = index * 48 + 40;
    level.writeBigUInt64BE(level.readBigUInt64BE(at) - 1n, at);
    // Everything above is calculated from the lower sum.
    const levels = [...honest.slice(0, height), ...levelsAbove(level)];
    const below = index * 2 ** height + random.whole(0, 2 ** height - 1);
    const { own, strangers } = checked(levels, below);
    found.own += Number(!own);
    found.strangers += Number(!strangers);
    found.heights.add(height);
  }
  expect(found).toEqual({ own: HOLES, strangers: HOLES, heights: new Set([0, 1, 2, 3, 4, 5, 6]) });
});

describe('what the own check refuses, and how it calls it (SOLVENCY-03)', () => {
  const statement = statementOf(honest);
  const proof = proofFrom(honest, 5);
  const [leaf] = proof.leaves;
  if (!leaf) throw new Error('a proof has a leaf');
  const faultOf = (changed: Partial<SolvencyProof>, published = statement): SolvencyFault | null => {
    const verdict = checkProof(published, { ...proof, ...changed }, proof.account);
    return verdict.isProven ? null : verdict.fault;
  };
  const withLeaf = (changed: Partial<typeof leaf>) => faultOf({ leaves: [{ ...leaf, ...changed }] });
  const withSum = (sum: string) =>
    withLeaf({ path: leaf.path.map((one, index) => (index === 2 ? { ...one, sum } : one)) });

  test.each<readonly [string, () => SolvencyFault | null, SolvencyFault | null]>([
    ['nothing', () => faultOf({}), null],
    ['another tree', () => faultOf({ number: 8 }), 'statement'],
    ['a changed statement', () => faultOf({}, { ...statement, at: 1 }), 'statement'],
    ['another account', () => faultOf({ account: randomUUID() }), 'account'],
    ['no leaf', () => faultOf({ leaves: [] }), 'absent'],
    ['a coin that was not published', () => withLeaf({ coin: 'BTC' }), 'coin'],
    ['a coin twice', () => faultOf({ leaves: [leaf, leaf] }), 'coin'],
    ['a negative sum', () => withSum('-1'), 'amount'],
    ['a sum that is no whole number', () => withSum('1.5'), 'amount'],
    ['an amount too large for its bytes', () => withLeaf({ amount: '9'.repeat(39) }), 'amount'],
    ['another amount', () => withLeaf({ amount: String(BigInt(leaf.amount) + 1n) }), 'path'],
    ['another salt', () => withLeaf({ salt: 'cd'.repeat(32) }), 'path'],
    ['another place', () => withLeaf({ position: 4 }), 'path'],
    ['a place outside', () => withLeaf({ position: 5 + LEAVES }), 'path'],
    ['a way that is too short', () => withLeaf({ path: leaf.path.slice(0, -1) }), 'path'],
    ['no way', () => withLeaf({ path: [] }), 'path'],
    ['a published total of one unit less', () => faultOf({}, statementOf(honest, owed - 1n)), 'total'],
  ])('%s', (_what, fault, expected) => {
    expect(fault()).toBe(expected);
  });

  test('whether the reserves cover it is told coin by coin (SOLVENCY-07)', () => {
    const short = statementOf(honest);
    const [coin] = short.coins;
    if (!coin) throw new Error('a statement has a coin');
    const stated = { ...short, coins: [{ ...coin, reserves: String(owed - 1n) }] };
    const hash = statementHash(statementText(stated), NO_HASH);
    expect(checkProof({ ...stated, hash }, proof, proof.account)).toEqual({
      isProven: true,
      coins: [{ coin: 'XMR', amount: leaf.amount, isCovered: false }],
    });
  });
});

test('the bytes of a node are the documented ones (SOLVENCY-03)', () => {
  const pair = (honest[0] ?? Buffer.alloc(96)).subarray(0, 96);
  const expected = createHash('sha256')
    .update(Buffer.concat([Buffer.of(1), pair]))
    .digest('hex');
  expect(nodeAt(honest[1] ?? Buffer.alloc(48), 0).hash).toBe(expected);
});
