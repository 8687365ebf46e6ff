import { useMemo, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Market } from '../../domain/market.ts';
import { useRead } from '../kit/useRead.ts';

/** The server's default page (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };

/** Coin names by symbol; empty while not known. */
export function useCoinNames(): Readonly<Record<string, string>> {
  const { data } = useRead('coins', FIRST_PAGE);
  return useMemo(() => Object.fromEntries((data ?? []).map(({ ticker, name }) => [ticker, name])), [data]);
}

/** For a search: Enter opens the first market that it found (MARKET-13). */
export function useOpenFirstOnEnter(found: readonly Market[]) {
  const navigate = useNavigate();
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, nativeEvent, currentTarget } = event;
    const [first] = found;
    // An input method takes Enter for the end of a word.
    if (key !== 'Enter' || nativeEvent.isComposing || currentTarget.value.trim() === '' || !first) return;
    event.preventDefault();
    void navigate(`/trade/${first.pair}`);
  };
}
