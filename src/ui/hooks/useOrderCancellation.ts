import { useSelector } from '@xstate/react';
import type { Order } from '../../domain/order.ts';
import {
  isCancelling,
  isUnresolved,
  selectCancellation,
  selectClosed,
  cancellationsOf,
} from '../../machines/openOrders/index.ts';
import { useApp } from './app.tsx';

/** The cancellation of one order: whether it is under way or its outcome unknown, and how to begin it. */
export function useOrderCancellation({ id, pair }: Pick<Order, 'id' | 'pair'>) {
  const cancellations = cancellationsOf(useApp());
  const running = useSelector(cancellations, (snapshot) => selectCancellation(snapshot, id));
  return {
    isCancelling: useSelector(running, (snapshot) => snapshot !== undefined && isCancelling(snapshot)),
    isUnresolved: useSelector(running, (snapshot) => snapshot !== undefined && isUnresolved(snapshot)),
    cancel: () => cancellations.send({ type: 'user.cancel', orderId: id, pair }),
  };
}

/** Ids of orders that are open no more, whatever a list that was read earlier says. */
export function useClosedOrders(): readonly string[] {
  return useSelector(cancellationsOf(useApp()), selectClosed);
}
