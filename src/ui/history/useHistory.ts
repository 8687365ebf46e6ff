import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { Failure } from '../../domain/failure.ts';
import { rulesOf, viewRows } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRows, HistorySort, TimeRange } from '../../domain/history/types.ts';
import {
  hasNext,
  hasPrevious,
  historyRead,
  isBusy,
  selectFilter,
  selectPage,
  selectPhase,
  selectRange,
  selectSearch,
  selectSort,
  type HistoryPhase,
  provideHistory,
  selectRead,
  selectStage,
  type ExportWish,
  provideHistoryExport,
  isCancelling,
  provideHeldWithdrawal,
  selectUncertain,
} from '../../machines/history/index.ts';
import { selectFailure, provideCooldown } from '../../machines/shared/index.ts';
import { useApp } from '../kit/app.tsx';
import { useCooling } from '../kit/useCooldown.ts';
import { useRead } from '../kit/useRead.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

export interface HistoryScreenState<Row> {
  readonly phase: HistoryPhase;
  readonly failure: Failure | null;
  /** Epoch milliseconds. */
  readonly updatedAt: number | null;
  /** All records of the page, which sums cover; null while not known. */
  readonly records: readonly Row[] | null;
  readonly rows: readonly Row[];
  readonly page: number;
  readonly filter: string;
  readonly search: string;
  readonly sort: HistorySort;
  readonly range: TimeRange | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** A read is running, or the last refresh was a moment ago. */
  readonly isRefreshOff: boolean;
  readonly refresh: () => void;
  /** Reads again after a failure, without the pause between refreshes. */
  readonly retry: () => void;
  readonly chooseFilter: (filter: string) => void;
  readonly changeSearch: (text: string) => void;
  readonly chooseSort: (column: string) => void;
  readonly chooseRange: (range: TimeRange | null) => void;
  readonly goNext: () => void;
  readonly goBack: () => void;
}

/** @param leftOut ids of records that are gone, even if an older answer still lists them. */
export function useHistory<N extends HistoryName>(
  list: N,
  leftOut: readonly string[] = [],
): HistoryScreenState<HistoryRows[N]> {
  const { now } = useApp();
  const ref = useScreenActor(provideHistory, { input: { list } });
  const cooldown = useScreenActor(provideCooldown, {});
  useEffect(() => {
    const subscription = cooldown.on('refresh', () => ref.send({ type: 'user.refresh' }));
    return () => subscription.unsubscribe();
  }, [cooldown, ref]);

  const page = useSelector(ref, selectPage);
  const range = useSelector(ref, selectRange);
  const filter = useSelector(ref, selectFilter);
  const search = useSelector(ref, selectSearch);
  const sort = useSelector(ref, selectSort);
  const busy = useSelector(ref, isBusy);
  const { name, params } = historyRead(list, page, range);
  const isFirstPage = page === 1 && range === null;
  const { data, updatedAt } = useRead(name, params, { isEssential: isFirstPage });

  // The read was chosen by `list`, so its rows have that list's type.
  const all = data as readonly HistoryRows[N][] | null;
  const rules = rulesOf(list);
  const paged = range === null ? all : (all?.slice((page - 1) * rules.size, page * rules.size) ?? null);
  const records = paged?.filter((row) => !leftOut.includes(rules.id(row))) ?? null;
  return {
    phase: useSelector(ref, selectPhase),
    failure: useSelector(ref, selectFailure),
    updatedAt,
    records,
    rows: records === null ? [] : viewRows(list, records, { filter, search, sort }),
    page,
    filter,
    search,
    sort,
    range,
    hasNext: useSelector(ref, hasNext),
    hasPrevious: useSelector(ref, hasPrevious),
    isRefreshOff: useCooling(cooldown) || busy,
    refresh: () => cooldown.send({ type: 'user.refresh', now: now(), isRunning: busy }),
    retry: () => ref.send({ type: 'user.refresh' }),
    chooseFilter: (chosen) => ref.send({ type: 'filter.chosen', filter: chosen }),
    changeSearch: (text) => ref.send({ type: 'search.changed', text }),
    chooseSort: (column) => ref.send({ type: 'sort.chosen', column }),
    chooseRange: (chosen) => ref.send({ type: 'range.chosen', range: chosen }),
    goNext: () => ref.send({ type: 'page.next' }),
    goBack: () => ref.send({ type: 'page.previous' }),
  };
}

export function useHistoryExport(list: HistoryName) {
  const ref = useScreenActor(provideHistoryExport, { input: { list } });
  return {
    stage: useSelector(ref, selectStage),
    read: useSelector(ref, selectRead),
    failure: useSelector(ref, selectFailure),
    begin: (wish: ExportWish) => ref.send({ type: 'user.export', ...wish }),
    cancel: () => ref.send({ type: 'user.cancel' }),
    retry: () => ref.send({ type: 'user.retry' }),
  };
}

/** The cancellation of a withdrawal that waits for its release. */
export function useHeldWithdrawal(id: string) {
  const ref = useScreenActor(provideHeldWithdrawal, { input: { id } });
  return {
    isBusy: useSelector(ref, isCancelling),
    uncertain: useSelector(ref, selectUncertain),
    cancel: () => ref.send({ type: 'user.cancel' }),
  };
}
