/** A tree of two leaves as a server sends it, hashed as docs/solvency.md says. */
import { createHash } from 'node:crypto';
import { hashOfStatement, type Proof, type Statement } from '../venue/solvency/stranger.ts';

const AT = Date.UTC(2026, 10, 26, 9);
const SALT = 'c0'.repeat(32);
const OTHER = { hash: 'd1'.repeat(32), sum: '200000000' };

const sha256 = (text: string): string => createHash('sha256').update(Buffer.from(text, 'hex')).digest('hex');
const bytes = (value: string | number, length: number): string =>
  BigInt(value)
    .toString(16)
    .padStart(length * 2, '0');
const named = (text: string): string => bytes(text.length, 1) + Buffer.from(text).toString('hex');

/** What a user of this account was owed in two trees, with somebody else beside it. Statements: newest first. */
export function publishedFor(account: string): {
  readonly statements: readonly Statement[];
  readonly proofs: Readonly<Record<number, Proof>>;
} {
  const amount = '150000000';
  const rootIn = (tree: number): string => {
    const leaf = sha256(`00${bytes(tree, 8)}${named('BTC')}${named(account)}${SALT}${bytes(amount, 16)}`);
    return sha256(`01${leaf}${bytes(amount, 16)}${OTHER.hash}${bytes(OTHER.sum, 16)}`);
  };
  const stated = (number: number, hours: number, previous: string): Statement => {
    const coins = [{ coin: 'BTC', root: rootIn(number), owed: '350000000', reserves: '350000001' }];
    const at = new Date(AT - hours * 3_600_000).toISOString();
    const whole = { number, at, ledger_number: 3, ledger_hash: 'ab'.repeat(32), coins, previous, hash: '' };
    return { ...whole, hash: hashOfStatement(whole) };
  };
  const first = stated(1, 1, '0'.repeat(64));
  const leaves = [{ coin: 'BTC', amount, salt: SALT, position: 0, path: [OTHER] }];
  return {
    statements: [stated(2, 0, first.hash), first],
    proofs: { 1: { number: 1, account, leaves }, 2: { number: 2, account, leaves } },
  };
}
