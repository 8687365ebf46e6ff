import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import { lastPriceOf, type LastPrice } from './lastPrice.ts';
import { booksOf } from '../../machines/orderBook/index.ts';
import { linkStatus, type LinkStatus } from '../../machines/socket/index.ts';
import { useApp } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';

/**
 * The pair's last price: from the book's feed while the book is shown, else from the latest trades or the day.
 * Use in small components: it changes with every trade.
 */
export function useLastPrice(pair: string): LastPrice {
  const book = booksOf(useApp()).of(pair);
  const fromBook = useSyncExternalStore<DecimalText | null>(book.subscribe, () => book.getTop().last);
  const { data: trades } = useRead('trades', { pair });
  const { data: markets } = useRead('markets');
  const market = markets?.find((one) => one.pair === pair);
  return lastPriceOf(fromBook, trades ?? [], market?.lastPrice ?? null);
}

/** Status of the socket, which brings live data. */
export function useLinkStatus(): LinkStatus {
  return useSelector(useApp().socket, linkStatus);
}
