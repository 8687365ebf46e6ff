import * as z from 'zod/mini';
import type { Drafts } from '../drafts/port.ts';
import type { KeptWithdrawal, KeptWithdrawals } from './port.ts';

const shortText = z.string().check(z.minLength(1), z.maxLength(128));
/** Strict: what this product did not write is nothing that it may act on. */
const kept = z.strictObject({
  version: z.literal(1),
  ticker: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/)),
  intent: shortText,
  print: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  before: z.array(shortText).check(z.maxLength(200)),
  id: z.nullable(shortText),
});

const NAME = 'withdrawal ';
const nameOf = (ticker: string): string => NAME + ticker;

/** @param drafts keep them by user in the tab, and are forgotten with the session. */
export function createKeptWithdrawals(drafts: Pick<Drafts, 'names' | 'read' | 'write'>): KeptWithdrawals {
  const listeners = new Set<() => void>();
  function write(userId: string, ticker: string, text: string): void {
    drafts.write(userId, nameOf(ticker), text);
    for (const hear of listeners) hear();
  }
  function recall(userId: string, ticker: string): KeptWithdrawal | null {
    const found = parse(drafts.read(userId, nameOf(ticker)));
    return found?.ticker === ticker ? found : null;
  }
  return {
    recall,
    keep(userId, { ticker, intent, print, before, id }) {
      write(userId, ticker, JSON.stringify({ version: 1, ticker, intent, print, before, id }));
    },
    drop: (userId, ticker) => write(userId, ticker, ''),
    unnamed: (userId) =>
      drafts
        .names(userId)
        .filter((name) => name.startsWith(NAME))
        .map((name) => name.slice(NAME.length))
        .filter((ticker) => recall(userId, ticker)?.id === null),
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

function parse(text: string): KeptWithdrawal | null {
  if (text === '') return null;
  try {
    const read = kept.safeParse(JSON.parse(text));
    if (!read.success) return null;
    const { version: _version, ...withdrawal } = read.data;
    return withdrawal;
  } catch {
    // Not JSON: nothing that this product wrote.
    return null;
  }
}
