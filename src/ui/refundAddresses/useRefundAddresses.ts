import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { grinNetworkName } from '../../domain/address/check.ts';
import type { RefundRow } from '../../domain/refundAddress.ts';
import { refundAddressPhase } from '../../machines/refundAddresses/refundAddress.machine.ts';
import {
  provideRefundAddress,
  provideRefundAddresses,
} from '../../machines/refundAddresses/refundAddresses.actors.ts';
import { refundAddressesView } from '../../machines/refundAddresses/refundAddresses.machine.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** The refund address of one coin. Give the component the coin's symbol as its key. */
export function useRefundAddress({
  ticker,
  network,
  address,
}: Pick<RefundRow, 'ticker' | 'network' | 'address'>) {
  const { grinNetwork } = useCapabilities();
  // A coin's record names networks for readers; which one a GRIN wallet is on, only its server knows.
  const wanted = ticker === 'GRIN' ? grinNetworkName(grinNetwork) : (network ?? '');
  const ref = useScreenActor(provideRefundAddress, { input: { ticker, network: wanted, address } });
  // The row outlives the answer that its address came from.
  useEffect(() => ref.send({ type: 'list.changed', address }), [ref, address]);
  return {
    phase: useSelector(ref, refundAddressPhase),
    address: useSelector(ref, ({ context }) => context.address),
    mistake: useSelector(ref, ({ context }) => context.mistake),
    failure: useSelector(ref, selectFailure),
    /** The result of reading after an answer was lost. */
    lost: useSelector(ref, ({ context }) => context.lost),
    send: ref.send,
  };
}

/** The refund addresses page: every coin with its address, once both lists are known. */
export function useRefundAddresses() {
  const ref = useScreenActor(provideRefundAddresses, {});
  return {
    view: useSelector(ref, refundAddressesView),
    rows: useSelector(ref, ({ context }) => context.rows),
    /** Why the lists could not be loaded, or not be loaded again. */
    failure: useSelector(ref, selectFailure),
    send: ref.send,
  };
}
