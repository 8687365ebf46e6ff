import type { SentWithdrawal } from '../../domain/lostWithdrawal.ts';

/** What is kept of a withdrawal on its way: enough to ask the server what became of it, and nothing more. */
export interface KeptWithdrawal extends SentWithdrawal {
  readonly idempotencyKey: string;
  /** Null until the server named it. */
  readonly id: string | null;
}

/** Withdrawals on their way, one per coin. They outlive a reload of the tab, and end with the session. */
export interface KeptWithdrawals {
  /** Null as well when what is kept cannot be read. */
  recall(userId: string, ticker: string): KeptWithdrawal | null;
  keep(userId: string, withdrawal: KeptWithdrawal): void;
  drop(userId: string, ticker: string): void;
  /** Coins of the withdrawals that the server has never named: whether it took them is not known. */
  unnamed(userId: string): readonly string[];
  /** Told after every `keep` and `drop`. @returns a function that stops listening. */
  listen(hear: () => void): () => void;
}
