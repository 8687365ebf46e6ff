import { useActorRef, useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { NetworkFees } from '../../domain/networkFees.ts';
import { feesStatus, selectFees, type FeesStatus } from '../../machines/fees/feesFeed.machine.ts';
import { provideFeesFeed } from '../../machines/fees/fees.actors.ts';
import { useProvided } from '../kit/useScreenActor.ts';

export interface Fees {
  /** By coin symbol; no entry where the fees are not known. */
  readonly fees: NetworkFees;
  readonly status: FeesStatus;
  readonly retry: () => void;
}

/** The network fees, subscribed to as long as the component lives (FEES-02). */
export function useFees(): Fees {
  const ref = useActorRef(useProvided(provideFeesFeed));
  return {
    fees: useSelector(ref, selectFees),
    status: useSelector(ref, feesStatus),
    retry: useCallback(() => ref.send({ type: 'user.retry' }), [ref]),
  };
}
