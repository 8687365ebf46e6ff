import { useEffect, useMemo } from 'react';
import type { OwnPrices } from '../../domain/bookView.ts';
import { isWaiting, OPEN_STATES, type Order, OWN_ROWS } from '../../domain/order.ts';
import { type Reading, useRead } from '../kit/useRead.ts';

const NONE: OwnPrices = { bids: [], asks: [] };
/** Limit of marked orders and trades (CALL-16). */
export const MOST = 100;

export function useOwnPrices(pair: string): OwnPrices {
  const orders = useOwnOrders(pair);
  return useMemo(() => (orders === null ? NONE : pricesOf(orders)), [orders]);
}

export function useOwnOrders(pair: string): readonly Order[] | null {
  const query = { pair, state: OPEN_STATES, skip: 0 };
  // As the panel of own orders reads it, so that both share one read.
  const newest = useRead('orders', { ...query, limit: OWN_ROWS });
  const all = useRead('orders', hasMore(newest) ? { ...query, limit: MOST } : null);
  return useLonger(newest, all);
}

export const hasMore = ({ data }: Reading<readonly unknown[]>): boolean =>
  data !== null && data.length >= OWN_ROWS;

/** Reads the longer list again when the newest change. */
export function useLonger<T>(newest: Reading<readonly T[]>, all: Reading<readonly T[]>): readonly T[] | null {
  const { data } = newest;
  const { refresh } = all;
  // A new answer is what calls for the longer list.
  useEffect(() => {
    if (data !== null && data.length >= OWN_ROWS) refresh();
  }, [data, refresh]);
  return hasMore(newest) ? (all.data ?? data) : data;
}

function pricesOf(orders: readonly Order[]): OwnPrices {
  const on = (side: Order['side']): string[] =>
    orders.flatMap((order) =>
      order.side === side && order.price !== null && !isWaiting(order) ? [order.price] : [],
    );
  return { bids: on('buy'), asks: on('sell') };
}
