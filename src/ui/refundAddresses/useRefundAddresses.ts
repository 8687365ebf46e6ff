import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { grinNetworkName } from '../../domain/address/check.ts';
import type { AddressFault } from '../../domain/address/faults.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RefundRow } from '../../domain/refundAddress.ts';
import {
  refundAddressPhase,
  type RefundAddressPhase,
} from '../../machines/refundAddresses/refundAddress.machine.ts';
import {
  provideRefundAddress,
  provideRefundAddresses,
} from '../../machines/refundAddresses/refundAddresses.actors.ts';
import {
  refundAddressesView,
  type RefundAddressesView,
} from '../../machines/refundAddresses/refundAddresses.machine.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useScreenActor } from '../kit/useScreenActor.ts';

export interface RefundAddressRow {
  readonly phase: RefundAddressPhase;
  readonly address: string | null;
  readonly mistake: AddressFault | null;
  readonly failure: Failure | null;
  /** The result of reading after an answer was lost. */
  readonly lost: 'absent' | 'unknown' | null;
  readonly edit: () => void;
  readonly cancel: () => void;
  /** The text changed. */
  readonly type: () => void;
  /** @param code the second factor; left out where none is asked for. */
  readonly save: (text: string, code?: string) => void;
  readonly remove: () => void;
  readonly keep: () => void;
  readonly confirm: () => void;
}

/** The refund address of one coin. Give the component the coin's symbol as its key. */
export function useRefundAddress({
  ticker,
  network,
  address,
}: Pick<RefundRow, 'ticker' | 'network' | 'address'>): RefundAddressRow {
  const { grinNetwork } = useCapabilities();
  // A coin's record names networks for readers; which one a GRIN wallet is on, only its server knows.
  const wanted = ticker === 'GRIN' ? grinNetworkName(grinNetwork) : (network ?? '');
  const ref = useScreenActor(provideRefundAddress, { input: { ticker, network: wanted, address } });
  useEffect(() => ref.send({ type: 'list.changed', address }), [ref, address]);
  return {
    phase: useSelector(ref, refundAddressPhase),
    address: useSelector(ref, ({ context }) => context.address),
    mistake: useSelector(ref, ({ context }) => context.mistake),
    failure: useSelector(ref, selectFailure),
    lost: useSelector(ref, ({ context }) => context.lost),
    edit: () => ref.send({ type: 'user.edit' }),
    cancel: () => ref.send({ type: 'user.cancel' }),
    type: () => ref.send({ type: 'user.type' }),
    save: (text, code) =>
      ref.send({ type: 'user.save', text, ...(code === undefined ? {} : { privateCode: code }) }),
    remove: () => ref.send({ type: 'user.remove' }),
    keep: () => ref.send({ type: 'user.keep' }),
    confirm: () => ref.send({ type: 'user.confirm' }),
  };
}

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
    rows: useSelector(ref, ({ context }) => context.rows),
    failure: useSelector(ref, selectFailure),
    reload: () => ref.send({ type: 'user.reload' }),
  };
}
