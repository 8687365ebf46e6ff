/** The questions by category (PUBLIC-11: up to six); words in the namespace `faq`. */
export const CATEGORIES = [
  { name: 'general', questions: ['what', 'documents', 'sandbox', 'costs'] },
  { name: 'account', questions: ['open', 'password', 'forgotten', 'phone'] },
  { name: 'trading', questions: ['limit', 'maker', 'cancel', 'precision'] },
  { name: 'deposits', questions: ['deposit', 'confirmations', 'refund', 'wrong'] },
  { name: 'withdrawals', questions: ['withdraw', 'withdrawTime', 'failed', 'blocked'] },
  { name: 'privacy', questions: ['data', 'address', 'secure', 'lostAnswer'] },
] as const;

export type Question = (typeof CATEGORIES)[number]['questions'][number];

/** The question that an address names behind `#`; null when it names none. */
export function questionIn(hash: string): Question | null {
  return (
    CATEGORIES.flatMap(({ questions }): readonly Question[] => questions).find(
      (question) => `#${question}` === hash,
    ) ?? null
  );
}
