import type { Failure } from '../../domain/failure.ts';
import { rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, HistorySort, TimeRange } from '../../domain/history/types.ts';
import { OPEN_STATES } from '../../domain/order.ts';
import type { ParamsOf } from '../resource/index.ts';

export interface HistoryInput {
  readonly list: HistoryName;
}

export interface HistoryContext extends HistoryInput {
  /** From 1. */
  readonly page: number;
  readonly filter: string;
  readonly search: string;
  readonly sort: HistorySort;
  /** Null for all. */
  readonly range: TimeRange | null;
  /** Records of the page that were sent, readable or not; of a range, those that could be read. */
  readonly rows: number;
  readonly failure: Failure | null;
}

export interface RecordsInput extends HistoryInput {
  readonly page: number;
  readonly range: TimeRange | null;
}

export type RecordsEvent =
  | { readonly type: 'records.loading' }
  | { readonly type: 'records.arrived'; readonly rows: number }
  | { readonly type: 'records.refreshing'; readonly rows: number }
  | { readonly type: 'records.outdated'; readonly rows: number; readonly failure: Failure }
  | { readonly type: 'records.missing'; readonly failure: Failure };

export type HistoryEvent =
  | RecordsEvent
  | { readonly type: 'filter.chosen'; readonly filter: string }
  | { readonly type: 'search.changed'; readonly text: string }
  | { readonly type: 'sort.chosen'; readonly column: string }
  | { readonly type: 'range.chosen'; readonly range: TimeRange | null }
  | { readonly type: 'page.next' }
  | { readonly type: 'page.previous' }
  | { readonly type: 'user.refresh' };

type HistoryReadName = 'executions' | 'deposits' | 'withdrawals' | 'orders' | 'historyRange';

export type HistoryRead = {
  [N in HistoryReadName]: { readonly name: N; readonly params: ParamsOf<N> };
}[HistoryReadName];

/** HISTORY-24. @param page from 1; a range is one read, whatever the page. */
export function historyRead(list: HistoryName, page: number, range: TimeRange | null): HistoryRead {
  if (range !== null) return { name: 'historyRange', params: { list, ...range } };
  const limit = rulesOf(list).size;
  const skip = (page - 1) * limit;
  if (list === 'trades') return { name: 'executions', params: { skip, limit } };
  if (list === 'orderHistory') return { name: 'orders', params: { skip, limit } };
  if (list === 'orders') return { name: 'orders', params: { state: OPEN_STATES, skip, limit } };
  return { name: list, params: { limit, offset: skip } };
}
