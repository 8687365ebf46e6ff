import type { SolvencyProof } from './proof.ts';
import type { SolvencyStatement } from './statement.ts';

/** Names the form of a receipt (SOLVENCY-08): docs/solvency.md describes it. */
export const RECEIPT_FORMAT = 'quietbook-solvency-1';

export interface SolvencyReceipt {
  /** Where the statements are published. */
  readonly venue: string;
  readonly statement: SolvencyStatement;
  readonly proof: SolvencyProof;
}

/** The statement and the proof as the server sends them. */
export function receiptText({ venue, statement, proof }: SolvencyReceipt): string {
  const { number, at, ledgerNumber, ledgerHash, coins, previous, hash } = statement;
  const sent = {
    number,
    at: new Date(at).toISOString(),
    ledger_number: ledgerNumber,
    ledger_hash: ledgerHash,
    coins,
    previous,
    hash,
  };
  return `${JSON.stringify({ format: RECEIPT_FORMAT, venue, statement: sent, proof }, null, 2)}\n`;
}

export const receiptName = ({ number, at }: Pick<SolvencyStatement, 'number' | 'at'>): string =>
  `solvency_${number}_${new Date(at).toISOString().slice(0, 16).replace(':', '')}.json`;
