import { rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, TimeRange } from '../../domain/history/types.ts';
import type { ParamsOf } from '../resource/index.ts';

type HistoryReadName = 'executions' | 'deposits' | 'withdrawals' | 'orders' | 'historyRange';

/** A read with what it is asked: the page of a history, or all of a range. */
export type HistoryRead = {
  [N in HistoryReadName]: { readonly name: N; readonly params: ParamsOf<N> };
}[HistoryReadName];

/** Orders in these states are listed (CANCEL-01). */
export const OPEN_STATES = 'OPENED,PARTIALLY_FILLED';

/** The read behind a page of a history (HISTORY-24). @param page from 1; within a range all pages are one read. */
export function historyRead(list: HistoryName, page: number, range: TimeRange | null): HistoryRead {
  if (range !== null) return { name: 'historyRange', params: { list, ...range } };
  const limit = rulesOf(list).size;
  const skip = (page - 1) * limit;
  if (list === 'trades') return { name: 'executions', params: { skip, limit } };
  if (list === 'orders') return { name: 'orders', params: { state: OPEN_STATES, skip, limit } };
  return { name: list, params: { limit, offset: skip } };
}
