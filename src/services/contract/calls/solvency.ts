import { decodeList, decodeUnder } from '../decode.ts';
import { proofAnswer, proofQuery, statementAnswer, statementListQuery } from '../solvency.ts';
import { call } from './call.ts';

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
