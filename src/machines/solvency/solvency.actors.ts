import { fromPromise } from 'xstate';
import { valueOrThrow } from '../../domain/result.ts';
import { checkProof, type SolvencyProof, type SolvencyVerdict } from '../../domain/solvency/proof.ts';
import { receiptName, receiptText } from '../../domain/solvency/receipt.ts';
import { brokenStatement, type SolvencyStatement } from '../../domain/solvency/statement.ts';
import { solvencyCalls } from '../../services/contract/calls/solvency.ts';
import { createFiles, type Files } from '../../services/files.ts';
import type { Http } from '../../services/http/port.ts';
import type { App } from '../app/app.ts';
import {
  type CheckedProof,
  type CheckInput,
  type SaveReceiptInput,
  solvencyMachine,
} from './solvency.machine.ts';

export interface SolvencyDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly files: Files;
  /** Where the statements are published, for the receipt. */
  readonly venue: () => string;
}

function judge(
  statements: readonly SolvencyStatement[],
  statement: SolvencyStatement,
  proof: SolvencyProof,
  account: string,
): SolvencyVerdict {
  if (brokenStatement(statements) !== null) return { isProven: false, fault: 'history', coin: null };
  return checkProof(statement, proof, account);
}

export function solvencyImplementations({ http, files, venue }: SolvencyDependencies) {
  return {
    actors: {
      readStatements: fromPromise<readonly SolvencyStatement[]>(async ({ signal }) =>
        valueOrThrow(await http.send(solvencyCalls.solvencyStatements, {}, { signal })),
      ),
      checkBalances: fromPromise<CheckedProof, CheckInput>(
        async ({ input: { account, statements, number }, signal }) => {
          const statement = statements.find((one) => one.number === number);
          if (account === null || !statement) throw new Error('there is nothing to check');
          const proof = valueOrThrow(
            await http.send(solvencyCalls.solvencyProof, { query: { number } }, { signal }),
          );
          return { statement, proof, verdict: judge(statements, statement, proof, account) };
        },
      ),
      saveReceipt: fromPromise<void, SaveReceiptInput>(({ input: { statement, proof } }) => {
        const text = receiptText({ venue: venue(), statement, proof });
        return files.save(receiptName(statement), 'application/json', text);
      }),
    },
  };
}

export const provideSolvency = ({ services, config }: App) =>
  solvencyMachine.provide(
    solvencyImplementations({
      http: services.http,
      files: createFiles(globalThis.window),
      venue: () => config.apiBase || globalThis.location.origin,
    }),
  );
