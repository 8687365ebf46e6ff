import { useEffect, useMemo } from 'react';
import type { OwnPrices } from '../../domain/bookView.ts';
import { isWaiting, OPEN_STATES, type Order } from '../../domain/order.ts';
import { useRead } from '../kit/useRead.ts';

const NONE: OwnPrices = { bids: [], asks: [] };
/** As the panel of own orders reads it, so that both share one read. */
const PANEL = 10;
/** Limit of marked orders (CALL-16). */
const MOST = 100;

export function useOwnPrices(pair: string): OwnPrices {
  const { data: newest } = useRead('orders', { pair, state: OPEN_STATES, skip: 0, limit: PANEL });
  const hasMore = newest !== null && newest.length >= PANEL;
  const { data: all, refresh } = useRead(
    'orders',
    hasMore ? { pair, state: OPEN_STATES, skip: 0, limit: MOST } : null,
  );
  useEffect(() => {
    if (newest !== null && newest.length >= PANEL) refresh();
  }, [newest, refresh]);
  const orders = hasMore ? (all ?? newest) : newest;
  return useMemo(() => (orders === null ? NONE : pricesOf(orders)), [orders]);
}

function pricesOf(orders: readonly Order[]): OwnPrices {
  const on = (side: Order['side']): string[] =>
    orders.flatMap((order) =>
      order.side === side && order.price !== null && !isWaiting(order) ? [order.price] : [],
    );
  return { bids: on('buy'), asks: on('sell') };
}
