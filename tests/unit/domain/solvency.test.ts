import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkProof, type SolvencyFault, type SolvencyProof } from '../../../src/domain/solvency/proof.ts';
import { receiptName, receiptText } from '../../../src/domain/solvency/receipt.ts';
import {
  brokenStatement,
  coverage,
  isCovered,
  keptStatements,
  NO_HASH,
  readStatement,
  type SolvencyStatement,
  statementHash,
  statementText,
  unitsAsText,
} from '../../../src/domain/solvency/statement.ts';
import { createRandom } from '../../../venue/random.ts';
import { shuffled } from '../../../venue/solvency/shuffle.ts';
import {
  idBytes,
  leafLevel,
  levelsAbove,
  nodeAt,
  pathFrom,
  saltOf,
  type TreeOf,
} from '../../../venue/solvency/tree.ts';
import { check } from '../../venue/solvency/stranger.ts';

const HOLES = 100;
const LEAVES = 64;
const random = createRandom('holes');
const TREE: TreeOf = { tree: 7, coin: 'XMR', secret: randomBytes(32) };

const entries = Array.from({ length: LEAVES }, () => {
  const account = randomUUID();
  return { account, salt: saltOf(TREE, idBytes(account)), amount: BigInt(random.whole(1, 1_000_000_000)) };
});
/** As they are stored. */
const stored = Buffer.concat(
  entries.map(({ account, amount }) => {
    const entry = Buffer.alloc(24);
    idBytes(account).copy(entry);
    entry.writeBigInt64BE(amount, 16);
    return entry;
  }),
);
const owed = entries.reduce((sum, { amount }) => sum + amount, 0n);
const honest = levelsAbove(leafLevel(TREE, stored));

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

/** Verdicts of the product's check and of the stranger's. */
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

