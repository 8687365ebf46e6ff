import { useSelector } from '@xstate/react';
import type { Order } from '../../domain/order.ts';
import { mayRetry, selectStage } from '../../machines/cancelAll/cancelAll.machine.ts';
import { provideCancelAll } from '../../machines/cancelAll/cancelAll.actors.ts';
import { selectCancellation } from '../../machines/openOrders/orderCancellations.machine.ts';
import { cancellationsOf } from '../../machines/openOrders/openOrders.actors.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { useApp } from '../kit/app.tsx';
import { useScreenActor } from '../kit/useScreenActor.ts';
import { useOwnOrders } from '../orderBook/useOwnPrices.ts';

export type { CancelAllStage, OrderResult } from '../../machines/cancelAll/cancelAll.machine.ts';

export function useCancelAll() {
  const ref = useScreenActor(provideCancelAll, {});
  const orders = useSelector(ref, ({ context }) => context.orders);
  return {
    /** The server asked to wait. */
    held: useSelector(cancellationsOf(useApp()), (snapshot) => {
      const one = orders
        .map(({ id }) => selectCancellation(snapshot, id)?.getSnapshot())
        .find((running) => running?.hasTag('held'));
      return one ? selectFailure(one) : null;
    }),
    stage: useSelector(ref, selectStage),
    isOpen: useSelector(ref, (snapshot) => snapshot.hasTag('open')),
    mayRetry: useSelector(ref, mayRetry),
    orders,
    results: useSelector(ref, ({ context }) => context.results),
    failure: useSelector(ref, selectFailure),
    send: ref.send,
  };
}

export function useOrderCancellation({ id, pair }: Pick<Order, 'id' | 'pair'>) {
  const cancellations = cancellationsOf(useApp());
  const running = useSelector(cancellations, (snapshot) => selectCancellation(snapshot, id));
  return {
    isCancelling: useSelector(running, (snapshot) => snapshot?.hasTag('busy') === true),
    /** The answer to a cancellation that may not have arrived. */
    uncertain: useSelector(running, (snapshot) =>
      snapshot?.hasTag('unknown') === true ? selectFailure(snapshot) : null,
    ),
    /** The server asked to wait, with a message. */
    held: useSelector(running, (snapshot) =>
      snapshot?.hasTag('held') === true ? selectFailure(snapshot) : null,
    ),
    cancel: () => cancellations.send({ type: 'user.cancel', orderId: id, pair }),
  };
}

/** Ids of closed orders, even if an older answer still lists them as open. */
export function useClosedOrders(): readonly string[] {
  return useSelector(cancellationsOf(useApp()), ({ context }) => context.closed);
}

/** The user's newest open order of a pair, by one press (CANCEL-14). */
export function useCancelNewest(pair: string): () => void {
  const app = useApp();
  const orders = useOwnOrders(pair) ?? [];
  const closed = useClosedOrders();
  return () => {
    const [newest] = orders
      .filter(({ id }) => !closed.includes(id))
      .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
    if (newest) cancellationsOf(app).send({ type: 'user.cancel', orderId: newest.id, pair });
    else app.notices.send({ type: 'toast.said', toast: { kind: 'info', key: 'trade:cancelAll.toast.none' } });
  };
}
