import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Market } from '../../domain/market.ts';
import type { MarketColumn, MarketSort } from '../../domain/marketList.ts';
import {
  isSearching,
  marketsTableMachine,
  selectPage,
  selectSearch,
  selectSort,
} from '../../machines/markets/index.ts';
import { useRead } from '../kit/useRead.ts';

export interface MarketsTableView {
  readonly search: string;
  readonly sort: MarketSort;
  readonly page: number;
  readonly isSearching: boolean;
  readonly changeSearch: (text: string) => void;
  readonly clearSearch: () => void;
  readonly chooseSort: (column: MarketColumn) => void;
  readonly choosePage: (page: number) => void;
}

export function useMarketsTable(): MarketsTableView {
  const ref = useActorRef(marketsTableMachine);
  return {
    search: useSelector(ref, selectSearch),
    sort: useSelector(ref, selectSort),
    page: useSelector(ref, selectPage),
    isSearching: useSelector(ref, isSearching),
    changeSearch: useCallback((text) => ref.send({ type: 'search.changed', text }), [ref]),
    clearSearch: useCallback(() => ref.send({ type: 'search.cleared' }), [ref]),
    chooseSort: useCallback((column) => ref.send({ type: 'sort.chosen', column }), [ref]),
    choosePage: useCallback((page) => ref.send({ type: 'page.chosen', page }), [ref]),
  };
}

/** The server's default page (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };

/** Coin names by symbol; empty while not known. */
export function useCoinNames(): Readonly<Record<string, string>> {
  const { data } = useRead('coins', FIRST_PAGE);
  return useMemo(() => Object.fromEntries((data ?? []).map(({ ticker, name }) => [ticker, name])), [data]);
}

/** For a search: Enter opens the first market that it found (MARKET-13). */
export function useFirstOnEnter(found: readonly Market[]) {
  const navigate = useNavigate();
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, nativeEvent, currentTarget } = event;
    const [first] = found;
    if (key !== 'Enter' || nativeEvent.isComposing || currentTarget.value.trim() === '' || !first) return;
    event.preventDefault();
    void navigate(`/trade/${first.pair}`);
  };
}
