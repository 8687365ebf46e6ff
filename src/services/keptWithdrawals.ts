import * as z from 'zod/mini';
import type { SentWithdrawal } from '../domain/lostWithdrawal.ts';
import type { Drafts } from './drafts.ts';
import { createKeptRecords } from './keptRecords.ts';

/** Only what is needed to ask the server for the outcome of a withdrawal. */
export interface KeptWithdrawal extends SentWithdrawal {
  readonly idempotencyKey: string;
  /** Null until the server sent it. */
  readonly id: string | null;
}

/** The form of a withdrawal that was checked and not sent yet, as it was typed and as it is meant. */
export interface KeptForm {
  readonly typed: { readonly address: string; readonly amount: string; readonly isMax?: boolean | undefined };
  readonly draft: { readonly address: string; readonly amount: string };
}

/** Unsettled withdrawals, one per coin. They outlive a reload, and end with the session. */
export interface KeptWithdrawals {
  /** Null as well when it cannot be read. */
  recall(userId: string, ticker: string): KeptWithdrawal | null;
  /** Drops the coin's form: neither address nor amount of a withdrawal in progress is kept. */
  keep(userId: string, withdrawal: KeptWithdrawal): void;
  drop(userId: string, ticker: string): void;
  /** Null as well when it cannot be read. */
  recallForm(userId: string, ticker: string): KeptForm | null;
  keepForm(userId: string, ticker: string, form: KeptForm): void;
  /** Coins of withdrawals without an ID: the server may not have them. */
  unnamed(userId: string): readonly string[];
  /** Called after every `keep` and `drop`. */
  listen(listener: () => void): () => void;
}

const shortText = z.string().check(z.minLength(1), z.maxLength(128));
const keptWithdrawal = z.strictObject({
  version: z.literal(1),
  ticker: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/)),
  /** The idempotency key, by the name that older versions gave it. */
  intent: shortText,
  print: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  before: z.array(shortText).check(z.maxLength(200)),
  id: z.nullable(shortText),
});

const fieldText = z.string().check(z.maxLength(512));
const keptForm = z.strictObject({
  typed: z.strictObject({ address: fieldText, amount: fieldText, isMax: z.optional(z.boolean()) }),
  draft: z.strictObject({ address: fieldText, amount: fieldText.check(z.regex(/^\d+(?:\.\d+)?$/)) }),
});

export function createKeptWithdrawals(drafts: Pick<Drafts, 'names' | 'read' | 'write'>): KeptWithdrawals {
  const records = createKeptRecords(drafts, 'withdrawal ', keptWithdrawal);
  const forms = createKeptRecords(drafts, 'withdrawalForm ', keptForm);
  function recall(userId: string, ticker: string) {
    const found = records.recall(userId, ticker);
    if (found?.ticker !== ticker) return null;
    const { version: _version, intent: idempotencyKey, ...withdrawal } = found;
    return { ...withdrawal, idempotencyKey };
  }
  return {
    recall,
    keep(userId, { ticker, idempotencyKey, print, before, id }) {
      forms.drop(userId, ticker);
      records.keep(userId, ticker, {
        version: 1,
        ticker,
        intent: idempotencyKey,
        print,
        before: [...before],
        id,
      });
    },
    drop: records.drop,
    recallForm: forms.recall,
    keepForm: forms.keep,
    unnamed: (userId) => records.names(userId).filter((ticker) => recall(userId, ticker)?.id === null),
    listen: records.listen,
  };
}
