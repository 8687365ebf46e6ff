/** A checker written from docs/solvency.md alone. It shares no code with the product, and must not. */
import { createHash } from 'node:crypto';

interface Sibling {
  readonly hash: string;
  readonly sum: string;
}
export interface Proof {
  readonly number: number;
  readonly account: string;
  readonly leaves: readonly {
    readonly coin: string;
    readonly amount: string;
    readonly salt: string;
    readonly position: number;
    readonly path: readonly Sibling[];
  }[];
}
export interface Statement {
  readonly number: number;
  readonly at: string;
  readonly ledger_number: number;
  readonly ledger_hash: string;
  readonly coins: readonly {
    readonly coin: string;
    readonly root: string;
    readonly owed: string;
    readonly reserves: string;
  }[];
  readonly previous: string;
  readonly hash: string;
}

const digest = (...parts: readonly Buffer[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const number = (value: bigint, bytes: number): Buffer =>
  Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex');
const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};
const hex = (value: string): Buffer => Buffer.from(value, 'hex');

export function hashOfStatement(statement: Statement): string {
  const head = [
    'solvency',
    statement.number,
    Date.parse(statement.at),
    statement.ledger_number,
    statement.ledger_hash,
  ];
  const lines = statement.coins.map((coin) => [coin.coin, coin.root, coin.owed, coin.reserves]);
  const whole = [head, ...lines].map((words) => `${words.join(' ')}\n`).join('');
  return digest(hex(statement.previous), digest(Buffer.from(whole))).toString('hex');
}

/** What is wrong, or nothing. @param had the user's balances at that time, in units by coin. */
export function check(
  statement: Statement,
  proof: Proof,
  account: string,
  had: Readonly<Record<string, bigint>>,
): string[] {
  const wrong: string[] = [];
  if (hashOfStatement(statement) !== statement.hash) wrong.push('the statement');
  if (proof.number !== statement.number) wrong.push('the number');
  if (proof.account !== account) wrong.push('the account');
  for (const leaf of proof.leaves) {
    const published = statement.coins.find(({ coin }) => coin === leaf.coin);
    if (!published) {
      wrong.push(`${leaf.coin} is not published`);
      continue;
    }
    const figures = [leaf.amount, published.owed, ...leaf.path.map(({ sum }) => sum)];
    if (!figures.every((figure) => /^(0|[1-9]\d*)$/.test(figure) && BigInt(figure) < 1n << 128n)) {
      wrong.push(`${leaf.coin}: a number`);
      continue;
    }
    if (leaf.path.length === 0 || leaf.position >= 2 ** leaf.path.length) wrong.push(`${leaf.coin}: place`);
    let sum = BigInt(leaf.amount);
    let hash = digest(
      number(0n, 1),
      number(BigInt(proof.number), 8),
      text(leaf.coin),
      text(account),
      hex(leaf.salt),
      number(sum, 16),
    );
    let position = leaf.position;
    for (const sibling of leaf.path) {
      const own = [hash, number(sum, 16)];
      const other = [hex(sibling.hash), number(BigInt(sibling.sum), 16)];
      hash = digest(number(1n, 1), ...(position % 2 === 0 ? [...own, ...other] : [...other, ...own]));
      sum += BigInt(sibling.sum);
      position = Math.floor(position / 2);
    }
    if (hash.toString('hex') !== published.root) wrong.push(`${leaf.coin}: the root`);
    if (sum !== BigInt(published.owed)) wrong.push(`${leaf.coin}: the total`);
  }
  const counted = new Map(proof.leaves.map(({ coin, amount }) => [coin, amount]));
  if (counted.size !== proof.leaves.length) wrong.push('a coin twice');
  for (const [coin, amount] of Object.entries(had))
    if (String(amount) !== (counted.get(coin) ?? '0')) wrong.push(`${coin}: the amount`);
  return wrong;
}
