import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import {
  isLive,
  readStatus,
  selectData,
  selectUpdatedAt,
  type ReadStatus,
} from '../../machines/resource/resource.machine.ts';
import {
  privateReads,
  type DataOf,
  type ParamsOf,
  type ReadName,
} from '../../machines/resource/resource.reads.ts';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { isLinked } from '../../machines/socket/socket.machine.ts';
import { useApp, useCapabilities } from './app.tsx';
import { selectFailure } from '../../machines/shared/common.ts';

export interface Reading<T> {
  /** Null while not known: shown as a dash, never 0. */
  readonly data: T | null;
  /** Records of the answer that could not be read. */
  readonly leftOut: number;
  /** `stale`: the data is out of date; `failed`: there is none. */
  readonly status: ReadStatus;
  /** Why the last try failed; data of an earlier one may still be there. */
  readonly failure: Failure | null;
  /** Epoch milliseconds. */
  readonly updatedAt: number | null;
  readonly isRefreshing: boolean;
  /** A stream brings each change at once. */
  readonly isLive: boolean;
  readonly refresh: () => void;
}

export interface ReadOptions {
  /** If the server is out of reach and there is no data, the maintenance page is shown (CALL-02). */
  readonly isEssential?: boolean;
}

type Rest<N extends ReadName> =
  undefined extends ParamsOf<N>
    ? [params?: null, options?: ReadOptions]
    : [params: ParamsOf<N> | null, options?: ReadOptions];

/** A read that all who show it share. Params null: not wanted yet. Private reads wait for a session. */
export function useRead<N extends ReadName>(name: N, ...[params, options]: Rest<N>): Reading<DataOf<N>> {
  const { resources, session, root } = useApp();
  const userId = useSelector(session, selectUserId);
  const isWanted = params !== null && (userId !== null || !privateReads.has(name));
  // Params null: this resource is created, but never watched or read.
  const { ref, watch } = resources.of(name, params ?? undefined, userId);
  useEffect(() => (isWanted ? watch() : undefined), [isWanted, watch]);

  const status = useSelector(ref, readStatus);
  const failure = useSelector(ref, selectFailure);
  const isOut =
    (options?.isEssential ?? false) &&
    status === 'failed' &&
    (failure?.code === 'server' || failure?.code === 'unreachable' || failure?.code === 'timeout');
  // The machine of the application decides what follows.
  useEffect(() => {
    if (isOut) root.send({ type: 'service.failed' });
  }, [isOut, root]);

  return {
    // The resource was created for this name, so its data has that type.
    data: useSelector(ref, selectData) as DataOf<N> | null,
    leftOut: useSelector(ref, ({ context }) => context.leftOut),
    status,
    failure,
    updatedAt: useSelector(ref, selectUpdatedAt),
    isRefreshing: status === 'refreshing',
    isLive: useSelector(ref, isLive),
    refresh: useCallback(() => ref.send({ type: 'user.refresh' }), [ref]),
  };
}

/** A stream keeps the lists of the account: a read that fails beside it is no news (TRADE-06). */
export function useAccountStream(): boolean {
  const { liveAccount } = useCapabilities();
  return useSelector(useApp().socket, isLinked) && liveAccount;
}

/** BTC in USD; null while not known, and where the server offers no price. */
export function useBtcPrice(): DecimalText | null {
  const { btcUsd } = useCapabilities();
  return useRead('btcPrice', btcUsd ? undefined : null).data;
}
