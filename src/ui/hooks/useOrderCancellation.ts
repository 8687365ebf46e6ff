import { useSelector } from '@xstate/react';
import type { Order } from '../../domain/order.ts';
import { isCancelling, isUnresolved } from '../../machines/orderCancellation/index.ts';
import { selectCancellation, selectClosed } from '../../machines/orderCancellations/index.ts';
import { useApp } from './app.tsx';

/** The cancellation of one order: whether it is under way or its outcome unknown, and how to begin it. */
export function useOrderCancellation({ id, pair }: Pick<Order, 'id' | 'pair'>) {
  const { cancellations } = useApp();
  const running = useSelector(cancellations, (snapshot) => selectCancellation(snapshot, id));
  return {
    isCancelling: useSelector(running, (snapshot) => snapshot !== undefined && isCancelling(snapshot)),
    isUnresolved: useSelector(running, (snapshot) => snapshot !== undefined && isUnresolved(snapshot)),
    cancel: () => cancellations.send({ type: 'user.cancel', orderId: id, pair }),
  };
}

/** Ids of orders that are open no more, whatever a list that was read earlier says. */
export function useClosedOrders(): readonly string[] {
  return useSelector(useApp().cancellations, selectClosed);
}
