/** The proof of solvency (SOLVENCY-04, SOLVENCY-05). */
import * as z from 'zod/mini';
import type { SolvencyProof } from '../../../domain/solvency/proof.ts';
import type { SolvencyStatement } from '../../../domain/solvency/statement.ts';
import { decodeList, decodeUnder } from '../decode.ts';
import { count, instant, wholeNumber } from '../values.ts';
import { call } from './call.ts';

export const solvencyHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'));
export const solvencyUnits = z.string().check(z.regex(/^(0|[1-9][0-9]{0,37})$/, 'must be whole units'));
const coinName = z.string().check(z.minLength(1), z.maxLength(32));

const statementListQuery = z.object({ skip: wholeNumber(0, 0, 1_000_000), limit: wholeNumber(24, 1, 200) });
const proofQuery = z.object({ number: wholeNumber(0, 0, 999_999_999) });

/** `GET /solvency/statements`. */
export const statementAnswer = z.pipe(
  z.object({
    number: count,
    at: instant,
    ledger_number: count,
    ledger_hash: solvencyHash,
    coins: z.array(
      z.object({ coin: coinName, root: solvencyHash, owed: solvencyUnits, reserves: solvencyUnits }),
    ),
    previous: solvencyHash,
    hash: solvencyHash,
  }),
  z.transform((raw): SolvencyStatement => ({
    number: raw.number,
    at: raw.at,
    ledgerNumber: raw.ledger_number,
    ledgerHash: raw.ledger_hash,
    coins: raw.coins,
    previous: raw.previous,
    hash: raw.hash,
  })),
);

/** `GET /solvency/proof`. */
export const proofAnswer = z.pipe(
  z.object({
    number: count,
    account: z.string().check(z.minLength(1), z.maxLength(255)),
    leaves: z.array(
      z.object({
        coin: coinName,
        amount: solvencyUnits,
        salt: solvencyHash,
        position: count,
        path: z.array(z.object({ hash: solvencyHash, sum: solvencyUnits })),
      }),
    ),
  }),
  z.transform((raw): SolvencyProof => raw),
);

/** With the capability `solvency`. */
export const solvencyCalls = {
  solvencyStatements: call(
    'solvencyStatements',
    'GET',
    '/solvency/statements',
    decodeList(statementAnswer, 'statements', 'items'),
    { query: statementListQuery },
  ),
  solvencyProof: call('solvencyProof', 'GET', '/solvency/proof', decodeUnder(proofAnswer, 'proof'), {
    query: proofQuery,
    isPrivate: true,
  }),
} as const;
