import { useSelector } from '@xstate/react';
import type { Failure } from '../../domain/failure.ts';
import type { RefundRow } from '../../domain/refundRows.ts';
import {
  refundAddressesView,
  selectRows,
  type RefundAddressesView,
  provideRefundAddresses,
} from '../../machines/refundAddresses/index.ts';
import { useScreenActor } from './useScreenActor.ts';
import { selectFailure } from '../../machines/shared/index.ts';

export interface RefundAddresses {
  readonly view: RefundAddressesView;
  readonly rows: readonly RefundRow[] | null;
  /** Why the lists could not be loaded, or not be loaded again. */
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/** The refund addresses page: every coin with its address, once both lists are known. */
export function useRefundAddresses(): RefundAddresses {
  const ref = useScreenActor(provideRefundAddresses, {});
  return {
    view: useSelector(ref, refundAddressesView),
    rows: useSelector(ref, selectRows),
    failure: useSelector(ref, selectFailure),
    reload: () => ref.send({ type: 'user.reload' }),
  };
}