test('every leaf leads to the root, in our check and in that of a stranger (SOLVENCY-03)', () => {
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

describe('errors that our check finds, by name (SOLVENCY-03)', () => {
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

  test('a place outside of the tree is none, though the sides are those of another (SOLVENCY-03)', () => {
    for (const [index, position] of [
      [0, LEAVES],
      [LEAVES - 1, -1],
    ] as const) {
      const own = proofFrom(honest, index);
      expect(checkProof(statement, own, own.account).isProven).toBe(true);
      const leaves = own.leaves.map((one) => ({ ...one, position }));
      expect(checkProof(statement, { ...own, leaves }, own.account)).toMatchObject({ fault: 'path' });
    }
  });

  test('a single leaf is no tree: its hash could be any (SOLVENCY-03)', () => {
    const alone = leafLevel(TREE, stored.subarray(0, 24));
    const own = proofFrom([alone], 0);
    expect(checkProof(statementOf([alone]), own, own.account)).toMatchObject({ fault: 'path' });
  });

  test('each coin is compared with its own root, which is published once (SOLVENCY-03)', () => {
    const [coin] = statement.coins;
    if (!coin) throw new Error('a statement has a coin');
    const other = { ...coin, coin: 'BTC', root: 'ab'.repeat(32), owed: '1' };
    const resealed = (coins: readonly (typeof coin)[]): SolvencyStatement => {
      const stated = { ...statement, coins };
      return { ...stated, hash: statementHash(statementText(stated), NO_HASH) };
    };
    const two = resealed([other, coin]);
    expect(statementText(two).split('\n')).toHaveLength(4);
    expect(checkProof(two, proof, proof.account).isProven).toBe(true);
    expect(faultOf({}, resealed([coin, coin]))).toBe('coin');
  });

  test('whether the reserves suffice is shown coin by coin (SOLVENCY-07)', () => {
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

describe('published statements (SOLVENCY-04, SOLVENCY-06)', () => {
  const HOUR = 3_600_000;

  /** So many statements that follow from each other, newest first. */
  function chain(length: number): SolvencyStatement[] {
    const list: SolvencyStatement[] = [];
    for (let number = 1; number <= length; number += 1) {
      const previous = list.at(-1)?.hash ?? NO_HASH;
      const { coins } = statementOf(honest);
      const stated = { number, at: number * HOUR, ledgerNumber: number, ledgerHash: 'ef'.repeat(32), coins };
      list.push({ ...stated, previous, hash: statementHash(statementText(stated), previous) });
    }
    return list.toReversed();
  }
  const list = chain(5);
  const changed = (number: number, change: Partial<SolvencyStatement>): SolvencyStatement[] =>
    list.map((one) => (one.number === number ? { ...one, ...change } : one));
  const resealed = (number: number, at: number): SolvencyStatement[] => sealedAnew(number, { at });
  const renumbered = (number: number, as: number): SolvencyStatement[] => sealedAnew(number, { number: as });
  const sealedAnew = (number: number, change: Partial<SolvencyStatement>): SolvencyStatement[] =>
    list.map((one) => {
      if (one.number !== number) return one;
      const stated = { ...one, ...change };
      return { ...stated, hash: statementHash(statementText(stated), one.previous) };
    });

  test('the text of a statement is the documented one, and is read back', () => {
    const [newest] = list;
    if (!newest) throw new Error('a chain has a newest statement');
    const [coin] = newest.coins;
    const text = `solvency 5 ${5 * HOUR} 5 ${'ef'.repeat(32)}\nXMR ${coin?.root} ${owed} ${owed}\n`;
    expect(statementText(newest)).toBe(text);
    expect(NO_HASH).toMatch(/^0{64}$/);
    expect(readStatement(text, newest.previous, newest.hash)).toEqual(newest);
    for (const spoiled of [text.slice(1), `${text}\n`, text.replace('\n', ' more\n'), text.trimEnd()])
      expect(() => readStatement(spoiled, newest.previous, newest.hash)).toThrow('not a statement');
  });

  test.each<readonly [string, readonly SolvencyStatement[], number | null]>([
    ['nothing', list, null],
    ['an empty list', [], null],
    ['a part of the list', list.slice(1, 3), null],
    ['a changed statement', changed(3, { at: 1 }), 3],
    ['a statement that was sealed anew', resealed(3, 1), 4],
    ['the newest, sealed anew, which only a receipt shows', resealed(5, 1), null],
    ['a statement that is missing', list.filter(({ number }) => number !== 3), 4],
    ['a number that is left out', renumbered(5, 7), 7],
    ['a hash of another', changed(4, { hash: NO_HASH }), 4],
    ['another statement before', changed(2, { previous: 'aa'.repeat(32) }), 2],
  ])('%s', (_what, published, broken) => {
    expect(brokenStatement(published)).toBe(broken);
  });

  test('reserves in percent of what is owed are cut, never rounded up', () => {
    const share = (reserves: string, of: string) => coverage({ owed: of, reserves });
    expect(share('100', '100')).toBe('100.00');
    expect(share('999999', '1000000')).toBe('99.99');
    expect(share('1', '3')).toBe('33.33');
    expect(share('5', '0')).toBeNull();
    expect(isCovered({ owed: '100', reserves: '100' })).toBe(true);
    expect(isCovered({ owed: '100', reserves: '99' })).toBe(false);
    expect(unitsAsText('150000001')).toBe('1.50000001');
  });

  test('leaves are available for seven days, less the hour that the newest tree may be old', () => {
    const long = chain(200);
    expect(keptStatements(long).map(({ number }) => number)).toEqual(
      Array.from({ length: 167 }, (_, index) => 200 - index),
    );
    expect(keptStatements([])).toEqual([]);
  });

  test("a receipt contains the server's answer, and its name the tree (SOLVENCY-08)", () => {
    const [statement] = list;
    if (!statement) throw new Error('a chain has a newest statement');
    const proof = proofFrom(honest, 0);
    const text = receiptText({ venue: 'https://venue.example', statement, proof });
    expect(text.endsWith('}\n')).toBe(true);
    const { at, ledgerNumber, ledgerHash, ...rest } = statement;
    expect(JSON.parse(text)).toEqual({
      format: 'quietbook-solvency-1',
      venue: 'https://venue.example',
      statement: {
        ...rest,
        at: new Date(at).toISOString(),
        ledger_number: ledgerNumber,
        ledger_hash: ledgerHash,
      },
      proof,
    });
    expect(receiptName({ number: 12, at: Date.UTC(2026, 10, 26, 9, 5, 7) })).toBe(
      'solvency_12_2026-11-26T0905.json',
    );
  });
});

test('leaves lie in the order of their salts, among leaves of 0, and others get a turn (SOLVENCY-02, SOLVENCY-10)', async () => {
  const copies = Array.from({ length: 10 }, () => Buffer.from(stored));
  for (const copy of copies.slice(1))
    for (let at = 0; at < copy.length; at += 24) randomBytes(16).copy(copy, at);
  let rests = 0;
  const chunks = await shuffled(TREE, Buffer.concat(copies), async () => {
    rests += 1;
  });
  const leaves = chunks.flatMap((chunk) =>
    Array.from({ length: chunk.entries.length / 24 }, (_, index) =>
      chunk.entries.subarray(index * 24, (index + 1) * 24),
    ),
  );
  const salts = leaves.map((leaf) => saltOf(TREE, leaf.subarray(0, 16)).toString('hex'));
  expect(salts).toEqual(salts.toSorted());
  expect(chunks.map(({ first }) => first.toString('hex'))).toEqual(
    salts.filter((_, index) => index % 256 === 0),
  );
  expect(leaves).toHaveLength(1024);
  const amounts = leaves.map((leaf) => leaf.readBigInt64BE(16));
  expect(amounts.filter((amount) => amount === 0n)).toHaveLength(1024 - 640);
  expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(owed * 10n);
  // Leaves of 0 do not lie together.
  expect(amounts.slice(0, 256).filter((amount) => amount === 0n).length).toBeGreaterThan(30);
  expect(rests).toBeGreaterThan(chunks.length);
  for (const [count, size] of [
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [4, 4],
    [5, 8],
  ] as const) {
    const [only] = await shuffled(TREE, stored.subarray(0, count * 24), () => Promise.resolve());
    expect(only?.entries.length).toBe(size * 24);
  }
});
