import { useSelector } from '@xstate/react';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import { lastPriceOf, sharedLastPrice, type LastPrice } from './lastPrice.ts';
import { booksOf } from '../../machines/orderBook/orderBook.actors.ts';
import { isOffline, linkStatus, type LinkStatus } from '../../machines/socket/socket.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';

/**
 * The pair's last price. Where a stream brings the trades it is that of the newest one, as the tape shows it (LIVE-09);
 * else it is from the book's feed while the book is shown, or from the latest trades or the day.
 * Use in small components: it changes with every trade.
 */
export function useLastPrice(pair: string): LastPrice {
  const book = booksOf(useApp()).of(pair);
  const fromBook = useSyncExternalStore<DecimalText | null>(book.subscribe, () => book.getTop().last);
  const { data: trades, isLive } = useRead('trades', { pair });
  return lastPriceOf(isLive ? null : fromBook, trades ?? [], useDayPrice(pair));
}

/** Null while it is not known. */
function useDayPrice(pair: string): DecimalText | null {
  const { data: markets } = useRead('markets');
  return markets?.find((one) => one.pair === pair)?.lastPrice ?? null;
}

/** Makes the book show the last price of the tape in the same paint (LIVE-09). Use once a screen. */
export function useSharedLastPrice(pair: string): void {
  const book = booksOf(useApp()).of(pair);
  const { data: trades, isLive } = useRead('trades', { pair });
  const price = sharedLastPrice(isLive ? trades : null, useDayPrice(pair));
  // Before the paint in which the tape shows it.
  useLayoutEffect(() => book.shareLast(price), [book, price]);
  useLayoutEffect(() => () => book.shareLast(null), [book]);
}

/** Status of the socket, which brings live data. */
export function useLinkStatus(): LinkStatus {
  return useSelector(useApp().socket, linkStatus);
}

/** The browser reports no network. */
export function useIsOffline(): boolean {
  return useSelector(useApp().socket, isOffline);
}
