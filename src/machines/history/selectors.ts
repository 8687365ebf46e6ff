import type { HistorySnapshot } from './history.machine.ts';

/** How the records stand: `outdated` ones stay on the screen although a later read failed. */
export type HistoryPhase = 'loading' | 'current' | 'refreshing' | 'outdated' | 'missing';

export function selectPhase(snapshot: HistorySnapshot): HistoryPhase {
  const { watching } = snapshot.value.list;
  return typeof watching === 'string' ? watching : watching.shown;
}

/** A read is on its way. */
export const isBusy = (snapshot: HistorySnapshot): boolean => snapshot.hasTag('busy');
export const selectPage = (snapshot: HistorySnapshot) => snapshot.context.page;
export const selectFilter = (snapshot: HistorySnapshot) => snapshot.context.filter;
export const selectSearch = (snapshot: HistorySnapshot) => snapshot.context.search;
export const selectSort = (snapshot: HistorySnapshot) => snapshot.context.sort;
export const selectRange = (snapshot: HistorySnapshot) => snapshot.context.range;
export const selectFailure = (snapshot: HistorySnapshot) => snapshot.context.failure;
export const hasNext = (snapshot: HistorySnapshot): boolean => snapshot.can({ type: 'page.next' });
export const hasPrevious = (snapshot: HistorySnapshot): boolean => snapshot.can({ type: 'page.previous' });
