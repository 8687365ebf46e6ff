import { useSelector } from '@xstate/react';
import {
  isOpen,
  mayRetry,
  selectOrders,
  selectResults,
  selectStage,
  provideCancelAll,
} from '../../machines/openOrders/index.ts';
import { useScreenActor } from './useScreenActor.ts';
import { selectFailure } from '../../machines/shared/index.ts';

export type { CancelAllStage, OrderResult } from '../../machines/openOrders/index.ts';

/** Cancelling every open order: of one pair, or of all. */
export function useCancelAll() {
  const ref = useScreenActor(provideCancelAll, {});
  return {
    stage: useSelector(ref, selectStage),
    isOpen: useSelector(ref, isOpen),
    mayRetry: useSelector(ref, mayRetry),
    /** What was open when the user asked. */
    orders: useSelector(ref, selectOrders),
    results: useSelector(ref, selectResults),
    failure: useSelector(ref, selectFailure),
    /** @param pair whose orders are meant; null for all of the user's. */
    begin: (pair: string | null) => ref.send({ type: 'user.begin', pair }),
    confirm: () => ref.send({ type: 'user.confirm' }),
    retry: () => ref.send({ type: 'user.retry' }),
    dismiss: () => ref.send({ type: 'user.dismiss' }),
  };
}
