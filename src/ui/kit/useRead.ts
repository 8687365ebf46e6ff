import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import {
  privateReads,
  readStatus,
  selectData,
  selectUpdatedAt,
  type DataOf,
  type ParamsOf,
  type ReadName,
  type ReadStatus,
} from '../../machines/resource/index.ts';
import { selectUserId } from '../../machines/session/index.ts';
import { useApp, useCapabilities } from './app.tsx';
import { selectFailure } from '../../machines/shared/index.ts';

export interface Reading<T> {
  /** Null while nothing is known: a dash on the screen, never 0. */
  readonly data: T | null;
  /** `stale`: the data is older than it should be; `failed`: there is no data, and `failure` says why. */
  readonly status: ReadStatus;
  /** Why the last try failed; also beside data, when a later try failed. */
  readonly failure: Failure | null;
  /** When the data came, epoch milliseconds. */
  readonly updatedAt: number | null;
  readonly isRefreshing: boolean;
  /** Reads again, because the user asks for it. */
  readonly refresh: () => void;
}

export interface ReadOptions {
  /**
   * The screen is nothing without it: when it cannot be loaded because the server is down or out of reach, the
   * maintenance page takes over (CALL-02).
   */
  readonly isEssential?: boolean;
}

type Rest<N extends ReadName> =
  undefined extends ParamsOf<N>
    ? [params?: null, options?: ReadOptions]
    : [params: ParamsOf<N> | null, options?: ReadOptions];

/**
 * Shows one read: it is fetched when it is first shown, shared with all others who show it, and kept current.
 * Params null: not wanted yet. Private reads stay idle until somebody is signed in.
 */
export function useRead<N extends ReadName>(name: N, ...[params, options]: Rest<N>): Reading<DataOf<N>> {
  const { resources, session, root } = useApp();
  const userId = useSelector(session, selectUserId);
  const isWanted = params !== null && (userId !== null || !privateReads.has(name));
  // Params null stands for "not wanted": such a resource is made, never watched, and never read.
  const { ref, watch } = resources.of(name, params ?? undefined, userId);
  useEffect(() => (isWanted ? watch() : undefined), [isWanted, watch]);

  const status = useSelector(ref, readStatus);
  const failure = useSelector(ref, selectFailure);
  const isOut =
    (options?.isEssential ?? false) &&
    status === 'failed' &&
    (failure?.code === 'server' || failure?.code === 'unreachable' || failure?.code === 'timeout');
  useEffect(() => {
    if (isOut) root.send({ type: 'service.failed' });
  }, [isOut, root]);

  return {
    // The resource was made for this name, and its reader answers with that name's data.
    data: useSelector(ref, selectData) as DataOf<N> | null,
    status,
    failure,
    updatedAt: useSelector(ref, selectUpdatedAt),
    isRefreshing: status === 'refreshing',
    refresh: useCallback(() => ref.send({ type: 'user.refresh' }), [ref]),
  };
}

/** BTC in USD; null while it is not known, and where there is nobody to ask. */
export function useBtcPrice(): DecimalText | null {
  const { btcUsd } = useCapabilities();
  return useRead('btcPrice', btcUsd ? undefined : null).data;
}
