import { useSelector } from '@xstate/react';
import type { Failure } from '../../domain/failure.ts';
import { rulesOf, viewRows } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistoryRows, HistorySort } from '../../domain/history/types.ts';
import {
  hasNext,
  hasPrevious,
  selectPhase,
  type HistoryEvent,
  type HistoryPhase,
} from '../../machines/history/history.machine.ts';
import {
  historyRead,
  provideHistory,
  provideHistoryExport,
  provideHeldWithdrawal,
} from '../../machines/history/history.actors.ts';
import { selectRead, selectStage } from '../../machines/history/historyExport.machine.ts';
import { selectUncertain } from '../../machines/history/heldWithdrawal.machine.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { provideCooldown } from '../../machines/shared/shared.actors.ts';
import { useApp } from '../kit/app.tsx';
import { usePageState } from '../kit/pageState.ts';
import { useCooling } from '../kit/useCooldown.ts';
import { useRead } from '../kit/useRead.ts';
import { useSession } from '../kit/useSession.ts';
import { useHeard, useScreenActor } from '../kit/useScreenActor.ts';

export interface HistoryScreenState<Row> {
  readonly phase: HistoryPhase;
  readonly failure: Failure | null;
  /** Epoch milliseconds. */
  readonly updatedAt: number | null;
  /** All records of the page, or of the range, which sums cover; null while not known. */
  readonly records: readonly Row[] | null;
  readonly rows: readonly Row[];
  readonly page: number;
  readonly filter: string;
  readonly search: string;
  readonly sort: HistorySort;
  readonly range: HistoryRange | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** A read is running, or the last refresh was a moment ago. */
  readonly isRefreshOff: boolean;
  readonly refresh: () => void;
  /** To the history's chart. Its `user.refresh` knows no pause between two. */
  readonly send: (event: HistoryEvent) => void;
}

/** @param leftOut ids of records that are gone, even if an older answer still lists them. */
export function useHistory<N extends HistoryName>(
  list: N,
  leftOut: readonly string[] = [],
): HistoryScreenState<HistoryRows[N]> {
  const { now } = useApp();
  const { search: wanted = '', searchOf } = usePageState();
  const userId = useSession().user?.id;
  const ref = useScreenActor(provideHistory, {
    input: { list, search: searchOf !== undefined && searchOf === userId ? wanted : '' },
  });
  const cooldown = useScreenActor(provideCooldown, {});
  useHeard(cooldown, 'refresh', () => ref.send({ type: 'user.refresh' }));

  const pageAsked = useSelector(ref, ({ context }) => context.page);
  const range = useSelector(ref, ({ context }) => context.range);
  const filter = useSelector(ref, ({ context }) => context.filter);
  const search = useSelector(ref, ({ context }) => context.search);
  const sort = useSelector(ref, ({ context }) => context.sort);
  const busy = useSelector(ref, isBusy);
  const { name, params } = historyRead(list, pageAsked, range);
  const isFirstPage = pageAsked === 1 && range === null;
  const { data, updatedAt } = useRead(name, params, { isEssential: isFirstPage });

  // The read was chosen by `list`, so its rows have that list's type.
  const all = data as readonly HistoryRows[N][] | null;
  const { id, size } = rulesOf(list);
  const records = all?.filter((row) => !leftOut.includes(id(row))) ?? null;
  const found = records === null ? [] : viewRows(list, records, { filter, search, sort });
  // Of all pages, the last may be gone.
  const last = Math.max(1, Math.ceil(found.length / size));
  const page = range === null || records === null ? pageAsked : Math.min(pageAsked, last);
  const hasNextPage = useSelector(ref, hasNext);
  const mayGoBack = useSelector(ref, hasPrevious);
  return {
    phase: useSelector(ref, selectPhase),
    failure: useSelector(ref, selectFailure),
    updatedAt,
    records,
    rows: range === null ? found : found.slice((page - 1) * size, page * size),
    page,
    filter,
    search,
    sort,
    range,
    hasNext: range === null ? hasNextPage : page < last,
    hasPrevious: mayGoBack && page > 1,
    isRefreshOff: useCooling(cooldown) || busy,
    refresh: () => cooldown.send({ type: 'user.refresh', now: now(), isRunning: busy }),
    send: ref.send,
  };
}

export function useHistoryExport(list: HistoryName) {
  const ref = useScreenActor(provideHistoryExport, { input: { list } });
  return {
    stage: useSelector(ref, selectStage),
    read: useSelector(ref, selectRead),
    failure: useSelector(ref, selectFailure),
    send: ref.send,
  };
}

/** The cancellation of a withdrawal that waits for its release. */
export function useHeldWithdrawal(id: string) {
  const ref = useScreenActor(provideHeldWithdrawal, { input: { id } });
  return { isBusy: useSelector(ref, isBusy), uncertain: useSelector(ref, selectUncertain), send: ref.send };
}
