/** The proof of solvency (SOLVENCY-04): docs/solvency.md has the exact form of everything that is hashed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type DecimalText, divideBy, fromUnits, toFixedText } from '../decimal.ts';

/** A whole number of units, of 0 or more, as text. */
export type UnitsText = string;

export interface SolvencyCoin {
  readonly coin: string;
  /** Hexadecimal, as every hash here. */
  readonly root: string;
  readonly owed: UnitsText;
  readonly reserves: UnitsText;
}

export interface SolvencyStatement {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The newest seal of the ledger at that time (LEDGER-04). */
  readonly ledgerNumber: number;
  readonly ledgerHash: string;
  /** In the order of their names. */
  readonly coins: readonly SolvencyCoin[];
  /** Of the statement before. */
  readonly previous: string;
  readonly hash: string;
}

/** Amounts of the venue are whole units of 0.00000001. */
const DIGITS = 8;

export const unitsAsText = (units: UnitsText): DecimalText => fromUnits(BigInt(units), DIGITS);

export const isCovered = ({ owed, reserves }: Pick<SolvencyCoin, 'owed' | 'reserves'>): boolean =>
  BigInt(reserves) >= BigInt(owed);

/** Reserves in percent of what is owed, cut to two digits; null where nothing is owed. */
export function coverage({ owed, reserves }: Pick<SolvencyCoin, 'owed' | 'reserves'>): DecimalText | null {
  if (BigInt(owed) === 0n) return null;
  const hundredfold = { units: BigInt(reserves) * 100n, scale: 0 };
  return toFixedText(divideBy(hundredfold, { units: BigInt(owed), scale: 0 }, 2), 2);
}

/** The predecessor that the first statement names. */
export const NO_HASH = '0'.repeat(64);

type Stated = Omit<SolvencyStatement, 'previous' | 'hash'>;

export function statementText({ number, at, ledgerNumber, ledgerHash, coins }: Stated): string {
  const lines = coins.map(({ coin, root, owed, reserves }) => `${coin} ${root} ${owed} ${reserves}\n`);
  return `solvency ${number} ${at} ${ledgerNumber} ${ledgerHash}\n${lines.join('')}`;
}

export const statementHash = (text: string, previous: string): string =>
  bytesToHex(sha256(concatBytes(hexToBytes(previous), sha256(utf8ToBytes(text)))));

export const isSealed = (statement: SolvencyStatement): boolean =>
  statementHash(statementText(statement), statement.previous) === statement.hash;

/** The first that differs from the sealed one, or does not follow from the one before. @param list newest first. */
export function brokenStatement(list: readonly SolvencyStatement[]): number | null {
  const broken = list.toReversed().find((statement, index, oldestFirst) => {
    const before = oldestFirst[index - 1];
    const follows =
      before === undefined || (before.hash === statement.previous && before.number === statement.number - 1);
    return !isSealed(statement) || !follows;
  });
  return broken?.number ?? null;
}

/** @throws Error for a text that `statementText` cannot have written. */
export function readStatement(text: string, previous: string, hash: string): SolvencyStatement {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const [, number = '', at = '', ledgerNumber = '', ledgerHash = ''] = first.split(' ');
  const coins = lines.map((line): SolvencyCoin => {
    const [coin = '', root = '', owed = '', reserves = ''] = line.split(' ');
    return { coin, root, owed, reserves };
  });
  const statement = {
    number: Number(number),
    at: Number(at),
    ledgerNumber: Number(ledgerNumber),
    ledgerHash,
    coins,
    previous,
    hash,
  };
  if (statementText(statement) !== text) throw new Error('not a statement of solvency');
  return statement;
}

/** Milliseconds: seven days, less the hour that the newest one may be old. */
const KEPT = (7 * 24 - 1) * 3_600_000;

/** Those whose leaves are still available (SOLVENCY-05). @param list newest first. */
export function keptStatements(list: readonly SolvencyStatement[]): readonly SolvencyStatement[] {
  const [newest] = list;
  return newest ? list.filter(({ at }) => at > newest.at - KEPT) : [];
}
