/** A market as it is written everywhere: BASE-QUOTE, for example `XMR-BTC` (TRADE-01). */
export interface Pair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

const HALF = /^[A-Z0-9]{1,12}$/;

/**
 * Splits a pair symbol at its dash (TRADE-02). Lower case is accepted from the address bar.
 * @returns null when the pair or either half is missing: the not-found page.
 */
export function parsePair(text: string | undefined): Pair | null {
  const [base = '', quote = '', ...rest] = (text ?? '').toUpperCase().split('-');
  if (rest.length > 0 || !HALF.test(base) || !HALF.test(quote)) return null;
  return { symbol: `${base}-${quote}`, base, quote };
}
