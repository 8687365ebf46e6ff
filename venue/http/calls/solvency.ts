import type { SolvencyStatement } from '../../../src/domain/solvency/statement.ts';
import { valueOf } from '../../refused.ts';
import type { Solvency } from '../../solvency/solvency.ts';
import { type Handlers, signedIn } from '../handler.ts';

/** SOLVENCY-04, SOLVENCY-05. */
export const solvencyHandlers = (
  solvency: Pick<Solvency, 'statements' | 'proof'>,
): Handlers<'solvencyStatements' | 'solvencyProof'> => ({
  async solvencyStatements({ query }) {
    return { statements: (await solvency.statements(query.skip, query.limit)).map(wireStatement) };
  },

  async solvencyProof(request) {
    const account = signedIn(request).account.id;
    return valueOf(await solvency.proof(account, request.query.number));
  },
});

const wireStatement = (statement: SolvencyStatement): Record<string, unknown> => ({
  number: statement.number,
  at: new Date(statement.at).toISOString(),
  ledger_number: statement.ledgerNumber,
  ledger_hash: statement.ledgerHash,
  coins: statement.coins,
  previous: statement.previous,
  hash: statement.hash,
});
