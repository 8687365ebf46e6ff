import { useMemo } from 'react';
import { useRead } from './useRead.ts';

/** The default listing: one page of fifty (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };

/** Names of coins by symbol, as the venue lists them; empty while they are not known. */
export function useCoinNames(): Readonly<Record<string, string>> {
  const { data } = useRead('coins', FIRST_PAGE);
  return useMemo(() => Object.fromEntries((data ?? []).map(({ ticker, name }) => [ticker, name])), [data]);
}
